#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Installs what libishmem's build, tests and examples need on Debian 12: the packages of
# packages.txt that are missing. Needs root or sudo only when something is missing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
missing=
for package in $(grep -v '^#' "$here/packages.txt"); do
    case $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true) in
        installed) ;;
        *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null; then
    as_root=sudo
else
    echo "setup: these packages are missing and installing them needs root or sudo:$missing" >&2
    exit 1
fi
echo "setup: installing$missing"
$as_root apt-get update -q
# shellcheck disable=SC2086 # one word a package
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing
