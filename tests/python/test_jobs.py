# SPDX-License-Identifier: BSD-3-Clause
"""Jobs from outside: the ways to start one, Ctrl-C, and PEs that die."""
import os
import signal
import subprocess
import sys
import time

import pytest

RING = r"""
import sys, numpy as np, ishmem
with JOIN as job:
    a = ishmem.zeros(4, np.int64)
    ishmem.put(a, np.full(4, job.my_pe), (job.my_pe + 1) % job.n_pes)
    ishmem.barrier_all()
    assert a.tolist() == [(job.my_pe - 1) % job.n_pes] * 4
    total = ishmem.zeros(1, np.int64)
    ishmem.sum_reduce(total, ishmem.full(1, 1, np.int64))
    sys.stdout.write(f"PE {job.my_pe} of {total[0]}\n")
    sys.stdout.flush()
"""


def python(text):
    return [sys.executable, "-c", text]


def run(command, **environment):
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=100,
                          check=False)


def check_ring(result, n):
    assert result.returncode == 0, result.stderr
    assert sorted(line for line in result.stdout.splitlines() if line.startswith("PE ")) == [
        f"PE {pe} of {n}" for pe in range(n)]


@pytest.mark.parametrize("n", [1, 3])
def test_ishmrun(n):
    check_ring(run(["ishmrun", "-n", str(n), *python(RING.replace("JOIN", "ishmem.init()"))]), n)


def test_alone():
    check_ring(run(python(RING.replace("JOIN", "ishmem.init()"))), 1)


def test_mpiexec():
    check_ring(run(["mpiexec", "-n", "3", *python(RING.replace("JOIN", "ishmem.init()"))]), 3)


def test_mpi4py(tmp_path):
    text = "from mpi4py import MPI\n" + RING.replace("JOIN", "ishmem.init(MPI.COMM_WORLD)")
    # mpi4py's wheel wants MPICH's library under the name that MPICH gives it; Debian has renamed it.
    known = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    mpich = next(line.split()[-1] for line in known.splitlines() if line.strip().startswith("libmpich.so.12 "))
    (tmp_path / "libmpi.so.12").symlink_to(mpich)
    check_ring(run(["mpiexec", "-n", "3", *python(text)], LD_LIBRARY_PATH=str(tmp_path)), 3)


def start_all(commands):
    started = [subprocess.Popen(command, env={**os.environ, **environment}, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True) for command, environment in commands]
    try:
        ended = [process.communicate(timeout=100) for process in started]
    finally:
        for process in started:
            process.kill()
    return subprocess.CompletedProcess([], max(process.returncode for process in started),
                                       "".join(out for out, _ in ended), "".join(err for _, err in ended))


def test_ranks():
    """As torchrun starts them."""
    text = RING.replace("JOIN", "ishmem.init()")
    shared = {"WORLD_SIZE": "3", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(20000 + os.getpid() % 20000)}
    check_ring(start_all([(python(text), {**shared, "RANK": str(rank)}) for rank in range(3)]), 3)


def test_ranks_of_several_hosts():
    """LOCAL_WORLD_SIZE tells that others are elsewhere; without a secret nobody starts."""
    text = RING.replace("JOIN", "ishmem.init()")
    shared = {"WORLD_SIZE": "3", "LOCAL_WORLD_SIZE": "1", "MASTER_ADDR": "127.0.0.1",
              "MASTER_PORT": str(20000 + (os.getpid() + 1) % 20000)}
    refused = run(python(text), **shared, RANK="0")
    assert refused.returncode == 1 and "ISHMEM_SECRET" in refused.stderr
    shared["ISHMEM_SECRET"] = "only for this test, long enough"
    check_ring(start_all([(python(text), {**shared, "RANK": str(rank)}) for rank in range(3)]), 3)


def test_unique_id():
    import ishmem
    made = ishmem.get_unique_id()
    text = f"import os\n{RING}".replace("JOIN", f"ishmem.init(unique_id=bytes.fromhex('{made.hex()}'), "
                                                 "rank=int(os.environ['ME']), n_pes=3)")
    check_ring(start_all([(python(text), {"ME": str(rank)}) for rank in range(3)]), 3)


def test_again():
    text = RING.replace("JOIN", "ishmem.init()")
    twice = text + text
    result = run(["ishmrun", "-n", "2", *python(twice)])
    assert result.returncode == 0, result.stderr
    assert len([line for line in result.stdout.splitlines() if line.startswith("PE ")]) == 4


def interrupted(command, after="ready"):
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            for line in process.stdout:
                if line.startswith(after):
                    break
            time.sleep(1)
            os.kill(int(line.split()[1]), signal.SIGINT)
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    return process.returncode, err


READY = "print('ready', __import__('os').getpid(), flush=True)\n"


@pytest.mark.parametrize("wait", ["ishmem.wait_until(a, ishmem.CMP_EQ, 1)", "ishmem.signal_wait_until(a, 1, 1)",
                                  "ishmem.set_lock(held)"])
