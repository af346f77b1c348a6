#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Puts and atomics from Python by one package: the time of a call, in us, the median of rounds.

    ishmrun -n 2 python put.py ishmem
    mpiexec -n 2 python put.py mpi4py       # Put and Flush
    oshrun -n 2 python put.py shmem4py

put: the call alone.  put+quiet: with the completion.  fetch_add: an addition whose old value is returned.
"""
import statistics
import sys
import time

import numpy as np

SIZES = [8, 1024, 1 << 20]
ROUNDS = 20


class Ishmem:
    def __init__(self):
        import ishmem
        self.api = ishmem
        self.job = ishmem.init()
        self.me, self.n = ishmem.my_pe(), ishmem.n_pes()
        self.barrier = ishmem.barrier_all
        self.quiet = ishmem.quiet

    def allocate(self, count):
        return self.api.zeros(count)

    def put(self, dest, source, pe):
        self.api.put(dest, source, pe)

    def fetch_add(self, dest, pe):
        return self.api.atomic_fetch_add(dest, 1.0, pe)

    def close(self):
        self.api.finalize()


class Shmem4py:
    def __init__(self):
        from shmem4py import shmem
        self.api = shmem
        self.me, self.n = shmem.my_pe(), shmem.n_pes()
        self.barrier = shmem.barrier_all
        self.quiet = shmem.quiet

    def allocate(self, count):
        return self.api.zeros(count, dtype="d")

    def put(self, dest, source, pe):
        self.api.put(dest, source, pe)

    def fetch_add(self, dest, pe):
        raise NotImplementedError

    def close(self):
        pass


class Mpi4py:
    def __init__(self):
        from mpi4py import MPI
        self.mpi = MPI
        self.window = None
        self.me, self.n = MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size
        self.barrier = MPI.COMM_WORLD.barrier

    def allocate(self, count):
        self.close()
        self.window = self.mpi.Win.Allocate(count * 8, 8, comm=self.mpi.COMM_WORLD)
        self.window.Lock_all()
        self.old = np.zeros(1)
        return np.frombuffer(self.window, dtype=np.float64)

    def put(self, _dest, source, pe):
        self.window.Put(source, pe)

    def quiet(self):
        self.window.Flush_all()

    def fetch_add(self, _dest, pe):
        self.window.Fetch_and_op(np.ones(1), self.old, pe)
        self.window.Flush(pe)

    def close(self):
        if self.window is not None:
            self.window.Unlock_all()
            self.window.Free()
            self.window = None


def measure(package, call, count):
    times = []
    for _ in range(ROUNDS):
        package.barrier()
        begin = time.perf_counter()
        for _ in range(count):
            call()
        times.append((time.perf_counter() - begin) / count * 1e6)
        package.quiet()
    return statistics.median(times)


def main():
    package = {"ishmem": Ishmem, "shmem4py": Shmem4py, "mpi4py": Mpi4py}[sys.argv[1]]()
    pe = (package.me + 1) % package.n
    for nbytes in SIZES:
        dest, source = package.allocate(nbytes // 8), np.ones(nbytes // 8)
        count = 5000 if nbytes < 1 << 20 else 50

        def put():
            package.put(dest, source, pe)

        def complete():
            package.put(dest, source, pe)
            package.quiet()

        rows = [("put", measure(package, put, count)), ("put+quiet", measure(package, complete, count))]
        if nbytes == 8:
            try:
                rows.append(("fetch_add", measure(package, lambda: package.fetch_add(dest, pe), count)))
            except NotImplementedError:
                pass
        for name, us in rows:
            if package.me == 0:
                print(f"{sys.argv[1]} {name} {nbytes} B {us:.3f} us", flush=True)
    package.barrier()
    package.close()


if __name__ == "__main__":
    main()
