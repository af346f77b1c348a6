# SPDX-License-Identifier: BSD-3-Clause
"""Atomics of all their types, signals, waits and locks."""
import numpy as np
import pytest

import ishmem

INTEGERS = ["int32", "int64", "uint32", "uint64"]
FLOATS = ["float32", "float64"]


@pytest.mark.parametrize("dtype", INTEGERS + FLOATS)
def test_add(job, dtype):
    sums = ishmem.zeros(3, dtype)
    for _ in range(10):
        ishmem.atomic_add(sums, job.my_pe + 1, 0, index=1)
    seen = ishmem.atomic_fetch_add(sums, 0, 0, index=1)
    assert seen >= 10 * (job.my_pe + 1)
    ishmem.barrier_all()
    total = 10 * sum(range(1, job.n_pes + 1))
    assert ishmem.atomic_fetch(sums, 0, index=1) == total
    if job.my_pe == 0:
        assert sums.tolist() == [0, total, 0]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers(job, dtype):
    word = ishmem.zeros(1, dtype)
    tickets = [ishmem.atomic_fetch_inc(word, 0) for _ in range(5)]
    assert tickets == sorted(set(tickets))
    ishmem.atomic_inc(word, 0)
    ishmem.barrier_all()
    assert ishmem.atomic_fetch(word, 0) == 6 * job.n_pes
    ishmem.barrier_all()
    won = ishmem.atomic_compare_swap(word, 6 * job.n_pes, 1, 0) == 6 * job.n_pes
    winners = ishmem.zeros(1, np.int32)
    ishmem.sum_reduce(winners, ishmem.full(1, int(won), np.int32))
    assert winners[0] == 1


@pytest.mark.parametrize("dtype", INTEGERS + FLOATS)
def test_set_and_swap(job, dtype):
    word = ishmem.zeros(job.n_pes, dtype)
    ishmem.atomic_set(word, 7, 0, index=job.my_pe)
    assert ishmem.atomic_swap(word, 9, 0, index=job.my_pe) == 7
    assert ishmem.atomic_fetch(word, 0, index=job.my_pe) == 9


@pytest.mark.parametrize("dtype", INTEGERS)
def test_bits(job, dtype):
    word = ishmem.zeros(1, dtype)
    ishmem.atomic_or(word, 1 << job.my_pe, 0)
    ishmem.barrier_all()
    every = (1 << job.n_pes) - 1
    assert ishmem.atomic_fetch_or(word, 0, 0) == every
    ishmem.barrier_all()
    ishmem.atomic_xor(word, 1 << job.my_pe, 0)
    ishmem.barrier_all()
    assert ishmem.atomic_fetch_and(word, 0, 0) == 0
    assert ishmem.atomic_fetch_xor(word, 0, 0) == 0
    ishmem.atomic_and(word, 0, 0)


def test_non_blocking(job):
    word, fetched = ishmem.full(1, 5, np.int64), np.zeros(1, np.int64)
    ishmem.barrier_all()
    ishmem.atomic_fetch_nbi(fetched, word, 0)
    ishmem.quiet()
    assert fetched[0] == 5
    ishmem.barrier_all()
    if job.my_pe == job.n_pes - 1:
        ishmem.atomic_fetch_add_nbi(fetched, word, 3, 0)
        ishmem.quiet()
        assert fetched[0] == 5
        ishmem.atomic_compare_swap_nbi(fetched, word, 8, 1, 0)
        ishmem.quiet()
        assert fetched[0] == 8 and ishmem.atomic_fetch(word, 0) == 1


def test_types_without_atomics(job):
    with pytest.raises(TypeError, match="elements of int8"):
        ishmem.atomic_add(ishmem.zeros(1, np.int8), 1, job.my_pe)
    with pytest.raises(TypeError, match="elements of float32"):
        ishmem.atomic_xor(ishmem.zeros(1, np.float32), 1, job.my_pe)
    with pytest.raises(ValueError, match="at least 6"):
        ishmem.atomic_add(ishmem.zeros(5, np.int64), 1, job.my_pe, index=5)


@pytest.mark.parametrize("form", ["put_signal", "put_signal_nbi"])
def test_put_signal(job, right, left, form):
    dest, signal = ishmem.zeros(100, np.float32), ishmem.zeros(2, np.uint64)
    for turn in range(1, 6):
        data = np.full(100, job.my_pe * 10 + turn, np.float32)
        getattr(ishmem, form)(dest, data, signal[1:], 1, ishmem.SIGNAL_ADD, right)
        assert ishmem.signal_wait_until(signal, ishmem.CMP_GE, turn, index=1) == turn
        assert (dest.numpy() == left * 10 + turn).all()
        ishmem.barrier_all()
    ishmem.signal_set(signal, 77, right, index=0)
    ishmem.signal_add(signal, 5, right, index=0)
    ishmem.barrier_all()
    assert ishmem.signal_fetch(signal) == 82 and ishmem.signal_fetch(signal, 1) == 5


@pytest.mark.parametrize("dtype", INTEGERS + ["int16", "uint16"])
def test_waits(job, right, dtype):
    words = ishmem.zeros(6, dtype)
    ishmem.p(words, 3, right, index=2)
    ishmem.wait_until(words[2:3], ishmem.CMP_EQ, 3)
    assert ishmem.test(words[2:3], ishmem.CMP_EQ, 3) and not ishmem.test(words[:1], ishmem.CMP_NE, 0)
    assert ishmem.wait_until_any(words, ishmem.CMP_GT, 0) == 2
    assert ishmem.test_any(words, ishmem.CMP_LT, 0) is None
    assert ishmem.wait_until_some(words, ishmem.CMP_EQ, 3) == [2]
    status = np.zeros(6, np.int32)
    status[2] = 1
    assert ishmem.test_some(words, ishmem.CMP_EQ, 3, status) == []
    ishmem.wait_until_all(words, ishmem.CMP_EQ, 0, status)
    assert ishmem.test_all(words, ishmem.CMP_EQ, 0, status) and not ishmem.test_all(words, ishmem.CMP_EQ, 0)
    expected = np.array([0, 0, 3, 0, 0, 0], dtype)
    ishmem.wait_until_all_vector(words, ishmem.CMP_EQ, expected)
    assert ishmem.wait_until_some_vector(words, ishmem.CMP_NE, np.zeros(6, dtype)) == [2]
    everything = np.ones(6, np.int32)
    assert ishmem.wait_until_any(words, ishmem.CMP_EQ, 99, everything) is None
    assert ishmem.wait_until_some(words, ishmem.CMP_EQ, 99, everything) == []


def test_locks(job):
    lock, count = ishmem.zeros(1, np.int64), ishmem.zeros(1, np.int64)
    for _ in range(5):
        ishmem.set_lock(lock)
        seen = ishmem.g(count, 0)
        ishmem.p(count, seen + 1, 0)
        ishmem.quiet()
        ishmem.clear_lock(lock)
    ishmem.barrier_all()
    assert ishmem.g(count, 0) == 5 * job.n_pes
    ishmem.barrier_all()
    took = ishmem.test_lock(lock)
    ishmem.barrier_all()
    if took:
        ishmem.clear_lock(lock)
    takers = ishmem.zeros(1, np.int32)
    ishmem.sum_reduce(takers, ishmem.full(1, int(took), np.int32))
    assert takers[0] == 1
