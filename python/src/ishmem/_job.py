# SPDX-License-Identifier: BSD-3-Clause
"""Joining and leaving a job."""
from __future__ import annotations

import atexit
import os
import socket
import sys
import time

from . import _core
from ._arrays import _heap

_PORT_OFFSET = 17


class Job:
    """The job that this process is a PE of.  ``with ishmem.init() as job:`` leaves it at the end."""

    def __init__(self):
        self._left = False

    @property
    def my_pe(self) -> int:
        """This PE's number."""
        return _core.my_pe()

    @property
    def n_pes(self) -> int:
        """The number of PEs."""
        return _core.n_pes()

    def __enter__(self) -> "Job":
        return self

    def __exit__(self, kind, value, trace):
        # Other PEs may wait for this one: an error ends the job, as it ends a program in C.
        if kind is not None and self.n_pes > 1:
            sys.excepthook(kind, value, trace)
            sys.stdout.flush()
            sys.stderr.flush()
            _core.global_exit(value.code if kind is SystemExit and isinstance(value.code, int) else 1)
        finalize()

    def __repr__(self) -> str:
        return f"<ishmem.Job PE {self.my_pe} of {self.n_pes}>" if _core.initialized() else "<ishmem.Job, left>"


_joined = 0


def _enter() -> Job:
    global _joined
    _joined += 1
    if _joined == 1:
        _heap.open()
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
        _core.init_by_id(unique_id, rank, n_pes)
    elif comm is not None:
        from mpi4py import MPI
        _core.init(MPI._addressof(comm))
    elif _numbered():
        world, me = int(os.environ["WORLD_SIZE"]), int(os.environ["RANK"])
        _core.init_by_id(_share_id(me, world), me, world)
    else:
        _core.init(0)
    return _enter()


def finalize():
    """Leaves the job; collective.  The symmetric arrays end with it."""
    global _joined
    if _joined == 0:
        raise RuntimeError("ishmem.finalize: this process has not joined a job")
    _joined -= 1
    if _joined == 0:
        _heap.close()
    _core.finalize()


def get_unique_id() -> bytes:
    """An id for one start of a job, which the program brings to all its processes.  Keep it as secret as a
    password."""
    return _core.unique_id()


@atexit.register
def _leave():
    """A program that ends without finalize leaves the job as one in C would that returns from main."""
    global _joined
    while _joined > 0 and _core.initialized():
        finalize()


# ---- Processes that RANK and WORLD_SIZE number ------------------------------------------------

# Launchers that the library knows itself.
_LAUNCHERS = ("PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_FD", "ISHMRUN_JOB")


def _numbered() -> bool:
    return ("RANK" in os.environ and "WORLD_SIZE" in os.environ and not _core.initialized()
            and not any(name in os.environ for name in _LAUNCHERS))


def _share_id(me: int, world: int) -> bytes:
    """Brings rank 0's id to the others, by the store of torch.distributed, at MASTER_ADDR and MASTER_PORT.

    torchrun's agent has the store; without it rank 0 listens there."""
    if world == 1:
        return get_unique_id()
    address = os.environ.get("MASTER_ADDR", "127.0.0.1")
    port = int(os.environ.get("MASTER_PORT", "29500")) + _PORT_OFFSET
    secret = os.environ.get("TORCHELASTIC_RUN_ID", "")
    if me == 0:
        return _serve_id(address, port, world, secret)
    return _fetch_id(address, port, secret)


def _serve_id(address: str, port: int, world: int, secret: str) -> bytes:
    made = get_unique_id()
    with socket.create_server((address, port)) as server:
        served = 1
        while served < world:
            connection, _ = server.accept()
            with connection:
                connection.settimeout(10)
                try:
                    if connection.recv(256).decode() == f"ishmem {secret}\n":
                        connection.sendall(made)
                        served += 1
                except (OSError, UnicodeDecodeError):
                    pass
    return made


def _fetch_id(address: str, port: int, secret: str) -> bytes:
    until = time.monotonic() + float(os.environ.get("ISHMEM_UNIQUEID_TIMEOUT", "120"))
    while True:
        try:
            with socket.create_connection((address, port), timeout=10) as connection:
                connection.sendall(f"ishmem {secret}\n".encode())
                data = b""
                while chunk := connection.recv(4096):
                    data += chunk
                if data:
                    return data
        except OSError:
            pass
        if time.monotonic() > until:
            raise RuntimeError(f"rank 0 does not answer at {address}:{port} (MASTER_ADDR, MASTER_PORT)")
        time.sleep(0.05)
