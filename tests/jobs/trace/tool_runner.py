# SPDX-License-Identifier: BSD-3-Clause
"""Runs ishmem-trace's commands in children of this process, which has loaded the tool once: that is a hundred times
as fast as to start Python for each."""
import importlib.machinery
import importlib.util
import io
import json
import os
import re
import resource
import signal
import sys
import tempfile
import traceback

# For what is done in milliseconds.
MOST_SECONDS = 60
# Of address space, above what the process has: room for Python's own, and for each byte of the files.
MOST_BYTES, MOST_TIMES = 48 << 20, 40
# Matplotlib's own.
PICTURE_BYTES = 1 << 30
# Its sentences, and what merge says at its end.
OWN = re.compile(r"ishmem-trace: .|\d+ calls of \d+ PEs, ")
CONTROL = re.compile(r"[^\n -~\u00a0-\U0010ffff]")


class Result:
    def __init__(self, status, stdout, stderr):
        self.status, self.stdout, self.stderr = status, stdout, stderr


def load(path):
    loader = importlib.machinery.SourceFileLoader("ishmem_trace", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("ishmem_trace", loader))
    loader.exec_module(module)
    try:
        from matplotlib import pyplot  # noqa: F401  once, for all children
    except ImportError:
        pass
    return module


def address_space():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def as_python_does(tool, arguments):
    """The status that the program ends with."""
    try:
        tool.main(arguments)
        return 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1


def child(tool, arguments, out, err, more_bytes):
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    sys.stdout, sys.stderr = io.TextIOWrapper(io.FileIO(1, "w"), "utf-8"), io.TextIOWrapper(
        io.FileIO(2, "w"), "utf-8", errors="backslashreplace")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (address_space() + more_bytes,) * 2)
    signal.alarm(MOST_SECONDS)
    status = as_python_does(tool, arguments)
    for stream in (sys.stdout, sys.stderr):
        if not stream.closed:
            stream.flush()
    os._exit(status)


def run(tool, arguments, file_bytes):
    """file_bytes: how many the files have that the command reads."""
    more = MOST_BYTES + MOST_TIMES * file_bytes + (PICTURE_BYTES if arguments[0] in ("draw", "matrix") else 0)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        pid = os.fork()
        if pid == 0:
            try:
                child(tool, arguments, out, err, more)
            finally:
                os._exit(99)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="surrogateescape"))
    return Result(status, *texts)


def complaint(result):
    """What is wrong with how a command has ended, or None."""
    lines = result.stderr.splitlines()
    if result.status == -signal.SIGALRM:
        return f"it did not end within {MOST_SECONDS} s"
    if result.status not in (0, 1):
        return f"status {result.status}"
    if not all(map(OWN.match, lines)):
        return "stderr has more than its own sentences"
    if result.status == 1 and (len(lines) != 1 or result.stdout):
        return "it refuses its input with more, or less, than one sentence"
    if "not enough memory" in result.stderr:
        return "it takes more memory than the files account for"
    if CONTROL.search(result.stdout) or CONTROL.search(result.stderr):
        return "a control character reaches the terminal"
    return None


class Bench:
    """A folder in which the tool runs on files."""

    def __init__(self, path, folder):
        self.tool, self.folder = load(path), folder
        self.runs = self.refusals = 0

    def put(self, files):
        for path in self.folder.iterdir():
            path.unlink()
        for name, data in files.items():
            (self.folder / name).write_bytes(data)
        self.bytes = sum(map(len, files.values()))

    def run(self, command, what):
        result = run(self.tool, command, self.bytes)
        wrong = complaint(result)
        if wrong:
            sys.exit(f"{what}: {' '.join(command)}: {wrong}\n{result.stderr}\n{result.stdout[:300]!r}")
        self.runs += 1
        self.refusals += result.status
        return result

    def commands(self):
        folder = str(self.folder)
        return [["merge", folder, "-o", "-"], ["summary", folder], ["summary", folder, "--json"]]

    def picture(self):
        return ["draw", str(self.folder), str(self.folder / "picture.png")]


def decode(text):
    def refuse(word):
        sys.exit(f"{word} is no JSON")
    return json.loads(text, parse_constant=refuse)
