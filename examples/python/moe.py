#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A mixture of experts: each PE has experts, and each token goes to the PEs of the two experts that it chooses.

Dispatch: a PE reserves places at each expert's PE by one fetch_add, and puts its tokens there.  Combine: the experts
put their results back into the places that the token's PE has named.

    ishmrun -n 4 python3 moe.py
"""
import numpy as np

import ishmem

TOKENS = 256  # of each PE
WIDTH = 64
TOP = 2
EXPERTS_OF_PE = 2


def expert(number, x):
    """What expert `number` makes of its tokens."""
    return np.tanh(x * (1 + number % 5) + number)


def main():
    with ishmem.init() as job:
        n, me = job.n_pes, job.my_pe
        experts = EXPERTS_OF_PE * n
        random = np.random.default_rng(me)
        tokens = random.standard_normal((TOKENS, WIDTH)).astype(np.float32)
        scores = random.standard_normal((TOKENS, experts)).astype(np.float32)
        chosen = np.argsort(-scores, axis=1)[:, :TOP]
        weights = np.take_along_axis(scores, chosen, axis=1)
        weights = np.exp(weights) / np.exp(weights).sum(axis=1, keepdims=True)

        room = n * TOKENS * TOP
        inbox = ishmem.zeros((room, WIDTH), np.float32)
        origin = ishmem.zeros((room, 3), np.int32)  # the token's PE, its place there, the expert
        used, results = ishmem.zeros(1, np.int64), ishmem.zeros((TOKENS * TOP, WIDTH), np.float32)
        back = ishmem.zeros(1, np.uint64)

        # Dispatch: what goes to the same PE goes together.
        for pe in range(n):
            token, choice = np.nonzero(chosen // EXPERTS_OF_PE == pe)
            if len(token) == 0:
                continue
            at = ishmem.atomic_fetch_add(used, len(token), pe)
            ishmem.put_nbi(inbox[at:at + len(token)], rows := np.ascontiguousarray(tokens[token]), pe)
            labels = np.stack([np.full(len(token), me), token * TOP + choice, chosen[token, choice]], 1)
            ishmem.put(origin[at:at + len(token)], labels.astype(np.int32), pe)
            ishmem.quiet()  # before `rows` ends
            del rows
        ishmem.barrier_all()

        # The experts' work, and the way back.
        count = used[0]
        labels, x = np.asarray(origin)[:count], np.asarray(inbox)[:count]
        y = np.empty_like(x)
        for number in range(EXPERTS_OF_PE * me, EXPERTS_OF_PE * (me + 1)):
            mine = labels[:, 2] == number
            y[mine] = expert(number, x[mine])
        for (pe, place, _), row in zip(labels.tolist(), y):
            ishmem.put_signal_nbi(results[place], row, back, 1, ishmem.SIGNAL_ADD, pe)
        ishmem.signal_wait_until(back, ishmem.CMP_EQ, TOKENS * TOP)
        ishmem.quiet()
        made = (np.asarray(results).reshape(TOKENS, TOP, WIDTH) * weights[:, :, None]).sum(axis=1)

        wanted = sum(weights[:, k, None] * np.stack([expert(e, t) for e, t in zip(chosen[:, k], tokens)])
                     for k in range(TOP))
        failures = ishmem.zeros(1, np.int32)
        ishmem.sum_reduce(failures, ishmem.full(1, int(not np.allclose(made, wanted, atol=1e-5)), np.int32))
        if me == 0:
            print("PASS" if failures[0] == 0 else "FAIL")
        return int(failures[0] != 0)


if __name__ == "__main__":
    raise SystemExit(main())
