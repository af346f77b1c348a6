#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether check_sources.py finds what it must: faults that are planted, and right code that looks like one."""
import sys

from check_sources import BOUNDS, faults_of

VISITOR = "int f(void) { accept4(1, 0, 0, 0); } /* ishmemi_connect_is_own_user PATIENCE_NS ISHMEMI_VISITORS */"
FAULTS = [
    ("src/host/base/env.c", 'x = getenv("ISHMEM_TUNING");', "secure_getenv"),
    ("driver/a.cpp", 'x = std::getenv("A");', "secure_getenv"),
    ("tools/info/a.c", "x = getenv(name);", "secure_getenv"),
    ("src/host/a.c", 'printf("%.1f s", x);', "decimal.h"),
    ("src/host/a.c", 'printf("a %%%d %-12.*Lg", x);', "decimal.h"),
    ("src/host/a.c", 'printf("%d"\n" %e", x);', "decimal.h"),
    ("tools/a.c", "if (connect(line, address, bytes)) {", "ishmemi_connect_call"),
    ("src/host/a.c", "socket = accept(door, NULL, NULL);", "what bounds it"),
    ("tools/a.c", "line = ishmemi_connect_call(address, length);", "what bounds it"),
    ("src/host/stall/visitor.c", VISITOR, "without ishmemi_connect_is_own_user"),
    ("src/host/stall/visitor.c", VISITOR, "without PATIENCE_NS"),
    ("src/host/a.c", "/* One. \n * Two. */\n", "spaces"),
]
RIGHT = [
    ("src/host/a.c", "/* One.\n *\n * Two. */\n"),
    ("src/host/base/env.c", 'x = secure_getenv("A"); /* getenv("A") */ // getenv("B")'),
    ("src/runtime/launcher.c", 'x = getenv("PMI_FD");'),
    ("src/host/a.c", r'printf("100 %% of %d \"%s\" %%f", x); /* "%f" */'),
    ("src/util/decimal.h", 'snprintf(text, 9, "%.*f", decimals, value);'),
    ("src/host/a.c", 'log("connect(x) failed"); reconnect(x); table->connect(x); a.connect(y);'),
    ("src/host/stall/visitor.c", "accept4(1, 0, 0, 0); " + " ".join(BOUNDS["src/host/stall/visitor.c"])),
]

failed = 0
for path, text, words in FAULTS:
    if not any(words in what for _, what in faults_of(path, text)):
        failed += 1
        print(f"not found in {path}: {text}: {words}")
for path, text in RIGHT:
    found = list(faults_of(path, text))
    if found:
        failed += 1
        print(f"found in {path}: {text}: {found}")
print(f"{len(FAULTS) + len(RIGHT)} cases, {failed} failed")
sys.exit(1 if failed else 0)
