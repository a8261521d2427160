// Tells ThreadSanitizer what it cannot see: that one task's end happens before another's begin
// where an uninstrumented scheduler stands between them. Nothing outside a `tsan` build.
#pragma once

#if defined(__SANITIZE_THREAD__)
#define HEXA_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HEXA_THREAD_SANITIZER 1
#endif
#endif

#ifdef HEXA_THREAD_SANITIZER
extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}
#endif

namespace hexa {

// Everything this thread did so far happens before what follows an `acquire` of the same mark.
inline void race_release([[maybe_unused]] const void* mark) {
#ifdef HEXA_THREAD_SANITIZER
    __tsan_release(const_cast<void*>(mark));
#endif
}

inline void race_acquire([[maybe_unused]] const void* mark) {
#ifdef HEXA_THREAD_SANITIZER
    __tsan_acquire(const_cast<void*>(mark));
#endif
}

}  // namespace hexa
