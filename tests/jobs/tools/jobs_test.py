# SPDX-License-Identifier: BSD-3-Clause
"""What `ishmem-info --job` makes of jobs and of what only looks like one: jobs_test.py INFO ISHMRUN PROGRAM

PROGRAM runs until it is ended.  Names of jobs are anybody's to take: as root, strangers are processes of another
user.
"""
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

INFO, ISHMRUN, PROGRAM = sys.argv[1:4]
if os.geteuid() == 0 and len(sys.argv) == 4:
    # Where no other jobs are: names belong to a network namespace.
    os.execvp("unshare", ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable,
                          *sys.argv, "alone"])
STRANGER = 65534
MEMORY = 1 << 30
failures = []


def check(good, *said):
    if not good:
        failures.append(said)
        print("jobs_test:", *said)


def info(*words):
    """The status, stdout and stderr of ishmem-info --job, and how long it took."""
    start = time.monotonic()
    done = subprocess.run([INFO, "--job", *words], capture_output=True, timeout=60,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    return done.returncode, done.stdout.decode("latin-1"), done.stderr.decode("latin-1"), time.monotonic() - start


# ---- Who is no PE ----------------------------------------------------------------------------------------

def pretend(how, user):
    """A process that listens at the name of PE 0 of a job of this user."""
    ready, told = os.pipe()
    child = os.fork()
    if child != 0:
        os.close(told)
        os.read(ready, 1)
        os.close(ready)
        return child
    owner = os.geteuid()
    if user != owner:
        os.setgid(user)
        os.setuid(user)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(f"\0ishmem-job-{owner}-{os.getpid():016x}-0-2-{os.getpid()}")
    listener.listen(0 if how == "backlog" else 8)
    if how == "backlog":
        caller = socket.socket(socket.AF_UNIX)
        caller.connect(listener.getsockname())
    os.write(told, b"x")
    while True:
        if how == "backlog":
            time.sleep(1)
            continue
        line, _ = listener.accept()
        try:
            question = line.recv(1)
            if how == "text" and question:
                line.sendall(b"\x1b]0;owned\x07\x1b[31mrun this\x1b[0m \x9b31m\xc2\x9b\n")
            while how == "flood":
                line.sendall(b"A" * 1000000)
            while how == "drip":
                line.sendall(b"x")
                time.sleep(0.5)
            if how == "silence":
                time.sleep(60)
        except OSError:
            pass
        line.close()


def with_pretender(how, user, *words):
    child = pretend(how, user)
    try:
        return info(*words)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def pretenders():
    own = os.geteuid()
    for words in ((), ("--json",)):
        _, out, err, _ = with_pretender("text", own, *words)
        check(not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", out + err), "control characters:", words, repr(out), repr(err))
    check(r"\x1b]0;owned\x07\x1b[31mrun this" in with_pretender("text", own)[1], "what is no text has its numbers")
    for how in ("flood", "drip", "silence", "backlog"):
        status, out, err, took = with_pretender(how, own)
        check(status == 1 and "does not answer" in err and took < 20, how, status, out[:200], err, took)
    if own == 0:
        for how in ("text", "flood", "drip", "silence", "backlog"):
            status, out, err, took = with_pretender(how, STRANGER)
            silent = out == "" and ("another user has taken names" in err or how == "backlog")
            check(status == 1 and silent and took < 20, "a stranger:", how, status, repr(out[:200]), err, took)


# ---- Jobs ------------------------------------------------------------------------------------------------

def start(program):
    job = subprocess.Popen([ISHMRUN, "-n", "2", program, "compute", "0"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, env=dict(os.environ, ISHMEM_SYMMETRIC_SIZE="16M"))
    end = time.monotonic() + 30
    while time.monotonic() < end and info("--pid", str(job.pid))[0] != 0:
        time.sleep(0.1)
    return job


def jobs():
    status, _, err, _ = info()
    check(status == 1 and "no job of this user runs" in err, "no job:", status, err)
    with tempfile.TemporaryDirectory() as folder:
        other = os.path.join(folder, "other")
        shutil.copy(PROGRAM, other)
        running = [start(PROGRAM), start(other)]
        try:
            names = [os.path.basename(PROGRAM), "other"]
            _, out, err, _ = info()
            for name in names:
                check(len(re.findall(rf"^Job of {name}, 2 PEs; PE \d here is process \d+:$", out, re.MULTILINE)) == 1,
                      "both jobs are told:", name, out, err)
            for words in (("other",), ("--pid", str(running[1].pid))):
                status, out, err, _ = info(*words)
                check(status == 0 and out.startswith("Job of other,") and out.count("Job of") == 1, words, out, err)
            told = json.loads(info("--json")[1])
            check(sorted(job["program"] for job in told) == sorted(names), "JSON:", told)
            process = [job["process"] for job in told if job["program"] == "other"][0]
            status, out, _, _ = info("--json", "--pid", str(process))
            check(status == 0 and [job["program"] for job in json.loads(out)] == ["other"], "by the process of a PE:", out)
            check(all({"teller", "pes", "collectives"} <= set(job) for job in told), "JSON has what PEs tell:", told)
            status, out, err, _ = info("nobody")
            check(status == 1 and out == "" and "runs nobody" in err, "no such program:", out, err)
            status, out, err, _ = info("--pid", "1")
            check(os.getpid() == 1 or status in (0, 1), "--pid 1:", status)
            status, _, err, _ = info("--pid", "x")
            check(status == 2 and "--pid x: expected" in err, "no number:", err)
        finally:
            for job in running:
                job.kill()
                job.wait()


pretenders()
jobs()
sys.exit(1 if failures else 0)
