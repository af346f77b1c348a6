#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# expect_error.sh PATTERN COMMAND...: passes if the command exits non-zero and a line of what it
# writes to stderr matches the extended regular expression.
pattern=$1
shift
messages=$("$@" 2>&1 >/dev/null)
status=$?
printf '%s\n' "$messages"
if [ "$status" -eq 0 ]; then
    echo "expected a non-zero exit status"
    exit 1
fi
if ! printf '%s\n' "$messages" | grep -E -q -- "$pattern"; then
    echo "expected a line that matches: $pattern"
    exit 1
fi
