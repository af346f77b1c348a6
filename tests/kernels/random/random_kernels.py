#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes random kernels, compiles them by ishmemcc, and compares what they do with what an interpreter says.

usage: random_kernels.py --ishmemcc ISHMEMCC --runner RANDOM_RUN [--seed N] [--modules N | --seconds N]
                         [--options="-O2 -g"] [--reduce] [--keep FOLDER]

Each module of a few kernels has its own seed, and --seed N --modules 1 makes it again.  --seconds 0 goes on until
it is stopped.  On a difference the seed, the kernel and the first word that differs are printed; --reduce
first leaves out all statements without which there still is a difference.
"""
import argparse
import os
import random
import struct
import subprocess
import sys
import tempfile
import time

import generate
import tree

LEVELS = ["-O0", "-O1", "-O2", "-O3"]
SHAPES = [(1, 1), (2, 8), (3, 5), (1, 16), (4, 3)]
KERNELS = 5  # of a module


class Difference(Exception):
    """What is wrong with a kernel; `kind` is where it showed: compile, run or values."""

    def __init__(self, kind, text):
        super().__init__(text)
        self.kind = kind


class Launch:
    """One launch of a kernel, with the words that it finds."""

    def __init__(self, kernel, source):
        self.kernel = kernel
        self.groups, self.size = source.choice(SHAPES)
        items = self.groups * self.size
        self.data = [self.word(source) for _ in range(items * tree.WORDS)]
        self.out = [self.word(source) for _ in range(items * tree.WORDS + generate.SHARED_WORDS)]

    @staticmethod
    def word(source):
        kind = source.randrange(4)
        if kind == 0:
            return source.choice([0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0x80, 0xff, 0x7fff, 0xffff])
        return source.getrandbits(32) if kind == 1 else source.getrandbits(source.randrange(1, 33))

    def packed(self):
        words = [self.groups, self.size, len(self.out), len(self.data), *self.out, *self.data]
        return struct.pack("<64s", self.kernel.name.encode()) + struct.pack(f"<{len(words)}I", *words)

    def expected(self):
        out = list(self.out)
        self.kernel.run(self.groups, self.size, self.data, out)
        return out


class Tester:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.paths = {name: os.path.join(folder, name) for name in
                      ("random.cl", "random.spv", "launches", "results")}

    def compile(self, text, options):
        with open(self.paths["random.cl"], "w", encoding="utf-8") as file:
            file.write(text)
        command = [self.arguments.ishmemcc, "--no-link", "-w", *options, self.paths["random.cl"], "-o",
                   self.paths["random.spv"]]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            # What is wrong with the text is the generator's fault, and of the reducer's attempts.
            kind = "text" if "random.cl:" in done.stdout and " error: " in done.stdout else "compile"
            raise Difference(kind, f"ishmemcc fails:\n{done.stdout[:3000]}")

    def run(self, launches):
        """The output of each launch."""
        with open(self.paths["launches"], "wb") as file:
            for launch in launches:
                file.write(launch.packed())
        done = subprocess.run([self.arguments.runner, self.paths["random.spv"], self.paths["launches"],
                               self.paths["results"]], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, check=False, timeout=120)
        if done.returncode != 0:
            last = done.stdout.split()[-1:] or ["the module"]
            raise Difference("run", f"{last[0]}: status {done.returncode}: {done.stderr[-2000:]}")
        with open(self.paths["results"], "rb") as file:
            for launch in launches:
                yield list(struct.unpack(f"<{len(launch.out)}I", file.read(4 * len(launch.out))))

    def check(self, module, launches, options, kernel=None):
        self.compile(module.text(kernel), options)
        for launch, found in zip(launches, self.run(launches)):
            expected = launch.expected()
            for at, (is_, wanted) in enumerate(zip(found, expected)):
                if is_ != wanted:
                    raise Difference("values", f"{launch.kernel.name}: {launch.groups} groups of {launch.size} items: "
                                     f"word {at % tree.WORDS} of item {at // tree.WORDS}: 0x{is_:08x}, and by "
                                     f"the interpreter 0x{wanted:08x}")

    def check_alone(self, module, launch, options):
        """The difference that the kernel has by itself, or None."""
        try:
            self.check(module, [launch], options, launch.kernel)
        except Difference as difference:
            return difference
        except (tree.Undefined, KeyError) as error:  # by the reducer, which has left out a declaration
            return Difference("text", repr(error))
        except subprocess.TimeoutExpired:
            return Difference("run", f"{launch.kernel.name}: does not end")
        return None


def bodies_within(statements):
    """The list of statements and all lists within, the outer ones first."""
    yield statements
    for statement in statements:
        for body in statement.bodies:
            yield from bodies_within(body)


def reduce(tester, module, launch, options, difference):
    """Leaves out of the module what the difference does not need; returns the last one."""

    def attempt(holder, at, end):
        nonlocal difference
        kept = holder[at:end]
        del holder[at:end]
        found = tester.check_alone(module, launch, options)
        if found is not None and found.kind == difference.kind:
            difference = found
            return True
        holder[at:at] = kept
        return False

    functions = [launch.kernel, *module.helpers]
    changed = True
    while changed:
        changed = False
        for function in functions:
            for statements in list(bodies_within(function.body)):
                size = max(len(statements), 1)
                while size:
                    at = 0
                    while at < len(statements):
                        if attempt(statements, at, at + size):
                            changed = True
                        else:
                            at += size
                    size //= 2
        for holder in [launch.kernel.declarations, *[helper.declarations for helper in module.helpers],
                       launch.kernel.local, module.helpers, module.structs]:
            for at in reversed(range(len(holder))):
                changed = attempt(holder, at, at + 1) or changed
    return difference


def draw(seed):
    """The module of the seed, its launches and the options to compile it with."""
    source = random.Random(seed)
    options = [source.choice(LEVELS)] + (["-g"] if source.randrange(2) else [])
    module = generate.Generator(source).module(KERNELS)
    return module, [Launch(kernel, source) for kernel in module.kernels for _ in range(2)], options


def report(tester, seed, module, launches, options, difference):
    """Finds the kernels that are wrong, one by one, and says so; with --reduce in as few lines as will do."""
    print(f"seed {seed}, {' '.join(options)}: {difference}", flush=True)
    for launch in launches[::2]:
        for candidate in [launch, launches[launches.index(launch) + 1]]:
            found = tester.check_alone(module, candidate, options)
            if found is not None:
                break
        if found is None:
            continue
        if tester.arguments.reduce and found.kind != "text":
            found = reduce(tester, module, candidate, options, found)
        print(f"---- seed {seed}, {' '.join(options)}: {found}\n{module.text(launch.kernel)}", flush=True)
        return


def main():
    parser = argparse.ArgumentParser()
    for name in ("ishmemcc", "runner"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--seed", type=int, help="of the first module; else by the time")
    parser.add_argument("--modules", type=int)
    parser.add_argument("--seconds", type=int, help="0: until it is stopped")
    parser.add_argument("--options", help="ishmemcc's, instead of a level of optimisation and -g by chance")
    parser.add_argument("--reduce", action="store_true")
    parser.add_argument("--keep", help="folder for the last module, which else is removed")
    arguments = parser.parse_args()
    first = arguments.seed if arguments.seed is not None else int(time.time())
    end = time.monotonic() + arguments.seconds if arguments.seconds else None
    if arguments.seconds is None and arguments.modules is None:
        arguments.modules = 1
    wrong = count = 0
    with tempfile.TemporaryDirectory() as folder:
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
            folder = arguments.keep
        tester = Tester(arguments, folder)
        print(f"seed {first}", flush=True)
        while (arguments.modules is None or count < arguments.modules) and (end is None or time.monotonic() < end):
            seed = first + count
            count += 1
            module, launches, options = draw(seed)
            if arguments.options is not None:
                options = arguments.options.split()
            try:
                tester.check(module, launches, options)
            except (Difference, subprocess.TimeoutExpired) as difference:
                wrong += 1
                report(tester, seed, module, launches, options, difference)
    print(f"{count} modules of {KERNELS} kernels, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
