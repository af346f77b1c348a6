# SPDX-License-Identifier: BSD-3-Clause
"""The Markdown of libishmem's documents as a list of blocks, from which man pages are made: headings, paragraphs,
lists, code and tables, without nesting."""
import collections
import re

Heading = collections.namedtuple("Heading", "level text")
Paragraph = collections.namedtuple("Paragraph", "text")
Items = collections.namedtuple("Items", "texts numbered")
Code = collections.namedtuple("Code", "text")
Table = collections.namedtuple("Table", "head rows")
# What a man page has for options and the like: (term, text), both in Markdown.
Terms = collections.namedtuple("Terms", "pairs")
# Lines that stay lines, in Markdown.
Lines = collections.namedtuple("Lines", "texts")

FENCE = re.compile(r"```[^\n]*\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"(#+) (.*)\n")
COMMENT = re.compile(r"<!--.*?-->\n", re.DOTALL)
INDENTED = re.compile(r"(?:(?: {4}.*)?\n)*(?: {4}.*)\n")
TABLE = re.compile(r"(?:\|.*\n)+")
ITEMS = re.compile(r"(?:(?:-|\d+\.) .*\n(?: +\S.*\n)*)+")
PLAIN = re.compile(r"(?:(?!```|#+ |\||- |\d+\. )\S.*\n(?:(?!```|#+ |\||- )\S.*\n)*)")


def join(text):
    return " ".join(text.split())


def cells(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def table(text):
    head, _, *rows = [cells(line) for line in text.splitlines()]
    return Table(head, rows)


def items(text):
    found = re.findall(r"^(-|\d+\.) (.*\n(?: +\S.*\n)*)", text, re.MULTILINE)
    return Items([join(body) for _, body in found], found[0][0] != "-")


def code(text):
    return Code("\n".join(line[4:] for line in text.rstrip("\n").split("\n")).strip("\n"))


MAKERS = [
    (COMMENT, lambda found: None),
    (FENCE, lambda found: Code(found[1].rstrip("\n"))),
    (HEADING, lambda found: Heading(len(found[1]), found[2].strip())),
    (INDENTED, lambda found: code(found[0])),
    (TABLE, lambda found: table(found[0])),
    (ITEMS, lambda found: items(found[0])),
    (PLAIN, lambda found: Paragraph(join(found[0])))]


def parse(text):
    text = text.rstrip("\n") + "\n"
    found, at = [], 0
    while at < len(text):
        if text[at] == "\n":
            at += 1
            continue
        for pattern, make in MAKERS:
            match = pattern.match(text, at)
            if match and match.end() > at:
                break
        else:
            raise ValueError(f"no block of Markdown: {text[at:at + 80]!r}")
        block = make(match)
        found += [block] if block else []
        at = match.end()
    return found


def raised(blocks):
    """As part of another document, whose title is not among them."""
    return [block._replace(level=block.level - 1) if isinstance(block, Heading) else block for block in blocks]


def section(blocks, title):
    """What stands below a heading of the second level."""
    at = blocks.index(Heading(2, title)) + 1
    rest = [i for i in range(at, len(blocks)) if isinstance(blocks[i], Heading) and blocks[i].level <= 2]
    return blocks[at:rest[0] if rest else None]