def test_interrupted_wait(wait):
    """KeyboardInterrupt, which the program may catch."""
    text = ("import numpy as np, ishmem\njob = ishmem.init()\na = ishmem.zeros(1, np.uint64)\n"
            "held = ishmem.zeros(1, np.int64)\nishmem.set_lock(held)\n" + READY +
            f"try:\n    {wait}\nexcept KeyboardInterrupt:\n    ishmem.clear_lock(held)\n"
            "    ishmem.finalize()\n    raise SystemExit(7)\n")
    status, err = interrupted(python(text))
    assert status == 7, err


def test_interrupted_queue():
    text = ("import numpy as np, ishmem\njob = ishmem.init()\na = ishmem.zeros(1, np.uint64)\n" + READY +
            "q = ishmem.Queue()\nq.signal_wait_until(a, 1, 1)\ntry:\n    q.wait()\nexcept KeyboardInterrupt:\n"
            "    ishmem.signal_set(a, 1, 0)\n    q.wait()\n    raise SystemExit(7)\n")
    status, err = interrupted(python(text))
    assert status == 7, err


def test_interrupted_barrier():
    """A collective cannot be left: Ctrl-C ends the process, and with it the job."""
    text = ("import time, ishmem\njob = ishmem.init()\n"
            "if job.my_pe == 0:\n    " + READY + "    ishmem.barrier_all()\ntime.sleep(100)\n")
    begin = time.monotonic()
    status, err = interrupted(["ishmrun", "-n", "2", *python(text)])
    assert status != 0 and time.monotonic() - begin < 50, err


def test_exception_ends_the_job():
    text = ("import ishmem\nwith ishmem.init() as job:\n    if job.my_pe == 1:\n"
            "        raise ValueError('something is wrong')\n    ishmem.barrier_all()\n")
    result = run(["ishmrun", "-n", "3", *python(text)])
    assert result.returncode == 1
    assert "ValueError: something is wrong" in result.stderr


@pytest.mark.parametrize("waiting", ["ishmem.barrier_all()", "ishmem.zeros(5)", "ishmem.finalize()"])
def test_exception_without_with(waiting):
    text = f"import ishmem\njob = ishmem.init()\nif job.my_pe == 1:\n    raise KeyError('wrong')\n{waiting}\n"
    result = run(["ishmrun", "-n", "3", *python(text)])
    assert result.returncode == 1 and result.stderr.count("KeyError: 'wrong'") == 1


def test_reader_ends():
    """The exception is that stdout has no reader any more."""
    text = ("import ishmem\njob = ishmem.init()\nfor i in range(100000):\n"
            "    if job.my_pe == 0:\n        print('line', i, flush=True)\n    ishmem.barrier_all()\n")
    with subprocess.Popen(["ishmrun", "-n", "2", *python(text)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=60) != 0
        process.stderr.close()


@pytest.mark.parametrize("waiting", ["ishmem.barrier_all()", "ishmem.finalize()"])
def test_exit_without_with(waiting):
    text = f"import sys, ishmem\njob = ishmem.init()\nif job.my_pe == 1:\n    sys.exit(7)\n{waiting}\n"
    result = run(["ishmrun", "-n", "3", *python(text)])
    assert result.returncode == 7 and "PE 1" in result.stderr


def test_exit_status():
    text = "import sys, ishmem\nwith ishmem.init() as job:\n    if job.my_pe == 1:\n        sys.exit(9)\n    ishmem.barrier_all()\n"
    assert run(["ishmrun", "-n", "2", *python(text)]).returncode == 9


def test_dead_pe_ends_the_job():
    text = ("import os, signal, ishmem\njob = ishmem.init()\nif job.my_pe == 1:\n"
            "    os.kill(os.getpid(), signal.SIGKILL)\nishmem.barrier_all()\n")
    assert run(["ishmrun", "-n", "2", *python(text)]).returncode != 0


def test_end_without_finalize():
    text = "import ishmem\njob = ishmem.init()\na = ishmem.zeros(3)\nimport sys; sys.stdout.write(f'PE {job.my_pe} of {job.n_pes}\\n')\n"
    check_ring(run(["ishmrun", "-n", "2", *python(text)]), 2)


def test_calls_outside_of_a_job():
    import ishmem
    with pytest.raises(ishmem.NotReadyError, match="before ishmem_init"):
        ishmem.barrier_all()
    with pytest.raises(RuntimeError):
        ishmem.finalize()
    with pytest.raises(ishmem.NotReadyError):
        ishmem.zeros(3)


def test_threads():
    """A call that waits leaves other threads running."""
    text = ("import threading, numpy as np, ishmem\nwith ishmem.init() as job:\n"
            "    a = ishmem.zeros(1, np.int64)\n"
            "    def store():\n        ishmem.p(a, 1, job.my_pe)\n        ishmem.quiet()\n"
            "    timer = threading.Timer(0.3, store)\n    timer.start()\n"
            "    ishmem.wait_until(a, ishmem.CMP_EQ, 1)\n    timer.join()\n"
            "    import sys; sys.stdout.write(f'PE {job.my_pe} of {job.n_pes}\\n')\n")
    check_ring(run(python(text)), 1)
