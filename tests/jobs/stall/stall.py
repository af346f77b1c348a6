#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a job that hangs for a while, or for ever, and checks what it says of that.

usage: stall.py MPIEXEC NPES PROGRAM INFO CASE HOW

HOW is what makes the job tell: `time`, `rarely` (the same, and again), `signal` (SIGUSR1 to the last
PE), `job` and `json` (INFO --job, from outside), `timeout` (ISHMEM_STALL_TIMEOUT, which must end the
job).
"""
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

AFTER = 0.3
HEAD = re.compile(r"^ishmem: PE (\d+): what the job's (\d+) PEs? do(?:es)?:(.*)$", re.MULTILINE)
SECONDS = r"\d+\.\d s"
HEAP = r"heap \+ 0x[0-9a-f]+"


def expected(case, npes):
    """Patterns of lines that the report must have, each once."""
    last = npes - 1
    others = range(last)
    lines = []
    if case == "barrier":
        lines = [rf"PE {pe} waits in ishmem_barrier_all for {SECONDS}: call \d+ on ISHMEM_TEAM_WORLD"
                 for pe in others]
        lines += [rf"PE {last} computes: no long wait for {SECONDS}, since \w+",
                  r"Call \d+ on ISHMEM_TEAM_WORLD, ishmem_barrier_all:", rf"not reached by PE {last}",
                  "waited in by " + ", ".join(f"PE {pe}" for pe in others)]
    elif case == "reduce":
        lines = [rf"PE {pe} waits in ishmem_int_sum_reduce\(dest = {HEAP}, source = 0x[0-9a-f]+, "
                 rf"4 elements\) for {SECONDS}: call 1 on a team of {npes} PEs" for pe in others]
        lines += [rf"PE {last} is outside of the library and sleeps: no long wait for {SECONDS}, .*",
                  rf"Call 1 on a team of {npes} PEs, ishmem_int_sum_reduce:", rf"not reached by PE {last}"]
    elif case in ("malloc", "calloc", "align", "malloc_with_hints", "realloc", "free"):
        lines = [rf"PE {pe} waits in ishmem_{case} for {SECONDS}: call \d+ on ISHMEM_TEAM_WORLD" for pe in others]
        lines += [rf"PE {last} is outside of the library and sleeps: no long wait for {SECONDS}, .*",
                  rf"Call \d+ on ISHMEM_TEAM_WORLD, ishmem_{case}:", rf"not reached by PE {last}",
                  "waited in by " + ", ".join(f"PE {pe}" for pe in others)]
    elif case == "memory_for_ever":
        lines = [rf"PE 0 waits in ishmem_uint64_wait_until\(ivar = {HEAP}, ISHMEM_CMP_GE, 5\) for "
                 rf"{SECONDS}: \*ivar is 0", "not reached by PE 0"]
        lines += [rf"PE {pe} waits in ishmem_malloc for {SECONDS}: call .*" for pe in range(1, npes)]
    elif case == "wait":
        lines = [rf"PE 0 waits in ishmem_uint64_wait_until\(ivar = {HEAP}, ISHMEM_CMP_GE, 5\) for "
                 rf"{SECONDS}: \*ivar is 3"]
    elif case == "for_ever":
        lines = [rf"PE 0 waits in ishmem_uint64_wait_until\(ivar = {HEAP}, ISHMEM_CMP_GE, 5\) for "
                 rf"{SECONDS}: \*ivar is 0", "not reached by PE 0"]
        lines += [rf"PE {pe} waits in ishmem_barrier_all for {SECONDS}: call .*" for pe in range(1, npes)]
    elif case == "any":
        lines = [rf"PE 0 waits in ishmem_uint64_wait_until_any\(ivars = {HEAP}, 4 elements, "
                 rf"ISHMEM_CMP_EQ\) for {SECONDS}: the comparison holds for no element"]
    elif case == "lock":
        lines = [rf"PE {pe} waits in ishmem_set_lock\(lock = {HEAP}\) for {SECONDS}: its ticket is \d+, "
                 rf"and the lock, kept by PE \d+, serves 0" for pe in others]
        lines += [rf"The lock {HEAP} is held by PE {last} for {SECONDS}"]
    elif case == "stop":
        lines = [rf"PE {pe} waits in ishmem_barrier_all for {SECONDS}: call .*" for pe in others]
        lines += [rf"PE {last} is stopped: process \d+ on \S+ is in state T; kill -CONT \d+ continues it",
                  rf"not known of PE {last}"]
    elif case == "kernel_wait":
        lines = [rf"PE {pe} in a kernel wait_for_five, work-group \(0, 0, 0\), waits in "
                 rf"ishmem_ulong_wait_until\(ivar = {HEAP}, ISHMEM_CMP_GE, 5\) for {SECONDS}: \*ivar is 0"
                 for pe in others]
    elif case == "kernel_spin":
        lines = [rf"PE 0 runs kernel spin_until_five \(1 work-group\) for {SECONDS}", "not reached by PE 0"]
        lines += [rf"PE {pe} waits in ishmem_barrier_all for {SECONDS}: call .*" for pe in range(1, npes)]
    elif case == "kernel_barrier":
        lines = [rf"PE {pe} in a kernel barrier_in_second, waits in "
                 rf"ishmem_barrier_all for {SECONDS}: call \d+ on ISHMEM_TEAM_WORLD" for pe in others]
        lines += [r"Call \d+ on ISHMEM_TEAM_WORLD, ishmem_barrier_all:", rf"not reached by PE {last}"]
    elif case == "kernel_lock":
        lines = [rf"PE {pe} in a kernel lock_and_unlock, work-group \(0, 0, 0\), waits in "
                 rf"ishmem_set_lock\(lock = {HEAP}\) for {SECONDS}: its ticket is \d+, .*" for pe in others]
        lines += [rf"The lock {HEAP} is held by PE {last} for {SECONDS}"]
    return lines


class Job:
    """A job whose output is read while it runs."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True, env={**os.environ, **environment})
        self.lines = []
        self.changed = threading.Condition()
        self.over = False
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line)
                self.changed.notify_all()
        with self.changed:
            self.over = True
            self.changed.notify_all()

    def output(self):
        with self.changed:
            return "".join(self.lines)

    def wait_until(self, holds, seconds=60):
        """Waits until holds(output), and returns what it returned last."""
        end = time.monotonic() + seconds
        with self.changed:
            while True:
                held = holds("".join(self.lines))
                if held or self.over or time.monotonic() > end:
                    return held
                self.changed.wait(0.1)

    def wait_for(self, pattern, seconds=60):
        """The first match of the output so far, waited for."""
        return self.wait_until(lambda output: re.search(pattern, output), seconds)

    def status(self, seconds=60):
        return self.process.wait(seconds)


