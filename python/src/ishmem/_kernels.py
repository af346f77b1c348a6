# SPDX-License-Identifier: BSD-3-Clause
"""Kernels and queues of Level Zero on this PE's tile."""
from __future__ import annotations

import operator
import os
import shutil
import struct
import subprocess
import tempfile

import numpy as np

from . import _core
from ._arrays import Array, _heap, _strides_of
from ._spirv import Parameter, parameters
from ._values import dtype_of

_SLICE_NS = 50_000_000


class Queue:
    """A queue of this PE's tile: what is put on it runs in order.

    Routines named ``..._on_queue`` and ``Kernel.launch`` take it.  It keeps the arrays of its operations alive
    until ``wait()``."""

    def __init__(self):
        self.handle, self._pool, self._event = _core._queue_create()
        self._kept = []
        self._begun = False

    def _next(self):
        if self._begun:
            _core._queue_order(self.handle)
        self._begun = True

    def _keep(self, thing):
        self._kept.append(thing)

    def wait(self):
        """Returns when all operations have ended.  Ctrl-C ends the wait."""
        _core._queue_end(self.handle, self._event)
        while not _core._queue_wait(self._event, _SLICE_NS):
            pass
        self._kept.clear()
        self._begun = False

    def fence(self):
        """Orders this PE's operations, when the queue gets there."""
        self._next()
        _core._fence_on_queue(self.handle)

    def quiet(self):
        """Completes this PE's operations, when the queue gets there."""
        self._next()
        _core._quiet_on_queue(self.handle)

    def sync_all(self):
        """A sync of all PEs.  Collective."""
        self._next()
        _core._sync_all_on_queue(self.handle)

    def barrier_all(self):
        """A barrier of all PEs.  Collective."""
        self._next()
        _core._barrier_all_on_queue(self.handle)

    def team_sync(self, team):
        """A sync of a team.  Collective over it."""
        self._next()
        _core._team_sync_on_queue(team.handle, self.handle)

    def team_barrier(self, team):
        """A barrier of a team.  Collective over it."""
        self._next()
        _core._team_barrier_on_queue(team.handle, self.handle)

    def signal_set(self, signal, value: int, pe: int, index: int = 0):
        """Sets a signal of PE pe."""
        self._next()
        _core._signal_on_queue(signal, value, pe, index, False, self.handle)
        self._keep(signal)

    def signal_add(self, signal, value: int, pe: int, index: int = 0):
        """Adds to a signal of PE pe."""
        self._next()
        _core._signal_on_queue(signal, value, pe, index, True, self.handle)
        self._keep(signal)

    def signal_wait_until(self, signal, cmp: int, value: int, index: int = 0):
        """The queue goes on when the comparison holds."""
        self._next()
        _core._signal_wait_until_on_queue(signal, cmp, value, index, self.handle)
        self._keep(signal)

    def __enter__(self) -> "Queue":
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.wait()
        self.close()

    def close(self):
        """Ends the queue, whose operations must have ended."""
        if self.handle:
            handle, self.handle = self.handle, 0
            _core._queue_destroy(handle, self._pool, self._event)


class Kernel:
    """A kernel of a module.  It lives as long as its module and its job."""

    def __init__(self, module: "Module", name: str):
        self._module = module
        self.name = name
        self.handle = _core._kernel_create(module.handle, name)
        self.parameters = module._parameters[name]

    def launch(self, groups=1, items=1, args=(), queue: Queue | None = None):
        """Starts the kernel: ``groups`` work-groups of ``items`` work-items, each a number or up to three.

        An argument is what the kernel's parameter needs: for a pointer a symmetric array or another array that
        the tile reaches, for local memory its bytes, for a number a number of Python or NumPy, for anything else
        its bytes or an array of NumPy.  Without a queue the call returns when the kernel has ended.
        """
        if len(args) != len(self.parameters):
            raise TypeError(f"kernel {self.name} has {len(self.parameters)} parameters, but {len(args)} arguments "
                            "are given")
        for index, (parameter, value) in enumerate(zip(self.parameters, args)):
            self._set(index, parameter, value)
        if queue is None:
            with Queue() as own:
                self._append(own, groups, items, args)
        else:
            self._append(queue, groups, items, args)

    __call__ = launch

    def _append(self, queue: Queue, groups, items, args):
        queue._next()
        _core._kernel_launch(queue.handle, self.handle, _three(items), _three(groups))
        queue._keep((self, args))

    def _set(self, index: int, parameter: Parameter, value):
        if parameter.kind == "local":
            _core._kernel_set_local(self.handle, index, operator.index(value))
            return
        try:
            data = _ARGUMENTS[parameter.kind](parameter.nbytes, value)
        except (TypeError, OverflowError, struct.error) as why:
            raise TypeError(f"argument {index} of kernel {self.name} is {value!r}, expected {_expected(parameter)}: "
                            f"{why}") from None
        _core._kernel_set_argument(self.handle, index, data)


