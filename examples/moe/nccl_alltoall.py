#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The layer of `moe` with all-to-alls of NCCL, through PyTorch, to be measured beside it.

    python3 nccl_alltoall.py --tokens 4096 --hidden 7168 --experts 64 --top-k 8

Each process has a GPU, its tokens and its share of the experts.  As in `moe`, a token goes to a process
once, with the list of its experts, and the times are those of the host, from a common start to the end
on the slowest process.  --cpu runs the same over Gloo on processors, to try the program.
"""
import argparse
import statistics
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as multiprocessing

BLOCK = 16  # an expert's matrix is BLOCK x BLOCK


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--tokens", type=int, default=128, help="of each process")
    parser.add_argument("--hidden", type=int, default=512, help="a multiple of 16")
    parser.add_argument("--experts", type=int, default=16)
    parser.add_argument("--top-k", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repetitions", type=int, default=20)
    parser.add_argument("--port", type=int, default=29511)
    parser.add_argument("--cpu", action="store_true")
    given = parser.parse_args()
    if given.hidden % BLOCK or not 1 <= given.top_k <= given.experts:
        parser.error("expected --hidden to be a multiple of 16 and --top-k at most --experts")
    return given


class Layer:
    """One process's part of a layer."""

    def __init__(self, given, rank, device):
        self.given, self.rank, self.device = given, rank, device
        draw = torch.Generator().manual_seed(given.seed)
        self.matrices = torch.randint(-2, 3, (given.experts, BLOCK, BLOCK), generator=draw).float().to(device)
        draw.manual_seed(given.seed * given.processes + rank)
        shape = (given.tokens, given.top_k)
        experts = torch.rand((given.tokens, given.experts), generator=draw).topk(given.top_k).indices.int()
        weights = torch.randint(1, 17, shape, generator=draw).float() / 16
        tokens = torch.randint(-8, 9, (given.tokens, given.hidden), generator=draw).bfloat16()
        # A row: the experts, their weights, the values.  One all-to-all carries all three.
        self.rows = torch.cat([part.contiguous().view(torch.uint8) for part in (experts, weights, tokens)],
                              dim=1).to(device)
        self.header = 8 * given.top_k

    def owner(self, experts):
        return ((experts.long() + 1) * self.given.processes - 1) // self.given.experts

    def choices(self, rows):
        middle = self.header // 2
        return (rows[:, :middle].contiguous().view(torch.int32),
                rows[:, middle:self.header].contiguous().view(torch.float32))

    def values(self, rows):
        return rows[:, self.header:].contiguous().view(torch.bfloat16)

    def plan(self):
        """Which token goes to which process, and how many rows each process gets."""
        owner = self.owner(self.choices(self.rows)[0])
        goes = torch.zeros((self.given.processes, self.given.tokens), dtype=torch.bool, device=self.device)
        goes.scatter_(0, owner.t(), True)
        self.token = goes.nonzero()[:, 1]
        counts = goes.sum(dim=1)
        received = torch.empty_like(counts)
        dist.all_to_all_single(received, counts)
        self.sent, self.received = counts.tolist(), received.tolist()

    def exchange_rows(self):
        dist.all_to_all_single(self.inbox, self.outbox, self.received, self.sent)

    def dispatch(self):
        self.plan()
        self.outbox = self.rows[self.token]
        self.inbox = self.outbox.new_empty((sum(self.received), self.rows.shape[1]))
        self.exchange_rows()

    def apply(self, rows, first, end):
        """The weighted sum of what experts first to end - 1 make of the rows."""
        experts, weights = self.choices(rows)
        values = self.values(rows).float().view(len(rows), -1, BLOCK)
        result = torch.zeros_like(values)
        for expert in range(first, end):
            weight = (weights * (experts == expert)).sum(dim=1)
            chosen = weight.nonzero()[:, 0]
            result.index_add_(0, chosen, weight[chosen, None, None] * (values[chosen] @ self.matrices[expert].t()))
        return result.view(len(rows), -1).bfloat16()

    def share(self, rank):
        return [self.given.experts * place // self.given.processes for place in (rank, rank + 1)]

    def experts(self):
        self.results = self.apply(self.inbox, *self.share(self.rank))

    def combine(self):
        results = self.results.view(torch.uint8)
        returns = results.new_empty((sum(self.sent), results.shape[1]))
        dist.all_to_all_single(returns, results, self.sent, self.received)
        total = torch.zeros((self.given.tokens, self.given.hidden), device=self.device)
        self.output = total.index_add_(0, self.token, returns.view(torch.bfloat16).float()).bfloat16()

    def differences(self):
        """Values that differ from a result without communication."""
        total = torch.zeros((self.given.tokens, self.given.hidden), device=self.device)
        for rank in range(self.given.processes):
            total += self.apply(self.rows, *self.share(rank)).float()
        return int((total.bfloat16() != self.output).sum())


def seconds(step, device):
    """The time of a step, from a common start to the end of the slowest process."""
    def wait():
        if device.type == "cuda":
            torch.cuda.synchronize()
    wait()
    dist.barrier()
    wait()
    start = time.perf_counter()
    step()
    wait()
    took = torch.tensor([time.perf_counter() - start], dtype=torch.float64, device=device)
    dist.all_reduce(took, op=dist.ReduceOp.MAX)
    return took.item()


def report(layer, times, differences):
    given = layer.given
    others = [rank for rank in range(given.processes) if rank != layer.rank]
    out = sum(layer.sent[rank] for rank in others) * layer.rows.shape[1]
    back = sum(layer.received[rank] for rank in others) * 2 * given.hidden
    print(f"layer         {given.tokens} tokens of {given.hidden} bfloat16 on each of {given.processes} processes, "
          f"top {given.top_k} of {given.experts} experts")
    print(f"dispatched    {1e-6 * out:.3f} MB from process 0 to others")
    for name, size in (("dispatch", out), ("experts", 0), ("combine", back), ("rows alone", out)):
        took = statistics.median(times[name])
        speed = f" {1e-9 * size / took:10.2f} GB/s" if size else ""
        print(f"{name:13} {1e6 * took:10.1f} us{speed}")
    print(f"nccl_alltoall: FAIL: {differences} values differ" if differences else
          "nccl_alltoall: PASS: bitwise identical to the result without communication")


def work(rank, given):
    device = torch.device("cpu") if given.cpu else torch.device("cuda", rank)
    if not given.cpu:
        torch.cuda.set_device(device)
        torch.backends.cuda.matmul.allow_tf32 = False
    dist.init_process_group("gloo" if given.cpu else "nccl", init_method=f"tcp://127.0.0.1:{given.port}",
                            rank=rank, world_size=given.processes)
    layer = Layer(given, rank, device)
    steps = {"dispatch": layer.dispatch, "experts": layer.experts, "combine": layer.combine,
             "rows alone": layer.exchange_rows}
    times = {name: [] for name in steps}
    for repetition in range(given.repetitions + 3):  # three to warm up
        for name, step in steps.items():
            took = seconds(step, device)
            if repetition >= 3:
                times[name].append(took)
    differences = torch.tensor([layer.differences()], device=device)
    dist.all_reduce(differences)
    if rank == 0:
        report(layer, times, differences.item())
    dist.destroy_process_group()
    if differences.item():
        raise SystemExit(1)


if __name__ == "__main__":
    options = arguments()
    multiprocessing.spawn(work, args=(options,), nprocs=options.processes)
