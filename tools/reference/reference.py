#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the reference: a Markdown page and a man page for each text of docs/reference, with the
synopsis that the headers give, and a link to its page for every routine's name."""
import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from headers import Headers
from pages import PageError, read, share_out
import index
import render


def write(path, text):
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def link(path, target):
    if not path.is_symlink() or os.readlink(path) != target:
        path.unlink(missing_ok=True)
        path.symlink_to(target)


def write_manual(options, pages, shared, headers):
    directory = options.output / "man/man3"
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    for page in pages.values():
        text = render.manual(page, shared[page.name], headers, options.version)
        done = subprocess.run([options.md2man], input=text, text=True, check=True,
                              capture_output=True)
        (directory / f"{page.name}.3").write_text(done.stdout, encoding="utf-8")
    for page in pages.values():
        for routine in shared[page.name]:
            if routine.name not in pages:
                link(directory / f"{routine.name}.3", f"{page.name}.3")
    for name in headers.macros & {f"{prefix}_{stem}{form}" for page in pages.values()
                                  for stem in page.stems for prefix in ("ishmem", "ishmemx")
                                  for form in ("", "_on_queue")} - set(pages):
        stem = name.split("_", 1)[1].removesuffix("_on_queue")
        page = next(p.name for p in pages.values() if stem in p.stems)
        link(directory / f"{name}.3", f"{page}.3")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ["texts", "output"]:
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--include", type=Path, nargs="+", required=True,
                        help="the folders of the public headers; the first has the lists")
    for name in ["cc", "clang", "version"]:
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--md2man", default="", help="go-md2man; without it there are no man pages")
    options = parser.parse_args()
    headers = Headers(options.include, options.cc, options.clang)
    try:
        pages = read(options.texts)
        shared = share_out(pages, headers.routines)
    except PageError as error:
        sys.exit(f"reference: {error}")
    directory = options.output / "reference"
    directory.mkdir(parents=True, exist_ok=True)
    for page in pages.values():
        write(directory / f"{page.name}.md", render.markdown(page, shared[page.name], headers))
    try:
        families = index.by_family((options.texts / "README.md").read_text(encoding="utf-8"), pages)
    except index.IndexPageError as error:
        sys.exit(f"reference: {error}")
    write(directory / "index.md", families)
    write(directory / "names.md", index.by_name(pages, shared, headers))
    if options.md2man:
        write_manual(options, pages, shared, headers)


if __name__ == "__main__":
    main()
