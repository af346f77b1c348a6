/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the host and the kernels of ishmem-perf agree on.
 */
#ifndef PERF_KERNEL_H
#define PERF_KERNEL_H

/* The kernels perf_<routine>_<scope>, one for each, so that a kernel is as small as a user's. */
#define PERF_KERNELS(APPLY)                            \
    APPLY(PUT, put) /* put_nbi, quiet after all */     \
    APPLY(GET, get) /* get_nbi, quiet after all */     \
    APPLY(GET_EACH, get_each)                          \
    APPLY(P, p)                                        \
    APPLY(G, g)                                        \
    APPLY(PUT_QUIET, put_quiet) /* quiet after each */ \
    APPLY(P_QUIET, p_quiet)                            \
    PERF_TURN_KERNELS(APPLY)

/* Those that take turns with the peer. */
#define PERF_TURN_KERNELS(APPLY)                      \
    APPLY(PUT_PING_PONG, put_ping_pong)               \
    APPLY(PUT_SIGNAL_PING_PONG, put_signal_ping_pong) \
    APPLY(SIGNAL_PING_PONG, signal_ping_pong)         \
    APPLY(LINE, line) /* loads and stores, without the library */

/* The kernels perf_raw_<routine>_<scope>: as many bytes by loads and stores, without the library. */
#define PERF_RAW_KERNELS(APPLY)                          \
    APPLY(PUT, put)             /* a fence after all */  \
    APPLY(PUT_QUIET, put_quiet) /* a fence after each */ \
    APPLY(GET, get)                                      \
    APPLY(P, p)                                          \
    APPLY(P_QUIET, p_quiet)

#define PERF_KERNEL_NUMBER(ROUTINE, NAME) PERF_KERNEL_##ROUTINE,
enum { PERF_KERNELS(PERF_KERNEL_NUMBER) PERF_KERNEL_COUNT };
#define PERF_RAW_KERNEL_NUMBER(ROUTINE, NAME) PERF_RAW_KERNEL_##ROUTINE,
enum { PERF_RAW_KERNELS(PERF_RAW_KERNEL_NUMBER) PERF_RAW_KERNEL_COUNT };

/* How often the kernels of LINE, and the host's equivalent, poll before the library waits. */
#define PERF_LINE_POLLS 10000

#endif
