#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# headers_test.sh INCLUDE_DIR GENERATED_INCLUDE_DIR COMPILER...
#
# OpenSHMEM's headers and their generic names and overloads give no warning, also without the lines that
# make compilers silent about them.
set -u
given=("$1" "$2")
shift 2
here=$(dirname "$0")
status=0
bare=$(mktemp -d) || exit 1
trap 'rm -rf "$bare"' EXIT
for directory in "${given[@]}"; do
    cp -r "$directory"/. "$bare"
done
find "$bare" -name '*.h*' -exec sed -i -E '/^#pragma (GCC|clang) system_header/d' {} +

# compiles COMPILER LANGUAGE STANDARD SOURCE
compiles()
{
    "$1" -x "$2" -std="$3" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only \
        -I "$bare" -I "$bare/ishmem/openshmem" "$here/$4" && return
    echo "$4 does not compile by $1"
    status=1
}
for compiler in "$@"; do
    compiles "$compiler" c c11 generic.c
    compiles "$compiler" c c11 old_names.c
    compiles "$compiler" c c99 untyped_c99.c
    compiles "$compiler" c++ c++11 overloads.cpp
done
exit $status
