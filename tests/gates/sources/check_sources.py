#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Rules that hold for every source, checked line by line: check_sources.py ROOT

getenv     A program with more rights than its user must not take paths, programs, addresses or sizes from that
           user's environment: variables are read by secure_getenv.  Marks and numbers of launchers may be plain.
numbers    What is printed with a fraction has a point in every locale: by util/decimal.h alone.
listeners  Every file that connects or accepts checks whose the other end is, and bounds its bytes and its time.  The
           table names by what; only connect.c calls connect itself.
spaces     No line ends with one.  clang-format leaves them in comments.
"""
import re
import sys
from pathlib import Path

PLAIN_GETENV = {
    "src/runtime/launcher.c": "which launcher, and its numbers",
    "src/host/bootstrap/roster.c": "the launcher's numbers",
    "src/host/bootstrap/bootstrap_module.c": "whether PMIx is there",
    "src/host/bootstrap/bootstrap_introduced.c": "whether ishmrun is there",
    "src/proxy/mpi/pmi.c": "kept, to be set again",
    "tools/common/tool.c": "the number of this process",
}
PRINTS_NUMBERS = {"src/util/decimal.h", "driver/cpu/printf.cpp"}
# In a file that calls them: who checks the peer, what bounds the time, what bounds the bytes.
CALLS = r"\b(?:accept4?|ishmemi_connect_begin|ishmemi_connect_call)\("
BOUNDS = {
    "src/host/bootstrap/acceptor.c": ("ishmemi_connect_is_own_user", "UNAUTHENTICATED_NS", "ishmemi_handshake_advance"),
    "src/host/bootstrap/connections.c": ("ishmemi_connect_is_process", "find_deadline", "ishmemi_handshake_advance"),
    "src/host/bootstrap/bootstrap_unique_id.c": ("ishmemi_handshake_call", "ANSWER_MS", "ISHMEMI_UNIQUE_ID_SENTENCE"),
    "src/host/stall/visitor.c": ("ishmemi_connect_is_own_user", "PATIENCE_NS", "ISHMEMI_VISITORS"),
    "tools/info/visit.c": ("ishmemi_connect_is_own_user", "ANSWER_NS", "ANSWER_BYTES"),
}
CONNECTS = "src/runtime/connect.c"

FOLDERS = ("src", "driver", "tools")
SUFFIXES = {".c", ".h", ".cpp", ".hpp"}
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
NUMBER = re.compile(r"(?<!%)(?:%%)*%[-+ #0']*(?:\d+|\*)?(?:\.(?:\d+|\*))?[lL]?[fFeEgGaA]")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def without_comments(text):
    """With as many lines.  A comment's mark in a string is none."""
    pattern = re.compile(f"{STRING.pattern}|{COMMENT.pattern}", re.DOTALL)
    return pattern.sub(lambda found: found[0] if found[0][0] == '"' else "\n" * found[0].count("\n"), text)


def faults_of(path, text):
    """(line, what is wrong) of a file."""
    code = without_comments(text)
    bare = STRING.sub('""', code)

    def line_at(place, of):
        return of.count("\n", 0, place) + 1

    for found in re.finditer(r"[ \t]+$", text, re.MULTILINE):
        yield line_at(found.start(), text), "spaces at the end of the line"
    if path not in PLAIN_GETENV:
        for found in re.finditer(r"(?<![\w])getenv\(", bare):
            yield line_at(found.start(), bare), "getenv: use secure_getenv"
    if path not in PRINTS_NUMBERS and not path.endswith("own_kernels.c"):  # whose strings are PTX
        for string in STRING.finditer(code):
            if NUMBER.search(string[0]):
                yield line_at(string.start(), code), f"{string[0]}: print numbers by util/decimal.h"
    if path not in (CONNECTS, CONNECTS[:-1] + "h"):
        for found in re.finditer(r"(?<![\w>.])connect\(", bare):
            yield line_at(found.start(), bare), "connect: use ishmemi_connect_call or ishmemi_connect_begin"
        called = re.search(CALLS, bare)
        if called and path not in BOUNDS:
            yield line_at(called.start(), bare), "connects or accepts: say in check_sources.py what bounds it"
        for symbol in BOUNDS.get(path, ()):
            if called and symbol not in bare:
                yield line_at(called.start(), bare), f"connects or accepts without {symbol}"


def check(root):
    top = Path(root)
    faults = []
    files = sorted(file for folder in FOLDERS for file in (top / folder).rglob("*")
                   if file.suffix in SUFFIXES and top / "driver/tests" not in file.parents)
    for file in files:
        path = file.relative_to(top).as_posix()
        faults += [f"{path}:{line}: {what}" for line, what in faults_of(path, file.read_text())]
    for path in [*PLAIN_GETENV, *PRINTS_NUMBERS, *BOUNDS, CONNECTS]:
        if not (top / path).exists():
            faults.append(f"{path}: check_sources.py names it, and there is no such file")
    return len(files), faults


def main():
    count, faults = check(sys.argv[1])
    print("\n".join(faults))
    print(f"{count} sources, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
