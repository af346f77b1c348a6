#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that the sources keep to their rooms.

A room is a folder beside a rooms.txt, which says what each may use: `room: rooms`, lowest first, or `*`
for all above the line.  Includes are read from the sources of src, calls from the objects of a
build.  Each thing that must not be is one line; the exit status is 1 if there is any.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
from pathlib import Path

MOST_LINES = 600
MOST_FILES = 30
SOURCES = (".c", ".h", ".S", ".cpp", ".hpp")
# The folders with a rooms.txt.
HOUSES = ("src/host", "driver/api")
# Folders that must not know each other, besides: the first not the second.
STRANGERS = [("src/proxy", "src/host"), ("driver", "src/host"), ("driver", "src/proxy"),
             ("src/host", "driver/api"), ("src/util", "src/host"), ("src/util", "src/runtime"),
             ("src/shared", "src/host"), ("src/shared", "src/proxy"), ("src/runtime", "src/host"),
             ("src/runtime", "src/proxy"), ("driver/engine", "driver/api"),
             ("driver/machine", "driver/memory"),
             ("driver/machine", "driver/run"),
             ("driver/memory", "driver/run"),
             ("driver/run", "driver/compile"), ("src", "tools")]


def read_rooms(path):
    """{room: the rooms that it may use}"""
    rooms = {}
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        name, _, uses = line.partition(":")
        allowed = set(rooms) if uses.strip() == "*" else set(uses.split())
        unknown = allowed - set(rooms)
        if unknown:
            sys.exit(f"{path}: {name} may use {', '.join(sorted(unknown))}, which stands above it or "
                     f"nowhere")
        rooms[name] = allowed
    return rooms


def direct(rooms):
    """(room, other) for what each may use, but for what it may also reach by way of another."""
    below = {}
    for room, uses in rooms.items():
        below[room] = uses.union(*(below[other] for other in uses))
    return [(room, other) for room, uses in reversed(rooms.items()) for other in reversed(rooms)
            if other in uses and not any(other in below[between] for between in uses)]


def picture(rooms):
    """The rooms in Mermaid's language: an arrow points at what a room may use."""
    arrows = direct(rooms)
    alone = [room for room in rooms if not any(room in arrow for arrow in arrows)]
    return "\n".join(["graph TD", *(f"    {room} --> {other}" for room, other in arrows),
                      *(f"    {room}" for room in alone)])


def find_sources(top):
    return sorted(path.relative_to(top) for folder in ("src", "driver", "tools") for path in
                  (top / folder).rglob("*") if path.suffix in SOURCES and (top / "driver/tests") not in path.parents)


def home_of(path):
    """The house and the room that a file is in, or two empty names."""
    for house in HOUSES:
        if str(path).startswith(house + "/"):
            inside = path.relative_to(house).parts
            return (house, inside[0]) if len(inside) > 1 else (house, "")
    return "", ""


class Tree:
    """Sources and the arrows between them: {(from, to): what is included or called}."""

    def __init__(self, top):
        self.top = top
        self.sources = find_sources(top)
        self.by_name = collections.defaultdict(list)
        for path in self.sources:
            self.by_name[path.name].append(path)
        self.includes = {}
        self.calls = {}

    def resolve(self, source, name):
        """The file that an include of `source` means, if it is one of the tree."""
        beside = Path(os.path.normpath(source.parent / name))
        for path in (beside, Path("src") / name):
            if path in self.by_name[path.name]:
                return path
        found = [p for p in self.by_name[Path(name).name] if str(p).endswith("/" + name)]
        return found[0] if len(found) == 1 else None

    def read_includes(self):
        for source in self.sources:
            text = (self.top / source).read_text(errors="replace")
            for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE):
                target = self.resolve(source, name)
                if target and target != source:
                    self.includes.setdefault((source, target), "is included")

    def read_calls(self, build):
        """From the objects of the build that its sources' rooms have made."""
        objects = {}
        for path in [p for folder in ("src", "driver", "tools") for p in (build / folder).rglob("*.o")]:
            # <folder>/CMakeFiles/<target>.dir/<file>.o
            match = re.match(r"(.*)/CMakeFiles/[^/]+\.dir/(.*)\.o$", str(path.relative_to(build)))
            source = Path(os.path.normpath(f"{match[1]}/{match[2]}")) if match else None
            if source in self.by_name[source.name if source else ""]:
                objects.setdefault(source, path)
        of = {str(path): source for source, path in objects.items()}
        homes, needs = collections.defaultdict(set), []
        symbols = subprocess.run(["nm", "--print-file-name", *of], capture_output=True, text=True,
                                 check=True).stdout if of else ""
        for line in symbols.splitlines():
            path, _, symbol = line.rpartition(":")
            kind, name = symbol.split()[-2:]
            if kind in "TDBRC":
                homes[name].add(of[path])
            elif kind == "U":
                needs.append((of[path], name))
        for source, name in needs:
            # A name that several libraries define for themselves says nothing.
            if len(homes[name]) == 1:
                target = next(iter(homes[name]))
                if target != source and source.parts[:2] == target.parts[:2]:
                    self.calls.setdefault((source, target), name)
        return len(objects)


