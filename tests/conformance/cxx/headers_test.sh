#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# headers_test.sh INCLUDE_DIR GENERATED_INCLUDE_DIR COMPILER...
#
# The host headers compile alone without a warning, as C++17 and C++11 and, but for ishmem.hpp, as C11
# and C99; an older language gets one sentence.  What is wrong in a call is said once, in few lines.
set -u
given=("$1" "$2")
shift 2
here=$(dirname "$0")
status=0
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only)

fail()
{
    echo "$*"
    status=1
}

# The headers as they are; and bare, without the lines that make compilers silent about them.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
include=$work/include bare=$work/bare
mkdir "$include" "$bare"
for directory in "${given[@]}"; do
    cp -r "$directory"/. "$include"
    cp -r "$directory"/. "$bare"
done
find "$bare" -name '*.h*' -exec sed -i -E '/^#pragma (GCC|clang) system_header/d' {} +

# compiles COMPILER LANGUAGE STANDARD HEADER: alone, without a warning.
compiles()
{
    echo "#include \"$4\"" | "$1" -x "$2" -std="$3" "${warnings[@]}" -I "$bare" - ||
        fail "$4 does not compile alone as $3 by $1"
}

# too_old COMPILER LANGUAGE STANDARD HEADER WORDS: one error, which says WORDS.
too_old()
{
    local said
    said=$(printf '#include "%s"\nextern int rest;\n' "$4" |
        "$1" -x "$2" -std="$3" -fsyntax-only -I "$include" - 2>&1) && fail "$4 compiles as $3"
    [ "$(grep -cE 'error:|warning:' <<< "$said")" -eq 1 ] && grep -q "$5" <<< "$said" ||
        fail "$4 as $3 by $1: $said"
}

# mistakes COMPILER LINES: each of mistakes.c is one diagnostic of at most LINES lines beside what compilers
# show of the source, with the words after the mistake's number there.
mistakes()
{
    local count=0 number words said
    while read -r number words; do
        said=$("$1" -x c -std=c11 -fsyntax-only -DMISTAKE="$number" -I "$include" "$here/mistakes.c" 2>&1)
        [ "$(grep -cE 'error:|warning:' <<< "$said")" -eq 1 ] && grep -qE "$words" <<< "$said" ||
            fail "$1: mistake $number is not said once, by $words: $said"
        count=$((count + 1))
        [ "$(grep -cvE '^ *[0-9]* \|' <<< "$said")" -le "$2" ] || fail "$1: mistake $number takes many lines: $said"
    done < <(sed -nE 's/^#elif MISTAKE == ([0-9]+) .\* (.*) \*.$/\1 \2/p' "$here/mistakes.c")
    [ $count -eq 16 ] || fail "$count mistakes have been tried"
}

for cxx in "$@"; do
    for header in ishmem.h ishmemx.h ishmem/openshmem/shmem.h ishmem/openshmem/pshmem.h; do
        for standard in c++11 c++17; do
            compiles "$cxx" c++ $standard $header
        done
        for standard in c99 c11; do
            compiles "$cxx" c $standard $header
        done
        case $header in
            *openshmem*) continue ;;
        esac
        too_old "$cxx" c++ c++98 $header "ishmem.h needs C99 or C++11"
        too_old "$cxx" c c90 $header "ishmem.h needs C99 or C++11"
    done
    too_old "$cxx" c++ c++98 ishmem/openshmem/shmem.h "shmem.h needs C99 or C++11"
    too_old "$cxx" c c90 ishmem/openshmem/shmem.h "shmem.h needs C99 or C++11"
    compiles "$cxx" c++ c++17 ishmem.hpp
    for standard in c++98 c++11 c++14; do
        too_old "$cxx" c++ $standard ishmem.hpp "ishmem.hpp needs C++17"
    done
    for source in "$here/cxx.cpp" "$here/mixed.cpp"; do
        "$cxx" -std=c++17 "${warnings[@]}" "$source" -I "$bare" -I "$here/../cases" ||
            fail "$source does not compile by $cxx"
    done
    for source in host/host_generic.c cases/collective_routines.c on_queue/queue_collective.c; do
        "$cxx" -x c -std=c11 "${warnings[@]}" "$here/../$source" -I "$bare" -I "$here/../cases" ||
            fail "$source does not compile by $cxx"
    done
    if "$cxx" --version | grep -q clang; then
        mistakes "$cxx" 25
    else
        mistakes "$cxx" 14
    fi
    errors=$("$cxx" -std=c++17 -I "$include" -fsyntax-only "$here/refused.cpp" 2>&1 | grep 'error:')
    for routine in ishmem_put ishmem_atomic_inc ishmem_atomic_set ishmem_atomic_or ishmem_wait_until
    do
        grep -q "$routine is for .*" <<< "$errors" ||
            { echo "$cxx does not say what $routine is for"; status=1; }
    done
    [ "$(wc -l <<< "$errors")" -eq 5 ] || { echo "$cxx: $errors"; status=1; }
done
exit $status
