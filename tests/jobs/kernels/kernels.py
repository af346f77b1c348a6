#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs kernels that are wrong on purpose and checks what is said of them; and looks at one with gdb.

usage: kernels.py PROGRAM DIRECTORY SOURCE CASE [MPIEXEC]

DIRECTORY has the modules; SOURCE is wrong.cl, whose comments say which line a case is about.  CASE is a
kernel of it, `perf` or `mixed`.  With MPIEXEC it is a job of two PEs.
"""
import os
import re
import subprocess
import sys
import tempfile

ITEM = r"in work-item \(17,0,0\) of work-group \(1,0,0\)"
HEX = "0x[0-9a-f]+"
MEMORY = f"shared memory of 128 bytes at {HEX}"
END = "zed: ZECPU_SANITIZE=1 ends the process at the first such access"

# What a kernel does wrong, and what that is; `at` stands for the source and its line.
WRONG = {
    "past": (f"writes 4 bytes at {HEX}", f"4 bytes past the end of {MEMORY}"),
    "before": (f"reads 4 bytes at {HEX}", f"8 bytes before the beginning of {MEMORY}"),
    "across": (f"writes 16 bytes at {HEX}", f"across the end of {MEMORY}"),
    "added": (f"writes 4 bytes at {HEX}", f"0 bytes past the end of {MEMORY}"),
    "freed": (f"reads 4 bytes at {HEX}", f"68 bytes into {MEMORY}, which has been freed"),
    "local_past": (f"writes 4 bytes at {HEX}",
                   f"0 bytes past the end of the work-group's local memory of 64 bytes at {HEX}"),
    "local_variable": (f"writes 4 bytes at {HEX}",
                       f"8 bytes past the end of a variable in local memory of 64 bytes at {HEX}"),
    "own": (f"reads 4 bytes at {HEX}", f"4 bytes past the end of a private variable of 32 bytes at {HEX}"),
}
OBJECT = f"an object of the symmetric heap of 128 bytes at {HEX}"
WRONG["heap_past"] = (f"writes 4 bytes at {HEX}", f"4 bytes past the end of {OBJECT}")
WRONG["heap_freed"] = (f"reads 4 bytes at {HEX}", f"68 bytes into {OBJECT}, which has been freed")
WRONG["heap_peer"] = (f"writes 4 bytes at {HEX}",
                      f"0 bytes past the end of an object of another PE's symmetric heap of 128 bytes at {HEX}")
FAULTS = {
    "fault": ("SIGSEGV at address 0x20", []),
    "divide": (f"SIGFPE in the instruction at {HEX}", []),
    "deep": (f"SIGSEGV at address {HEX}",
             ["zed: the stack of the work-item overflowed; ZECPU_STACK sets its size"]),
}


def line_of(source, case):
    with open(source, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if f"/* {case} */" in line:
                return number
    raise SystemExit(f"{source} has no line for {case}")


def run(command, **variables):
    result = subprocess.run(command, env={**os.environ, **variables}, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, check=False)
    print(" ".join(command), *(f"{name}={value}" for name, value in variables.items()))
    print(f"{result.stdout}(status {result.returncode})")
    return result


def require(condition, message):
    if not condition:
        raise SystemExit(f"kernels.py: {message}")


def require_line(result, pattern):
    require(re.search(f"^{pattern}$", result.stdout, re.M), f"no line matches: {pattern}")


def check_fault(job, case, at):
    said, more = FAULTS[case]
    result = run(job)
    place = re.escape(at) if case != "deep" else r"\S*wrong\.cl:\d+"
    require(result.returncode != 0, "the process has not died")
    require_line(result, f"zed: kernel {case}: {said}, {ITEM}, at {place}")
    for line in more:
        require_line(result, re.escape(line))


def check_wrong(job, case, at, directory):
    did, what = WRONG[case]
    result = run(job, ZECPU_SANITIZE="1")
    require(result.returncode != 0, "the process has not died")
    require_line(result, f"zed: kernel {case}: {did}, {ITEM}(, at {re.escape(at)})?")
    # What an optimised kernel does in a routine of the library has no line.
    require(directory.endswith("O2") or at in result.stdout, f"the report does not name {at}")
    require_line(result, f"zed: that is {what}")
    require_line(result, re.escape(END))


def check_right(job, _case, _at):
    for sanitize in "0", "1":
        result = run(job, ZECPU_SANITIZE=sanitize)
        require(result.returncode == 0, "the kernel has failed")
        require(result.stdout.endswith("words: 40 57\n"), "its results are others")
        require("zed:" not in result.stdout, "something is said")


def check_debug(job, _case, at):
    """Work-item 17 has neighbour 30 of the other end of its group."""
    line = at.rpartition(":")[2]
    commands = ["set breakpoint pending on", "set debuginfod enabled off",
                f"break wrong.cl:{line} if id == 17", "run", "print id", "print point", "print numbers[31]",
                "backtrace", "next", "print neighbour", "tbreak twice", "continue", "print value",
                "next", "print doubled", "backtrace"]
    result = run(["gdb", "-q", "-nx", "-batch", *(f"-ex={command}" for command in commands), "--args", *job])
    require_line(result, r"Thread .* hit Breakpoint 1, debug \(words=.*, numbers=.*, scratch=.*\) at .*wrong.cl:"
                 + line)
    require_line(result, line + r"\s+const int neighbour = .*")
    for number, value in enumerate(["17", r"\{x = 17, y = 17\.5\}", "31", "30"], 1):
        require_line(result, rf"\${number} = {value}")
    require_line(result, rf"#0  debug \(words={HEX}, numbers={HEX}, scratch={HEX}\) at .*wrong.cl:" + line)
    require_line(result, r"#1 .* zed\.kernel\.debug \(.*")
    require_line(result, r"\$5 = \d+")
    require_line(result, r"#0  twice \(value=\d+\) at .*wrong.cl:\d+")
    require_line(result, rf"#1  {HEX} in debug \(words={HEX}, numbers={HEX}, scratch={HEX}\) at .*wrong.cl:"
                 + str(int(line) + 1))


def check_perf(job, _case, _at):
    process = subprocess.Popen(job, env={**os.environ, "ZECPU_PERF_MAP": "1"}, stdout=subprocess.DEVNULL)
    require(process.wait() == 0, "the kernel has failed")
    name = f"/tmp/perf-{process.pid}.map"
    with open(name, encoding="utf-8") as file:
        lines = file.read().splitlines()
    mode = os.stat(name).st_mode & 0o777
    os.unlink(name)
    require(mode == 0o600, f"others can read {name}: mode {mode:o}")
    require(all(re.fullmatch(r"[0-9a-f]+ [0-9a-f]+ \S+", line) for line in lines), f"{name} has other lines")
    functions = {line.split()[2]: [int(word, 16) for word in line.split()[:2]] for line in lines}
    for kernel in "right", "past", "debug":
        require(functions.get(kernel, [0, 0])[1] > 0, f"{name} lacks {kernel}")
    require(run(job).returncode == 0, "the kernel has failed")
    require(not os.path.exists(f"/tmp/perf-{process.pid}.map"), "a process has a map that nobody wants")


def check_mixed(job, _case, _at):
    """Heaps would not be the same."""
    mpiexec, program = job[0], job[3:]
    result = run([mpiexec, "-n", "1", "-env", "ZECPU_SANITIZE", "1", *program, ":", "-n", "1", *program])
    require(result.returncode != 0, "the job goes on")
    require_line(result, r"ishmem: PE \d: ishmem_calloc: ZECPU_SANITIZE is 1 on PE 0 and 0 on PE 1; "
                 "expected the same on all PEs, since it changes the heap")


def main():
    program, directory, source, case = sys.argv[1:5]
    checks = {"right": check_right, "debug": check_debug, "perf": check_perf, "mixed": check_mixed}
    kernel = {"perf": "right", "mixed": "heap_past"}.get(case, case)
    job = [program, directory, kernel]
    if len(sys.argv) > 5:
        job = [sys.argv[5], "-n", "2", *job]
    at = f"{source}:{line_of(source, case)}" if case not in checks or case == "debug" else ""
    check = checks.get(case, check_fault if case in FAULTS else
                       lambda *arguments: check_wrong(*arguments, directory))
    # The cache keeps what is checked and what is not apart.
    with tempfile.TemporaryDirectory() as cache:
        os.environ["ZECPU_CACHE_DIR"] = cache
        os.environ.update(ISHMEM_SYMMETRIC_SIZE="4M", ISHMEM_DRIVER="cpu")
        check(job, case, at)


main()
