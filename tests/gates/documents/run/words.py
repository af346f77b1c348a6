# SPDX-License-Identifier: BSD-3-Clause
"""Whether the sources print what a page says that they print.  A message is put together from strings, so each two
words side by side must be so in one string, or end one and begin another; most must be in one."""
import re

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
# Samples also have words of other programs, and names of kernels.
FOREIGN_LINES = ("(gdb)", "Breakpoint", "No source file", "Thread 1", "#", "$1")
NAMES = {"exchange", "scatter", "stencil", "scale", "twice", "program"}
PAIRS, FIRST, LAST = set(), set(), set()


def rows(text):
    """Rows of plain words, between numbers, names, columns and what printf fills in."""
    text = re.sub(r"%[-+ #0-9.*]*(?:hh|h|ll|l|z|j|t)?[a-zA-Z]|\\.|\{[^}]*\}|  +", " | ", text)
    row = []
    for token in re.findall(r"[^\s,;:()=]+|[,;:()=]", text) + ["|"]:
        if re.fullmatch(r"[A-Za-z][a-z'-]*\.?", token) and token not in NAMES:
            row.append(token.rstrip(".").lower())
        elif row:
            yield row
            row = []


def read(root):
    for folder in ("src", "driver", "tools", "examples", "include"):
        for path in (root / folder).rglob("*"):
            if path.suffix in (".c", ".h", ".cpp", ".hpp", ".in", ".py", ".cl", ".sh"):
                # Strings side by side are one.
                text = re.sub(r'"\s*\n?\s*"', "", path.read_text(encoding="utf-8"))
                for literal in LITERAL.findall(text):
                    for row in rows(literal):
                        PAIRS.update(zip(row, row[1:]))
                        FIRST.add(row[0])
                        LAST.add(row[-1])


def unknown(text):
    for line in text.split("\n"):
        if line.strip().startswith(FOREIGN_LINES):
            continue
        for row in rows(line):
            if len(row) < 3:
                continue
            pairs = list(zip(row, row[1:]))
            joined = [pair for pair in pairs if pair not in PAIRS]
            if any(a not in LAST or b not in FIRST for a, b in joined) or 3 * len(joined) > len(pairs) + 1:
                yield " ".join(row)
