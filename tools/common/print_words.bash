# print_words WORD...: prints a command that a shell can read again, or split after $(...): only words with special
# characters are quoted.
print_words() {
    local word line=
    for word in "$@"; do
        case $word in
            '' | *[!A-Za-z0-9_@%+=:,./-]*) word=$(printf '%q' "$word") ;;
        esac
        line="$line $word"
    done
    echo "${line# }"
}
