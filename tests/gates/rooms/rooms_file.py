# SPDX-License-Identifier: BSD-3-Clause
"""rooms.txt: the rooms of a house, which are folders, and what each may use.

A line is `room: rooms`, lowest first.  The room is a folder of the house, or, after a slash, of the repository.  A room
that it may use is one beside it, or a folder of the house, or, after a slash, of the repository, where it may be of
another house.  A folder below a room belongs to it, unless other folders below that room have lines of their own.
"""
import re
from pathlib import PurePath

HOUSES = ("src", "driver", "tools")


class RoomsError(Exception):
    """A sentence about a rooms.txt."""


def read_lines(top):
    """(house, room's path from the top, the names that it may use) for each line of each house."""
    for house in HOUSES:
        file = top / house / "rooms.txt"
        for line in file.read_text().splitlines() if file.exists() else []:
            line = line.split("#")[0].strip()
            if line:
                found = re.fullmatch(r"(/?[a-z_/]+):\s*([a-z_/ ]*)", line)
                if not found:
                    raise RoomsError(f"{house}/rooms.txt: '{line}' is not `room: rooms`")
                yield house, path_of(house, found[1]), found[2].split()


def path_of(house, name):
    return name[1:] if name.startswith("/") else f"{house}/{name}"


def read_rooms(top):
    """{room: the rooms that it may use}, both by their paths from the top, lowest first."""
    lines = list(read_lines(top))
    known = {room for _, room, _ in lines}
    rooms = {}
    for house, room, names in lines:
        uses = []
        for name in names:
            beside = f"{PurePath(room).parent}/{name}"
            path = beside if beside in known and not name.startswith("/") else path_of(house, name)
            house_of = path.split("/")[0]
            if house_of in HOUSES and not (top / house_of).exists():
                continue  # a tree without that house
            if path not in known:
                raise RoomsError(f"{house}/rooms.txt: {room} may use {name}, which is no room")
            if path not in rooms and not name.startswith("/"):
                raise RoomsError(f"{house}/rooms.txt: {room} may use {name}, whose line must come first")
            if path in (*uses, room):
                raise RoomsError(f"{house}/rooms.txt: {room} may use {name}, which is there already or is itself")
            uses.append(path)
        if room in rooms:
            raise RoomsError(f"{house}/rooms.txt: {room} has two lines")
        rooms[room] = uses
    return rooms


def room_of(rooms, path):
    """The room of a file, or None."""
    folder = PurePath(path).parent
    room = next((str(above) for above in (folder, *folder.parents) if str(above) in rooms), None)
    is_divided = room != str(folder) and any(other.startswith(f"{room}/") for other in rooms)
    return None if is_divided else room
