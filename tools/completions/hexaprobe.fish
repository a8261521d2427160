# Completion of hexaprobe's arguments in fish.
set -l probing 'not __fish_seen_subcommand_from play'
set -l playing '__fish_seen_subcommand_from play'

complete -c hexaprobe -f
complete -c hexaprobe -n $probing -a 'start:3x3 start:4x4 start:5x5' -d 'start position'
complete -c hexaprobe -n $probing -a play -d 'play a game in the terminal'
complete -c hexaprobe -n $probing -l value -d 'print 1 or -1 only'
complete -c hexaprobe -n $probing -l score -d 'print the distance only'
complete -c hexaprobe -n $probing -l json -d 'print one JSON object a position'
complete -c hexaprobe -n $probing -l line -d 'add one perfect line to the end'
complete -c hexaprobe -n $probing -l input -x -a 'line grid sized' -d 'how standard input is written'
complete -c hexaprobe -n $probing -s q -l quiet -d 'errors only on standard error'
complete -c hexaprobe -n $probing -l no-progress -d 'do not say that a search takes long'
complete -c hexaprobe -n $probing -l version -d 'show the version'
complete -c hexaprobe -n $playing -a '3x3 4x4 5x5' -d board
complete -c hexaprobe -n $playing -l white -x -a 'human perfect casual random' -d 'who plays White'
complete -c hexaprobe -n $playing -l black -x -a 'human perfect casual random' -d 'who plays Black'
complete -c hexaprobe -n $playing -l seed -x -d 'repeat the same casual or random moves'
complete -c hexaprobe -s t -l table -r -F -d 'ask this table'
complete -c hexaprobe -l search-limit -x -d 'give up a search after so many seconds'
complete -c hexaprobe -l color -x -a 'auto always never' -d 'when to use colour'
complete -c hexaprobe -s h -l help -d 'show a summary of the options'
