# SPDX-License-Identifier: BSD-3-Clause
"""The routines without a type.  Those of a type are in _core, which expands them from the lists of the C library."""
from __future__ import annotations

from . import _core

THREAD_SINGLE, THREAD_FUNNELED, THREAD_SERIALIZED, THREAD_MULTIPLE = range(4)
MSG_DEBUG, MSG_WARNING, MSG_ERROR, MSG_STDOUT, MSG_STDERR = range(5)


def my_pe() -> int:
    """This PE's number."""
    return _core._my_pe()


def n_pes() -> int:
    """The number of PEs."""
    return _core._n_pes()


def initialized() -> bool:
    """Whether this process has joined a job."""
    return _core._initialized()


def version() -> tuple:
    """The version of the API: major and minor."""
    return _core._version()


def library_name() -> str:
    """The vendor string."""
    return _core._name()


def thread_level() -> int:
    """The thread level in force: THREAD_MULTIPLE, unless the job was joined before by other code."""
    return _core._thread_level()


def global_exit(status: int):
    """Ends every process of the job.  Not collective; does not return."""
    _core._global_exit(status)


def pe_accessible(pe: int) -> bool:
    """Whether communication with PE pe is possible."""
    return _core._pe_accessible(pe)


def addr_accessible(array, pe: int) -> bool:
    """Whether communication with PE pe's copy of the array is possible."""
    return _core._addr_accessible(array._address, pe)


def message(text: str, kind: int = MSG_STDOUT):
    """Prints as the library does: STDOUT and STDERR the text as it is, WARNING, ERROR and DEBUG a line with the PE on
    stderr, DEBUG only with ISHMEM_DEBUG=1."""
    _core._print(text, kind)


def pcontrol(level: int):
    """For tools that profile: the library does nothing."""
    _core._pcontrol(level)


def runtime() -> "str | None":
    """How the PEs found each other: "mpi", or "pmi" if by PMIx or a unique id; None outside of a job."""
    return _core._runtime()


def timestamp() -> int:
    """The time in ns of the clock that kernels read, too."""
    return _core._timestamp()


def _handle(thing) -> int:
    return 0 if thing is None else thing if isinstance(thing, int) else thing.handle


def fence(ctx=None):
    """For each PE, orders this PE's earlier puts, AMOs and signals before its later ones."""
    _core._fence(_handle(ctx))


def quiet(ctx=None):
    """Completes all operations of this PE, or of the context."""
    _core._quiet(_handle(ctx))


def pe_quiet(pes, ctx=None):
    """Completes the operations to these PEs."""
    _core._pe_quiet(list(pes), _handle(ctx))


def sync_all():
    """Waits until all PEs have called.  Collective."""
    _core._sync_all()


def barrier_all():
    """The same, and completes this PE's operations.  Collective."""
    _core._barrier_all()


def team_sync(team):
    """Waits until all PEs of the team have called.  Collective over it."""
    _core._team_sync(_handle(team))


def team_barrier(team):
    """The same, and completes this PE's operations.  Collective over it."""
    _core._team_barrier(_handle(team))


def signal_set(signal, value: int, pe: int, index: int = 0, ctx=None):
    """Sets the element of an array of uint64 on PE pe."""
    _core._signal_notify(signal, value, pe, index, _handle(ctx), False)


def signal_add(signal, value: int, pe: int, index: int = 0, ctx=None):
    """Adds to the element of an array of uint64 on PE pe."""
    _core._signal_notify(signal, value, pe, index, _handle(ctx), True)


def signal_fetch(signal, index: int = 0) -> int:
    """The value of this PE's own signal."""
    return _core._signal_fetch(signal, index)


def signal_wait_until(signal, cmp: int, value: int, index: int = 0) -> int:
    """Waits until the comparison holds; returns the value that it saw.  Ctrl-C ends the wait."""
    return _core._signal_wait_until(signal, cmp, value, index)


def set_lock(lock, index: int = 0):
    """Waits for the lock, an element of an array of int64, and takes it.  Ctrl-C ends the wait."""
    _core._set_lock(lock, index)


def test_lock(lock, index: int = 0) -> bool:
    """Takes the lock if it is free; whether this PE has it now."""
    return _core._test_lock(lock, index)


def clear_lock(lock, index: int = 0):
    """Frees the lock."""
    _core._clear_lock(lock, index)


__all__ = ["my_pe", "n_pes", "initialized", "version", "library_name", "thread_level", "global_exit",
           "pe_accessible", "addr_accessible", "message", "pcontrol", "runtime", "timestamp", "MSG_DEBUG", "MSG_WARNING", "MSG_ERROR",
           "MSG_STDOUT", "MSG_STDERR", "THREAD_SINGLE", "THREAD_FUNNELED", "THREAD_SERIALIZED", "THREAD_MULTIPLE", "fence", "quiet", "pe_quiet", "sync_all", "barrier_all", "team_sync", "team_barrier",
           "signal_set", "signal_add", "signal_fetch", "signal_wait_until", "set_lock", "test_lock", "clear_lock"]
