/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where the proxy's thread runs: ISHMEM_PROXY_CPU.
 */
#ifndef ISHMEMI_PROXY_CPU_H
#define ISHMEMI_PROXY_CPU_H

/* Collective.  Returns the processor's number, or ISHMEMI_PROXY_CPU_ANY. */
int ishmemi_proxy_cpu_choose(void);

#endif
