# SPDX-License-Identifier: BSD-3-Clause
"""Puts and gets of all types, from symmetric arrays, NumPy's and other memory."""
import array

import numpy as np
import pytest

import ishmem

TYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
         "complex64", "complex128", "bool", "longdouble", "S5"]


def values(random, dtype, count=40):
    raw = random.integers(0, 2 if dtype == "bool" else 100, count)
    return raw.astype(dtype)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("form", ["put", "put_nbi"])
def test_put(job, right, left, random, dtype, form):
    dest, source = ishmem.zeros(42, dtype), ishmem.zeros(40, dtype)
    data = [values(random, dtype) for _ in range(job.n_pes)]
    source[:] = data[job.my_pe]
    getattr(ishmem, form)(dest[1:41], source if job.my_pe % 2 else data[job.my_pe], right)
    ishmem.barrier_all()
    assert (dest.numpy()[1:41] == data[left]).all()
    zero = np.zeros(1, dtype)[0]
    assert dest.numpy()[0] == zero and dest.numpy()[41] == zero


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("form", ["get", "get_nbi"])
def test_get(job, right, random, dtype, form):
    source = ishmem.zeros(40, dtype)
    data = [values(random, dtype) for _ in range(job.n_pes)]
    source[:] = data[job.my_pe]
    ishmem.barrier_all()
    dest = np.zeros(40, dtype)
    getattr(ishmem, form)(dest, source, right)
    ishmem.quiet()
    assert (dest == data[right]).all()


def test_non_blocking_keeps_its_arrays(job, right, left):
    """Nothing else holds the sources."""
    dest = ishmem.zeros((50, 3000), np.int64)
    for i in range(50):
        ishmem.put_nbi(dest[i], np.full(3000, job.my_pe * 100 + i), right)
    ishmem.barrier_all()
    assert (dest.numpy() == (left * 100 + np.arange(50))[:, None]).all()
    ishmem.barrier_all()
    with ishmem.create_context() as ctx:
        ishmem.put_nbi(dest[0], np.full(3000, -job.my_pe), right, ctx=ctx)
        ctx.quiet()
    ishmem.barrier_all()
    assert (dest[0] == -left).all()
    from ishmem import _pending
    assert not _pending.kept


@pytest.mark.parametrize("dtype", ["int8", "uint16", "float32", "int64", "complex128"])
def test_strided(job, right, left, dtype):
    dest = ishmem.zeros(30, dtype)
    source = np.arange(job.my_pe, job.my_pe + 20).astype(dtype)
    ishmem.iput(dest, source, 3, 2, 10, right)
    ishmem.barrier_all()
    expected = np.zeros(30, dtype)
    expected[:30:3] = np.arange(left, left + 20).astype(dtype)[::2]
    assert (dest.numpy() == expected).all()
    back = np.zeros(20, dtype)
    ishmem.iget(back, dest, 2, 3, 10, job.my_pe)
    assert (back[::2] == expected[::3]).all() and not back[1::2].any()
    ishmem.barrier_all()
    ishmem.ibput(dest, source, 6, 5, 2, 4, right)
    ishmem.barrier_all()
    for block in range(4):
        at = np.arange(left, left + 20).astype(dtype)[5 * block:5 * block + 2]
        assert (dest.numpy()[6 * block:6 * block + 2] == at).all()
    blocks = np.zeros(20, dtype)
    ishmem.ibget(blocks, dest, 5, 6, 2, 4, job.my_pe)
    assert (blocks[:2] == dest.numpy()[:2]).all()
    with pytest.raises(ValueError, match="at least"):
        ishmem.iput(dest, source, 3, 2, 11, right)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "uint64", "float32", "float64", "float16",
                                   "complex64"])
def test_values(job, right, left, dtype):
    dest = ishmem.zeros(3, dtype)
    ishmem.p(dest, np.dtype(dtype).type(job.my_pe + 5), right, index=1)
    ishmem.barrier_all()
    assert dest[1] == left + 5 and dest[0] == 0 and dest[2] == 0
    assert ishmem.g(dest, right, index=1) == job.my_pe + 5


def test_limits_of_values(job):
    small = ishmem.zeros(1, np.int8)
    for bad in [128, -129, 1 << 70]:
        with pytest.raises(OverflowError):
            ishmem.p(small, bad, job.my_pe)
    with pytest.raises(TypeError):
        ishmem.p(small, 1.5, job.my_pe)
    for good in [127, -128]:
        ishmem.p(small, good, job.my_pe)
        ishmem.quiet()
        assert small[0] == good
    large = ishmem.zeros(1, np.uint64)
    ishmem.p(large, (1 << 64) - 1, job.my_pe)
    ishmem.quiet()
    assert large[0] == (1 << 64) - 1 and ishmem.g(large, job.my_pe) == (1 << 64) - 1


def test_memory_of_programs(job, right, left):
    dest = ishmem.zeros(4, np.int32)
    ishmem.put(dest, array.array("i", [1, 2, 3, job.my_pe]), right)
    ishmem.barrier_all()
    assert dest.tolist() == [1, 2, 3, left]
    text = ishmem.zeros(5, np.uint8)
    ishmem.barrier_all()
    ishmem.put(text, b"hello", right)
    ishmem.barrier_all()
    assert bytes(text.numpy()) == b"hello"
    got = bytearray(5)
    ishmem.get(got, text, right)
    assert got == b"hello"
    with pytest.raises((BufferError, ValueError, TypeError)):
        ishmem.get(bytes(5), text, right)


def test_bad_operands(job):
    a, b = ishmem.zeros(10, np.int32), ishmem.zeros(10, np.float32)
    with pytest.raises(TypeError, match="source has elements of float32, and dest of int32"):
        ishmem.put(a, b, job.my_pe)
    with pytest.raises(ValueError, match="source has 9 elements, expected 10"):
        ishmem.put(a, a[1:], job.my_pe)
    with pytest.raises(ValueError, match="not contiguous"):
        ishmem.put(a[::2], a[:5], job.my_pe)
    with pytest.raises((BufferError, ValueError)):
        ishmem.put(a[:5], np.zeros(10, np.int32)[::2], job.my_pe)
    with pytest.raises(TypeError, match="expected a symmetric array"):
        ishmem.put(a, 3, job.my_pe)


def test_contexts(job, right, left):
    dest = ishmem.zeros(8, np.int64)
    with ishmem.create_context(ishmem.CTX_SERIALIZED) as ctx:
        assert ctx.team == ishmem.TEAM_WORLD
        with ctx.session(total_ops=2):
            ishmem.put(dest, np.full(8, job.my_pe, np.int64), right, ctx=ctx)
            ctx.fence()
            ishmem.p(dest, -1, right, index=3, ctx=ctx)
        ctx.quiet()
    ishmem.barrier_all()
    expected = [left] * 8
    expected[3] = -1
    assert dest.tolist() == expected
