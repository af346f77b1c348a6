#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What an editor with clangd shows of a collective in a C program: each form once, with its parameters,
without a further #include; its declaration; and from there, in the library's tree, its body."""
import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = """#include <ishmem.h>

int sum(int *dest, const int *source);
int sum(int *dest, const int *source)
{
    return ishmem_int_sum_reduce(dest, source, 1) +
           ishmem_int_sum_reduce(ISHMEM_TEAM_SHARED, dest, source, 1);
}
"""
CALLS = [(5, "world"), (6, "team")]  # line of the program, counted from 0, and the form it calls
NAME = "ishmem_int_sum_reduce"


class Clangd:
    """A clangd that is spoken to over its standard input and output."""

    def __init__(self, clangd, *options):
        self.process = subprocess.Popen([clangd, *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0
        self.request("initialize", processId=None, rootUri=None, capabilities={
            "textDocument": {"completion": {"completionItem": {"snippetSupport": False}}}})
        self.notify("initialized")

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            sys.exit("clangd has ended")
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def request(self, method, **params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while (message := self.receive()).get("id") != self.last or "method" in message:
            pass
        return message.get("result")

    def open(self, path):
        self.notify("textDocument/didOpen", textDocument={
            "uri": path.as_uri(), "languageId": "c", "version": 1, "text": path.read_text()})
        # Diagnostics come when the file has been compiled.
        while (message := self.receive()).get("method") != "textDocument/publishDiagnostics":
            pass
        return message["params"]["diagnostics"]

    def at(self, method, path, line, column):
        return self.request(method, textDocument={"uri": path.as_uri()},
                            position={"line": line, "character": column})

    def end(self):
        self.request("shutdown")
        self.notify("exit")
        self.process.wait()

    def completions(self, path, line, column):
        """Newer ones give none until they have read the headers."""
        for _ in range(100):
            items = self.at("textDocument/completion", path, line, column)["items"]
            if items:
                return items
            time.sleep(0.1)
        return []


def place(location):
    """The path and the text of the line at which a location begins."""
    path = Path(location["uri"].removeprefix("file://"))
    line = location["range"]["start"]["line"]
    return path, path.read_text().splitlines()[line].strip()


def check_program(clangd, source):
    """What is wrong with a program that includes ishmem.h."""
    for said in clangd.open(source):
        yield f"clangd says: {said['message']}"
    lines = PROGRAM.splitlines()
    column = lines[CALLS[0][0]].index(NAME)
    items = clangd.completions(source, CALLS[0][0], column + len(NAME) - 2)
    shown = sorted(i["label"].strip() for i in items if i["filterText"] == NAME)
    expected = [f"{NAME}(int *dest, const int *source, size_t nreduce)",
                f"{NAME}(ishmem_team_t team, int *dest, const int *source, size_t nreduce)"]
    if shown != expected:
        yield f"completions of {NAME}: {shown}"
    for line, form in CALLS:
        found = clangd.at("textDocument/definition", source, line, lines[line].index(NAME))
        places = [place(location) for location in found]
        wanted = ("ISHMEMI_WORLD int " if form == "world" else "int ") + f"{NAME}("
        if len(places) != 1 or places[0][0].name != "routines.h" or not places[0][1].startswith(wanted):
            yield f"the {form} form is said to be at {places}"


def check_library(clangd, declarations, body):
    """What is wrong with the way from the declaration to the body."""
    for path in (body, declarations):
        for said in clangd.open(path):
            yield f"clangd says of {path.name}: {said['message']}"
    lines = declarations.read_text().splitlines()
    line = next(i for i, text in enumerate(lines) if text.startswith(f"int {NAME}("))
    found = clangd.at("textDocument/definition", declarations, line, lines[line].index(NAME))
    places = [place(location) for location in found]
    if [path for path, _ in places] != [body] or not places[0][1].startswith("ISHMEMI_REDUCE_ARITH_TYPES("):
        yield f"the body is said to be at {places}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clangd", required=True)
    parser.add_argument("--include", nargs="+", type=Path, required=True,
                        help="the folders of the public headers; the last has the generated ones")
    parser.add_argument("--build", required=True)
    parser.add_argument("--body", type=Path, required=True, help=f"the file that defines {NAME}")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        source = Path(work, "program.c")
        source.write_text(PROGRAM)
        flags = ["-std=c11", *(f"-I{directory}" for directory in options.include)]
        Path(work, "compile_flags.txt").write_text("\n".join(flags) + "\n")
        clangd = Clangd(options.clangd, "--log=error", "--background-index=false")
        wrong = list(check_program(clangd, source))
        clangd.end()
    clangd = Clangd(options.clangd, "--log=error", "--background-index=false",
                    f"--compile-commands-dir={options.build}")
    wrong += check_library(clangd, options.include[-1] / "ishmem/routines.h", options.body)
    clangd.end()
    for what in wrong[:10]:
        print(what)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
