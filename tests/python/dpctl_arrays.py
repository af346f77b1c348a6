# SPDX-License-Identifier: BSD-3-Clause
"""dpctl takes a symmetric array as USM without a copy, and USM of dpctl's is an operand of puts and gets."""
import dpctl
import dpctl.memory
import numpy as np

import ishmem

COUNT = 1000

queue = dpctl.SyclQueue("level_zero:gpu", property="in_order")
with ishmem.init() as job:
    right, left = (job.my_pe + 1) % job.n_pes, (job.my_pe - 1) % job.n_pes
    symmetric = ishmem.zeros(COUNT, np.int64)
    taken = dpctl.memory.as_usm_memory(symmetric)
    assert taken.nbytes == symmetric.nbytes and taken._pointer == symmetric._address
    own = dpctl.memory.MemoryUSMShared(COUNT * 8, queue=queue)
    numbers = np.frombuffer(own, dtype=np.int64)

    # A queue of SYCL stores in the symmetric array.
    numbers[:] = np.arange(COUNT) + job.my_pe
    queue.memcpy(taken, own, COUNT * 8)
    queue.wait()
    assert (symmetric == np.arange(COUNT) + job.my_pe).all()
    ishmem.barrier_all()

    # USM is what a put takes from, and where a get stores.
    numbers[:] = np.arange(COUNT) * 10 + job.my_pe
    ishmem.put(symmetric, numbers, right)
    ishmem.barrier_all()
    assert (symmetric == np.arange(COUNT) * 10 + left).all()
    octets = ishmem.zeros(COUNT * 8, np.uint8)
    ishmem.put(octets, own, right)
    ishmem.barrier_all()
    expected = np.arange(COUNT) * 10 + left
    assert (octets.numpy().view(np.int64) == expected).all()
    received = dpctl.memory.MemoryUSMDevice(COUNT * 8, queue=queue)
    ishmem.get(received, octets, right)
    queue.memcpy(own, received, COUNT * 8)
    queue.wait()
    assert (numbers == np.arange(COUNT) * 10 + job.my_pe).all()
    ishmem.barrier_all()
    if job.my_pe == 0:
        print("PASS on", queue.sycl_device.name)
