#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the reference: it describes each exported routine and no other, every routine's name leads to
a man page, and its examples compile."""
import argparse
import subprocess
import sys
from pathlib import Path

# A variable, which the page of contexts names.
NO_ROUTINES = {"ishmem_ctx_default"}


def symbols(nm, library, *options):
    done = subprocess.run([nm, *options, "--defined-only", "--format=posix", str(library)], text=True,
                          check=True, capture_output=True)
    names = (line.split()[0] for line in done.stdout.splitlines() if line)
    return {name for name in names if name.startswith(("ishmem_", "ishmemx_"))} - NO_ROUTINES


def compare(described, exported, where):
    for name in sorted(exported - described):
        yield f"{where}: {name} is exported and has no page"
    for name in sorted(described - exported):
        yield f"{where}: {name} has a page and is not exported"


def check_links(directory, names):
    for name in sorted(names):
        if not (directory / f"{name}.3").exists():
            yield f"man {name} finds no page"
    for link in directory.iterdir():
        if not link.exists():
            yield f"{link.name} leads nowhere"


def check_examples(pages, headers, options):
    commands = {
        "c": [options.cc, "-std=c11", "-x", "c"],
        "opencl": [options.clang, "-x", "cl", "-cl-std=CL2.0", "-target", "spir64-unknown-unknown",
                   "-Xclang", "-finclude-default-header"]}
    for page in pages.values():
        for language, code in page.examples():
            done = subprocess.run([*commands[language], "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                                   *headers.flags, "-"], input=code, text=True,
                                  capture_output=True)
            if done.returncode != 0:
                yield f"{page.name}: the example does not compile:\n{done.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ["tools", "texts", "manual", "library", "device-library"]:
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--include", type=Path, nargs="+", required=True)
    for name in ["cc", "clang", "llvm-nm"]:
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(options.tools))
    from headers import Headers
    from pages import read, share_out

    headers = Headers(options.include, options.cc, options.clang)
    pages = read(options.texts)
    shared = share_out(pages, headers.routines)
    described = {where: {r.name for routines in shared.values() for r in routines if r.where == where}
                 for where in ("host", "device")}
    wrong = [*compare(described["host"] - {"ishmemx_ts_handle"},
                      symbols("nm", options.library, "-D", "--without-symbol-versions"), "host"),
             *compare(described["device"], symbols(options.llvm_nm, options.device_library), "device"),
             *check_examples(pages, headers, options)]
    wrong += check_links(options.manual, described["host"] | described["device"])
    for what in wrong:
        print(what)
    count = len(described["host"]) + len(described["device"])
    print(f"{count} routines on {len(pages)} pages, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
