#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the sources keep to their rooms (rooms_file.py) and have no circles of modules (tree.py).

Each thing that must not be is one line; the exit status is 1 if there is any.
"""
import argparse
import collections
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from circles import circles
from rooms_file import Wrong, read_rooms, reduced, room_of
from tree import Tree

MOST_LINES = 600
MOST_FILES = 30
# Within these, an include is a bare name, which one file has.
BARE = ("src/host", "driver/api")


def limited(ways, most):
    return "; ".join(ways[:most]) + (f"; and {len(ways) - most} more" if len(ways) > most else "")


def wrong_folders(tree, rooms):
    for path in tree.sources:
        if not room_of(rooms, path):
            yield f"{path} is in no room: {path.parts[0]}/rooms.txt has no line for its folder"


def wrong_arrows(tree, rooms):
    found = collections.defaultdict(list)
    for (source, target), what in sorted(tree.arrows.items()):
        of, to = room_of(rooms, source), room_of(rooms, target)
        if of and to and of != to and to not in rooms[of]:
            found[of, to].append(f"{source.name} -> {target.name} ({what})")
    for (of, to), ways in sorted(found.items()):
        yield f"{of} must not use {to}: {limited(ways, 4)}"


def wrong_circles(tree, rooms):
    for group in circles({room: set(uses) for room, uses in rooms.items()}):
        yield f"a circle of rooms: {', '.join(group)}"
    graph, ways = tree.module_graph()
    for group in circles(graph):
        of = [way for (a, b), some in ways.items() if a in group and b in group for way in some[:1]]
        yield f"a circle of {len(group)} modules in {group[0].parent}: {limited(of, 12)}"


def wrong_sizes(tree):
    folders = collections.Counter(path.parent for path in tree.sources)
    for folder, count in sorted(folders.items()):
        if count > MOST_FILES:
            yield f"{folder} has {count} files, at most {MOST_FILES} can be surveyed: divide it"
    for path, source in tree.sources.items():
        if source.lines > MOST_LINES:
            yield f"{path} has {source.lines} lines, at most {MOST_LINES}: divide it"


def wrong_names(tree):
    for name, paths in sorted(tree.by_name.items()):
        for group in BARE:
            inside = [path for path in paths if str(path).startswith(group + "/")]
            if len(inside) > 1:
                yield f"{name} is the name of several files: {', '.join(map(str, inside))}"
    for source, name, paths in tree.unclear:
        yield f'{source} includes "{name}", which may be any of {", ".join(map(str, paths))}'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("top", type=Path)
    parser.add_argument("--build", type=Path, help="a build of this tree; without it calls are unseen")
    parser.add_argument("--rooms", action="store_true", help="print what each room uses, check nothing")
    options = parser.parse_args()
    try:
        rooms = read_rooms(options.top)
    except Wrong as wrong:
        sys.exit(str(wrong))
    tree = Tree(options.top, rooms, options.build)
    if options.rooms:
        uses = collections.defaultdict(set)
        for source, target in tree.arrows:
            uses[str(room_of(rooms, source))].add(str(room_of(rooms, target)))
        for room in rooms:
            print(f"{room}: {' '.join(sorted(uses[room] - {room}))}")
        return 0
    wrong = [*wrong_folders(tree, rooms), *wrong_arrows(tree, rooms), *wrong_circles(tree, rooms), *wrong_sizes(tree),
             *wrong_names(tree)]
    for line in wrong:
        print(line)
    print(f"{len(tree.sources)} files, {len(set(tree.modules.values()))} modules, {len(rooms)} rooms, {tree.objects} "
          f"objects, {len(wrong)} things that must not be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
