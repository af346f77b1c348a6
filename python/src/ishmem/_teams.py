# SPDX-License-Identifier: BSD-3-Clause
"""Teams and contexts."""
from __future__ import annotations

import contextlib

from . import _core

CTX_SERIALIZED = 1
CTX_PRIVATE = 2
CTX_NOSTORE = 4


class Team:
    """An ordered set of PEs, numbered from 0."""

    def __init__(self, handle: int):
        self.handle = handle

    @property
    def my_pe(self) -> int:
        """This PE's number in the team."""
        return _core._team_my_pe(self.handle)

    @property
    def n_pes(self) -> int:
        """The number of PEs."""
        return _core._team_n_pes(self.handle)

    def translate_pe(self, pe: int, other: "Team") -> int:
        """The number in another team of this team's PE; -1: it is not there."""
        return _core._team_translate_pe(self.handle, pe, other.handle)

    @property
    def num_contexts(self) -> int:
        """The number of contexts that its configuration asks for."""
        return _core._team_num_contexts(self.handle)

    def split_strided(self, start: int, stride: int, size: int, *, num_contexts: int | None = None) -> "Team | None":
        """A team of the PEs start, start + stride and so on.  Collective over this team; None: this PE is not in
        the new one."""
        return _made(_core._team_split_strided(self.handle, start, stride, size, _number(num_contexts)))

    def split_2d(self, xrange: int, *, x_contexts: int | None = None,
                 y_contexts: int | None = None) -> "tuple[Team | None, Team | None]":
        """This PE's row and column, where the PEs lie in rows of xrange.  Collective over this team."""
        x, y = _core._team_split_2d(self.handle, xrange, _number(x_contexts), _number(y_contexts))
        return _made(x), _made(y)

    def create(self, pes, *, num_contexts: int | None = None) -> "Team | None":
        """A team of these PEs, in this order.  Collective over this team."""
        return _made(_core._team_create(self.handle, list(pes), _number(num_contexts)))

    def context(self, options: int = 0) -> "Context":
        """A context whose routines take this team's PE numbers."""
        return Context(_core._ctx_create(self.handle, options))

    def sync(self):
        """Waits until all PEs of the team have called.  Collective."""
        _core._team_sync(self.handle)

    def barrier(self):
        """The same, and completes this PE's operations.  Collective."""
        _core._team_barrier(self.handle)

    def destroy(self):
        """Ends the team and its contexts.  Collective over it."""
        handle, self.handle = self.handle, -1
        _core._team_destroy(handle)

    def __enter__(self) -> "Team":
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.destroy()

    def __eq__(self, other) -> bool:
        return isinstance(other, Team) and other.handle == self.handle

    def __hash__(self) -> int:
        return hash(self.handle)

    def __repr__(self) -> str:
        return f"<ishmem.Team {self.handle}>"


def _number(num_contexts: int | None) -> int:
    if num_contexts is None:
        return -1
    if num_contexts < 0:
        raise ValueError(f"num_contexts is {num_contexts}, expected 0 or more")
    return num_contexts


def _made(handle: int) -> Team | None:
    return None if handle < 0 else Team(handle)


TEAM_WORLD = Team(0)
TEAM_SHARED = Team(1)
TEAM_NODE = Team(2)


class Context:
    """A stream of operations that is ordered and completed by itself.  Routines take it as ``ctx=``."""

    def __init__(self, handle: int):
        self.handle = handle

    @property
    def team(self) -> Team:
        """The team whose PE numbers its routines take."""
        return Team(_core._ctx_team(self.handle))

    def fence(self):
        """Orders its operations, for each PE."""
        _core._fence(self.handle)

    def quiet(self):
        """Completes its operations."""
        _core._quiet(self.handle)

    @contextlib.contextmanager
    def session(self, batch: bool = True, total_ops: int = 0):
        """Hints for ``with``: many operations follow, and at most how many."""
        _core._session_start(self.handle, 1 if batch else 0, total_ops)
        try:
            yield self
        finally:
            _core._session_stop(self.handle)

    def destroy(self):
        """Completes its operations and ends it."""
        handle, self.handle = self.handle, 0
        _core._ctx_destroy(handle)

    def __enter__(self) -> "Context":
        return self

    def __exit__(self, kind, value, trace):
        self.destroy()


def create_context(options: int = 0) -> Context:
    """A context of all PEs."""
    return TEAM_WORLD.context(options)
