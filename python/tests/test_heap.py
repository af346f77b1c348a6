# SPDX-License-Identifier: BSD-3-Clause
"""Allocation: other sizes, hints, and other PEs' copies by teams' numbers."""
import numpy as np
import pytest

import ishmem


@pytest.mark.parametrize("sizes", [(10, 1000, 3), (5, 0, 7), (1, 1 << 16, 1)])
def test_realloc_keeps_what_fits(job, sizes):
    a = ishmem.array(np.arange(sizes[0]) + 100 * job.my_pe)
    kept = sizes[0]
    for size in sizes[1:]:
        old, a = a, a.realloc(size)
        kept = min(kept, size)
        assert a.shape == (size,) and a.dtype == np.int64
        assert a[:kept].tolist() == [100 * job.my_pe + i for i in range(kept)]
        with pytest.raises(ValueError, match="freed"):
            old.tolist()
    a[...] = job.my_pe
    ishmem.barrier_all()
    if a.size:
        assert ishmem.g(a, (job.my_pe + 1) % job.n_pes) == (job.my_pe + 1) % job.n_pes
    ishmem.barrier_all()


def test_realloc_of_a_part(job):
    a = ishmem.zeros((4, 4))
    for part in (a[1:], a.T, a[:, 1]):
        with pytest.raises(ValueError, match="whole array"):
            part.realloc(3)
    with pytest.raises(ishmem.HeapError):
        a.realloc(1 << 44)
    assert a.realloc((2, 8)).tolist() == [[0.0] * 8] * 2


def test_hints(job):
    words = ishmem.empty(4, np.uint64, hints=ishmem.MALLOC_ATOMICS_REMOTE | ishmem.MALLOC_SIGNAL_REMOTE)
    words[...] = 0
    ishmem.barrier_all()
    ishmem.atomic_add(words, 1, 0)
    ishmem.barrier_all()
    assert job.my_pe != 0 or words[0] == job.n_pes
    with pytest.raises(ishmem.ArgumentError) as caught:
        ishmem.empty(4, hints=64)
    assert caught.value.argument == "hints"


def test_copies_of_a_teams_pes(job):
    a = ishmem.full(3, job.my_pe)
    team = ishmem.TEAM_WORLD.create(range(job.n_pes - 1, -1, -1))
    ishmem.barrier_all()
    for pe in range(job.n_pes):
        try:
            copy = a.on(pe)
        except ValueError:
            continue
        assert a.on(job.n_pes - 1 - pe, team).tolist() == copy.tolist() == [pe] * 3
    ishmem.barrier_all()
    team.destroy()
