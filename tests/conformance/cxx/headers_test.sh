#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# headers_test.sh INCLUDE_DIR COMPILER...
#
# The host headers compile alone, as C++17 and, but for ishmem.hpp, as C11, without a warning; what
# ishmem.hpp refuses is refused with a sentence.
set -u
include=$1
shift
here=$(dirname "$0")
status=0
options=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only -I "$include")

for cxx in "$@"; do
    for header in ishmem.hpp ishmem.h ishmemx.h; do
        echo "#include \"$header\"" | "$cxx" -x c++ -std=c++17 "${options[@]}" - ||
            { echo "$header does not compile alone as C++ by $cxx"; status=1; }
        [ $header = ishmem.hpp ] && continue
        echo "#include \"$header\"" | "$cxx" -x c -std=c11 "${options[@]}" - ||
            { echo "$header does not compile alone as C by $cxx"; status=1; }
    done
    "$cxx" -std=c++17 "${options[@]}" "$here/cxx.cpp" -I "$here/.." ||
        { echo "cxx.cpp does not compile by $cxx"; status=1; }
    errors=$("$cxx" -std=c++17 -I "$include" -fsyntax-only "$here/refused.cpp" 2>&1 | grep 'error:')
    for routine in ishmem_put ishmem_atomic_inc ishmem_atomic_set ishmem_atomic_or ishmem_wait_until
    do
        grep -q "$routine is for .*" <<< "$errors" ||
            { echo "$cxx does not say what $routine is for"; status=1; }
    done
    [ "$(wc -l <<< "$errors")" -eq 5 ] || { echo "$cxx: $errors"; status=1; }
done
exit $status
