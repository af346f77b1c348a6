#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the rest of the manual: a page for each program, from what it prints for --help and its text in
docs/manual, also in Markdown; the pages of section 7, from documents; and all of it as it is installed,
compressed."""
import argparse
import gzip
import re
import shutil
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import links
import roff
import usage
from blocks import Heading, Lines, Paragraph, Table, Terms, parse, raised, section
from pages import PageError

# Of a program's text; Description may go before them.
SECTIONS = ["Examples", "Exit status", "Environment", "Files", "See also"]
# Links of programs to themselves under other names.
ALSO_CALLED = {"ishmem-info": "ishmem_info"}
# Documents that are pages of section 7: their summaries, and other pages.
SEVENTH = {
    "environment": ("environment variables of libishmem",
                    "[](ishmem.md), [](ishmem-info.md), [](ishmrun.md), [](ishmemcc.md)"),
    "kernels": ("writing kernels that call libishmem",
                "[](ishmem.md), [](ishmemcc.md), [](environment.md), [](ishmemx_module.md), [](ishmem_put.md)"),
    "openshmem": ("programs that call OpenSHMEM's names",
                  "[](ishmem.md), [](ishmem-oshcc.md), [](ishmem-oshrun.md), [](environment.md), [](nvshmem.md)"),
    "nvshmem": ("programs and kernels that call NVSHMEM's names",
                "[](ishmem.md), [](ishmemcc.md), [](kernels.md), [](openshmem.md)")}


class Text:
    """docs/manual/NAME.md: "# NAME: summary", and the sections."""

    def __init__(self, path):
        self.name = path.stem
        text = path.read_text(encoding="utf-8")
        title = re.match(rf"# {re.escape(self.name)}: (.+)\n", text)
        if not title:
            raise PageError(f"{path}: the first line must be '# {self.name}: what it does'")
        self.summary = title[1]
        self.markdown = text[title.end():].strip("\n")
        self.blocks = parse(self.markdown)

    def require(self, titles):
        found = [block.text for block in self.blocks if isinstance(block, Heading) and block.level == 2]
        if [title for title in found if title != "Description"] != titles:
            raise PageError(f"{self.name}: the sections are {', '.join(found)}; expected {', '.join(titles)}")


# ---- Programs ----------------------------------------------------------------------------------------

def typed(text):
    """Words in capitals stand for something; others are typed."""
    return re.sub(r"-*\w[\w+-]*(?:\.\d)?",
                  lambda found: f"*{found[0]}*" if re.fullmatch("[A-Z]+", found[0]) else f"`{found[0]}`", text)


def told(text):
    """A sentence of --help, in which options are typed."""
    return re.sub(r"(?<![\w`/-])--?[A-Za-z][\w-]*", r"`\g<0>`", text)


def term(option):
    names = ", ".join(f"`{name}`" for name in option.names)
    return names + (f" {typed(option.value)}" if option.value else "")


def is_list(paragraph):
    """Of what stands for a value: it goes with the options."""
    return " is one of " in paragraph


def described(found, text):
    """The paragraphs of --help and those of the text."""
    paragraphs = [Paragraph(told(part)) for part in [*found.before, *found.after] if not is_list(part)]
    own = Heading(2, "Description")
    return paragraphs + (section(text.blocks, own.text) if own in text.blocks else [])


def program_blocks(found, text):
    rest = text.blocks[text.blocks.index(Heading(2, SECTIONS[0])):]
    return [Heading(1, "Synopsis"), Lines([typed(line) for line in found.lines]),
            Heading(1, "Description"), *described(found, text),
            Heading(1, "Options"), Terms([(term(option), told(option.text) + ".") for option in found.options]),
            *map(Paragraph, filter(is_list, found.after)), *raised(rest)]


def row(*cells):
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def program_markdown(found, text):
    description, begin, rest = text.markdown.partition(f"## {SECTIONS[0]}\n")
    options = [row(term(option), told(option.text)) for option in found.options]
    parts = [f"# {text.name}", text.summary[0].upper() + text.summary[1:] + ".",
             "```\n" + "\n".join(found.lines) + "\n```", *map(told, [*found.before, *found.after]),
             description.removeprefix("## Description\n").strip("\n"),
             "## Options", "\n".join(["| Option | Meaning |", "|---|---|", *options]), begin + rest]
    return "\n\n".join(part for part in parts if part) + "\n"


def write_program(program, options):
    """Returns its text."""
    text = Text(options.documents / f"manual/{program.name}.md")
    text.require(SECTIONS)
    found = usage.read(program.name, usage.ask(program))
    page = roff.page(text.name, "1", text.summary, program_blocks(found, text), options.version, links.in_manual)
    (options.output / f"man/man1/{text.name}.1").write_text(page, encoding="utf-8")
    (options.output / f"manual/{text.name}.md").write_text(program_markdown(found, text), encoding="utf-8")
    if text.name in ALSO_CALLED:
        (options.output / f"man/man1/{ALSO_CALLED[text.name]}.1").symlink_to(f"{text.name}.1")
    return text


def write_index(texts, options):
    """The page that lists the others."""
    rows = [row(f"[{text.name}]({text.name}.md)", text.summary) for text in texts]
    (options.output / "manual/index.md").write_text(
        "\n".join(["# Programs", "", "| Program | What it does |", "|---|---|", *rows, ""]), encoding="utf-8")


# ---- Section 7 ---------------------------------------------------------------------------------------

def families(path):
    """[(family, its pages)]: of the table of the reference, in which a row may go on with the family before."""
    table = next(block for block in parse(path.read_text(encoding="utf-8")) if isinstance(block, Table))
    found = {}
    for name, cell, _ in table.rows:
        name = name or list(found)[-1]
        found.setdefault(name, []).extend(re.findall(r"\]\(([^)]*)\)", cell))
    return [(name, ", ".join(f"**{page}**({section})" for page, section in map(links.in_manual, pages)) + ".")
            for name, pages in found.items()]


def overview(options):
    """ishmem(7), with the pages of routines; and in Markdown, which leaves them to the reference."""
    text = Text(options.documents / "manual/ishmem.md")
    listed = Terms(families(options.documents / "reference/README.md"))
    at = text.blocks.index(Heading(2, "Environment"))
    blocks = text.blocks[:at] + [Heading(2, "Routines by family"), listed] + text.blocks[at:]
    (options.output / "manual/ishmem.md").write_text(
        f"# {text.name}\n\n{text.summary}.\n\n{text.markdown}\n", encoding="utf-8")
    return roff.page("ishmem", "7", text.summary, raised(blocks), options.version, links.in_manual)


def document(name, options):
    summary, see = SEVENTH[name]
    blocks = parse((options.documents / f"{name}.md").read_text(encoding="utf-8"))[1:]
    if not isinstance(blocks[0], Heading):
        blocks.insert(0, Heading(2, "Description"))
    if name == "environment":
        of_openshmem = parse((options.documents / "openshmem.md").read_text(encoding="utf-8"))
        blocks += [Heading(2, "OpenSHMEM programs"), *section(of_openshmem, "Environment")]
    blocks += [Heading(2, "See also"), Paragraph(see)]
    return roff.page(links.DOCUMENTS[name], "7", summary, raised(blocks), options.version, links.in_manual)


def write_seventh(options):
    directory = options.output / "man/man7"
    (directory / "ishmem.7").write_text(overview(options), encoding="utf-8")
    for name in SEVENTH:
        (directory / f"{links.DOCUMENTS[name]}.7").write_text(document(name, options), encoding="utf-8")


# ---- As it is installed ------------------------------------------------------------------------------

def compress(path, data):
    # Without a name and a time, so that the same page makes the same file.
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as out:
        out.write(data)


def install(source, target):
    """The same files and links, with .gz at the ends of their names."""
    target.mkdir(parents=True)
    for path in sorted(source.iterdir()):
        if path.is_symlink():
            (target / f"{path.name}.gz").symlink_to(f"{path.readlink()}.gz")
        else:
            compress(target / f"{path.name}.gz", path.read_bytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("--documents", type=Path, required=True, help="docs")
    parser.add_argument("--output", type=Path, required=True, help="the folder in which the reference is")
    parser.add_argument("programs", type=Path, nargs="+")
    options = parser.parse_args()
    for folder in ("manual", "man/man1", "man/man7", "installed"):
        shutil.rmtree(options.output / folder, ignore_errors=True)
    for folder in ("manual", "man/man1", "man/man7"):
        (options.output / folder).mkdir(parents=True)
    try:
        write_index([write_program(program, options) for program in options.programs], options)
        write_seventh(options)
    except (PageError, ValueError) as error:
        sys.exit(f"manual: {error}")
    for folder in ("man1", "man3", "man7"):
        install(options.output / "man" / folder, options.output / "installed" / folder)


if __name__ == "__main__":
    main()
