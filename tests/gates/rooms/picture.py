# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of rooms in Mermaid's language: an arrow points at what a room may use."""
from cycles import reduced, strong_components


def inside(rooms, folder):
    """The rooms of a folder, by their paths in it, and what they may use of each other."""
    start = folder + "/"
    return {room[len(start):]: [other[len(start):] for other in uses if other.startswith(start)]
            for room, uses in rooms.items() if room.startswith(start)}


def top_of(room):
    """The part of the tree that a room is in: a house, but the parts of src by themselves, and what faces others."""
    return "/".join(room.split("/")[:2]) if room.startswith("src/") or room == "driver/include" else room.split("/")[0]


def top(rooms):
    """The parts of the tree, and what they may use of each other.  Parts that use each other are one."""
    parts = {}
    for room, uses in rooms.items():
        parts.setdefault(top_of(room), set()).update(top_of(other) for other in uses)
    one = {part: part for part in parts}
    for group in strong_components(parts):
        one.update((part, " and ".join(group)) for part in group)
    joined = {}
    for part, uses in parts.items():
        joined.setdefault(one[part], set()).update(one[other] for other in uses)
    return {part: sorted(uses - {part}) for part, uses in joined.items()}


def draw(graph):
    """A line for each node that uses others, highest first."""
    arrows = reduced(graph)
    lines = []
    for node in reversed(graph):
        others = [other for room, other in arrows if room == node]
        if others:
            lines.append(f"    {named(node)} --> {' & '.join(named(other) for other in others)}")
    alone = [node for node in graph if not any(node in arrow for arrow in arrows)]
    return "\n".join(["graph TD", *lines, *(f"    {named(node)}" for node in alone)])


def named(node):
    return f'{node.replace("/", "_").replace(" ", "_")}["{node}"]' if "/" in node or " " in node else node
