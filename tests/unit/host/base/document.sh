#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# document.sh <print_table> <environment.md>: every line of the printed table stands in the document,
# in order and without gap.
set -eu

table=$("$1")
document=$(cat "$2")
case $document in
    *"$table"*) ;;
    *)
        echo "docs/environment.md does not hold the table of src/host/base/env.h, which is:"
        echo "$table"
        exit 1
        ;;
esac
