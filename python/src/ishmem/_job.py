# SPDX-License-Identifier: BSD-3-Clause
"""Joining and leaving a job."""
from __future__ import annotations

import atexit
import contextlib
import signal
import sys

from . import _core, _pending, _ranks
from ._arrays import _heap


class Job:
    """The job that this process is a PE of.  ``with ishmem.init() as job:`` leaves it at the end."""

    def __init__(self):
        self._left = False

    @property
    def my_pe(self) -> int:
        """This PE's number."""
        return _core._my_pe()

    @property
    def n_pes(self) -> int:
        """The number of PEs."""
        return _core._n_pes()

    def __enter__(self) -> "Job":
        return self

    def __exit__(self, kind, value, trace):
        if kind is not None and self.n_pes > 1:
            if kind is not SystemExit:
                _print_error(kind, value, trace)
            elif not isinstance(value.code, (int, type(None))):
                print(value.code, file=sys.stderr)
            _end(_status_of(value))
        finalize()

    def __repr__(self) -> str:
        return f"<ishmem.Job PE {self.my_pe} of {self.n_pes}>" if _core._initialized() else "<ishmem.Job, left>"


def _status_of(error: BaseException) -> int:
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else 0 if error.code is None else 1
    return 128 + signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1


def _end(status: int):
    """Other PEs may wait for this one: an error ends the job, as it ends a program in C."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):  # it is closed, perhaps at its other end
            stream.flush()
    _core._global_exit(status)


_joined = 0
_print_error = sys.excepthook


def _end_by_error(kind, value, trace):
    """sys.excepthook of a PE: an exception that nothing catches ends the program, and so the job."""
    _print_error(kind, value, trace)
    if _core._initialized() and _core._n_pes() > 1:
        _end(_status_of(value))


def _enter() -> Job:
    global _joined, _print_error
    _joined += 1
    if _joined == 1:
        _heap.open()
        if sys.excepthook is not _end_by_error:
            _print_error = sys.excepthook
            sys.excepthook = _end_by_error
    return Job()


def init(comm=None, *, unique_id: bytes | None = None, rank: int | None = None, n_pes: int | None = None) -> Job:
    """Joins the job; collective.

    Without arguments the PEs are those that ``ishmrun``, ``mpiexec`` or another launcher has started, or, where
    RANK and WORLD_SIZE are set (torchrun), the processes that these number; otherwise the job has one PE.
    comm: a communicator of mpi4py, whose processes are the PEs.
    unique_id, rank, n_pes: the PEs are the n_pes processes that pass the same id of get_unique_id().
    """
    if unique_id is not None:
        if rank is None or n_pes is None:
            raise TypeError("a unique id needs rank and n_pes")
        _core._init_by_id(unique_id, rank, n_pes)
    elif comm is not None:
        from mpi4py import MPI
        _core._init(MPI._addressof(comm))
    elif not _core._initialized() and _ranks.are_numbered():
        with _ranks.shared_id() as (made, me, world):
            _core._init_by_id(made, me, world)
    else:
        _core._init(0)
    return _enter()


def finalize():
    """Leaves the job; collective.  The symmetric arrays end with it."""
    global _joined
    if _joined == 0:
        raise RuntimeError("ishmem.finalize: this process has not joined a job")
    _joined -= 1
    if _joined == 0:
        _heap.close()
    _core._finalize()
    if _joined == 0:
        _pending.kept.clear()


def get_unique_id() -> bytes:
    """An id for one start of a job, which the program brings to all its processes.  Keep it as secret as a
    password."""
    return _core._unique_id()


@atexit.register
def _leave():
    """A program that ends without finalize.  Of several PEs' programs the library looks at how they end."""
    while _joined > 0 and _core._initialized() and _core._n_pes() == 1:
        finalize()
