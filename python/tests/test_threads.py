# SPDX-License-Identifier: BSD-3-Clause
"""Threads of one PE: each makes calls of its own, and all at once where Python has no global lock."""
import sys
import sysconfig
import threading

import numpy as np
import pytest

import ishmem

THREADS = 4
ROUNDS = 200


def in_threads(function):
    """Runs function(thread) in all threads at once, and raises what one of them raised."""
    begin, raised = threading.Barrier(THREADS), []

    def run(thread):
        begin.wait()
        try:
            function(thread)
        except BaseException as error:  # noqa: BLE001  (raised again below)
            raised.append(error)

    threads = [threading.Thread(target=run, args=(thread,)) for thread in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


def test_level(job):
    assert ishmem.thread_level() == ishmem.THREAD_MULTIPLE
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        assert not sys._is_gil_enabled()


def test_atomics(job, right):
    sums = ishmem.zeros(2, np.int64)
    seen = [[] for _ in range(THREADS)]

    def add(thread):
        for _ in range(ROUNDS):
            seen[thread].append(ishmem.atomic_fetch_add(sums, 1, right))
            ishmem.atomic_add(sums, thread, right, index=1)
    in_threads(add)
    ishmem.barrier_all()
    assert sums.tolist() == [THREADS * ROUNDS, ROUNDS * sum(range(THREADS))]
    assert sorted(value for values in seen for value in values) == list(range(THREADS * ROUNDS))
    assert all(values == sorted(values) for values in seen)


def test_operands_live(job, right, left):
    """Operands of non-blocking puts that nothing else holds, while other threads complete theirs."""
    rows = ishmem.zeros((THREADS, ROUNDS, 64), np.int64)

    def put(thread):
        for i in range(ROUNDS):
            ishmem.put_nbi(rows[thread, i], np.full(64, job.my_pe * 1000 + thread * 100 + i), right)
            if i % 7 == thread:
                ishmem.quiet()
        ishmem.quiet()
    in_threads(put)
    ishmem.barrier_all()
    wanted = left * 1000 + np.arange(THREADS)[:, None, None] * 100 + np.arange(ROUNDS)[None, :, None]
    assert (np.asarray(rows) == wanted).all()


def test_waits_and_contexts(job, right):
    words = ishmem.zeros(THREADS, np.uint64)
    data = ishmem.zeros((THREADS, 32), np.int32)

    def pass_on(thread):
        with ishmem.create_context() as ctx:
            for i in range(1, 50):
                ishmem.put_signal(data[thread], np.full(32, i, np.int32), words[thread:thread + 1], i,
                                  ishmem.SIGNAL_SET, right, ctx=ctx)
                assert ishmem.signal_wait_until(words, ishmem.CMP_GE, i, index=thread) >= i
                assert (np.asarray(data[thread]) >= i).all()
    in_threads(pass_on)
    ishmem.barrier_all()


def test_errors_stay_with_their_thread(job):
    a = ishmem.zeros(4, np.int32)

    def call(thread):
        for _ in range(ROUNDS):
            if thread % 2:
                with pytest.raises(ishmem.ArgumentError) as caught:
                    ishmem.p(a, 1, job.n_pes + thread)
                assert f"argument pe is {job.n_pes + thread}" in str(caught.value)
            else:
                ishmem.atomic_add(a, 1, job.my_pe)
    in_threads(call)
    assert a[0] == ROUNDS * (THREADS // 2)


def test_kernels(job):
    """Each thread has its own queue and its own kernel of the shared module."""
    module = ishmem.Module("""
__kernel void fill(__global int *words, int value) { words[get_global_id(0)] = value; }
""")
    a = ishmem.zeros((THREADS, 64), np.int32)

    def launch(thread):
        kernel = module.kernel("fill")
        with ishmem.Queue() as queue:
            for i in range(20):
                kernel.launch(groups=2, items=32, args=(a[thread], thread * 100 + i), queue=queue)
                queue.wait()
                assert a[thread].tolist() == [thread * 100 + i] * 64
    in_threads(launch)
    module.close()
