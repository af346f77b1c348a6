# SPDX-License-Identifier: BSD-3-Clause
"""All PEs of a job run the same tests in the same order:

    ishmrun -n 3 python -m pytest python/tests

A test that fails on a PE ends the job, as the others would wait for it.
"""
import gc
import sys

import numpy as np
import pytest

import ishmem


@pytest.fixture(scope="session")
def job():
    """The job, joined once for all tests of a process."""
    with ishmem.init() as joined:
        yield joined


@pytest.fixture(autouse=True)
def together(job):
    """Each test begins and ends on all PEs together, and its arrays are freed."""
    ishmem.barrier_all()
    yield
    ishmem.barrier_all()
    gc.collect()
    ishmem.collect_garbage()


@pytest.fixture
def right(job):
    """The next PE."""
    return (job.my_pe + 1) % job.n_pes


@pytest.fixture
def left(job):
    """The PE before."""
    return (job.my_pe - 1) % job.n_pes


@pytest.fixture
def random(job, request):
    """Random numbers that are the same on all PEs."""
    return np.random.default_rng(sum(request.node.name.encode()))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    outcome = yield
    report = outcome.get_result()
    if report.failed and ishmem.initialized() and ishmem.n_pes() > 1:
        sys.stderr.write(f"PE {ishmem.my_pe()}: {item.nodeid} failed\n{report.longreprtext}\n")
        sys.stderr.flush()
        ishmem.global_exit(1)
