# Completion of hexaprobe's arguments in bash.
_hexaprobe() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local options="-t --table --value --score --json --line --input --search-limit --color -q --quiet
        --no-progress --version -h --help"
    local play_options="--white --black --seed -t --table --search-limit --color -h --help"
    local subcommand="" i
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == play ]] && subcommand=play
    done
    case $previous in
        --input) options="line grid sized" play_options="" ;;
        --color) options="auto always never" play_options=$options ;;
        --white | --black) options="" play_options="human perfect casual random" ;;
        --search-limit | --seed) options="" play_options="" ;;
        *)
            if [[ $word != -* ]]; then
                options="play start:3x3 start:4x4 start:5x5"
                play_options="3x3 4x4 5x5"
            fi
            ;;
    esac
    [[ $subcommand == play ]] && options=$play_options
    if [[ $previous == -t || $previous == --table ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -X '!*.hxt' -- "$word"; compgen -d -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    fi
}
complete -F _hexaprobe hexaprobe
