#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""test_abi.py CC: changes of a small library are found if they break programs, and only then."""
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import abi

HEADER = """
#define ISHMEM_CMP_EQ 1
typedef enum ishmemx_kind { ISHMEMX_FIRST, ISHMEMX_SECOND } ishmemx_kind;
typedef struct ishmem_config { int contexts; long total; } ishmem_config;
typedef struct ishmemx_attr_t { ishmemx_kind kind; void *comm; unsigned long size; } ishmemx_attr_t;
extern int ishmem_default;
int ishmem_int_put(int *to, const int *from, unsigned long n, int pe);
int ishmem_char_put(char *to, const char *from, unsigned long n, int pe);
int ishmem_configure(const ishmem_config *config);
int ishmem_init(ishmemx_attr_t *attr);
"""
BODIES = """
int ishmem_default;
int ishmem_int_put(TO *to, const int *from, unsigned long n, int pe) { return !to + !from + (int)n + pe; }
int ishmem_char_put(char *to, const char *from, unsigned long n, int pe) { return !to + !from + (int)n + pe; }
int ishmem_configure(const ishmem_config *config) { return config->contexts; }
int ishmem_init(ishmemx_attr_t *attr) { return attr->kind; }
"""
MAP = "ISHMEM_0.1 { global: ishmem_*; local: *; };"
# What changes, and a word that must be said about it; none where programs go on.
CHANGES = [
    ({"int *to": "long *to", "TO": "long"}, "ishmem_int_put"),
    ({"int ishmem_char_put": "static int ishmem_char_put"}, "ishmem_char_put"),
    ({"extern int ishmem_default": "extern long ishmem_default", "int ishmem_default;": "long ishmem_default;"},
     "ishmem_default"),
    ({"int contexts; long total;": "long total; int contexts;"}, "ishmem_config"),
    ({"int contexts; long total;": "int contexts; long total; long more;"}, "ishmem_config"),
    ({"ISHMEMX_FIRST, ISHMEMX_SECOND": "ISHMEMX_SECOND, ISHMEMX_FIRST"}, "ISHMEMX_FIRST"),
    ({"void *comm; unsigned long size;": "unsigned long size; void *comm;"}, "ishmemx_attr_t"),
    ({"CMP_EQ 1": "CMP_EQ 2"}, "ISHMEM_CMP_EQ"),
    ({"ISHMEM_0.1 {": "ISHMEM_0.2 {"}, "ISHMEM_0.2"),
    ({"unsigned long size;": "unsigned long size; int more;"}, None),
    ({"int ishmem_init(": "int ishmem_more(void);\nint ishmem_init("}, None),
    ({"*to": "*destination", "!to": "!destination"}, None),
]


def library(cc, folder, changes):
    """The ABI with the changes, each of which must apply."""
    texts = {"lib.h": HEADER, "lib.c": '#include "lib.h"' + BODIES, "lib.map": MAP}
    for old, new in changes.items():
        assert any(old in text for text in texts.values()), old
        texts = {name: text.replace(old, new) for name, text in texts.items()}
    for name, text in texts.items():
        (folder / name).write_text(text.replace("TO ", "int "), encoding="utf-8")
    subprocess.run([cc, "-shared", "-fPIC", "-o", folder / "lib.so", folder / "lib.c",
                    f"-Wl,--version-script={folder / 'lib.map'}"], check=True)
    return abi.of_library(cc, [str(folder)], ["lib.h"], folder / "lib.so")


def main():
    cc, failures = sys.argv[1], 0
    with tempfile.TemporaryDirectory() as folder:
        text = abi.write(library(cc, Path(folder), {}), "small")
        then = abi.read(text)
        if "int ishmem_<>_put(<T> *, const <T> *, long unsigned int, int): char int\n" not in text:
            sys.exit(f"test_abi.py: the prototypes of two types are not one line:\n{text}")
        for changes, word in CHANGES:
            said = " ".join(abi.differences(then, library(cc, Path(folder), changes), cc))
            if (word not in said) if word else said:
                print(f"{changes}: expected {word}, said: {said or 'nothing'}")
                failures += 1
    print(f"{len(CHANGES)} changes, {failures} taken wrongly")
    return 1 if failures else 0


sys.exit(main())
