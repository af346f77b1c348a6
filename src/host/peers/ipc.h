/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The heaps of the other PEs, mapped here through Level Zero's IPC handles.
 */
#ifndef ISHMEMI_IPC_H
#define ISHMEMI_IPC_H

/* Collective.  Maps the heap of every PE and fills ishmemi_job.delta.  0, or -1 after an error
 * message. */
int ishmemi_ipc_open(void);
/* Unmaps the heaps.  A barrier must follow before any PE frees its heap. */
void ishmemi_ipc_close(void);

/* Collective, after ishmemi_ipc_open.  Passes another descriptor to every other PE of this host
 * with the method that has worked for the heaps.  Stores theirs in descriptors[n_pes], with -1 for
 * this PE; the caller closes them.  0, or -1 on all PEs with the reason in why, of
 * ISHMEMI_IPC_WHY_BYTES. */
int ishmemi_ipc_share(int descriptor, int *descriptors, char *why);

#endif
