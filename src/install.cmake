# What a stranger's program needs of the library, installed, and the Debian packages.
include(CMakePackageConfigHelpers)

# The reader's headers and what they include, nothing of the generator's. C++ programs write
# `#include <hexatable/table.h>`, C programs `#include <hexatable.h>`.
set(reader_headers
  board.h byte_source.h columns.h errors.h format.h input.h lines.h material.h
  oracle.h outcome.h outlook.h packed_records.h rules.h search.h table.h text.h
  transposition_table.h white_index.h)
list(TRANSFORM reader_headers PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
install(FILES ${reader_headers}
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hexatable COMPONENT development)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/hexatable.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

install(TARGETS hexatable EXPORT hexatable
  ARCHIVE COMPONENT development
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# find_package(hexatable) gives the target hexatable::hexatable.
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/hexatable)
install(EXPORT hexatable FILE hexatable-targets.cmake NAMESPACE hexatable::
  DESTINATION ${config_folder} COMPONENT development)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/hexatable-config.cmake.in hexatable-config.cmake
  INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(hexatable-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/hexatable-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/hexatable-config-version.cmake
  DESTINATION ${config_folder} COMPONENT development)

# pkg-config. The prefix is found from where the file lies, since `cmake --install --prefix` chooses
# it after this is written.
file(RELATIVE_PATH pc_to_prefix
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX}/)
string(REGEX REPLACE "/$" "" pc_to_prefix ${pc_to_prefix})
foreach(folder INCLUDEDIR LIBDIR)
  set(pc_${folder} ${CMAKE_INSTALL_${folder}})
  if(NOT IS_ABSOLUTE ${pc_${folder}})
    string(PREPEND pc_${folder} "\${prefix}/")
  endif()
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/hexatable.pc.in hexatable.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hexatable.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

install(FILES LICENSE RENAME copyright
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/hexatable COMPONENT programs)
install(FILES LICENSE RENAME copyright
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libhexatable-dev COMPONENT development)

# `cpack` makes two packages: the programs, and what is needed to build others.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the hexatable authors <hexatable@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tablebases for hexapawn on any board")
set(CPACK_COMPONENTS_ALL programs development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME hexatable)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libhexatable-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libfmt-dev, libxxhash-dev, libzstd-dev, pkgconf | pkg-config")
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION
  "Makes, checks and probes tables of hexapawn: hexatable solves every position
of a board, hexaprobe says who wins a position and what every move leads to.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
  "A static library to probe tables of hexapawn from C and C++, its headers, and
what CMake and pkg-config need to find it.")
include(CPack)
