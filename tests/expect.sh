#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# expect.sh success|failure PATTERN COMMAND...: runs the command and passes if it ends as expected
# and a line of its output, or the line "(status N)" after it, matches the extended regular
# expression.
expected=$1
pattern=$2
shift 2
output=$("$@" 2>&1)
status=$?
output=$(printf '%s\n(status %d)' "$output" "$status")
printf '%s\n' "$output"
case $expected in
    success) [ "$status" -eq 0 ] || exit 1 ;;
    failure) [ "$status" -ne 0 ] || exit 1 ;;
esac
if ! printf '%s\n' "$output" | grep -Eq -- "$pattern"; then
    echo "expect.sh: nothing in the output matches: $pattern"
    exit 1
fi
