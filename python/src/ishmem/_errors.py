# SPDX-License-Identifier: BSD-3-Clause
"""Errors of the library as exceptions."""
from __future__ import annotations

import re


class Error(RuntimeError):
    """An error that a routine of the library has found.  The call has had no effect.

    str(error)     the library's sentence
    error.pe       the calling PE
    error.routine  the routine of C, such as "ishmem_int32_put"; None: the sentence names none
    error.argument the argument that is bad; None: the sentence names none
    """

    def __init__(self, sentence: str, pe: int = 0, routine: str | None = None, argument: str | None = None):
        super().__init__(sentence)
        self.pe = pe
        self.routine = routine
        self.argument = argument


class ArgumentError(Error, ValueError):
    """An argument is bad."""


class TeamError(Error, ValueError):
    """A team is not live."""


class NotReadyError(Error):
    """The call is made outside of a job."""


class HeapError(Error, MemoryError):
    """The symmetric heap has not enough room."""


class MismatchError(Error):
    """Members of a team make different calls (ISHMEM_CHECKS=2)."""


# By ISHMEMX_ERROR_...
_CLASSES = {1: ArgumentError, 2: TeamError, 3: NotReadyError, 4: HeapError, 5: MismatchError}
_SENTENCE = re.compile(r"(\w+): (?:argument (\w+) is )?")


def make(code: int, pe: int, sentence: str) -> Error:
    """The exception of what the error handler was told."""
    found = _SENTENCE.match(sentence)
    routine, argument = found.groups() if found else (None, None)
    return _CLASSES.get(code, Error)(sentence, pe, routine, argument)