def fail(job, why):
    print(job.output())
    sys.exit(f"stall.py: {why}")


def blocks_of(output):
    """Reports: a head, and the lines behind it that are indented."""
    blocks = []
    for line in output.splitlines():
        if HEAD.match(line):
            blocks.append([line])
        elif blocks and line.startswith("  "):
            blocks[-1].append(line.strip())
    return blocks


def what_lacks(block, patterns):
    """The first pattern that not exactly one of the report's lines matches, or None."""
    for pattern in patterns:
        if sum(re.fullmatch(pattern, line) is not None for line in block[1:]) != 1:
            return pattern
    return None


def is_told(text, case, npes):
    """Whether a report has all it must have.  A machine that is busy may hold up the start, which is
    then the first that is reported, or an answer."""
    return any(what_lacks(block, expected(case, npes)) is None for block in blocks_of(text))


def check_text(job, case, npes, most):
    text = job.output()
    blocks = blocks_of(text)
    if not is_told(text, case, npes):
        lacking = [what_lacks(block, expected(case, npes)) for block in blocks]
        fail(job, f"{len(blocks)} reports, not one of which is right; lines that lack: {lacking}")
    if len(blocks) > most:
        fail(job, f"{len(blocks)} reports, expected at most {most}")


def most_reports(seconds):
    """Of a job that ran so long: after AFTER, twice as much, four times; and one more, as two PEs that
    see a stall at the same time may not hear of each other in time."""
    return int(math.log2(1 + seconds / AFTER)) + 1


