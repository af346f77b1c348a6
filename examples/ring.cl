/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A token goes round all PEs several times in one launch, handed on by put_signal.
 */
#include "ishmem_device.h"

/*
 * One work-item.  The token has two words: how many PEs it has visited, and the sum of their
 * numbers plus one.
 *
 * outgoing  written and read by this PE
 * incoming  written by the PE before this one, read by this one once `arrived` says so
 * arrived   the lap, from 1, that `incoming` belongs to; written by the PE before this one
 * log       what this PE received, two words a lap
 *
 * The PE before this one writes the token of the next lap only when the token of this lap has gone
 * all the way round, so that one incoming buffer is enough.
 */
__kernel void ring(__global ulong *outgoing, __global ulong *incoming, __global ulong *arrived,
                   __global ulong *log, uint laps)
{
    const int me = ishmem_my_pe();
    const int next = (me + 1) % ishmem_n_pes();

    outgoing[0] = 0;
    outgoing[1] = 0;
    for (uint lap = 1; lap <= laps; lap++) {
        if (me != 0) {
            ishmem_signal_wait_until(arrived, ISHMEM_CMP_EQ, lap);
            outgoing[0] = log[2 * (lap - 1)] = incoming[0];
            outgoing[1] = log[2 * (lap - 1) + 1] = incoming[1];
        }
        outgoing[0] += 1;
        outgoing[1] += (ulong)me + 1;
        ishmem_uint64_put_signal(incoming, outgoing, 2, arrived, lap, ISHMEM_SIGNAL_SET, next);
        if (me == 0) {
            ishmem_signal_wait_until(arrived, ISHMEM_CMP_EQ, lap);
            outgoing[0] = log[2 * (lap - 1)] = incoming[0];
            outgoing[1] = log[2 * (lap - 1) + 1] = incoming[1];
        }
    }
}
