/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What host and kernel of ishmem-perf agree on.
 */
#ifndef PERF_KERNEL_H
#define PERF_KERNEL_H

/* What the kernel perf_run does; ping-pongs play with the peer. */
enum {
    PERF_KERNEL_PUT,             /* put_nbi, quiet behind all */
    PERF_KERNEL_GET,
    PERF_KERNEL_P,
    PERF_KERNEL_G,
    PERF_KERNEL_PUT_QUIET,       /* quiet behind each */
    PERF_KERNEL_P_QUIET,
    PERF_KERNEL_PUT_PING_PONG,
    PERF_KERNEL_PUT_SIGNAL_PING_PONG,
    PERF_KERNEL_SIGNAL_PING_PONG,
    PERF_KERNEL_LINE             /* loads and stores, without the library */
};

/* Polls of PERF_KERNEL_LINE, and of the host's like, before the library waits. */
#define PERF_LINE_POLLS 100000

/* What perf_collective does, over all PEs. */
enum {
    PERF_COLLECTIVE_BARRIER,
    PERF_COLLECTIVE_SYNC,
    PERF_COLLECTIVE_BROADCAST,
    PERF_COLLECTIVE_FCOLLECT,
    PERF_COLLECTIVE_COLLECT,
    PERF_COLLECTIVE_ALLTOALL
};

#endif
