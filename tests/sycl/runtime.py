#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""runtime.py FOLDER: unpacks Intel's runtime for SYCL into the folder: include/ and lib/.

It comes from PyPI, in pinned versions, through pip. What the tests do not use is left out. Where
pip cannot get it, the last line says why, and the exit status is 77.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

PACKAGES = ["intel-sycl-rt==2026.2.0", "intel-cmplr-lib-ur==2026.2.0", "intel-cmplr-lib-rt==2026.2.0",
            "umf==1.2.0"]
LIBRARIES = ["libsycl.so.9", "libsycl-jit.so", "libur_loader.so.0", "libur_adapter_level_zero.so.0",
             "libur_adapter_level_zero_v2.so.0", "libumf.so.1", "libsvml.so", "libirng.so",
             "libimf.so", "libintlc.so.5"]
HEADERS = ("include/sycl/", "include/CL/", "include/unified-runtime/")
DATA = ".data/data/"


def not_run(reason):
    print(reason)
    sys.exit(77)


def download(folder):
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
               "--no-deps", "--only-binary=:all:", "--timeout", "30", "--retries", "1", "--dest", folder]
    try:
        done = subprocess.run(command + PACKAGES, text=True, capture_output=True, timeout=600)
    except subprocess.TimeoutExpired:
        not_run("pip took too long")
    if done.returncode != 0:
        lines = (done.stderr + done.stdout).strip().splitlines()
        not_run(f"pip cannot download it: {lines[-1] if lines else 'no reason given'}")


def is_wanted(path):
    return path.startswith(HEADERS) or path in [f"lib/{name}" for name in LIBRARIES]


def unpack(wheel, folder):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            path = name.partition(DATA)[2]
            if not is_wanted(path) or name.endswith("/"):
                continue
            target = os.path.join(folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with archive.open(name) as source, open(target, "wb") as out:
                shutil.copyfileobj(source, out)


def main():
    folder = os.path.abspath(sys.argv[1])
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    with tempfile.TemporaryDirectory(dir=os.path.dirname(folder)) as temporary:
        download(temporary)
        made = os.path.join(temporary, "made")
        for name in sorted(os.listdir(temporary)):
            if name.endswith(".whl"):
                unpack(os.path.join(temporary, name), made)
        missing = [name for name in LIBRARIES if not os.path.exists(os.path.join(made, "lib", name))]
        if missing:
            not_run(f"the packages lack {', '.join(missing)}")
        os.rename(made, folder)


main()
