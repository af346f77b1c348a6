# SPDX-License-Identifier: BSD-3-Clause
"""The sources of a tree, its modules, and which of them use which.

A module is a header with the sources that define what it declares: x.h and x.c, and y.c beside or below them if it
has no header of its own name.  Sources use what they include, what they call (read from the objects of a build), and
what they declare by hand.
"""
import collections
import os
import re
from pathlib import Path

from objects import Objects
from rooms_file import HOUSES, room_of

FOLDERS = ("include", *HOUSES)
EXCLUDED = "driver/tests"
SOURCES = (".c", ".h", ".S", ".cpp", ".hpp", ".cl", ".cu")
HEADERS = (".h", ".hpp")
# What may lie beside sources.
OTHERS = (".txt", ".in", ".py", ".sh", ".md", ".map", ".tuning", ".cmake", ".spvasm", ".svg", ".css", ".bash")
# Folders that includes with a path are relative to.
INCLUDE_ROOTS = ("", "src", "driver", "include", "driver/include")
# Folders whose rooms include by bare names, so that names must be unique.
BARE_INCLUDES = ("src/host", "driver/api")

COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|/\*.*?\*/|//[^\n]*', re.DOTALL)
CONTINUED = re.compile(r"\\\n")
# Also of a macro that is a header's name.
INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|include_next|import|define[ \t]+\w+)[ \t]*'
                     r'(["<])([^"<>\n]+\.\w+)[">][ \t]*$', re.MULTILINE)
# At the beginning of a line: `type name(parameters)` before a body or a semicolon.
FUNCTION = re.compile(r'^(?:[ \t]+(?=extern\b))?(?!static\b|typedef\b|return\b|else\b|using\b|namespace\b)'
                      r'[A-Za-z_][\w \t*&:<>,"]*?[ *&](\w+)\([^;{}]*\)[^;{}()]*?(\{|;)', re.MULTILINE)
FUNCTION_ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)")
VARIABLE = re.compile(r"^(?!static\b|typedef\b|return\b|extern\b|struct\s+\w+;)[A-Za-z_][\w \t*]*?[ *](\w+)"
                      r"(?:\[[^]]*\])*(?: =[^;]*)?;", re.MULTILINE)
EXTERN = re.compile(r'^[ \t]*extern(?! "C")\s[^;{}()]*?\b(\w+)(?:\[[^]]*\])*\s*;', re.MULTILINE)
# Its functions take the place of the C library's.
INTERPOSER = "src/races/program"
# The rooms that are programs, or libraries over the public API, and what they may call without a line.
OVER_THE_API = ("tools/", "src/nvshmem/", "src/openshmem/", f"{INTERPOSER}/")
PUBLIC = re.compile(r"(?:p?ishmemx?|p?shmemx?|nvshmemx?|ishmemi_races)_")

INCLUDED = "is included"


class Source:
    """A file: its names are those that other files can use, or that it takes from them."""

    def __init__(self, top, path):
        self.path = path
        text = (top / path).read_text(errors="replace")
        self.lines = text.count("\n")
        text = COMMENT.sub(lambda found: found[1] or " ", text)
        self.includes = INCLUDE.findall(CONTINUED.sub(" ", text))
        text = FUNCTION_ATTRIBUTE.sub("", text)
        self.is_header = path.suffix in HEADERS
        self.identifiers = set(re.findall(r"\w+", text)) if self.is_header else set()
        self.defines, declares = set(), set(EXTERN.findall(text))
        for name, end in FUNCTION.findall(text):
            (self.defines if end == "{" else declares).add(name)
        self.defines.update(VARIABLE.findall(text))
        self.declares_by_hand = set() if self.is_header else declares - self.defines


