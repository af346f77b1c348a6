# SPDX-License-Identifier: BSD-3-Clause
"""Errors are exceptions with the library's sentence, and nothing is changed."""
import numpy as np
import pytest

import ishmem


def test_bad_pe(job):
    a = ishmem.full(4, 3, np.int32)
    with pytest.raises(ishmem.ArgumentError) as caught:
        ishmem.put(a, np.zeros(4, np.int32), job.n_pes)
    error = caught.value
    assert error.routine == "ishmem_int32_put" or error.routine.endswith("_put")
    assert error.argument == "pe" and error.pe == job.my_pe
    assert f"argument pe is {job.n_pes}, expected 0 to {job.n_pes - 1}" in str(error)
    assert isinstance(error, ValueError)
    assert a.tolist() == [3] * 4
    ishmem.put(a, np.zeros(4, np.int32), job.my_pe)
    ishmem.quiet()
    assert a.tolist() == [0] * 4


def test_not_symmetric(job):
    with pytest.raises(ishmem.ArgumentError) as caught:
        ishmem.put(np.zeros(4), np.zeros(4), job.my_pe)
    assert caught.value.argument == "dest"


def test_bad_team(job):
    a = ishmem.zeros(4, np.int32)
    with pytest.raises(ishmem.TeamError):
        ishmem.team_sync(77)
    with pytest.raises(ishmem.Error):
        ishmem.sum_reduce(a, a, team=77)


def test_an_error_belongs_to_its_call(job):
    a = ishmem.zeros(4, np.int32)
    with pytest.raises(ValueError):  # its size is looked at before its team is
        ishmem.fcollect(a, a[:3], team=77)
    ishmem.put(a, a, job.my_pe)


def test_waits_are_named(job):
    a = ishmem.zeros(4, np.int32)
    words = ishmem.zeros(1, np.uint64)
    for call, routine in ((lambda: ishmem.wait_until(a, 99, 0), "ishmem_int32_wait_until"),
                          (lambda: ishmem.wait_until_some(a, 99, 0), "ishmem_int32_wait_until_some"),
                          (lambda: ishmem.wait_until_all(a, 99, 0, np.ones(4, np.int32)), "ishmem_int32_wait_until_all"),
                          (lambda: ishmem.test(a, 99, 0), "ishmem_int32_test"),
                          (lambda: ishmem.signal_wait_until(words, 99, 0), "ishmem_signal_wait_until"),
                          (lambda: ishmem.set_lock(np.zeros(1, np.int64)), "ishmem_set_lock"),
                          (lambda: ishmem.test_lock(np.zeros(1, np.int64)), "ishmem_test_lock")):
        with pytest.raises(ishmem.ArgumentError) as caught:
            call()
        assert caught.value.routine == routine


def test_messages(job, capfd):
    ishmem.message("printed\n")
    ishmem.message("a warning", ishmem.MSG_WARNING)
    out, err = capfd.readouterr()
    assert out == "printed\n" and "a warning" in err and f"PE {job.my_pe}" in err
    assert 0 <= ishmem.timestamp() <= ishmem.timestamp()


def test_full_heap(job):
    with pytest.raises(ishmem.HeapError, match="exhausted"):
        ishmem.zeros(1 << 44, np.uint8)
    assert isinstance(ishmem.HeapError("x"), MemoryError)
    assert ishmem.zeros(4).size == 4
