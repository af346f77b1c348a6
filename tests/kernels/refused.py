#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Kernels that the drivers cannot run: ishmemcc says why in one line, fails, and leaves no file.

usage: refused.py --ishmemcc ISHMEMCC SOURCE.cl ...

Each source begins with what is said: `Says:` the whole sentence, at each level, with and without -g; `Clang says:`
the first line of clang's error.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

EXPECTED = re.compile(r"/\* (Says|Clang says): (.*?) \*/", re.DOTALL)


def expectation(source):
    """The sentence, and whether it is clang's."""
    with open(source, encoding="utf-8") as file:
        found = EXPECTED.search(file.read())
    if not found:
        sys.exit(f"{source}: no 'Says:'")
    return re.sub(r"\s*\n \* ", " ", found[2]), found[1] != "Says"


def complaint(ishmemcc, name, sentence, is_clangs, options, folder):
    """What is wrong with how the source in the folder is refused, or None."""
    result = subprocess.run([ishmemcc, *options, name, "-o", "out.spv"], cwd=folder, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, check=False, timeout=60)
    said = result.stdout.splitlines()
    if result.returncode == 0:
        return "it is not refused"
    if is_clangs:
        said = said[:1]
    if said != [sentence]:
        return f"expected\n  {sentence}\nand not\n  {result.stdout}"
    if sorted(os.listdir(folder)) != [name]:
        return f"it leaves {sorted(os.listdir(folder))}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ishmemcc", required=True)
    parser.add_argument("sources", nargs="+")
    arguments = parser.parse_args()
    wrong = 0
    for source in arguments.sources:
        sentence, is_clangs = expectation(source)
        levels = [["-O2"]] if is_clangs else [["-O0"], ["-O0", "-g"], ["-O2"], ["-O2", "-g"]]
        for options in levels:
            with tempfile.TemporaryDirectory() as folder:
                shutil.copy(source, folder)
                said = complaint(arguments.ishmemcc, os.path.basename(source), sentence, is_clangs, options, folder)
            if said:
                print(f"{source} {' '.join(options)}: {said}")
                wrong += 1
    print(f"{len(arguments.sources)} sources, {wrong} not right")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
