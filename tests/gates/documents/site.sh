#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# site.sh BUILD: builds the documentation site in the build folder and looks at it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
"$here/../../../tools/site.sh" "$1" "$1/site"
exec /usr/bin/python3 "$here/site_test.py" "$1/site"
