/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where the proxy's thread runs: ISHMEM_PROXY_CPU.
 */
#ifndef ISHMEMI_PROXY_CPU_H
#define ISHMEMI_PROXY_CPU_H

/* Collective.  The processor's number, or ISHMEMI_PROXY_CPU_ANY.  0, or -1 having said why. */
int ishmemi_proxy_cpu_choose(int *cpu);

#endif
