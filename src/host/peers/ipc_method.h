/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ways to get the descriptors of the other PEs of this host.
 */
#ifndef ISHMEMI_IPC_METHOD_H
#define ISHMEMI_IPC_METHOD_H

#include <stddef.h>

#define ISHMEMI_IPC_WHY_BYTES 256

/*
 * Collective over the whole job.  Hands `descriptor` to every other PE of this host and stores
 * theirs, to be closed by the caller, in descriptors[n_pes], which holds -1 everywhere.  0, or -1
 * with the reason in `why`; descriptors may have been stored then, too.
 */
int ishmemi_ipc_pidfd(int descriptor, int *descriptors, char why[ISHMEMI_IPC_WHY_BYTES]);
int ishmemi_ipc_socket(int descriptor, int *descriptors, char why[ISHMEMI_IPC_WHY_BYTES]);

#endif
