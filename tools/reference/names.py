# SPDX-License-Identifier: BSD-3-Clause
"""The names of OpenSHMEM and NVSHMEM, and the routine of libishmem whose page describes each: the one that the
tables of docs/openshmem.md and docs/nvshmem.md name."""
import re

from blocks import Table, parse

BARE = ("start_pes", "_my_pe", "_num_pes", "shmalloc", "shmemalign", "shrealloc", "shfree")
OPENSHMEM = re.compile(r"\b(shmem_\w+|" + "|".join(BARE) + r")\s*\(")
NVSHMEM = re.compile(r"\b(nvshmemx?_\w+)\s*\(")
ROWS = re.compile(r"\b(?:single|group|stream)\s*\((\w+),\s*(\w+)\)")


def table(page):
    """{name: routine of libishmem, or None}: of what the tables' first column has, in their order."""
    found = {}
    for block in parse(page.read_text(encoding="utf-8")):
        if isinstance(block, Table) and "libishmem" in block.head:
            for cell, told, *_ in block.rows:
                names = re.findall(r"`([^`]+)`", cell)
                found.update(zip(names, targets(names, told)))
    return found


def targets(names, told):
    if told.startswith("the same with `ishmem_`"):
        return [re.sub(r"^(?:nv)?shmem", "ishmem", name) for name in names]
    routines = re.findall(r"`(ishmemx?_\w+)`", told)
    if len(routines) == len(names):
        return routines
    return (routines[:1] or [None]) * len(names)


def example(name):
    """A name with TYPE or SIZE, as one of those for which it stands."""
    return name.replace("TYPE_", "int_").replace("SIZE", "mem")


class Library:
    """table: as above; names: {name as programs call it: routine of libishmem or None}."""

    def __init__(self, title, manual, page):
        self.title, self.manual, self.table, self.names = title, manual, table(page), {}


def openshmem(headers, include, page):
    library = Library("OpenSHMEM", "ishmem_openshmem", page)
    source = "#include <shmem.h>\n"
    declared = set(OPENSHMEM.findall(headers.preprocess("host", source, *include)))
    macros = headers.preprocess("host", source, "-dM", *include)
    declared |= set(re.findall(r"^#define (shmem_\w+)\(", macros, re.MULTILINE))
    for name in declared:
        stem = headers.parts("i" + name)[0]
        stem = re.sub(r"^(broadcast|f?collect|alltoalls?)(?:32|64)$", r"\1", stem)
        library.names[name] = library.table[name if name in BARE else f"shmem_{stem}"]
    return library


def nvshmem(headers, include, page, rows, source):
    """rows: tools/headers/nvshmem_rows.c, which says what does what; the table has the others."""
    library = Library("NVSHMEM", "ishmem_nvshmem", page)
    text = headers.preprocess("host", rows.read_text(encoding="utf-8"), f"-I{source}")
    library.names = dict(ROWS.findall(text[text.index("PART(nvshmem_names)"):]))
    declared = set(NVSHMEM.findall(headers.preprocess("host", "#include <nvshmemx.h>\n", *include)))
    declared |= set(NVSHMEM.findall(headers.preprocess("device", "#include <nvshmem.h>\n", *include)))
    for name in declared - set(library.names):
        library.names[name] = library.table[name]
    return library
