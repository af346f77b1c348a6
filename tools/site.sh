#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# From README, docs/, the reference and the manual of programs to HTML pages with a search:
# build/site/html/index.html.  Fails if a link leads nowhere.
#
# site.sh [BUILD_DIR [SITE_DIR]]
set -eu

cd "$(dirname "$0")/.."
build=${1:-build/release}
site=${2:-build/site}
tools=$build/site-tools
{ command -v dot && /usr/bin/python3 -c "import ensurepip"; } > /dev/null 2>&1 || {
    echo "site: on Debian: apt-get install python3-venv graphviz" >&2
    exit 1
}
[ -f "$build/build.ninja" ] || cmake --preset release
[ -d "$build/docs/manual" ] || cmake --build "$build" --target reference manual
if ! cmp -s tools/site/requirements.txt "$tools/requirements.txt"; then
    rm -rf "$tools"
    /usr/bin/python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check -r tools/site/requirements.txt
    cp tools/site/requirements.txt "$tools"
fi

rm -rf "$site"
mkdir -p "$site/source/docs" "$site/source/driver"
cp -p README.md "$site/source/index.md"
cp -p CHANGELOG.md CONTRIBUTING.md SECURITY.md "$site/source"
cp -rp examples "$site/source"
cp -rp driver/README.md driver/docs "$site/source/driver"
cp -rp docs/*.md docs/figures docs/pictures "$site/source/docs"
cp -rp "$build/docs/reference" "$build/docs/manual" "$site/source/docs"
ISHMEM_SITE_VERSION=$(sed -n 's/^project(ishmem VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
export ISHMEM_SITE_VERSION
"$tools/bin/sphinx-build" -q -n -W --keep-going -j 2 -c tools/site -b html "$site/source" "$site/html"
echo "site: $(cd "$site" && pwd)/html/index.html"
