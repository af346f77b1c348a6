/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Methods to get the descriptors of the other PEs of this host.
 */
#ifndef ISHMEMI_IPC_METHOD_H
#define ISHMEMI_IPC_METHOD_H

#include <stddef.h>

#define ISHMEMI_IPC_WHY_BYTES 256

/*
 * Collective over the whole job.  Passes `descriptor` to every other PE of this host and stores
 * theirs in descriptors[n_pes], which holds -1 everywhere; the caller closes them.  0, or -1 with
 * the reason in `why`; even then, some descriptors may have been stored.
 */
int ishmemi_ipc_pidfd(int descriptor, int *descriptors, char why[ISHMEMI_IPC_WHY_BYTES]);
int ishmemi_ipc_socket(int descriptor, int *descriptors, char why[ISHMEMI_IPC_WHY_BYTES]);

#endif
