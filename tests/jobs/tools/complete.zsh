# SPDX-License-Identifier: BSD-3-Clause
#
# complete.zsh FOLDER DUMP LINE: what an interactive zsh, which finds its functions in FOLDER, too, completes at the end
# of the line.  DUMP is a file that compinit keeps.
zmodload zsh/zpty || exit 1
zpty shell zsh -f -i
# It ends each line that it is given so; the answer stands between two of these lines.
mark=answer-$$
() {
    zpty -w shell "source $1"
    repeat 4; do zpty -r shell line '*ready*' && break; done
} =( <<< "
PROMPT=
fpath=(${(q)1} \$fpath)
autoload -Uz compinit && compinit -u -d ${(q)2}
bindkey '^M' undefined
bindkey '^J' undefined
bindkey '^I' complete-word
zstyle ':completion:*' list-grouped false
zstyle ':completion:*' insert-tab false
zstyle ':completion:*' menu no
begin-answer() { print -r -- $mark }
end-answer() { print -r -- $mark; exit }
compprefuncs=(begin-answer)
comppostfuncs=(end-answer)
# Instead of adding what would be shown, prints it.
compadd() {
    local -a found
    if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
        builtin compadd \"\$@\"
        return
    fi
    builtin compadd -A found \"\$@\"
    builtin compadd \"\$@\"
    local status_of_it=\$?
    (( \$#found )) && print -rl -- \$found
    return status_of_it
}
print ready
" )
zpty -w -n shell "$3"$'\t'
answer=
while zpty -r shell line; do
    answer+=$line
    [[ $answer == *$mark*$mark* ]] && break
done
answer=${${answer#*$mark}%%$mark*}
print -rl -- ${(f)${answer//$'\r'/}}
zpty -d shell
