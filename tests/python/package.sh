#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# package.sh PYTHON BUILD SOURCE: makes the Python package's wheel over an installed copy of the build, and installs
# it with what its tests need, from PyPI, into a new environment.  Nothing is done if nothing has changed.
# Exit status 77: PyPI is not there.
set -eu

python=$1 build=$2 source=$3
here=$build/python
new=$(find "$source/python/src" "$source/python/CMakeLists.txt" "$source/python/pyproject.toml" "$source/include" "$build/lib/libishmem.so.0" -newer "$here/made" -type f 2>/dev/null | head -n 1 || true)
if [ -e "$here/made" ] && [ -z "$new" ]; then
    exit 0
fi
rm -rf "$here"
mkdir -p "$here"
cmake --install "$build" --prefix "$here/prefix" >"$here/log" 2>&1 || { cat "$here/log"; exit 1; }
"$python" -m venv "$here/venv"
pip() {
    "$here/venv/bin/python" -m pip --quiet --disable-pip-version-check --no-input "$@"
}
pip download --timeout 30 --retries 1 --no-deps --dest "$here/wheels" nanobind >"$here/log" 2>&1 || {
    tail -n 1 "$here/log"
    exit 77
}
# The sources are copied, because a build writes beside them.
cp -r "$source/python" "$here/source"
CMAKE_PREFIX_PATH=$here/prefix pip wheel --no-deps --wheel-dir "$here/wheels" "$here/source"
pip install "$here"/wheels/ishmem-*.whl pytest hypothesis matplotlib mpi4py
touch "$here/made"
