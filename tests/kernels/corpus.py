#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compiles the corpus by ishmemcc with the given options, runs it, and compares it with the host's values.

usage: corpus.py --ishmemcc ISHMEMCC --runner CORPUS_RUN --reference REFERENCE.so [--seed N] [--keep FOLDER]
                 SOURCE.cl ... -- OPTION ...

A source that does not compile fails with all its kernels; the others run nevertheless.  ISHMEMCC validates what
it writes.  The seed of the input is printed; without --seed it is always the same.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

LIMIT = 120  # seconds for a module
KERNEL = re.compile(r"^kernel void (\w+)\(", re.MULTILINE)


def kernels_of(source):
    with open(source, encoding="utf-8") as file:
        return KERNEL.findall(file.read())


def call(command):
    """The status and what was said."""
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                                timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "none", f"{command[0]} has not ended after {LIMIT} seconds\n"
    return result.returncode, result.stdout


def test(arguments, source, folder):
    """Whether all kernels of the source are right; says what is not."""
    module = os.path.join(folder, os.path.basename(source)[:-len(".cl")] + ".spv")
    kernels = kernels_of(source)
    if not kernels:
        print(f"{source}: no kernels")
        return False
    compiled = [arguments.ishmemcc, "--no-link", *arguments.options, source, "-o", module]
    status, said = call(compiled)
    # A warning would be of ours, and what the tools say beside an error is for the user to see.
    if status != 0 or said:
        print(f"{' '.join(compiled)}\n{said}(status {status})")
        return False
    status, said = call([arguments.runner, module, arguments.reference, str(arguments.seed), *kernels])
    print(said, end="" if status == 0 else f"(status {status})\n")
    return status == 0


def main():
    parser = argparse.ArgumentParser()
    for name in ("ishmemcc", "runner", "reference"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for the modules, which else are removed")
    parser.add_argument("sources", nargs="+")
    end = sys.argv.index("--")
    arguments = parser.parse_args(sys.argv[1:end])
    arguments.options = [option for option in sys.argv[end + 1:] if option]
    print(f"seed {arguments.seed}")
    with tempfile.TemporaryDirectory() as folder:
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
            folder = arguments.keep
        wrong = [source for source in arguments.sources if not test(arguments, source, folder)]
    print(f"{len(arguments.sources)} sources, {sum(len(kernels_of(s)) for s in arguments.sources)} kernels")
    if wrong:
        sys.exit("not right: " + " ".join(os.path.basename(source) for source in wrong))


if __name__ == "__main__":
    main()
