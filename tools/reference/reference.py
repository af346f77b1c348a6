#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the reference: a Markdown page and a man page for each text of docs/reference, with the
synopsis that the headers give, and a link to its page for every routine's name, in OpenSHMEM and NVSHMEM, too."""
import argparse
import os
import shutil
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import index
import names
import render
from headers import Headers
from pages import PageError, read, share_out

# Other packages may have pages of these names, as Open MPI has, in section 3.
OTHERS_SECTION = "3ishmem"


def write(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def link(path, target):
    if not path.is_symlink() or os.readlink(path) != target:
        path.unlink(missing_ok=True)
        path.symlink_to(target)


class Reference:
    def __init__(self, options):
        self.options = options
        self.headers = Headers(options.include, options.cc, options.clang)
        self.pages = read(options.texts)
        self.shared = share_out(self.pages, self.headers.routines)
        self.page_of = {stem: page.name for page in self.pages.values() for stem in page.stems}
        documents, include = options.texts.parent, options.include[0] / "ishmem"
        self.libraries = [
            names.openshmem(self.headers, [f"-I{include / 'openshmem'}"], documents / "openshmem.md"),
            names.nvshmem(self.headers, [f"-I{include / 'nvshmem'}"], documents / "nvshmem.md",
                          options.rows, options.source)]

    def page_for(self, routine):
        """The page of a routine of libishmem; None for None."""
        return routine and self.page_of[self.headers.parts(names.example(routine))[0]]

    def other_names(self, page):
        return {library.title: [name for name, routine in library.table.items()
                                if self.page_for(routine) == page.name] for library in self.libraries}

    def write_pages(self):
        directory = self.options.output / "reference"
        directory.mkdir(parents=True, exist_ok=True)
        for page in self.pages.values():
            text = render.markdown(page, self.shared[page.name], self.headers, self.other_names(page))
            write(directory / f"{page.name}.md", text)
        families = (self.options.texts / "README.md").read_text(encoding="utf-8")
        write(directory / "index.md", index.by_family(families, self.pages))
        write(directory / "names.md", index.by_name(self.pages, self.shared, self.headers))

    # ---- The manual --------------------------------------------------------------------------------

    def write_manual(self):
        directory = self.options.output / "man/man3"
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        for page in self.pages.values():
            text = render.manual(page, self.shared[page.name], self.headers, self.other_names(page),
                                 self.options.version)
            (directory / f"{page.name}.3").write_text(text, encoding="utf-8")
        self.link_routines(directory)
        self.link_macros(directory)
        self.link_others(directory)

    def link_routines(self, directory):
        for page in self.pages.values():
            for routine in self.shared[page.name]:
                if routine.name not in self.pages:
                    link(directory / f"{routine.name}.3", f"{page.name}.3")

    def link_macros(self, directory):
        """Names without a type."""
        for name in self.headers.macros - set(self.pages):
            stem = name.split("_", 1)[1].removesuffix("_on_queue")
            if stem in self.page_of:
                link(directory / f"{name}.3", f"{self.page_of[stem]}.3")

    def link_others(self, directory):
        for library in self.libraries:
            for name, routine in library.names.items():
                page = self.page_for(routine)
                link(directory / f"{name}.{OTHERS_SECTION}",
                     f"{page}.3" if page else f"../man7/{library.manual}.7")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ["texts", "output", "rows", "source"]:
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--include", type=Path, nargs="+", required=True,
                        help="the folders of the public headers; the first has the lists")
    for name in ["cc", "clang", "version"]:
        parser.add_argument(f"--{name}", required=True)
    try:
        reference = Reference(parser.parse_args())
        reference.write_pages()
    except (PageError, index.IndexPageError) as error:
        sys.exit(f"reference: {error}")
    reference.write_manual()


if __name__ == "__main__":
    main()
