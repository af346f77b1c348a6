#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A ring: each PE puts a row into the next PE's memory and signals, once from the host, once from a kernel.

    ishmrun -n 4 python3 ring.py
"""
import numpy as np

import ishmem

ROW = 1000

KERNEL = """
#include <ishmem_device.h>
__kernel void ring(__global int *dest, __global const int *source, int count, __global ulong *signal)
{
    const int me = ishmem_my_pe();
    ishmemx_int_put_signal_work_group(dest, source, count, signal, 1, ISHMEM_SIGNAL_ADD, (me + 1) % ishmem_n_pes());
    if (get_local_id(0) == 0) {
        ishmem_signal_wait_until(signal, ISHMEM_CMP_EQ, 2);
    }
}
"""


def main():
    with ishmem.init() as job:
        right, left = (job.my_pe + 1) % job.n_pes, (job.my_pe - 1) % job.n_pes
        dest, signal = ishmem.zeros(ROW, np.int32), ishmem.zeros(1, np.uint64)

        ishmem.put_signal(dest, np.arange(ROW, dtype=np.int32) + job.my_pe, signal, 1, ishmem.SIGNAL_ADD, right)
        ishmem.signal_wait_until(signal, ishmem.CMP_EQ, 1)
        good = (dest == np.arange(ROW) + left).all()
        ishmem.barrier_all()

        source = ishmem.array(np.arange(ROW, dtype=np.int32) * 2 + job.my_pe)
        ishmem.Module(KERNEL).kernel("ring").launch(items=32, args=(dest, source, ROW, signal))
        good = good and (dest == np.arange(ROW) * 2 + left).all()

        failures = ishmem.zeros(1, np.int32)
        ishmem.sum_reduce(failures, ishmem.full(1, int(not good), np.int32))
        if job.my_pe == 0:
            print("PASS" if failures[0] == 0 else "FAIL")
        return int(failures[0] != 0)


if __name__ == "__main__":
    raise SystemExit(main())
