# SPDX-License-Identifier: BSD-3-Clause
#
# complete.bash FILE PROGRAM WORD...: what bash completes, with the file's function, in the place of the last word.
set -u
source "$1"
program=$2
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
function=$(complete -p -- "$program") || exit 1
function=${function#complete -F }
"${function%% *}" "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
