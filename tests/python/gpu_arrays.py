# SPDX-License-Identifier: BSD-3-Clause
"""CuPy and PyTorch take a symmetric array in a GPU's memory without a copy, and what they allocate is an operand of
puts and gets.  For machines with NVIDIA GPUs, CuPy and PyTorch:

    ishmrun -n 2 python gpu_arrays.py
"""
import cupy
import numpy as np
import torch

import ishmem

SIZES = [1, 3, 1000, 1 << 20]


def check_cupy(job, right, left, count):
    symmetric = ishmem.zeros(count, np.float32)
    taken = cupy.asarray(symmetric)
    assert taken.data.ptr == symmetric._address and taken.dtype == np.float32
    assert cupy.from_dlpack(symmetric).data.ptr == symmetric._address
    taken[...] = cupy.arange(count, dtype=np.float32) + job.my_pe
    cupy.cuda.get_current_stream().synchronize()
    assert (symmetric == np.arange(count, dtype=np.float32) + job.my_pe).all()
    ishmem.barrier_all()

    own = cupy.arange(count, dtype=np.float32) * 2 + job.my_pe
    cupy.cuda.get_current_stream().synchronize()
    ishmem.put(symmetric, own, right)
    ishmem.barrier_all()
    expected = np.arange(count, dtype=np.float32) * 2 + left
    assert (taken.get() == expected).all()
    received = cupy.zeros(count, np.float32)
    cupy.cuda.get_current_stream().synchronize()
    ishmem.get(received, symmetric, right)
    assert (received.get() == np.arange(count, dtype=np.float32) * 2 + job.my_pe).all()
    ishmem.barrier_all()

    with ishmem.Queue() as queue:
        ishmem.put_on_queue(symmetric, own + 1, right, queue)
        queue.barrier_all()
    assert (taken.get() == expected + 1).all()
    ishmem.barrier_all()


def check_torch(job, right, left, count):
    symmetric = ishmem.zeros((2, count), np.int64)
    taken = torch.from_dlpack(symmetric)
    assert taken.is_cuda and taken.data_ptr() == symmetric._address and taken.shape == (2, count)
    taken[1].copy_(torch.arange(count, device=taken.device) + job.my_pe)
    torch.cuda.synchronize()
    assert symmetric[1].tolist() == [i + job.my_pe for i in range(count)]
    ishmem.barrier_all()

    own = torch.arange(count, device=taken.device) * 3 + job.my_pe
    torch.cuda.synchronize()
    ishmem.put(symmetric[0], own, right)
    ishmem.barrier_all()
    assert torch.equal(taken[0].cpu(), torch.arange(count) * 3 + left)
    ishmem.sum_reduce(symmetric[1], symmetric[0])
    total = torch.arange(count) * 3 * job.n_pes + sum(range(job.n_pes))
    assert torch.equal(taken[1].cpu(), total)
    received = torch.zeros(count, dtype=torch.int64, device=taken.device)
    torch.cuda.synchronize()
    ishmem.get(received, symmetric[0], right)
    assert torch.equal(received.cpu(), torch.arange(count) * 3 + job.my_pe)
    ishmem.barrier_all()


def main():
    with ishmem.init() as job:
        right, left = (job.my_pe + 1) % job.n_pes, (job.my_pe - 1) % job.n_pes
        kind, ordinal = ishmem.zeros(1).__dlpack_device__()
        assert int(kind) == 2, "not a GPU of NVIDIA's"
        torch.cuda.set_device(ordinal)
        with cupy.cuda.Device(ordinal):
            for count in SIZES:
                check_cupy(job, right, left, count)
                check_torch(job, right, left, count)
        ishmem.barrier_all()
        if job.my_pe == 0:
            print(f"PASS on {torch.cuda.get_device_name(ordinal)}")


if __name__ == "__main__":
    main()
