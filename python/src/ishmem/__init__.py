# SPDX-License-Identifier: BSD-3-Clause
"""OpenSHMEM for GPUs: symmetric arrays, and puts, gets, atomics, signals, waits and collectives on them.

    with ishmem.init() as job:
        a = ishmem.zeros(1024, np.float32)
        b = ishmem.empty_like(a)
        a[:] = job.my_pe
        ishmem.put(b, a, pe=(job.my_pe + 1) % job.n_pes)
        ishmem.barrier_all()

Routines have the names of C without prefix and type: ishmem_int32_put is put, ishmemx_float_ibput is ibput.  The
type is that of the array, and the number of elements its size.
"""
from . import _core
from ._core import *  # noqa: F403  (the routines of a type; the names of all else begin with an underscore)
from ._arrays import (MALLOC_ATOMICS_REMOTE, MALLOC_SIGNAL_REMOTE, Array, array, collect_garbage, empty, empty_like,
                      full, ones, zeros, zeros_like)
from ._errors import ArgumentError, Error, HeapError, MismatchError, NotReadyError, TeamError
from ._job import Job, finalize, get_unique_id, init
from ._kernels import Kernel, Module, Queue, compile, host_array
from ._routines import *  # noqa: F403
from ._routines import __all__ as _routine_names
from ._tools import observe
from ._teams import (CTX_NOSTORE, CTX_PRIVATE, CTX_SERIALIZED, TEAM_NODE, TEAM_SHARED, TEAM_WORLD, Context, Team,
                     create_context)

CMP_EQ, CMP_NE, CMP_GT, CMP_GE, CMP_LT, CMP_LE = range(1, 7)
SIGNAL_SET, SIGNAL_ADD = 0, 1

__all__ = ["ArgumentError", "Array", "Context", "Error", "HeapError", "Job", "Kernel", "MismatchError", "Module",
           "NotReadyError", "Queue", "Team", "TeamError", "array", "collect_garbage", "compile", "create_context",
           "empty", "empty_like", "finalize", "full", "get_unique_id", "host_array", "init", "observe", "ones", "zeros",
           "zeros_like", "CMP_EQ", "CMP_NE", "CMP_GT", "CMP_GE", "CMP_LT", "CMP_LE", "CTX_NOSTORE", "CTX_PRIVATE",
           "CTX_SERIALIZED", "MALLOC_ATOMICS_REMOTE", "MALLOC_SIGNAL_REMOTE", "SIGNAL_SET", "SIGNAL_ADD", "TEAM_NODE",
           "TEAM_SHARED", "TEAM_WORLD",
           *_routine_names, *(name for name in dir(_core) if not name.startswith("_"))]