class Tree:
    """arrows: {(user, used): how it is used}, between files.

    outside: (file, what it includes outside of the sources); unclear: (file, include, the files that it may mean);
    unknown: files of an unknown kind; objects: what a build has made, or None.
    """

    def __init__(self, top, rooms, build=None):
        self.top, self.rooms = top, rooms
        files = sorted(path.relative_to(top) for folder in FOLDERS for path in (top / folder).rglob("*")
                       if path.is_file() and top / EXCLUDED not in path.parents)
        self.unknown = [path for path in files if path.suffix not in SOURCES + OTHERS]
        self.sources = {path: Source(top, path) for path in files if path.suffix in SOURCES}
        self.by_name = collections.defaultdict(list)
        for path in self.sources:
            self.by_name[path.name].append(path)
        self.arrows, self.outside, self.unclear = {}, [], []
        self.read_includes()
        self.modules = self.find_modules(list(self.arrows))
        self.read_hand_written()
        self.objects = Objects(top, self.sources, build) if build else None
        if self.objects:
            self.read_calls()
            self.read_headers()

    def use(self, user, used, how):
        if user != used:
            self.arrows.setdefault((user, used), how)

    # ---- Includes ------------------------------------------------------------------------------

    def candidates(self, source, quote, name):
        """The files that an include may mean: one, if it is clear and of this tree."""
        folders = [*([source.parent] if quote == '"' else []), *INCLUDE_ROOTS]
        for path in (Path(os.path.normpath(Path(folder) / name)) for folder in folders):
            if path in self.sources or (self.top / path).is_file():
                return [path]
        if quote == "<":
            return []
        # By the folder of a room: of the files of this name, one that the source may use, or else the nearest.
        found = [path for path in self.by_name[Path(name).name] if str(path).endswith("/" + name)]
        permitted = self.rooms.get(room_of(self.rooms, source), ())
        found = [path for path in found if room_of(self.rooms, path) in permitted] or found
        longest = max((len(os.path.commonpath((source, path))) for path in found), default=0)
        return [path for path in found if len(os.path.commonpath((source, path))) == longest]

    def read_includes(self):
        for source in self.sources.values():
            for quote, name in source.includes:
                found = self.candidates(source.path, quote, name)
                if len(found) > 1:
                    self.unclear.append((source.path, name, found))
                elif found and found[0] in self.sources:
                    self.use(source.path, found[0], INCLUDED)
                elif found:
                    self.outside.append((source.path, found[0]))

    def included(self):
        """{file: all files that it includes, directly or not}"""
        direct = collections.defaultdict(set)
        for (user, used), how in self.arrows.items():
            if how == INCLUDED:
                direct[user].add(used)
        whole = {}
        for path in self.sources:
            found, left = set(), [path]
            while left:
                more = direct[left.pop()] - found
                found |= more
                left += more
            whole[path] = found
        return whole

    # ---- Modules -------------------------------------------------------------------------------

    def find_modules(self, includes):
        """{file: its module, by the path without a suffix}"""
        modules = {path: path if path.suffix == ".hpp" else path.with_suffix("") for path in self.sources}
        headers = {module for path, module in modules.items() if self.sources[path].is_header}
        for path, source in self.sources.items():
            if source.is_header or modules[path] in headers or not source.defines:
                continue
            declared = collections.Counter()
            for user, header in includes:
                if user == path and header.parent in path.parents and self.sources[header].is_header:
                    declared[modules[header]] += len(source.defines & self.sources[header].identifiers)
            if declared and max(declared.values()) > 0:
                modules[path] = min(declared, key=lambda module: (-declared[module], module))
        return modules

    def module_graph(self):
        """({module: modules that it uses}, {(module, module): an example, in words})"""
        graph, examples = collections.defaultdict(set), {}
        for (user, used), how in sorted(self.arrows.items()):
            arrow = self.modules[user], self.modules[used]
            if arrow[0] != arrow[1]:
                graph[arrow[0]].add(arrow[1])
                examples.setdefault(arrow, f"{user.name} -> {used.name} ({how})")
        return graph, examples

    # ---- Names ---------------------------------------------------------------------------------

    def is_public(self, user, name):
        return str(user).startswith(OVER_THE_API) and PUBLIC.match(name)

    def is_interposed(self, user, used, name):
        return (room_of(self.rooms, used) == INTERPOSER and room_of(self.rooms, user) != INTERPOSER
                and not name.startswith("ishmemi_"))

    def read_hand_written(self):
        """Counts what a source declares by hand as used."""
        definers = collections.defaultdict(set)
        for path, source in self.sources.items():
            for name in () if source.is_header else source.defines:
                definers[name].add(path)
        for path, source in self.sources.items():
            for name in sorted(source.declares_by_hand):
                if len(definers[name]) == 1 and not self.is_public(path, name):
                    self.use(path, next(iter(definers[name])), f"{name}, declared by hand")

    def read_calls(self):
        for user, name in self.objects.references:
            used = self.objects.definer(name)
            if used and not self.is_public(user, name) and not self.is_interposed(user, used, name):
                self.use(user, used, name)

    def read_headers(self):
        """A header that names what only another room's object defines uses that room, whoever includes it.

        Only a name that a header beside the object declares counts: kernels have functions of the same names.
        """
        declared = collections.defaultdict(set)
        for path, source in self.sources.items():
            for name in source.identifiers if source.is_header else ():
                declared[name].add(path.parent)
        for path, source in self.sources.items():
            group = next((group for group in BARE_INCLUDES if str(path).startswith(f"{group}/")), None)
            for name in sorted(source.identifiers) if group else ():
                used = self.objects.definer(name)
                if used and str(used).startswith(f"{group}/") and used.parent in declared[name]:
                    self.use(path, used, f"{name}, which it names")
