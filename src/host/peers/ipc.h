/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The heaps of the other PEs, mapped here through Level Zero's IPC handles.
 */
#ifndef ISHMEMI_IPC_H
#define ISHMEMI_IPC_H

/* Collective.  Maps the heap of every PE and fills ishmemi_job.delta.  0, or -1 having said why. */
int ishmemi_ipc_open(void);
/* Unmaps them; a barrier must follow before any PE frees its heap. */
void ishmemi_ipc_close(void);

/* Collective, after ishmemi_ipc_open.  Hands another descriptor to every other PE of this host, by
 * the means that have worked for the heaps, and stores theirs, to be closed by the caller, in
 * descriptors[n_pes], -1 for this PE.  0, or -1 on all PEs with the reason in why, of
 * ISHMEMI_IPC_WHY_BYTES. */
int ishmemi_ipc_share(int descriptor, int *descriptors, char *why);

#endif
