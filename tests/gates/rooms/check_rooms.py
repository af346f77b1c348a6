#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the sources keep to their rooms (rooms_file.py) and have no cycles of modules (tree.py).

Prints a line for each violation; the exit status is 1 if there are any.
"""
import argparse
import collections
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from cycles import shortest_cycle, strong_components
from rooms_file import RoomsError, read_rooms, room_of
from tree import BARE_INCLUDES, Tree

MOST_LINES = 600
MOST_FILES = 30


def abbreviated(items, limit):
    return "; ".join(items[:limit]) + (f"; and {len(items) - limit} more" if len(items) > limit else "")


def wrong_folders(tree, rooms):
    for path in tree.sources:
        if not room_of(rooms, path):
            yield f"{path} is in no room: {path.parts[0]}/rooms.txt has no line for its folder"
    for room in rooms:
        if not (tree.top / room).is_dir():
            yield f"{room} is a room, but no folder"
    for path in tree.unknown:
        yield f"{path} is neither a source nor of a kind that tree.py knows"


def wrong_arrows(tree, rooms):
    found = collections.defaultdict(list)
    for (user, used), how in sorted(tree.arrows.items()):
        arrow = room_of(rooms, user), room_of(rooms, used)
        if all(arrow) and arrow[0] != arrow[1] and arrow[1] not in rooms[arrow[0]]:
            found[arrow].append(f"{user.name} -> {used.name} ({how})")
    for (user, used), examples in sorted(found.items()):
        yield f"{user} must not use {used}: {abbreviated(examples, 4)}"


def unused_permissions(tree, rooms):
    """A header's own includes count: a compiler needs the folders of all of them."""
    needed = {(room_of(rooms, user), room_of(rooms, used)) for user, used in tree.arrows}
    needed |= {(room_of(rooms, user), room_of(rooms, used)) for user, all_used in tree.included().items()
               for used in all_used}
    for room, uses in rooms.items():
        for other in uses:
            if (room, other) not in needed:
                yield f"{room} may use {other}, but does not"


def wrong_cycles(tree, rooms):
    for group in strong_components({room: set(uses) for room, uses in rooms.items()}):
        yield f"a cycle of rooms: {', '.join(group)}"
    graph, examples = tree.module_graph()
    for group in strong_components(graph):
        path = shortest_cycle(graph, group)
        steps = [examples[arrow] for arrow in zip(path, [*path[1:], path[0]])]
        more = f"; {len(group)} modules reach each other" if len(group) > len(path) else ""
        yield f"a cycle of {len(path)} modules: {'; '.join(steps)}{more}"


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
        for group in BARE_INCLUDES:
            inside = [path for path in paths if str(path).startswith(group + "/")]
            if len(inside) > 1:
                yield f"{name} is the name of several files: {', '.join(map(str, inside))}"
    for source, name, paths in tree.unclear:
        yield f'{source} includes "{name}", which may be any of {", ".join(map(str, paths))}'
    for source, path in tree.outside:
        yield f"{source} includes {path}, which is in no room"


def wrong_objects(tree):
    if tree.objects is not None and not len(tree.objects):
        yield "the build has no object of these sources"
    for source in tree.objects.missing if tree.objects else ():
        yield f"the build has not made the object of {source}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("top", type=Path)
    parser.add_argument("--build", type=Path, help="a build of this tree; without it calls are unseen")
    parser.add_argument("--rooms", action="store_true", help="print what each room uses, check nothing")
    options = parser.parse_args()
    try:
        rooms = read_rooms(options.top)
    except RoomsError as error:
        sys.exit(str(error))
    tree = Tree(options.top, rooms, options.build)
    if options.rooms:
        uses = collections.defaultdict(set)
        for user, used in tree.arrows:
            uses[str(room_of(rooms, user))].add(str(room_of(rooms, used)))
        for room in rooms:
            print(f"{room}: {' '.join(sorted(uses[room] - {room}))}")
        return 0
    wrong = [*wrong_folders(tree, rooms), *wrong_arrows(tree, rooms), *wrong_cycles(tree, rooms), *wrong_sizes(tree),
             *wrong_names(tree), *wrong_objects(tree), *(unused_permissions(tree, rooms) if tree.objects else ())]
    for line in wrong:
        print(line)
    print(f"{len(tree.sources)} files, {len(set(tree.modules.values()))} modules, {len(rooms)} rooms, "
          f"{len(tree.objects or ())} objects, {len(wrong)} violations")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
