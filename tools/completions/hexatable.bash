# Completion of hexatable's arguments in bash.
_hexatable() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local commands="generate count verify dump stats"
    local job_options="-T --threads --memory --color -q --quiet --no-progress -h --help"
    local command="" words="" i
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ -z $command && " $commands " == *" ${COMP_WORDS[i]} "* ]] && command=${COMP_WORDS[i]}
    done
    case $previous in
        --color) words="auto always never" ;;
        -T | --threads | --memory | --level) ;;
        *)
            case $command in
                generate) words="-o --output -f --force --level --no-file --json $job_options" ;;
                count | stats) words="--json $job_options" ;;
                verify) words="--deep --json $job_options" ;;
                dump) words=$job_options ;;
                *) words="--version -h --help" ;;
            esac
            if [[ $word != -* ]]; then
                case $command in
                    generate | count) words="3x3 4x4 5x5 6x5 6x6" ;;
                    "") words=$commands ;;
                    *) words="" ;;
                esac
            fi
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    local file=false
    [[ $previous == -o || $previous == --output ]] && file=true COMPREPLY=()
    [[ $command =~ ^(verify|dump|stats)$ && $word != -* ]] &&
        [[ ! $previous =~ ^(-T|--threads|--memory|--color)$ ]] && file=true
    if $file; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -X '!*.hxt' -- "$word"; compgen -d -- "$word")
    fi
}
complete -F _hexatable hexatable