def wait_until_started(job, npes):
    for pe in range(npes):
        if not job.wait_for(rf"\(PE {pe} is process \d+\)"):
            fail(job, f"PE {pe} has not started")


def process_of(job, pe):
    return int(re.search(rf"\(PE {pe} is process (\d+)\)", job.output())[1])


def tells_json(job, text, case, npes):
    jobs = json.loads(text)
    mine = [found for found in jobs if any(pe.get("pid") == process_of(job, 0) for pe in found["pes"])]
    if len(mine) != 1 or len(mine[0]["pes"]) != npes or case != "barrier":
        return False
    missing = [found["missing"] for found in mine[0]["collectives"]]
    does = [pe["does"] for pe in mine[0]["pes"]]
    return missing == [[npes - 1]] and does == ["waits"] * (npes - 1) + ["computes"]


def ask_by_signal(job, case, npes):
    before = len(blocks_of(job.output()))
    os.kill(process_of(job, npes - 1), signal.SIGUSR1)
    job.wait_until(lambda output: len(blocks_of(output)) > before)
    return job.wait_until(lambda output: is_told(output, case, npes), 1)


def ask_by_info(job, info, case, npes, how):
    """Other jobs of this user may end, or start, meanwhile."""
    answer = subprocess.run([info, "--job"] + (["--json"] if how == "json" else []), text=True,
                            capture_output=True, timeout=60)
    sys.stderr.write(answer.stderr)
    print(answer.stdout)
    if how == "json":
        return tells_json(job, answer.stdout, case, npes)
    return is_told(answer.stdout, case, npes)


def ask(job, info, case, npes, how):
    """Asks until the waits have become long, and returns how often."""
    wait_until_started(job, npes)
    for times in range(1, 11):
        told = ask_by_signal(job, case, npes) if how == "signal" else ask_by_info(job, info, case, npes, how)
        if told:
            return times
        time.sleep(AFTER)
    fail(job, f"asked by {how}, the job does not tell it")


def wait_until_told(job, case, npes, how):
    reports = 3 if how == "rarely" else 1
    job.wait_until(lambda output: is_told(output, case, npes) and len(blocks_of(output)) >= reports)
    if case == "stop":
        told = job.wait_for(r"kill -CONT (\d+) continues", 0)
        if not told:
            fail(job, "nothing is told of the PE that is stopped")
        os.kill(int(told[1]), signal.SIGCONT)


def run(mpiexec, npes, program, info, case, how, until):
    by_itself = how in ("time", "rarely", "timeout")
    environment = {"ISHMEM_STALL_REPORT": "0" if how == "timeout" or not by_itself else str(AFTER),
                   "ISHMEM_STALL_TIMEOUT": "1" if how == "timeout" else "0",
                   "ISHMEM_SYMMETRIC_SIZE": "16M", "ISHMEM_SHARE_TILES": "1",
                   "STALL_UNTIL": until}
    start = time.monotonic()
    job = Job([mpiexec, "-n", str(npes), program, case], environment)
    most = 1
    if not by_itself:
        most = ask(job, info, case, npes, how)
    elif how != "timeout":
        wait_until_told(job, case, npes, how)
    with open(until, "w", encoding="ascii"):
        pass
    status = job.status()
    job.wait_for("(?!)")
    if (status != 0) != (how == "timeout"):
        fail(job, f"status {status}")
    if by_itself or how == "signal":
        check_text(job, case, npes, most_reports(time.monotonic() - start) if by_itself else most)
    elif blocks_of(job.output()):
        fail(job, "the job itself reports, too")
    if how == "timeout" and "ends because a PE has waited for ISHMEM_STALL_TIMEOUT" not in job.output():
        fail(job, "nothing is said of the end")
    print(job.output())


def main():
    mpiexec, npes, program, info, case, how = sys.argv[1:7]
    with tempfile.TemporaryDirectory() as directory:
        run(mpiexec, int(npes), program, info, case, how, os.path.join(directory, "until"))


main()
