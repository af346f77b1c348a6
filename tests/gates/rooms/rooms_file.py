# SPDX-License-Identifier: BSD-3-Clause
"""rooms.txt: the rooms of a house, which are folders, and what each may use.

A line is `room: rooms`, lowest first.  The room is a folder of the house, or, after a slash, of the whole tree.  A
room that it may use is one beside it, or a folder of the house, or, after a slash, of the whole tree, where it may be
of another house.  A folder below a room belongs to it unless it has a line of its own.
"""
import re
from pathlib import PurePath

HOUSES = ("src", "driver", "tools")


class Wrong(Exception):
    """What is wrong with a rooms.txt."""


def read_lines(top):
    """(house, room's path from the top, the names that it may use) for each line of each house."""
    for house in HOUSES:
        file = top / house / "rooms.txt"
        for line in file.read_text().splitlines() if file.exists() else []:
            line = line.split("#")[0].strip()
            if line:
                found = re.fullmatch(r"([\w./-]+):\s*([\w./ -]*)", line)
                if not found:
                    raise Wrong(f"{house}/rooms.txt: '{line}' is not `room: rooms`")
                name = found[1]
                yield house, name[1:] if name.startswith("/") else f"{house}/{name}", found[2].split()


def read_rooms(top):
    """{room: the rooms that it may use}, both by their paths from the top, lowest first."""
    lines = list(read_lines(top))
    known = {room for _, room, _ in lines}
    rooms = {}
    for house, room, names in lines:
        uses = []
        for name in names:
            beside, inside = f"{PurePath(room).parent}/{name}", f"{house}/{name}"
            path = name[1:] if name.startswith("/") else beside if beside in known else inside
            if name[:1] == "/" and not (top / path.split("/")[0]).exists():
                continue  # a tree without that house
            if path not in known:
                raise Wrong(f"{house}/rooms.txt: {room} may use {name}, which is no room")
            if path not in rooms and name[:1] != "/":
                raise Wrong(f"{house}/rooms.txt: {room} may use {name}, whose line must come first")
            uses.append(path)
        rooms[room] = uses
    return rooms


def room_of(rooms, path):
    """The room of a file, or None."""
    return next((str(folder) for folder in PurePath(path).parents if str(folder) in rooms), None)


def reduced(graph):
    """(node, other) of the arrows of a graph without circles, but for those that a longer way makes superfluous."""
    below = {}

    def reach(node):
        if node not in below:
            below[node] = set(graph[node]).union(*(reach(other) for other in graph[node]))
        return below[node]

    return [(node, other) for node in graph for other in graph[node]
            if not any(other in reach(between) for between in graph[node])]
