# SPDX-License-Identifier: BSD-3-Clause
"""Collectives of all types, and teams."""
import numpy as np
import pytest

import ishmem

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float32", "float64"]
OTHERS = ["float16", "complex64", "complex128", "longdouble", "bool"]
SIZES = [0, 1, 7, 1000]


def sources(job, count, dtype):
    dtype = np.dtype(dtype)
    return [np.array([(i * 3 + pe * 7) % 11 for i in range(count)]).astype(dtype) for pe in range(job.n_pes)]


@pytest.mark.parametrize("dtype", INTEGERS + FLOATS + OTHERS)
@pytest.mark.parametrize("count", SIZES)
def test_data(job, dtype, count):
    every = sources(job, count, dtype)
    source = ishmem.array(every[job.my_pe])
    for root in {0, job.n_pes - 1}:
        dest = ishmem.zeros(count, dtype)
        ishmem.broadcast(dest, source, root)
        assert (dest.numpy() == every[root]).all()
    gathered = ishmem.zeros(count * job.n_pes, dtype)
    ishmem.fcollect(gathered, source)
    assert (gathered.numpy() == np.concatenate(every)).all()
    some = [data[:min(count, pe + 1)] for pe, data in enumerate(every)]
    collected = ishmem.zeros(count * job.n_pes, dtype)
    ishmem.collect(collected, source[:len(some[job.my_pe])])
    total = np.concatenate(some)
    assert (collected.numpy()[:len(total)] == total).all()
    parts = ishmem.array(np.concatenate([every[job.my_pe]] * job.n_pes))
    swapped = ishmem.zeros(count * job.n_pes, dtype)
    ishmem.alltoall(swapped, parts)
    assert (swapped.numpy() == np.concatenate(every)).all()


@pytest.mark.parametrize("dtype", INTEGERS + FLOATS + ["complex64", "complex128", "longdouble", "float16"])
@pytest.mark.parametrize("count", SIZES)
def test_sums(job, dtype, count):
    every = sources(job, count, dtype)
    source, dest = ishmem.array(every[job.my_pe]), ishmem.zeros(count, dtype)
    ishmem.sum_reduce(dest, source)
    assert (dest.numpy() == np.sum(every, axis=0, dtype=dtype)).all()
    if dtype == "float16":
        return
    ishmem.sum_inscan(dest, source)
    assert (dest.numpy() == np.sum(every[:job.my_pe + 1], axis=0, dtype=dtype)).all()
    ishmem.sum_exscan(dest, source)
    expected = np.sum(every[:job.my_pe], axis=0, dtype=dtype) if job.my_pe else np.zeros(count, dtype)
    assert (dest.numpy() == expected).all()
    ishmem.prod_reduce(dest, ishmem.full(count, 2, dtype))
    assert (dest.numpy() == np.full(count, 2 ** job.n_pes).astype(dtype)).all()


@pytest.mark.parametrize("dtype", INTEGERS + FLOATS)
def test_extrema_and_scatters(job, dtype):
    every = sources(job, 12, dtype)
    source, dest = ishmem.array(every[job.my_pe]), ishmem.zeros(12, dtype)
    ishmem.max_reduce(dest, source)
    assert (dest.numpy() == np.max(every, axis=0)).all()
    ishmem.min_reduce(dest, source)
    assert (dest.numpy() == np.min(every, axis=0)).all()
    long = sources(job, 5 * job.n_pes, dtype)
    part = ishmem.zeros(5, dtype)
    ishmem.sum_reduce_scatter(part, ishmem.array(long[job.my_pe]))
    mine = slice(5 * job.my_pe, 5 * job.my_pe + 5)
    assert (part.numpy() == np.sum(long, axis=0, dtype=dtype)[mine]).all()


@pytest.mark.parametrize("dtype", INTEGERS)
def test_bits(job, dtype):
    every = sources(job, 9, dtype)
    source, dest = ishmem.array(every[job.my_pe]), ishmem.zeros(9, dtype)
    for name, operation in [("and", np.bitwise_and), ("or", np.bitwise_or), ("xor", np.bitwise_xor)]:
        getattr(ishmem, name + "_reduce")(dest, source)
        assert (dest.numpy() == operation.reduce(every)).all()


def test_strided(job):
    n = job.n_pes
    source = ishmem.array(np.arange(n * 3 * 2, dtype=np.int32) + 100 * job.my_pe)
    dest = ishmem.zeros(n * 3 * 4, np.int32)
    ishmem.alltoalls(dest, source, 4, 2, 3)
    for pe in range(n):
        block = np.arange(n * 3 * 2, dtype=np.int32)[::2][3 * job.my_pe:3 * job.my_pe + 3] + 100 * pe
        assert (dest.numpy()[::4][3 * pe:3 * pe + 3] == block).all()


def test_bad_sizes(job):
    dest, source = ishmem.zeros(3, np.int32), ishmem.zeros(4, np.int32)
    with pytest.raises(ValueError, match="dest has 3 elements, expected 4"):
        ishmem.sum_reduce(dest, source)
    with pytest.raises(ValueError):
        ishmem.fcollect(dest, source)
    with pytest.raises(TypeError, match="no such routine"):
        ishmem.and_reduce(ishmem.zeros(4, np.float32), ishmem.zeros(4, np.float32))


def test_teams(job):
    world = ishmem.TEAM_WORLD
    assert world.my_pe == job.my_pe and world.n_pes == job.n_pes
    size = (job.n_pes + 1) // 2
    even = world.split_strided(0, 2, size)
    assert (even is not None) == (job.my_pe % 2 == 0)
    source, dest, moved = ishmem.full(4, job.my_pe, np.int32), ishmem.zeros(4, np.int32), ishmem.zeros(4, np.int32)
    if even:
        assert even.my_pe == job.my_pe // 2 and even.n_pes == size
        assert even.translate_pe(even.my_pe, world) == job.my_pe
        ishmem.sum_reduce(dest, source, team=even)
        assert dest.tolist() == [sum(range(0, job.n_pes, 2))] * 4
        with even.context() as ctx:
            assert ctx.team == even
            ishmem.put(moved, source, (even.my_pe + 1) % size, ctx=ctx)
        even.barrier()
        assert moved.tolist() == [(job.my_pe - 2) % (2 * size)] * 4
        even.destroy()
    backwards = world.create(range(job.n_pes - 1, -1, -1))
    assert backwards.my_pe == job.n_pes - 1 - job.my_pe
    with backwards:
        backwards.sync()
    row, column = world.split_2d(2)
    assert row.my_pe == job.my_pe % 2 and column.my_pe == job.my_pe // 2
    row.destroy()
    column.destroy()
    with pytest.raises(ValueError):
        world.split_strided(0, 1, job.n_pes + 1)
