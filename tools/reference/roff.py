# SPDX-License-Identifier: BSD-3-Clause
"""Blocks as a man page, in the macros that groff and mandoc have in common."""
import re
import textwrap

from blocks import Code, Heading, Items, Lines, Paragraph, Table, Terms

WIDTH = 78
# Columns of tables that need no heading.
MAIN = ("", "Meaning", "libishmem")
# Of a table's first column, if its cells are terms.
LONGEST_TERM = 70
SEE_ALSO = Heading(1, "See also")
INLINE = re.compile(r"(?P<code>`[^`]+`)|(?P<link>(?<!!)\[[^\][]*\]\([^()\s]+\))|(?P<bold>\*\*[^*]+\*\*)"
                    r"|(?P<italic>(?<![\w*])\*[^*\s][^*]*\*)|(?P<escaped>\\[^\w\s])")


def escape(text):
    return text.replace("\\", r"\e")


def literal(text):
    """As it is to be typed: with the characters of ASCII, which groff would make typographic."""
    text = escape(text)
    for character, name in (("-", r"\-"), ("'", r"\(aq"), ("`", r"\(ga"), ("^", r"\(ha"), ("~", r"\(ti")):
        text = text.replace(character, name)
    return text


def bold(text):
    """What is typed."""
    return rf"\fB{literal(text)}\fP"


def reference(name, section):
    return f"{bold(name)}({section})"


class Page:
    """link(text, target) returns the Markdown for a link's text, or (name, section) of a man page."""

    def __init__(self, link):
        self.link = link
        self.lines = []

    # ---- In a line ---------------------------------------------------------------------------------

    def link_of(self, words):
        text, target = re.fullmatch(r"\[([^\][]*)\]\(([^()\s]+)\)", words).groups()
        if re.match(r"https?:", target):
            return f"{self.inline(text)} ({literal(target)})"
        found = self.link(target)
        if not found:
            return self.inline(text)
        page = reference(*found)
        return page if text.strip("`") == found[0] else f"{self.inline(text)} ({page})"

    def marked(self, found):
        kind, text = found.lastgroup, found[0]
        if kind == "code":
            return bold(text[1:-1])
        if kind == "link":
            return self.link_of(text)
        if kind == "bold":
            return rf"\fB{self.inline(text[2:-2])}\fP"
        if kind == "italic":
            return rf"\fI{self.inline(text[1:-1])}\fP"
        return escape(text[1:])

    def inline(self, text):
        out, at = "", 0
        for found in INLINE.finditer(text):
            out += escape(text[at:found.start()]) + self.marked(found)
            at = found.end()
        return out + escape(text[at:])

    # ---- Blocks ------------------------------------------------------------------------------------

    def add(self, *lines):
        self.lines += lines

    def add_text(self, text):
        lines = textwrap.wrap(self.inline(text), WIDTH, break_long_words=False, break_on_hyphens=False)
        # A line that ends like a sentence would be followed by two blanks.
        lines = [line + r"\&" if re.search(r"[.!?][)\"']*$", line) else line for line in lines]
        self.add(*(rf"\&{line}" if line[0] in ".'" else line for line in lines))

    def add_code(self, text, previous):
        lines = [literal(line) for line in text.split("\n")]
        self.add(*([] if isinstance(previous, Heading) else [".sp"]), ".RS 4", ".EX",
                 *(rf"\&{line}" if line.startswith((".", r"\(aq")) else line for line in lines), ".EE", ".RE")

    def add_terms(self, pairs):
        for term, text in pairs:
            self.add(".TP", self.inline(term))
            self.add_text(text)

    def add_table(self, table):
        """The first column are terms.  What is mainly said of them comes first, without its heading."""
        pairs = []
        for row in table.rows:
            told = [(name, cell) for name, cell in zip(table.head[1:], row[1:]) if cell]
            if len(table.head) > 2:
                told.sort(key=lambda pair: pair[0] not in MAIN)
            texts = [cell if name in MAIN or len(table.head) == 2 else
                     f"{name[0].upper()}{name[1:]}: {cell}" for name, cell in told]
            pairs.append((row[0], " ".join(text if text.endswith(".") else text + "." for text in texts)))
        if max(len(term) for term, _ in pairs) > LONGEST_TERM:
            self.add_items([f"{term}: {text}" for term, text in pairs], False)
        else:
            self.add_terms(pairs)

    def add_references(self, text):
        """Of a list of links, those that lead to pages."""
        found = [found for found in map(self.link, re.findall(r"\]\(([^()\s]+)\)", text)) if found]
        self.add_text(", ".join(f"**{name}**({section})" for name, section in dict.fromkeys(found)))

    def add_items(self, texts, numbered):
        for number, text in enumerate(texts, 1):
            self.add(f".IP {number}. 4" if numbered else r".IP \(bu 2")
            self.add_text(text)

    def add_block(self, block, previous):
        if isinstance(block, Heading):
            self.add(f".SH {self.title(block.text.upper())}" if block.level == 1 else
                     f".SS {self.title(block.text)}")
        elif isinstance(block, Paragraph) and previous == SEE_ALSO:
            self.add_references(block.text)
        elif isinstance(block, Paragraph):
            if previous and not isinstance(previous, Heading):
                self.add(".PP")
            self.add_text(block.text)
        elif isinstance(block, Items):
            self.add_items(block.texts, block.numbered)
        elif isinstance(block, Code):
            self.add_code(block.text, previous)
        elif isinstance(block, Table):
            self.add_table(block)
        elif isinstance(block, Terms):
            self.add_terms(block.pairs)
        elif isinstance(block, Lines):
            self.add(".nf", *(self.inline(text) for text in block.texts), ".fi")

    def title(self, text):
        return '"' + escape(text.replace("`", "")).replace('"', r"\(dq") + '"'


def page(name, section, summary, blocks, version, link):
    """The text of a man page.  Its headings are of level 1, and of level 2 within a section."""
    out = Page(link)
    # Words are not broken, and lines are not stretched; groff from 1.23 on asks HY and AD in each paragraph.
    out.add(".nr HY 0", ".ds AD l", f'.TH "{name.upper()}" "{section}" "" "libishmem {version}" "libishmem"',
            ".nh", ".ad l", ".SH NAME", rf"{literal(name)} \- {out.inline(summary)}")
    previous = None
    for block in blocks:
        out.add_block(block, previous)
        previous = block
    return "\n".join(out.lines) + "\n"
