#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks OpenSHMEM's names: each routine that the headers declare is exported, and no other; each is there
under its name for profiling, too, and both are one function; libishmem itself exports none; and the table
of docs/openshmem.md has all of them and no others."""
import argparse
import re
import subprocess
import sys
from pathlib import Path

BARE = {"start_pes", "_my_pe", "_num_pes", "shmalloc", "shmemalign", "shrealloc", "shfree"}
DECLARATION = re.compile(r"\b(p?shmem_\w+|" + "|".join(sorted(BARE)) + r")\s*\(")


def declared(options):
    flags = [f"-I{directory}" for directory in options.include]
    source = "#include <shmem.h>\n#include <pshmem.h>\n"
    text = subprocess.run([options.cc, "-std=c99", "-E", "-P", "-x", "c", *flags, "-"], input=source,
                          text=True, check=True, capture_output=True).stdout
    return set(DECLARATION.findall(text))


def exported(library):
    """{name: address}"""
    text = subprocess.run(["nm", "-D", "--without-symbol-versions", "--defined-only", "--format=posix", str(library)], text=True,
                          check=True, capture_output=True).stdout
    rows = [line.split() for line in text.splitlines()]
    return {row[0].split("@")[0]: row[2] for row in rows if row[1] in "TWtw"}


def compare(first, second, what):
    return [f"{name}: {what}" for name in sorted(first - second)]


def check_library(names, symbols):
    wrong = compare(names, set(symbols), "declared, not exported")
    wrong += compare(set(symbols), names, "exported, not declared")
    for name in names - BARE:
        if name.startswith("shmem_") and symbols.get("p" + name) != symbols.get(name):
            wrong.append(f"p{name} is another function than {name}")
    return wrong


def check_page(options, names):
    """The first column of the page's table has the names without prefix, type, size and context."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(options.tools))
    from headers import Headers
    headers = Headers(options.include[1:], options.cc, options.cc)
    stems = {name if name in BARE else "shmem_" + stem_of(headers, name)
             for name in names if not name.startswith("pshmem_")}
    rows = re.findall(r"^\| (`[^|]*) \|", options.page.read_text(encoding="utf-8"), re.MULTILINE)
    told = {name for name in re.findall(r"`([^`]+)`", " ".join(rows))
            if name.startswith("shmem_") or name in BARE}
    return (compare(stems, told, f"not in the table of {options.page.name}") +
            compare(told, stems, f"in the table of {options.page.name}, but no routine"))


def stem_of(headers, name):
    stem, _, _, with_ctx = headers.parts("i" + name)
    sized = re.match(r"(broadcast|f?collect|alltoalls?)(32|64)$", stem)
    return sized[1] if sized else stem


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ["tools", "page", "library", "under"]:
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--include", type=Path, nargs="+", required=True)
    parser.add_argument("--cc", required=True)
    options = parser.parse_args()
    names = declared(options)
    symbols = exported(options.library)
    wrong = check_library(names, symbols)
    wrong += [f"{name}: exported by {options.under.name}" for name in exported(options.under)
              if re.match("p?shmem_", name)]
    wrong += check_page(options, names)
    for what in wrong[:40]:
        print(what)
    print(f"{len(names)} names, {len(wrong)} wrong")
    return 1 if wrong or len(names) < 3000 else 0


if __name__ == "__main__":
    sys.exit(main())
