# SPDX-License-Identifier: BSD-3-Clause
"""Tools that observe calls."""
from __future__ import annotations

import contextlib
from collections.abc import Callable

from . import _core

Callback = Callable[[str, int, int], None]


@contextlib.contextmanager
def observe(begin: Callback | None = None, end: Callback | None = None):
    """Within ``with``, begin and end are called before and after each call of this PE that communicates,
    synchronises, allocates memory or creates a team, with the name in C of the routine, the PE (-1: no single one)
    and the bytes.

    The thread that makes the call calls them.  They must not call routines of ishmem.  What they raise is printed.
    A wait in Python is observed as the tests that it is made of."""
    tool = _core._tool_register(begin, end)
    try:
        yield
    finally:
        _core._tool_unregister(tool)
