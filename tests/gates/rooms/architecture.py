#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the pages on the code with the tree.

- The pictures are those of rooms.txt, and each room of src and driver has a row in a table.
- docs/architecture.md has at most 250 lines.
- `file: function()` names a function that the file defines, `file: name` a word in the file.
- The steps of walks are taken in their order (walks.py).
- Each file that starts a thread stands under "Threads", each that has a lock under "Locks".
- A file that stands behind a term of the glossary has the term in it.

usage: architecture.py TOP [--write]    --write draws the pictures anew
"""
import argparse
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from picture import draw, inside, top as parts
from rooms_file import RoomsError, read_rooms
from walks import wrong_walks

MAP, MECHANISMS, DRIVER = "docs/architecture.md", "docs/mechanisms.md", "driver/docs/architecture.md"
PAGES = (MAP, MECHANISMS, DRIVER, "docs/glossary.md", "CONTRIBUTING.md")
# What is drawn where.
PICTURES = {"the parts": (MAP, parts), "the rooms of src/host": (MECHANISMS, lambda rooms: inside(rooms, "src/host")),
            "the rooms of driver": (DRIVER, lambda rooms: inside(rooms, "driver"))}
MOST_LINES = 250
COMMAND = "python3 tests/gates/rooms/architecture.py . --write"
ENTRY = re.compile(r"`([\w./-]+\.\w+): ([\w.]+)(\(\))?`")
# A row of a glossary: | **term** of something | meaning | `file` |
TERM = re.compile(r"^\| \*\*([^|*]+)\*\*[^|\n]*\|[^\n]*\| `([\w./-]+)` \|$", re.MULTILINE)
STARTS_THREAD = re.compile(r"\b(?:ishmemi_thread_create|pthread_create)\s*\(|\bstd::thread\b")
HAS_LOCK = re.compile(r"\bpthread_(?:mutex|rwlock|spinlock)_t\b|\bstd::(?:\w+_)?mutex\b")
# The one way in which the library starts threads.
STARTER = "src/util/thread.h"


def marked(name):
    return re.compile(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)


def drawn(graph):
    return rf"\g<1>```mermaid\n{draw(graph)}\n```\n\g<2>"


def code_of(path):
    """The file's text without C's comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(errors="replace"), flags=re.DOTALL)


def defines(text, name):
    """Definitions begin at the start of a line, calls do not."""
    return re.search(rf"^(?:#define\s+)?(?:[A-Za-z_][^\n;=]*[\s*(])?{re.escape(name)}\)?\s*\(", text,
                     re.MULTILINE)


def wrong_pictures(pages, rooms):
    for name, (page, graph) in PICTURES.items():
        text = pages[page]
        if len(marked(name).findall(text)) != 1:
            yield f"{page}: there is no place for a picture, between <!-- {name} --> and <!-- end -->"
        elif marked(name).sub(drawn(graph(rooms)), text) != text:
            yield f"{page}: the picture of {name} is not that of rooms.txt; run {COMMAND}"


def wrong_rooms(pages, rooms):
    text = pages[MAP] + pages[DRIVER]
    for room in rooms:
        if room.startswith(("src/", "driver/")) and f"| `{room}` |" not in text:
            yield f"{MAP}: no table has a row for `{room}`"
    for room in re.findall(r"^\| `((?:src|driver)/[\w/]+)` \|", text, re.MULTILINE):
        if room not in rooms:
            yield f"{MAP}: there is no room {room}"


def wrong_size(pages):
    lines = pages[MAP].count("\n")
    if lines > MOST_LINES:
        yield f"{MAP} has {lines} lines, at most {MOST_LINES}: one page shows the whole"


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


def wrong_lists(top, pages):
    """Threads and locks that no page knows."""
    known = {heading: {path for text in pages.values() for path, _, _ in ENTRY.findall(section(text, heading))}
             for heading in ("Threads", "Locks")}
    for path in sorted([*(top / "src").rglob("*"), *(top / "driver").rglob("*")]):
        if path.suffix not in (".c", ".h", ".cpp") or top / "driver/tests" in path.parents:
            continue
        name, code = str(path.relative_to(top)), code_of(path)
        for heading, pattern, what in (("Threads", STARTS_THREAD, "starts a thread"),
                                       ("Locks", HAS_LOCK, "has a lock")):
            if name != STARTER and pattern.search(code) and name not in known[heading]:
                yield f'{name} {what} that stands under "{heading}" on no page'


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
    try:
        rooms = read_rooms(top)
    except RoomsError as error:
        sys.exit(str(error))
    pages = {page: (top / page).read_text() for page in PAGES}
    if options.write:
        for name, (page, graph) in PICTURES.items():
            pages[page] = marked(name).sub(drawn(graph(rooms)), pages[page])
            (top / page).write_text(pages[page])
    wrong = [*wrong_pictures(pages, rooms), *wrong_rooms(pages, rooms), *wrong_size(pages), *wrong_lists(top, pages)]
    for page, text in pages.items():
        wrong += [*wrong_entries(top, page, text), *wrong_terms(top, page, text), *wrong_walks(top, page, text)]
    for line in wrong:
        print(line)
    entries, terms = (sum(len(pattern.findall(text)) for text in pages.values()) for pattern in (ENTRY, TERM))
    print(f"{entries} places in the tree, {terms} terms, {len(wrong)} that are wrong or missing")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
