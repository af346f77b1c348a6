#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the manual as it is installed: the pages of routines, compressed, and a page for each program,
from what it prints for --help."""
import argparse
import gzip
import re
import shutil
import subprocess
from pathlib import Path

SUMMARIES = {
    "ishmemcc": "compile kernels that call libishmem",
    "ishmem-oshcc": "compile and link OpenSHMEM programs in C",
    "ishmem-oshc++": "compile and link OpenSHMEM programs in C++",
    "ishmem-oshrun": "start OpenSHMEM programs",
    "ishmem-info": "show what libishmem finds on a machine",
    "ishmem-perf": "measure libishmem",
    "ishmem-trace": "show where the time of a job went",
    "ishmem-tune": "measure which algorithms of libishmem suit a machine",
    "ishmrun": "start programs of libishmem",
}


def compress(path, data):
    # Without a name and a time, so that the same page makes the same file.
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as out:
        out.write(data)


def write_routines(source, target):
    """The same files and links, with .gz at the ends of their names."""
    for path in sorted(source.iterdir()):
        if path.is_symlink():
            (target / f"{path.name}.gz").symlink_to(f"{path.readlink()}.gz")
        else:
            compress(target / f"{path.name}.gz", path.read_bytes())


def write_program(program, target, options):
    text = subprocess.run([program, "--help"], check=True, capture_output=True, text=True).stdout
    usage, _, rest = re.sub(r"^usage: +", "", text.strip(), flags=re.IGNORECASE).partition("\n")
    name = program.name
    page = (f"% {name} 1 \"\" \"libishmem {options.version}\" \"libishmem\"\n\n# NAME\n\n"
            f"{name} - {SUMMARIES[name]}\n\n# SYNOPSIS\n\n```\n{usage}\n```\n\n"
            f"# DESCRIPTION\n\n```\n{rest.strip()}\n```\n")
    done = subprocess.run([options.md2man], input=page, text=True, check=True, capture_output=True)
    compress(target / f"{name}.1.gz", done.stdout.encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--md2man", required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--routines", type=Path, required=True, help="the folder of their pages")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("programs", type=Path, nargs="+")
    options = parser.parse_args()
    shutil.rmtree(options.output, ignore_errors=True)
    for section in ("man1", "man3"):
        (options.output / section).mkdir(parents=True)
    write_routines(options.routines, options.output / "man3")
    for program in options.programs:
        write_program(program, options.output / "man1", options)
    # The name that ishmem-info had at first.
    (options.output / "man1/ishmem_info.1.gz").symlink_to("ishmem-info.1.gz")


if __name__ == "__main__":
    main()
