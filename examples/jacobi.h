/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What jacobi's host program and its kernel share.  Plain C and OpenCL C.
 */
#ifndef JACOBI_H
#define JACOBI_H

/* The words by which the work-groups of one PE meet and decide, in device memory.  The host clears
 * them before the launch and reads residual and iterations after it. */
typedef struct jacobi_groups {
    unsigned int arrived;
    unsigned int pad[15]; /* the counter that is polled has a cache line for itself */
    int change[2];        /* bits of floats */
    int residual;         /* bits of a float: the largest change in the last iteration */
    unsigned int iterations;
    unsigned int stop;
} jacobi_groups_t;

#endif