def _three(sizes) -> list[int]:
    return [sizes] if isinstance(sizes, int) else list(sizes)


def _expected(parameter: Parameter) -> str:
    if parameter.kind == "pointer":
        return "an array"
    size = f" of {parameter.nbytes} bytes" if parameter.nbytes else ""
    return {"int": "an integer", "float": "a number", "bytes": "a value"}[parameter.kind] + size


def _integer(nbytes: int, value) -> bytes:
    number = value.handle if hasattr(value, "handle") else operator.index(value)
    return number.to_bytes(nbytes, "little", signed=number < 0)


def _number(nbytes: int, value) -> bytes:
    if isinstance(value, (str, bytes)):
        raise TypeError("it is text")
    return struct.pack({2: "<e", 4: "<f", 8: "<d"}[nbytes], float(value))


def _bytes(nbytes: int, value) -> bytes:
    data = value if isinstance(value, bytes) else np.asarray(value).tobytes()
    if nbytes and len(data) != nbytes:
        raise TypeError(f"it has {len(data)} bytes")
    return data


def _pointer(_nbytes: int, value) -> bytes:
    if isinstance(value, Array):
        return struct.pack("P", value._address)
    if value is None:
        return bytes(8)
    if hasattr(value, "handle"):
        return struct.pack("P", value.handle)
    for name in ("__cuda_array_interface__", "__sycl_usm_array_interface__", "__array_interface__"):
        seen = getattr(value, name, None)
        if seen is not None:
            return struct.pack("P", seen["data"][0])
    raise TypeError("it is no array")


_ARGUMENTS = {"int": _integer, "float": _number, "bytes": _bytes, "pointer": _pointer}


class Module:
    """Kernels for this PE's tile: a file of SPIR-V or of OpenCL C, the bytes of SPIR-V, or OpenCL C as text.

    OpenCL C is compiled by ``ishmemcc``; options are more words for it."""

    def __init__(self, source: "str | bytes | os.PathLike", options=()):
        self.handle = 0
        spirv = _spirv_of(source, options)
        self._parameters = parameters(spirv)
        self.handle = _core._module_load(spirv)

    @property
    def kernels(self) -> list[str]:
        """The names of the kernels."""
        return list(self._parameters)

    def kernel(self, name: str) -> Kernel:
        """The kernel of this name.  Raises KeyError if there is none."""
        if name not in self.kernels:
            raise KeyError(f"the module has no kernel {name}; it has {', '.join(self.kernels)}")
        return Kernel(self, name)

    def close(self):
        """Unloads the module, whose kernels must have ended."""
        if self.handle:
            handle, self.handle = self.handle, 0
            _core._module_destroy(handle)


def _spirv_of(source, options) -> bytes:
    if isinstance(source, bytes):
        return source
    text = os.fspath(source)
    if text.endswith(".spv"):
        with open(text, "rb") as file:
            return file.read()
    if "\n" not in text and "{" not in text:
        with open(text, encoding="utf-8") as file:
            text = file.read()
    return compile(text, options)


def compile(text: str, options=()) -> bytes:
    """SPIR-V of OpenCL C, by ishmemcc.  Raises ValueError with the compiler's messages."""
    compiler = shutil.which("ishmemcc")
    if compiler is None:
        raise FileNotFoundError("ishmemcc is not in PATH")
    with tempfile.TemporaryDirectory() as folder:
        source, made = os.path.join(folder, "kernels.cl"), os.path.join(folder, "kernels.spv")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        result = subprocess.run([compiler, source, "-o", made, *options], capture_output=True, text=True,
                                check=False)
        if result.returncode != 0:
            raise ValueError(f"ishmemcc: {result.stderr.strip()}")
        with open(made, "rb") as file:
            return file.read()


class _HostMemory:
    def __init__(self, nbytes: int):
        self.address = _core._host_allocate(max(nbytes, 1))

    def __del__(self):
        if self.address and _core._initialized():
            _core._host_free(self.address)


def host_array(shape, dtype=np.float64) -> np.ndarray:
    """An array of NumPy in host memory that this PE's tile reaches, for results of queues and kernels."""
    wanted = [shape] if isinstance(shape, int) else list(shape)
    element = dtype_of(dtype)
    memory = _HostMemory(int(np.prod(wanted, dtype=np.int64)) * element.itemsize)

    class Carrier:
        pass

    carrier = Carrier()
    carrier.memory = memory
    carrier.__array_interface__ = {"version": 3, "shape": tuple(wanted), "typestr": element.str,
                                   "data": (memory.address, False),
                                   "strides": tuple(_strides_of(wanted, element.itemsize))}
    return np.asarray(carrier)
