# SPDX-License-Identifier: BSD-3-Clause
"""Compares the steps of walks in a document with the code.

A step is an item of a numbered list; its function is the first that it names.  The comment before the list says how
the steps hang together:

<!-- each calls the next -->              the body of each function has the next one's name, or calls it through a
                                          member that a table gives the name
<!-- called by `file: function()` -->     that function calls those of the steps in their order

Static functions of the file are looked into.
"""
import collections
import functools
import re

LIST = re.compile(r"<!-- (each calls the next|called by `([\w./-]+): (\w+)\(\)`) -->\n+((?:(?:\d+\.| +)[^\n]*\n)+)")
ENTRY = re.compile(r"`([\w./-]+\.\w+): (\w+)(?:\(\))?`")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
MEMBER = re.compile(r"\.(\w+)\s*=\s*&?(\w+)")
WORD = re.compile(r"(?<!\.)(?<!->)\b\w+|(?:->|\.)\s*\w+")
SOURCES = (".c", ".h", ".cpp", ".cl")


class Code:
    """The functions of the tree's files, and the tables that name them."""

    def __init__(self, top):
        self.top = top

    @functools.cache
    def text(self, path):
        return COMMENT.sub(" ", (self.top / path).read_text(errors="replace"))

    @functools.cache
    def bodies(self, path):
        """{function or macro of the file: its body}"""
        text = self.text(path)
        found = {name: body for name, body in re.findall(
            r"^(?:[A-Za-z_][^\n;={}#]*?[ *(])?(\w+)\)?\((?:[^;{}]*)\)[^;{}()]*\n\{\n(.*?)^\}", text,
            re.MULTILINE | re.DOTALL)}
        for name, body in re.findall(r"^#define (\w+)\([^)]*\)((?:[^\n]*\\\n)*[^\n]*)", text, re.MULTILINE):
            found.setdefault(name, body)
        return found

    @functools.cache
    def members(self):
        """{function: the members of tables that it is}"""
        found = collections.defaultdict(set)
        for folder in ("src", "driver"):
            for path in (self.top / folder).rglob("*"):
                if path.suffix in SOURCES:
                    for member, function in MEMBER.findall(self.text(path.relative_to(self.top))):
                        found[function].add(member)
        return found

    def words(self, path, function, seen=()):
        """The names in a function in their order, with those of the file's functions that it calls after theirs."""
        bodies = self.bodies(path)
        for word in WORD.findall(bodies.get(function, "")):
            yield word
            if word in bodies and word != function and word not in seen:
                yield from self.words(path, word, (*seen, function))


def steps_of(text):
    """[(file, function)] of a list."""
    items = re.split(r"^\d+\.", text, flags=re.MULTILINE)[1:]
    return [found.groups() if (found := ENTRY.search(re.sub(r"\n +", " ", item))) else None for item in items]


def place_of(code, function, words, start):
    """Where the words first have the function or a member that is it, from a place on."""
    through = {way + member for member in code.members()[function] for way in ("->", ".")}
    for place in range(start, len(words)):
        word = words[place].replace(" ", "")
        if word == function or word in through:
            return place
    return None


def wrong_walks(top, page, text):
    code = Code(top)
    for kind, path, function, items in LIST.findall(text):
        steps = steps_of(items)
        if None in steps:
            yield f"{page}: step {steps.index(None) + 1} of a walk names no function"
        elif kind == "each calls the next":
            for (of, caller), (_, called) in zip(steps, steps[1:]):
                if place_of(code, called, list(code.words(of, caller)), 0) is None:
                    yield f"{page}: {of}: {caller}() does not call {called}(), which is said to be its next step"
        else:
            words, place = list(code.words(path, function)), 0
            for _, called in steps:
                found = place_of(code, called, words, place)
                if found is None:
                    early = place_of(code, called, words, 0) is not None
                    yield f"{page}: {path}: {function}() " + (f"calls {called}() before the step above it" if early else
                                                             f"does not call {called}()")
                else:
                    place = found
