#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares docs/architecture.md, docs/glossary.md and CONTRIBUTING.md with the tree.

- The pictures of the rooms are those of rooms.txt, and each room has a row in a table.
- `file: function()` names a function that the file defines, `file: name` a word in the file.
- Each file that starts a thread stands under "Threads", each that has a lock under "Locks".
- A file that stands behind a term of the glossary has the term in it.

usage: architecture.py TOP [--write]    --write draws the pictures anew
"""
import argparse
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from check_rooms import HOUSES, picture, read_rooms

DOCUMENT = "docs/architecture.md"
PAGES = (DOCUMENT, "docs/glossary.md", "CONTRIBUTING.md")
COMMAND = "python3 tests/gates/rooms/architecture.py . --write"
ENTRY = re.compile(r"`([\w./-]+\.\w+): ([\w.]+)(\(\))?`")
# A row of a glossary: | **term** of something | meaning | `file` |
TERM = re.compile(r"^\| \*\*([^|*]+)\*\*[^|\n]*\|[^\n]*\| `([\w./-]+)` \|$", re.MULTILINE)
STARTS_THREAD = re.compile(r"\b(?:ishmemi_thread_create|pthread_create)\s*\(|\bstd::thread\b")
HAS_LOCK = re.compile(r"\bpthread_(?:mutex|rwlock|spinlock)_t\b|\bstd::(?:\w+_)?mutex\b")
# The one way in which the library starts threads.
STARTER = "src/util/thread.h"


def marked(house):
    return re.compile(rf"(<!-- rooms of {re.escape(house)} -->\n).*?(<!-- end of rooms -->)", re.DOTALL)


def drawn(house, rooms):
    return rf"\g<1>```mermaid\n{picture(rooms)}\n```\n\g<2>"


def code_of(path):
    """The file's text without C's comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(errors="replace"), flags=re.DOTALL)


def defines(text, name):
    """Definitions begin at the start of a line, calls do not."""
    return re.search(rf"^(?:#define\s+)?(?:[A-Za-z_][^\n;=]*[\s*(])?{re.escape(name)}\)?\s*\(", text,
                     re.MULTILINE)


def wrong_pictures(text, houses):
    for house, rooms in houses.items():
        if len(marked(house).findall(text)) != 1:
            yield f"{DOCUMENT}: there is no place for the picture of {house}, between <!-- rooms of " \
                  f"{house} --> and <!-- end of rooms -->"
        elif marked(house).sub(drawn(house, rooms), text) != text:
            yield f"{DOCUMENT}: the picture of {house} is not that of {house}/rooms.txt; run {COMMAND}"
        for room in rooms:
            if f"| `{house}/{room}` |" not in text:
                yield f"{DOCUMENT}: no table has a row for `{house}/{room}`"


def wrong_entries(top, page, text):
    for path, name, is_function in ENTRY.findall(text):
        file = top / path
        if not file.is_file():
            yield f"{page}: {path} does not exist, where {name} is said to be"
        elif is_function and not defines(file.read_text(errors="replace"), name):
            yield f"{page}: {path} defines no function {name}()"
        elif not is_function and not re.search(rf"\b{re.escape(name)}\b", file.read_text(errors="replace")):
            yield f"{page}: {path} has no {name}"


def section(text, heading):
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def wrong_lists(top, text):
    """Threads and locks that the document does not know."""
    known = {heading: {path for path, _, _ in ENTRY.findall(section(text, heading))}
             for heading in ("Threads", "Locks")}
    for path in sorted([*(top / "src").rglob("*"), *(top / "driver").rglob("*")]):
        if (top / "driver/tests") in path.parents:
            continue
        if path.suffix not in (".c", ".h", ".cpp"):
            continue
        name, code = str(path.relative_to(top)), code_of(path)
        for heading, pattern, what in (("Threads", STARTS_THREAD, "starts a thread"),
                                       ("Locks", HAS_LOCK, "has a lock")):
            if name != STARTER and pattern.search(code) and name not in known[heading]:
                yield f'{DOCUMENT}: {name} {what} that does not stand under "{heading}"'


def wrong_terms(top, page, text):
    """The file has each word of the term."""
    for term, file in TERM.findall(text):
        path = top / file
        if not path.is_file():
            yield f'{page}: {file} does not exist, which is to say what "{term}" is'
            continue
        said = re.sub(r"\W+", " ", path.read_text(errors="replace").lower())
        for word in re.split(r"[\s,]+", term.lower()):
            if word.rstrip("s") not in said:
                yield f'{page}: {file} says nothing of "{term}"'
                break


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("top", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    top = options.top
    houses = {house: read_rooms(top / house / "rooms.txt") for house in HOUSES}
    text = (top / DOCUMENT).read_text()
    if options.write:
        for house, rooms in houses.items():
            text = marked(house).sub(drawn(house, rooms), text)
        (top / DOCUMENT).write_text(text)
    wrong = [*wrong_pictures(text, houses), *wrong_lists(top, text)]
    entries = terms = 0
    for page in PAGES:
        said = (top / page).read_text()
        entries += len(ENTRY.findall(said))
        terms += len(TERM.findall(said))
        wrong += [*wrong_entries(top, page, said), *wrong_terms(top, page, said)]
    for line in wrong:
        print(line)
    print(f"{entries} places in the tree, {terms} terms, {len(wrong)} that are wrong or missing")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
