#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Our own kernels compile at a level, without a word; ishmemcc validates what it writes.

usage: levels.py --ishmemcc ISHMEMCC --compiled FILE --share PLACE=I/N ... -- OPTION ...

FILE has a line for each source that the build compiles: the source and its options, with | between them.  The
OPTIONs are -O0 to -O3 and -g, and take the place of those of the build.  --share takes of the sources whose paths
begin with PLACE the Ith of each N; the first one that fits a source counts.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

LIMIT = 240  # seconds for a module
LEVEL = re.compile(r"-(O.|g)?$")


def read_sources(path):
    """The sources with their options, each once."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("|") for line in file]
    sources = [(source, *(o for o in options if o and not LEVEL.match(o))) for source, *options in lines]
    return list(dict.fromkeys(sources))


def choose(sources, shares):
    """The share of the sources."""
    counts = [0] * len(shares)
    for source in sources:
        for number, (place, share) in enumerate(shares):
            if source[0].startswith(place):
                which, of_each = map(int, share.split("/"))
                if counts[number] % of_each == which:
                    yield source
                counts[number] += 1
                break


def compile_source(ishmemcc, source, options):
    """What is said, and the status if it is not 0."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            result = subprocess.run([ishmemcc, *options, source, "-o", os.path.join(folder, "out.spv")],
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                                    timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return f"not compiled after {LIMIT} seconds\n"
    return result.stdout + (f"(status {result.returncode})\n" if result.returncode else "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ishmemcc", required=True)
    parser.add_argument("--compiled", required=True)
    parser.add_argument("--share", action="append", required=True)
    end = sys.argv.index("--")
    arguments = parser.parse_args(sys.argv[1:end])
    level = [option for option in sys.argv[end + 1:] if option]
    shares = [share.rsplit("=", 1) for share in arguments.share]
    wrong = count = 0
    for source, *options in choose(read_sources(arguments.compiled), shares):
        begin = time.monotonic()
        said = compile_source(arguments.ishmemcc, source, options + level)
        print(f"{time.monotonic() - begin:6.2f} s  {' '.join(options + level)} {source}\n{said}", end="", flush=True)
        wrong += said != ""
        count += 1
    print(f"{count} sources, {wrong} not right")
    sys.exit(wrong != 0 or count == 0)


if __name__ == "__main__":
    main()
