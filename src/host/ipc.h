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

#endif
