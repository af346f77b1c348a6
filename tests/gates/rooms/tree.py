# SPDX-License-Identifier: BSD-3-Clause
"""The sources of a tree, its modules, and which of them use which.

A module is a header with the sources that define what it declares: x.h and x.c, and y.c beside or below them if it
has no header of its own name.  Sources use what they include, what they call (read from the objects of a build), and
what they declare by hand.
"""
import collections
import os
import re
import subprocess
from pathlib import Path

from rooms_file import room_of

FOLDERS = ("include", "src", "driver", "tools")
WITHOUT = "driver/tests"
SOURCES = (".c", ".h", ".S", ".cpp", ".hpp", ".cl", ".cu")
HEADERS = (".h", ".hpp")
# Where an include with a path begins.
ROOTS = ("", "src", "driver", "include", "driver/include")

COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|/\*.*?\*/|//[^\n]*', re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.MULTILINE)
# At the beginning of a line: `type name(parameters)` before a body or a semicolon.
FUNCTION = re.compile(r"^(?!static\b|typedef\b|return\b|else\b|using\b|namespace\b)[A-Za-z_][\w \t*&:<>,]*?[ *&](\w+)"
                      r"\([^;{}]*\)[^;{}()]*?(\{|;)", re.MULTILINE)
FUNCTION_ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)")
VARIABLE = re.compile(r"^(?!static\b|typedef\b|return\b|extern\b|struct\s+\w+;)[A-Za-z_][\w \t*]*?[ *](\w+)"
                      r"(?:\[[^]]*\])*(?: =[^;]*)?;", re.MULTILINE)
EXTERN = re.compile(r'^extern(?! "C")\s[^;{}()]*?\b(\w+)(?:\[[^]]*\])*\s*;', re.MULTILINE)
# Whose functions stand in for those of the C library.
STANDS_IN = "src/races/program"
# What every program may call.
PUBLIC = re.compile(r"(?:p?ishmemx?|p?shmemx?|nvshmemx?)_")


class Source:
    """A file: its names are those that other files can use, or that it takes from them."""

    def __init__(self, top, path):
        self.path = path
        text = (top / path).read_text(errors="replace")
        self.lines = text.count("\n")
        text = COMMENT.sub(lambda found: found[1] or " ", text)
        self.includes = INCLUDE.findall(text)
        text = FUNCTION_ATTRIBUTE.sub("", text)
        self.words = set(re.findall(r"\w+", text)) if path.suffix in HEADERS else set()
        self.defines, declares = set(), set(EXTERN.findall(text))
        for name, end in FUNCTION.findall(text):
            (self.defines if end == "{" else declares).add(name)
        self.defines.update(VARIABLE.findall(text))
        self.takes = declares - self.defines if path.suffix not in HEADERS else set()


class Tree:
    """arrows: {(from, to): what is used}, between files."""

    def __init__(self, top, rooms, build=None):
        self.rooms = rooms
        paths = sorted(path.relative_to(top) for folder in FOLDERS for path in (top / folder).rglob("*")
                       if path.suffix in SOURCES and top / WITHOUT not in path.parents)
        self.sources = {path: Source(top, path) for path in paths}
        self.by_name = collections.defaultdict(list)
        for path in paths:
            self.by_name[path.name].append(path)
        self.arrows = {}
        self.unclear = []
        self.read_includes()
        self.modules = self.find_modules()
        self.read_hand_written()
        self.objects = self.read_calls(build) if build else 0

    def use(self, source, target, what):
        if source != target:
            self.arrows.setdefault((source, target), what)

    # ---- Includes ------------------------------------------------------------------------------

    def resolve(self, source, quote, name):
        """The file that an include means, if it is one of the tree."""
        if quote == "<":
            path = Path("include") / name
            return path if path in self.sources else None
        beside = Path(os.path.normpath(source.parent / name))
        for path in (beside, *(Path(root) / name for root in ROOTS)):
            if path in self.sources:
                return path
        # By the folder of a room: of the files of this name, one that the source may use, or else the nearest.
        found = [path for path in self.by_name[Path(name).name] if str(path).endswith("/" + name)]
        room = room_of(self.rooms, source)
        found = [path for path in found if room_of(self.rooms, path) in self.rooms.get(room, ())] or found
        near = max((len(os.path.commonpath((source, path))) for path in found), default=0)
        found = [path for path in found if len(os.path.commonpath((source, path))) == near]
        if len(found) > 1:
            self.unclear.append((source, name, found))
        return found[0] if len(found) == 1 else None

    def read_includes(self):
        for source in self.sources.values():
            for quote, name in source.includes:
                target = self.resolve(source.path, quote, name)
                if target:
                    self.use(source.path, target, "is included")

    # ---- Modules -------------------------------------------------------------------------------

    def find_modules(self):
        """{file: its module, by the path without a suffix}"""
        modules = {path: path if path.suffix == ".hpp" else path.with_suffix("") for path in self.sources}
        headers = {module for path, module in modules.items() if path.suffix in HEADERS}
        for path, source in self.sources.items():
            if path.suffix in HEADERS or modules[path] in headers or not source.defines:
                continue
            declared = collections.Counter()
            for (of, header) in self.arrows:
                if of == path and header.parent in path.parents and header.suffix in HEADERS:
                    declared[modules[header]] += len(source.defines & self.sources[header].words)
            if declared and max(declared.values()) > 0:
                modules[path] = min(declared, key=lambda module: (-declared[module], module))
        return modules

    def module_graph(self):
        """({module: modules that it uses}, {(module, module): in words})"""
        graph, ways = collections.defaultdict(set), collections.defaultdict(list)
        for (source, target), what in sorted(self.arrows.items()):
            of, to = self.modules[source], self.modules[target]
            if of != to:
                graph[of].add(to)
                ways[of, to].append(f"{source.name} -> {target.name} ({what})")
        return graph, ways

    # ---- Names ---------------------------------------------------------------------------------

    def read_hand_written(self):
        """A declaration outside of headers is no way around them."""
        home = collections.defaultdict(set)
        for path, source in self.sources.items():
            for name in source.defines if path.suffix not in HEADERS else ():
                home[name].add(path)
        for path, source in self.sources.items():
            for name in sorted(source.takes):
                if len(home[name]) == 1 and not PUBLIC.match(name):
                    self.use(path, next(iter(home[name])), f"{name}, declared by hand")

    def read_calls(self, build):
        """Reads the objects that the build has made of the sources, and returns how many."""
        objects = {}
        for path in [p for folder in FOLDERS for p in (build / folder).rglob("*.o")]:
            # <folder>/CMakeFiles/<target>.dir/<file>.o
            match = re.match(r"(.*)/CMakeFiles/[^/]+\.dir/(.*)\.o$", str(path.relative_to(build)))
            source = Path(os.path.normpath(f"{match[1]}/{match[2]}")) if match else None
            if source in self.sources:
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
                if room_of(self.rooms, target) == STANDS_IN and room_of(self.rooms, source) != STANDS_IN:
                    continue
                if source.parts[:2] == target.parts[:2] or not PUBLIC.match(name):
                    self.use(source, target, name)
        return len(objects)
