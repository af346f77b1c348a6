#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""abi_test.py [--write VERSION] --cc CC --include FOLDER... --library FILE --headers [NAME...]
            --baseline FILE

Compares a library and its headers with the baseline, the ABI of the last release, and fails if a program
that was compiled then cannot run with the library of now.  What is new does not matter.  --write makes the
baseline of a release, which is reviewed and committed with it.
"""
import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import abi


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cc", required=True)
    parser.add_argument("--include", nargs="+", default=[])
    parser.add_argument("--library", required=True, type=Path)
    parser.add_argument("--headers", nargs="*", default=[])
    parser.add_argument("--write", metavar="VERSION")
    parser.add_argument("--baseline", required=True, type=Path)
    options = parser.parse_args()
    now = abi.of_library(options.cc, options.include, options.headers, options.library)
    if not now.versions:
        sys.exit(f"abi_test.py: {options.library} exports nothing")
    if options.write:
        options.baseline.write_text(
            abi.write(now, f"The ABI of {options.baseline.stem} in version {options.write}."), encoding="utf-8")
    then = abi.read(options.baseline.read_text(encoding="utf-8"))
    said = abi.differences(then, now, options.cc)
    for sentence in said:
        print(f"{options.baseline.stem}: {sentence}")
    added = len(now.versions.keys() - then.versions.keys())
    print(f"{options.baseline.stem}: {len(then.versions)} symbols, {added} new, {len(said)} differences")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
