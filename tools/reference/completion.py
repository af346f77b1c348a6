#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes what bash and zsh complete for each program, from what it prints for --help, and of what --list prints for
the words of ishmem-perf: OUTPUT/bash/NAME and OUTPUT/zsh/_NAME."""
import argparse
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import bash
import usage
import zsh

# What stands for a word in capitals; of others nothing is known.
KINDS = {"FILE": "files", "PICTURE": "files", "DIR": "folders", "FOLDER": "folders", "DIRECTORY": "folders",
         "PID": "processes", "HOSTS": "hosts", "PROGRAM": "commands"}
SECOND_NAMES = {"ishmem-info": ["ishmem_info"]}
# Endings of files that a program reads.
ENDINGS = {"ishmemcc": ["cl", "bc"]}


class Value:
    """What may stand in a place of the command line.  words: {word: what it means or ""}."""

    def __init__(self, found, text):
        words, names = usage.choices(found, text)
        self.name = "value" if "|" in text else text.strip("[]").split("[")[0]
        self.words = dict.fromkeys(words, "")
        self.kinds = [KINDS[name] for name in names if name in KINDS]
        self.optional = text.startswith("[")
        self.endings = []


class Program:
    """options: [(names, Value or None, text)]; commands: {word: [Value]}; words: [Value] where there are no
    commands; many: the last of them is for all further words."""

    def __init__(self, path):
        self.name = path.name
        self.called = [self.name, *SECOND_NAMES.get(self.name, [])]
        found = usage.read(self.name, usage.ask(path))
        self.options = [(option.names, Value(found, option.value) if option.value else None, option.text)
                        for option in found.options]
        self.commands, self.words, self.many = {}, [], False
        self.repeats = any("FILE..." in line for line in found.lines)
        for line in found.lines:
            self.read_line(found, line)
        if any(value.name == "BENCHMARK" for value in self.words):
            self.words[0].words = dict(re.findall(r"^(\S+) +(?:host|device)(?: +device)? +(.*)$",
                                                  usage.ask(path, "--list"), re.MULTILINE))

    def read_line(self, found, line):
        """A line of the usage says which words there are."""
        rest = line.partition(f"{self.name} ")[2]
        # Options, with their values.
        rest = re.sub(r"\[-[^]]*\]|\[OPTION\]\.*|(?<!\S)--?\w+ [A-Z]+", "", rest)
        command = re.match(r"\s*([a-z]+)\b", rest)
        names = re.findall(r"[A-Z]+", rest)
        values = [Value(found, name) for name in names if name != "ARGUMENT"]
        for value in values:
            value.endings = ENDINGS.get(self.name, [])
        if command:
            self.commands[command[1]] = values
        elif values:
            self.words, self.many = values, "..." in rest

    def runs_program(self):
        return any("commands" in value.kinds for value in self.words)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("programs", type=Path, nargs="+")
    options = parser.parse_args()
    for folder in ("bash", "zsh"):
        (options.output / folder).mkdir(parents=True, exist_ok=True)
    for path in options.programs:
        program = Program(path)
        (options.output / "bash" / program.name).write_text(bash.write(program), encoding="utf-8")
        for name in program.called[1:]:
            link = options.output / "bash" / name
            link.unlink(missing_ok=True)
            link.symlink_to(program.name)
        (options.output / "zsh" / f"_{program.name}").write_text(zsh.write(program), encoding="utf-8")


if __name__ == "__main__":
    main()