def wrong_arrows(tree, houses):
    found = collections.defaultdict(list)
    for (source, target), what in [*tree.includes.items(), *tree.calls.items()]:
        (of_house, of), (to_house, to) = home_of(source), home_of(target)
        if (of and to and of_house == to_house and of != to and
                to not in houses[of_house].get(of, ())):
            found[of, to].append(f"{source.name} -> {target.name} ({what})")
        for folder, other in STRANGERS:
            if str(source).startswith(folder + "/") and str(target).startswith(other + "/"):
                found[folder, other].append(f"{source.name} -> {target.name} ({what})")
    for (of, to), arrows in sorted(found.items()):
        more = f"; and {len(arrows) - 4} more" if len(arrows) > 4 else ""
        yield f"{of} must not know {to}: {'; '.join(sorted(arrows)[:4])}{more}"


def circles(arrows):
    """Groups of files that reach each other, by Tarjan's algorithm without recursion."""
    graph = collections.defaultdict(set)
    for source, target in arrows:
        graph[source].add(target)
    index, low, on_stack, stack, counter = {}, {}, set(), [], 0
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = counter
        counter += 1
        stack.append(root)
        on_stack.add(root)
        while work:
            node, successors = work[-1]
            for successor in successors:
                if successor not in index:
                    index[successor] = low[successor] = counter
                    counter += 1
                    stack.append(successor)
                    on_stack.add(successor)
                    work.append((successor, iter(sorted(graph[successor]))))
                    break
                if successor in on_stack:
                    low[node] = min(low[node], index[successor])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        group.append(member)
                        if member == node:
                            break
                    if len(group) > 1:
                        yield sorted(group)


def wrong_circles(tree):
    for what, arrows in (("includes", tree.includes), ("calls", tree.calls)):
        for group in circles(arrows):
            ways = [f"{s.name} -> {t.name} ({w})" for (s, t), w in sorted(arrows.items())
                    if s in group and t in group]
            yield f"a circle of {what} in {group[0].parent}: {'; '.join(ways[:8])}" + (
                f"; {len(group)} files in all" if len(ways) > 8 else "")


def wrong_sizes(tree):
    folders = collections.Counter(path.parent for path in tree.sources)
    for folder, count in sorted(folders.items()):
        if count > MOST_FILES:
            yield f"{folder} has {count} files, at most {MOST_FILES} can be surveyed: divide it"
    for path in tree.sources:
        lines = (tree.top / path).read_text(errors="replace").count("\n")
        if lines > MOST_LINES:
            yield f"{path} has {lines} lines, at most {MOST_LINES}: divide it"


def wrong_names(tree):
    """Within a house an include is a bare name, which one file has."""
    for name, paths in sorted(tree.by_name.items()):
        for house in HOUSES:
            inside = [p for p in paths if home_of(p)[0] == house]
            if len(inside) > 1:
                yield f"{name} is the name of several files: {', '.join(map(str, inside))}"


def wrong_folders(tree, houses):
    for path in tree.sources:
        house, room = home_of(path)
        if room and room not in houses[house]:
            yield f"{path} is in no room of {house}/rooms.txt"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("top", type=Path)
    parser.add_argument("--build", type=Path, help="a build of this tree; without it calls are unseen")
    parser.add_argument("--picture", action="store_true", help="draw the rooms, check nothing")
    options = parser.parse_args()
    houses = {house: read_rooms(options.top / house / "rooms.txt") for house in HOUSES}
    if options.picture:
        for house, rooms in houses.items():
            print(f"{house}\n\n{picture(rooms)}\n")
        return 0
    tree = Tree(options.top)
    tree.read_includes()
    objects = tree.read_calls(options.build) if options.build else 0
    wrong = [*wrong_folders(tree, houses), *wrong_arrows(tree, houses), *wrong_circles(tree),
             *wrong_sizes(tree), *wrong_names(tree)]
    for line in wrong:
        print(line)
    print(f"{len(tree.sources)} files, {sum(map(len, houses.values()))} rooms, {objects} objects, {len(wrong)} things that "
          f"must not be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
