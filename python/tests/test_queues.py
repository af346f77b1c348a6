# SPDX-License-Identifier: BSD-3-Clause
"""Queues, modules and kernels."""
import numpy as np
import pytest

import ishmem

RING = """
#include <ishmem_device.h>
__kernel void ring(__global int *dest, __global int *source, int count, float scale, long shift)
{
    const int me = ishmem_my_pe();
    for (int i = 0; i < count; i++) {
        source[i] = (int)(me * scale) + (int)shift + i;
    }
    ishmem_int_put(dest, source, count, (me + 1) % ishmem_n_pes());
    ishmem_barrier_all();
}
__kernel void types(__global double *seen, char c, ushort s, long l, double d, float f, float4 v, __local int *some)
{
    some[0] = 5;
    seen[0] = c;
    seen[1] = s;
    seen[2] = l;
    seen[3] = d;
    seen[4] = f;
    seen[5] = v.x + 10 * v.w;
    seen[6] = some[0];
}
__kernel void twice(__global int *data)
{
    data[get_global_id(0)] *= 2;
}
"""


@pytest.fixture(scope="session")
def module(job):
    return ishmem.Module(RING)


def test_kernels(job, left, module):
    assert sorted(module.kernels) == ["ring", "twice", "types"]
    dest, source = ishmem.zeros(16, np.int32), ishmem.zeros(16, np.int32)
    module.kernel("ring").launch(args=(dest, source, 16, 100.0, 7))
    assert dest.tolist() == [left * 100 + 7 + i for i in range(16)]
    ishmem.barrier_all()
    module.kernel("twice").launch(groups=2, items=8, args=(dest,))
    assert dest.tolist() == [2 * (left * 100 + 7 + i) for i in range(16)]


def test_arguments(module):
    seen = ishmem.zeros(7, np.float64)
    module.kernel("types").launch(args=(seen, -3, 65535, -(1 << 40), 0.1, 0.5, np.array([1, 2, 3, 4], np.float32), 64))
    assert seen.tolist() == [-3, 65535, -(1 << 40), 0.1, 0.5, 41, 5]


def test_bad_kernels(module):
    with pytest.raises(KeyError, match="it has"):
        module.kernel("nothing")
    with pytest.raises(TypeError, match="parameters"):
        module.kernel("twice").launch(args=())
    a = ishmem.zeros(1, np.int32)
    for bad in [(a, a, 1 << 32, 1.0, 1), (a, a, 1.5, 1.0, 1), (a, a, 1, "1", 1), (3, a, 1, 1.0, 1)]:
        with pytest.raises(TypeError, match="argument . of kernel ring is .*, expected"):
            module.kernel("ring").launch(args=bad)
    with pytest.raises(ValueError, match="not SPIR-V"):
        ishmem.Module(b"nothing of the kind.")
    with pytest.raises(ValueError, match="ishmemcc"):
        ishmem.Module("__kernel void wrong(__global int *a) { a[0] = nothing; }")


@pytest.mark.parametrize("dtype", ["int32", "float64", "uint8", "complex64"])
def test_queue_data(job, right, left, dtype):
    dest, total = ishmem.zeros(5000, dtype), ishmem.zeros(5000, dtype)
    source = ishmem.full(5000, job.my_pe + 1, dtype)
    signal = ishmem.zeros(1, np.uint64)
    with ishmem.Queue() as queue:
        ishmem.put_signal_on_queue(dest, source, signal, 1, ishmem.SIGNAL_ADD, right, queue)
        queue.signal_wait_until(signal, ishmem.CMP_EQ, 1)
        if dtype != "complex64":
            ishmem.sum_reduce_on_queue(total, dest, queue)
        queue.barrier_all()
    assert (dest.numpy() == left + 1).all()
    if dtype != "complex64":
        assert (total.numpy() == np.full(5000, sum(range(1, job.n_pes + 1))).astype(dtype)).all()


def test_queue_values(job, right, left):
    word = ishmem.full(2, job.my_pe, np.int64)
    seen, before = ishmem.host_array(1, np.int64), ishmem.host_array(1, np.int64)
    ishmem.barrier_all()
    with ishmem.Queue() as queue:
        ishmem.g_on_queue(word, right, queue, ret=seen)
        queue.barrier_all()
        ishmem.atomic_fetch_add_on_queue(word, 10, right, queue, ret=before)
        ishmem.p_on_queue(word[1:], -5, right, queue)
        queue.quiet()
        queue.sync_all()
    assert seen[0] == right and before[0] == right
    assert word.tolist() == [job.my_pe + 10, -5]


def test_lists_of_programs(job, right, left):
    """A Level Zero list by its number: its own order, and its own end."""
    dest = ishmem.zeros(100, np.int32)
    source = ishmem.full(100, job.my_pe, np.int32)
    with ishmem.Queue() as queue:
        ishmem.put_on_queue(dest, source, right, queue.handle)
    ishmem.barrier_all()
    assert (dest == left).all()


def test_queue_waits(job, right):
    words, found = ishmem.zeros(4, np.int32), ishmem.host_array(4, np.uint64)
    count = ishmem.host_array(1, np.uint64)
    with ishmem.Queue() as queue:
        ishmem.p_on_queue(words[2:], 1, right, queue)
        ishmem.wait_until_on_queue(words[2:3], ishmem.CMP_EQ, 1, queue)
        ishmem.wait_until_some_on_queue(words, ishmem.CMP_EQ, 1, queue, ret=count, indices=found)
    assert count[0] == 1 and found[0] == 2


def test_queue_collectives(job):
    source = ishmem.full(100, job.my_pe, np.int16)
    every, one, swapped = ishmem.zeros(100 * job.n_pes, np.int16), ishmem.zeros(100, np.int16), None
    swapped = ishmem.zeros(job.n_pes, np.int16)
    with ishmem.Queue() as queue:
        ishmem.fcollect_on_queue(every, source, queue)
        ishmem.broadcast_on_queue(one, source, job.n_pes - 1, queue)
        ishmem.alltoall_on_queue(swapped, source[:job.n_pes], queue)
        queue.team_barrier(ishmem.TEAM_WORLD)
    assert (every.numpy() == np.repeat(np.arange(job.n_pes), 100)).all()
    assert (one.numpy() == job.n_pes - 1).all() and swapped.tolist() == list(range(job.n_pes))
