#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Puts and atomics from Python by one package: the time of a call, in us, the median of rounds.

    ishmrun -n 2 python put.py ishmem
    mpiexec -n 2 python put.py mpi4py       # Put and Flush
    oshrun -n 2 python put.py shmem4py
    for rank in 0 1; do RANK=$rank WORLD_SIZE=2 python put.py nvshmem4py & done; wait     # on a stream

On GPUs the source is in their memory, too.

put: the call alone.  put+quiet: with the completion.  fetch_add: an addition whose old value is returned.
"""
import os
import statistics
import sys
import tempfile
import time

import numpy as np

SIZES = [8, 1024, 1 << 20]
ROUNDS = 20


class Ishmem:
    def __init__(self):
        import ishmem
        self.api = ishmem
        self.job = ishmem.init()
        self.word = ishmem.zeros(1, np.int64)
        self.me, self.n = ishmem.my_pe(), ishmem.n_pes()
        self.barrier = ishmem.barrier_all
        self.quiet = ishmem.quiet

    def allocate(self, count):
        return self.api.zeros(count)

    def source(self, count):
        symmetric = self.api.ones(count)
        return np.ones(count) if int(symmetric.__dlpack_device__()[0]) == 1 else symmetric

    def put(self, dest, source, pe):
        self.api.put(dest, source, pe)

    def fetch_add(self, _dest, pe):
        return self.api.atomic_fetch_add(self.word, 1, pe)

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

    def source(self, count):
        return np.ones(count)

    def put(self, dest, source, pe):
        self.api.put(dest, source, pe)

    def fetch_add(self, dest, pe):
        raise NotImplementedError

    def close(self):
        pass


class Nvshmem4py:
    """Needs two GPUs and CuPy.  A file brings the id from rank 0 to the other."""

    def __init__(self):
        import cupy
        import nvshmem.core
        from cuda.core import Device
        self.api, self.cupy = nvshmem.core, cupy
        self.me, self.n = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
        cupy.cuda.Device(self.me).use()
        device = Device(self.me)
        device.set_current()
        self.stream = device.create_stream()
        self.api.init(device=device, uid=self.shared_id(), rank=self.me, nranks=self.n, initializer_method="uid")
        self.word = self.api.array((1,), dtype="int64")

    def shared_id(self):
        path = self.path = os.path.join(tempfile.gettempdir(), f"put-nvshmem4py-{os.environ.get('MASTER_PORT', 0)}")
        made = self.api.get_unique_id(empty=self.me != 0)
        if self.me == 0:
            made._data.view(np.int8).tofile(path + ".new")
            os.rename(path + ".new", path)
        else:
            while not os.path.exists(path):
                time.sleep(0.01)
            made._data.view(np.int8)[...] = np.fromfile(path, np.int8).reshape(made._data.view(np.int8).shape)
        return made

    def barrier(self):
        self.api.barrier_all(stream=self.stream)
        self.stream.sync()

    def quiet(self):
        self.api.quiet(stream=self.stream)
        self.stream.sync()

    def allocate(self, count):
        return self.api.array((count,), dtype="float64")

    def source(self, count):
        return self.allocate(count)

    def put(self, dest, source, pe):
        self.api.put(dest, source, pe, stream=self.stream)

    def fetch_add(self, _dest, pe):
        return self.api.atomic_fetch_add(self.word, 1, pe)

    def close(self):
        if self.me == 0:
            os.remove(self.path)


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

    def source(self, count):
        return np.ones(count)

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
    package = {"ishmem": Ishmem, "shmem4py": Shmem4py, "nvshmem4py": Nvshmem4py,
               "mpi4py": Mpi4py}[sys.argv[1]]()
    pe = (package.me + 1) % package.n
    for nbytes in SIZES:
        dest, source = package.allocate(nbytes // 8), package.source(nbytes // 8)
        count = 1000 if nbytes < 1 << 20 else 50

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
