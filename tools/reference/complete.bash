# What may stand in a place of a command line is a list, separated by semicolons: words=W..., files or
# files=PATTERN|..., folders, commands, processes, hosts; an empty one if nothing is known of it.

_ishmem_add()
{
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY
}

_ishmem_files()
{
    local patterns=${1:-*} file
    compopt -o filenames 2> /dev/null
    while IFS= read -r file; do
        if [[ -d $file || $file == @($patterns) ]]; then
            COMPREPLY+=("$file")
        fi
    done < <(compgen -f -- "$cur")
}

# HOST or HOST:PES, separated by commas.
_ishmem_hosts()
{
    local before=
    [[ $cur != *,* ]] || before=${cur%,*},
    compopt -o nospace 2> /dev/null
    _ishmem_add < <(compgen -A hostname -P "$before" -- "${cur##*,}")
}

_ishmem_offer()
{
    local kind kinds
    IFS=';' read -r -a kinds <<< "$1"
    for kind in "${kinds[@]}"; do
        case $kind in
            words=*) _ishmem_add < <(compgen -W "${kind#*=}" -- "$cur") ;;
            files=*) _ishmem_files "${kind#*=}" ;;
            files) _ishmem_files ;;
            folders)
                compopt -o filenames 2> /dev/null
                _ishmem_add < <(compgen -d -- "$cur") ;;
            commands)
                _ishmem_add < <(compgen -c -- "$cur")
                _ishmem_files ;;
            processes) _ishmem_add < <(compgen -W "$(ps -u "$EUID" -o pid=)" -- "$cur") ;;
            hosts) _ishmem_hosts ;;
        esac
    done
}

# The words before the cursor that are neither options nor values of options, in `given`; `at` is after them.  bash
# makes three words of --np=4 and of a:3.  What a program is started with is its own.
_ishmem_scan()
{
    local word
    at=1
    while ((at < COMP_CWORD)); do
        word=${COMP_WORDS[at]}
        if [[ $word == -?* ]]; then
            ((at += 1))
            if [[ ${COMP_WORDS[at]} == = ]]; then
                ((at += 2))
            elif [[ ${values[$word]+set} ]]; then
                ((at += 1))
            fi
        elif [[ $word == : ]]; then
            ((at += 2))
        else
            given+=("$word")
            [[ ! $runs ]] || return
            ((at += 1))
        fi
    done
}

_ishmem_options()
{
    local name
    _ishmem_add < <(compgen -W "$options" -- "$cur")
    # Some go on with anything.
    for name in $begun; do
        [[ ${COMPREPLY[0]-} != "$name" ]] || compopt -o nospace 2> /dev/null
    done
}

# Of the caller: values, by the names of options; places, by the number of the word, or `more`, and for programs
# that have commands by COMMAND and the number after it; options; begun, those that go on with anything; commands
# and runs, if there are commands, or a program that is run.
_ishmem_complete()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} at given=() place
    COMPREPLY=()
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    _ishmem_scan
    if [[ $runs && ${#given[@]} -gt 0 ]]; then
        if declare -F _command_offset > /dev/null; then
            _command_offset "$at"
        else
            _ishmem_files
        fi
    elif [[ ${values[$prev]+set} ]]; then
        _ishmem_offer "${values[$prev]}"
    elif [[ $cur == -* ]]; then
        _ishmem_options
    else
        place=${#given[@]}
        [[ ! $commands || $place -eq 0 ]] || place=${given[0]}$((place - 1))
        _ishmem_offer "${places[$place]-${places[more]-}}"
    fi
}
