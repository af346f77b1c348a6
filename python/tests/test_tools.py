# SPDX-License-Identifier: BSD-3-Clause
"""Tools, configurations of teams, and what a job says of itself."""
import contextlib

import numpy as np
import pytest

import ishmem


def test_observe(job):
    a = ishmem.zeros(6, np.int32)
    begun, ended = [], []
    with ishmem.observe(lambda *call: begun.append(call), lambda *call: ended.append(call)):
        ishmem.put(a[:4], np.ones(4, np.int32), job.my_pe)
        ishmem.barrier_all()
    ishmem.barrier_all()
    assert begun == ended == [("ishmem_int32_put", job.my_pe, 16), ("ishmem_barrier_all", -1, 0)]


def test_observer_raises(job, monkeypatch):
    def fail(*call):
        raise ValueError(f"of {call[0]}")
    a = ishmem.zeros(1)
    printed = []
    monkeypatch.setattr("sys.unraisablehook", lambda unraised: printed.append(str(unraised.exc_value)))
    with ishmem.observe(end=fail):
        ishmem.p(a, 3.0, job.my_pe)
    assert a[0] == 3.0 and printed == ["of ishmem_double_p"]
    with pytest.raises(ishmem.ArgumentError, match="callback"):
        with ishmem.observe():
            pass
    with contextlib.ExitStack() as stack:
        for _ in range(8):
            stack.enter_context(ishmem.observe(end=lambda *call: None))
        with pytest.raises(ValueError, match="8 tools"):
            stack.enter_context(ishmem.observe(end=fail))


def test_contexts_of_teams(job):
    assert ishmem.TEAM_WORLD.num_contexts == 0
    with ishmem.TEAM_WORLD.split_strided(0, 1, job.n_pes, num_contexts=3) as team:
        assert team.num_contexts == 3
        with team.create(range(job.n_pes), num_contexts=2) as other:
            assert other.num_contexts == 2
        x, y = team.split_2d(2, x_contexts=1, y_contexts=4)
        assert (x.num_contexts, y.num_contexts) == (1, 4)
        y.destroy()
        x.destroy()
    with pytest.raises(ValueError, match="num_contexts is -2"):
        ishmem.TEAM_WORLD.create([0], num_contexts=-2)


def test_job(job):
    assert ishmem.runtime() in ("mpi", "pmi")
    ishmem.pcontrol(1)
