# SPDX-License-Identifier: BSD-3-Clause
"""Symmetric arrays behave as NumPy's: views, values and what other packages take."""
import gc

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import ishmem

TYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
         "complex64", "complex128", "bool", "longdouble"]


@pytest.mark.parametrize("dtype", TYPES)
def test_allocation(dtype):
    made = ishmem.zeros((3, 5), dtype)
    assert made.shape == (3, 5) and made.size == 15 and made.ndim == 2 and len(made) == 3
    assert made.dtype == np.dtype(dtype) and made.nbytes == 15 * np.dtype(dtype).itemsize
    assert made.contiguous and not made.numpy().any()
    assert (ishmem.ones(4, dtype).numpy() == np.ones(4, dtype)).all()
    assert ishmem.empty_like(made).shape == (3, 5)
    copied = ishmem.array(np.arange(6).reshape(2, 3).astype(dtype))
    assert (copied.numpy() == np.arange(6).reshape(2, 3).astype(dtype)).all()


def test_alignment(job):
    made = ishmem.zeros(100, np.float32, alignment=1 << 16)
    assert made._address % (1 << 16) == 0 and not made.numpy().any()
    assert ishmem.addr_accessible(made, 0) and ishmem.pe_accessible(0)
    with pytest.raises(ishmem.ArgumentError):
        ishmem.zeros(4, alignment=3)


def test_empty_shapes():
    for shape in [0, (0,), (3, 0), (0, 4)]:
        made = ishmem.zeros(shape)
        assert made.size == 0 and made.numpy().shape == np.zeros(shape).shape
    single = ishmem.full((), 7, np.int32)
    assert single.shape == () and single.item() == 7 and int(single) == 7


def test_bad_shapes():
    with pytest.raises(ValueError):
        ishmem.zeros(-1)
    with pytest.raises(TypeError):
        ishmem.zeros(1.5)
    with pytest.raises(TypeError):
        ishmem.zeros(3, object)


def _index(draw, extents):
    keys = []
    for extent in extents[:draw(st.integers(0, len(extents)))]:
        whole = st.slices(extent)
        one = st.integers(-extent, extent - 1) if extent else whole
        keys.append(draw(st.one_of(whole, one)))
    if draw(st.booleans()):
        keys.insert(draw(st.integers(0, len(keys))), Ellipsis)
    if draw(st.booleans()):
        keys.insert(draw(st.integers(0, len(keys))), None)
    return tuple(keys)


@pytest.mark.parametrize("shape", [(0, 0, 6), (3, 4), (5,)])
@pytest.mark.parametrize("step", [1 << 60, -(1 << 60)])
def test_step_beyond_the_end(job, shape, step):
    model = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(np.complex128)
    made = ishmem.array(model)
    assert (made[..., ::step].numpy() == model[..., ::step]).all()
    assert made[::step].shape == model[::step].shape


@st.composite
def shapes_and_keys(draw):
    shape = tuple(draw(st.lists(st.integers(0, 6), min_size=1, max_size=4)))
    return shape, _index(draw, shape)


@settings(max_examples=200, deadline=None, database=None, derandomize=True,
          suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(shapes_and_keys(), st.sampled_from(["int16", "float64", "complex128"]))
def test_views_are_numpys(case, dtype):
    shape, key = case
    model = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    made = ishmem.array(model)
    try:
        expected = model[key]
    except IndexError:  # an ellipsis has moved an index to a shorter dimension
        with pytest.raises(IndexError):
            made[key]
        made.free()
        return
    seen = made[key]
    if isinstance(expected, np.ndarray):
        assert seen.shape == expected.shape
        assert (seen.numpy() == expected).all()
        assert seen.contiguous == bool(expected.flags.c_contiguous)
        assert (seen.T.numpy() == expected.T).all()
    else:
        assert seen == expected
    model[key] = 77
    made[key] = 77
    assert (made.numpy() == model).all()
    made.free()


def test_views_share_memory():
    made = ishmem.array(np.arange(24).reshape(4, 6))
    view = made[1:3, ::-2]
    view[...] = -1
    assert made.numpy()[1:3, ::-2].tolist() == [[-1] * 3] * 2
    assert made.reshape(2, -1).shape == (2, 12) and made.reshape(24)[7] == -1
    assert made.view(np.float64).dtype == np.float64
    with pytest.raises(ValueError):
        view.reshape(6)
    with pytest.raises(ValueError):
        made.reshape(5, 5)
    with pytest.raises(IndexError):
        made[4]
    with pytest.raises(IndexError):
        made[0, 0, 0]


def test_lists_and_masks():
    made = ishmem.array(np.arange(10))
    assert made[[1, 3]].tolist() == [1, 3] and made[made.numpy() > 7].tolist() == [8, 9]
    made[[0, 2]] = [5, 6]
    assert made.tolist()[:3] == [5, 1, 6]
    assert (made == made.numpy()).all() and [int(x) for x in made] == made.tolist()


def test_numpy_has_the_memory():
    made = ishmem.zeros((2, 3), np.float32)
    if made.__dlpack_device__()[0] != 1:  # the host does not reach a GPU's memory
        assert not hasattr(made, "__array_interface__")
        return
    shared = np.asarray(made)
    shared[1, 2] = 4
    assert made[1, 2] == 4
    made[0, 0] = 3
    assert shared[0, 0] == 3
    by_dlpack = np.from_dlpack(made)
    made[0, 1] = 9
    assert by_dlpack[0, 1] == 9 and by_dlpack.strides == shared.strides
    column = np.from_dlpack(made[:, 1])
    assert column.tolist() == [9, 0]


def test_numpy_keeps_the_memory(job):
    shared = np.asarray(ishmem.full(1000, 5, np.int64))
    gc.collect()
    others = [ishmem.zeros(1000, np.int64) for _ in range(20)]
    assert (shared == 5).all() and len(others) == 20


def is_near(pe):
    return ishmem.TEAM_WORLD.translate_pe(pe, ishmem.TEAM_SHARED) >= 0


def test_on(job, right, left):
    made = ishmem.full(4, job.my_pe, np.int32)
    ishmem.barrier_all()
    if is_near(right):
        remote = made.on(right)
        assert remote.tolist() == [right] * 4
        remote[2] = 100 + job.my_pe
        with pytest.raises(ValueError):
            remote.free()
    else:
        with pytest.raises(ValueError, match="not reached"):
            made.on(right)
    ishmem.barrier_all()
    assert made[2] == (100 + left if is_near(left) else job.my_pe)


def test_memory_returns(job):
    """Arrays that end at different times on different PEs are freed, and the heap does not fill."""
    kept = []
    for i in range(200):
        made = ishmem.zeros(1 << 20, np.uint8)
        made[:] = i % 256
        kept.append(made)
        if (i + job.my_pe) % 3 == 0:
            kept.clear()
        assert made[-1] == i % 256
    kept.clear()


def test_cycles_return(job):
    """Arrays that only the garbage collector finds are freed when the heap is full."""
    gc.disable()
    try:
        for _ in range(12):
            cycle = [ishmem.zeros(100 << 20, np.uint8)]
            cycle.append(cycle)
            del cycle
    finally:
        gc.enable()


def test_free():
    made = ishmem.zeros(8)
    view = made[2:4]
    made.free()
    with pytest.raises(ValueError, match="freed"):
        made[0]
    with pytest.raises(ValueError, match="freed"):
        view.numpy()
    made.free()  # nothing more happens
    with ishmem.zeros(8) as other:
        other[:] = 1
    with pytest.raises(ValueError, match="freed"):
        other.numpy()
