#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A ring in Python: dpctl has the queue and the memory, libishmem sends.

A row of numbers goes round a ring of PEs.  Each PE copies the row that has arrived out of symmetric memory by a SYCL
queue, adds its number, and puts the row from USM into the next PE's symmetric memory.

    mpiexec -n 4 python3 ring.py
"""
import ctypes
import sys

import dpctl
import dpctl.memory
import numpy

ROW = 1000
SIGNAL_SET, CMP_EQ = 0, 1  # ISHMEM_SIGNAL_SET, ISHMEM_CMP_EQ

ishmem = ctypes.CDLL("libishmem.so.0")
ishmem.ishmem_calloc.restype = ctypes.c_void_p
ishmem.ishmem_calloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
ishmem.ishmem_free.argtypes = [ctypes.c_void_p]
ishmem.ishmem_signal_wait_until.restype = ctypes.c_uint64
ishmem.ishmem_signal_wait_until.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64]
ishmem.ishmem_long_put_signal.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p,
                                          ctypes.c_uint64, ctypes.c_int, ctypes.c_int]


class Symmetric:
    """Symmetric memory, which dpctl takes as USM."""

    def __init__(self, queue, count, typestr):
        self.address = ishmem.ishmem_calloc(count, numpy.dtype(typestr).itemsize)
        self.__sycl_usm_array_interface__ = {
            "data": (self.address, False), "shape": (count,), "strides": None, "offset": 0,
            "typestr": typestr, "version": 1, "syclobj": queue}

    def free(self):
        ishmem.ishmem_free(self.address)


def main():
    queue = dpctl.SyclQueue("level_zero:gpu", property="in_order")
    ishmem.ishmem_init()
    me, pes = ishmem.ishmem_my_pe(), ishmem.ishmem_n_pes()
    row = Symmetric(queue, ROW, "<i8")
    arrived = Symmetric(queue, 1, "<u8")
    received = dpctl.memory.as_usm_memory(row)
    mine = dpctl.memory.MemoryUSMShared(ROW * 8, queue=queue)
    numbers = numpy.frombuffer(mine, dtype="<i8")

    def receive():
        ishmem.ishmem_signal_wait_until(arrived.address, CMP_EQ, 1)
        queue.memcpy(mine, received, ROW * 8)
        queue.wait()

    # PE 0 starts the row, all others wait for it first.
    numbers[:] = numpy.arange(ROW)
    if me != 0:
        receive()
    numbers += me + 1
    ishmem.ishmem_long_put_signal(row.address, mine._pointer, ROW, arrived.address, 1, SIGNAL_SET,
                                  (me + 1) % pes)
    if me == 0:
        receive()
    ishmem.ishmem_barrier_all()

    right = True
    if me == 0:
        total = pes * (pes + 1) // 2
        right = bool((numbers == numpy.arange(ROW) + total).all())
        print(f"The row returns with {numbers[0]} to {numbers[-1]}, {total} more than it had: "
              f"{'right' if right else 'wrong'}")
    arrived.free()
    row.free()
    ishmem.ishmem_finalize()
    return 0 if right else 1


sys.exit(main())
