#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Heat in a plate: the PEs have rows of it, and exchange the rows at their borders while they compute.

    ishmrun -n 4 python3 jacobi.py [PICTURE.png]
"""
import sys

import numpy as np

import ishmem

SIZE = 240
STEPS = 500
HOT = 100.0


def rows_of(pe, n_pes):
    """The first row of a PE's part, and the number of its rows."""
    first = SIZE * pe // n_pes
    return first, SIZE * (pe + 1) // n_pes - first


def solve(job):
    """The plate after STEPS steps, on PE 0; None on the others."""
    first, count = rows_of(job.my_pe, job.n_pes)
    most = max(rows_of(pe, job.n_pes)[1] for pe in range(job.n_pes))
    # Two copies of the plate, each with a row more above and below; what has arrived is counted.
    plates = ishmem.zeros((2, most + 2, SIZE), np.float64)
    arrived = ishmem.zeros(2, np.uint64)
    above, below = job.my_pe - 1, job.my_pe + 1
    if above < 0:
        plates[:, 0, SIZE // 4:3 * SIZE // 4] = HOT
    ishmem.barrier_all()

    for step in range(STEPS):
        old = np.asarray(plates[step % 2])  # the memory itself, or a copy of a GPU's
        mid = old[1:count + 1]
        there = plates[(step + 1) % 2]
        there[1:count + 1, 1:-1] = 0.25 * (old[:count, 1:-1] + old[2:count + 2, 1:-1] + mid[:, :-2] + mid[:, 2:])
        if above >= 0:
            rows = rows_of(above, job.n_pes)[1]
            ishmem.put_signal(there[rows + 1], there[1], arrived[1:], 1, ishmem.SIGNAL_ADD, above)
        if below < job.n_pes:
            ishmem.put_signal(there[0], there[count], arrived[:1], 1, ishmem.SIGNAL_ADD, below)
        if above >= 0:
            ishmem.signal_wait_until(arrived, ishmem.CMP_GE, step + 1, index=0)
        if below < job.n_pes:
            ishmem.signal_wait_until(arrived, ishmem.CMP_GE, step + 1, index=1)
    ishmem.barrier_all()

    if job.my_pe != 0:
        return None
    whole = np.empty((SIZE, SIZE))
    for pe in range(job.n_pes):
        start, rows = rows_of(pe, job.n_pes)
        ishmem.get(whole[start:start + rows], plates[STEPS % 2][1:rows + 1], pe)
    return whole


def expected():
    """The same by one process."""
    old = np.zeros((SIZE + 2, SIZE))
    old[0, SIZE // 4:3 * SIZE // 4] = HOT
    for _ in range(STEPS):
        new = old.copy()
        new[1:-1, 1:-1] = 0.25 * (old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:])
        old = new
    return old[1:-1]


def main():
    with ishmem.init() as job:
        plate = solve(job)
        if plate is None:
            ishmem.barrier_all()
            return 0
        good = np.allclose(plate, expected(), rtol=0, atol=1e-9)
        if len(sys.argv) > 1:
            import matplotlib
            matplotlib.use("Agg")
            import matplotlib.pyplot as plt
            plt.imsave(sys.argv[1], plate, cmap="inferno")
        print("PASS" if good else "FAIL")
        ishmem.barrier_all()
        return int(not good)


if __name__ == "__main__":
    raise SystemExit(main())
