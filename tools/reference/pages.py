# SPDX-License-Identifier: BSD-3-Clause
"""The texts of docs/reference: one page for each family of routines."""
import re

SECTIONS = ["Description", "Parameters", "Returns", "Errors", "Ordering", "Follows", "Example"]


class PageError(Exception):
    pass


class Page:
    """The text of a family; `stems` are the routines that it describes."""

    def __init__(self, path):
        self.name = path.stem
        text = path.read_text(encoding="utf-8")
        head, *sections = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
        title = re.match(rf"# {re.escape(self.name)}: (.+)\n", head)
        if not title:
            raise PageError(f"{path}: the first line must be '# {self.name}: what it does'")
        self.summary = title[1]
        self.stems = self.names(head, "Routines")
        self.see = self.names(head, "See")
        self.sections = dict(zip(sections[::2], (s.strip() for s in sections[1::2])))
        if list(self.sections) != SECTIONS:
            raise PageError(f"{path}: the sections are {', '.join(self.sections)}; "
                            f"expected {', '.join(SECTIONS)}")

    def names(self, head, key):
        line = re.search(rf"^{key}: (.*)$", head, re.MULTILINE)
        if not line:
            raise PageError(f"{self.name}: no line '{key}: ...'")
        return [] if line[1] == "none" else line[1].split(", ")

    def examples(self):
        """[(language, code)]"""
        return re.findall(r"^```(c|opencl)\n(.*?)^```$", self.sections["Example"],
                          re.MULTILINE | re.DOTALL)


def read(directory):
    pages = {path.stem: Page(path) for path in sorted(directory.glob("ishmem*.md"))}
    for page in pages.values():
        for other in page.see:
            if other not in pages:
                raise PageError(f"{page.name}: 'See' names {other}, which is no page")
        if not page.examples():
            raise PageError(f"{page.name}: no example")
    return pages


def share_out(pages, routines):
    """{page name: its routines}; each declared routine has one page, each stem of a page routines."""
    page_of = {}
    for page in pages.values():
        for stem in page.stems:
            if stem in page_of:
                raise PageError(f"{stem} has two pages: {page_of[stem]} and {page.name}")
            page_of[stem] = page.name
    shared = {name: [] for name in pages}
    for routine in routines.values():
        if routine.stem not in page_of:
            raise PageError(f"{routine.name} has no page: no text in docs/reference names "
                            f"'{routine.stem}' in its line 'Routines:'")
        shared[page_of[routine.stem]].append(routine)
    described = {routine.stem for routine in routines.values()}
    for stem in page_of:
        if stem not in described:
            raise PageError(f"{page_of[stem]}: no header declares a routine {stem}")
    return shared
