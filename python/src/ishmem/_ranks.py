# SPDX-License-Identifier: BSD-3-Clause
"""Processes that RANK and WORLD_SIZE number, as torchrun's do: rank 0 makes a unique id and brings it to the others.

On one host it lies in a file that only this user reads.  Between hosts rank 0 sends it to those who know the secret
of ISHMEM_SECRET.
"""
from __future__ import annotations

import contextlib
import os
import tempfile
import time
from multiprocessing.connection import Client, Listener

from . import _core

# Launchers that the library knows itself.
_LAUNCHERS = ("PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMI_FD")
# From MASTER_PORT, where torchrun's own store listens.
_PORT_OFFSET = 17


def are_numbered() -> bool:
    """Whether this process has a number, and no launcher that the library knows."""
    return ("RANK" in os.environ and "WORLD_SIZE" in os.environ
            and not any(name in os.environ for name in _LAUNCHERS))


@contextlib.contextmanager
def shared_id():
    """The id, this process's number and that of processes; the others get the id while the block lasts."""
    me, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    if not 0 <= me < world:
        raise ValueError(f"RANK is {me}, expected 0 to {world - 1} (WORLD_SIZE is {world})")
    if world == 1:
        yield _core._unique_id(), me, world
    elif os.environ.get("LOCAL_WORLD_SIZE", str(world)) == str(world):
        path = os.path.join(_folder(), f"id-{os.environ.get('MASTER_PORT', '0')}")
        if me == 0:
            made = _core._unique_id()
            _write(path, made)
            try:
                yield made, me, world
            finally:
                with contextlib.suppress(OSError):
                    os.unlink(path)
        else:
            yield _until(lambda: _read(path), f"the file {path} of rank 0"), me, world
    else:
        yield _send(world) if me == 0 else _until(_receive, f"rank 0 at {_address()}"), me, world


def _until(attempt, what: str) -> bytes:
    limit = float(os.environ.get("ISHMEM_UNIQUEID_TIMEOUT", "120"))
    begin = time.monotonic()
    while True:
        found = attempt()
        if found:
            return found
        if limit and time.monotonic() - begin > limit:
            raise TimeoutError(f"{what} has not come for {limit:g} s (ISHMEM_UNIQUEID_TIMEOUT)")
        time.sleep(0.02)


# ---- On one host -----------------------------------------------------------------------------

def _folder() -> str:
    """A folder of this user alone."""
    path = os.path.join(tempfile.gettempdir(), f"ishmem-{os.getuid()}")
    os.makedirs(path, mode=0o700, exist_ok=True)
    seen = os.lstat(path)
    if seen.st_uid != os.getuid() or seen.st_mode & 0o40077 != 0o40000:
        raise PermissionError(f"{path} is not a folder that only this user reads and writes")
    return path


def _life(pid: int) -> str:
    """When a process began, in ticks; empty: there is none."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[19]
    except OSError:
        return ""


def _write(path: str, made: bytes):
    handle, new = tempfile.mkstemp(dir=os.path.dirname(path))
    with os.fdopen(handle, "w") as file:
        file.write(f"{os.getpid()} {_life(os.getpid())} {made.hex()}")
    os.rename(new, path)


def _read(path: str) -> bytes:
    """The id, unless the process that wrote it has ended."""
    try:
        with open(path, encoding="utf-8") as file:
            pid, life, made = file.read().split()
    except (OSError, ValueError):
        return b""
    return bytes.fromhex(made) if _life(int(pid)) == life else b""


# ---- Between hosts ---------------------------------------------------------------------------

def _address() -> tuple[str, int]:
    return os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"]) + _PORT_OFFSET


def _secret() -> bytes:
    secret = os.environ.get("ISHMEM_SECRET", "")
    if len(secret) < 16:
        raise RuntimeError("processes on several hosts that RANK numbers need the same ISHMEM_SECRET, of 16 "
                           "characters or more, so that nobody else joins the job")
    return secret.encode()


def _send(world: int) -> bytes:
    made = _core._unique_id()
    with Listener(_address(), backlog=world, authkey=_secret()) as listener:
        served = 1
        while served < world:
            with contextlib.suppress(OSError, EOFError, ValueError), _accept(listener) as connection:
                connection.send_bytes(made)
                served += 1
    return made


def _accept(listener: Listener):
    from multiprocessing import AuthenticationError
    while True:
        with contextlib.suppress(AuthenticationError):
            return listener.accept()


def _receive() -> bytes:
    secret = _secret()
    try:
        with Client(_address(), authkey=secret) as connection:
            return connection.recv_bytes(1 << 16)
    except (OSError, EOFError):
        return b""
