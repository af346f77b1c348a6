/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The witness of this PE's end (runtime/witness/witness.c): a process which ensures that under
 * MPICH's launcher a job in which a PE died does not have status 0.
 */
#ifndef ISHMEMI_WITNESS_H
#define ISHMEMI_WITNESS_H

/* Starts the witness if Hydra is the launcher and there is none yet.  If it cannot be started,
 * Hydra alone determines the job's status. */
void ishmemi_witness_call(void);

/* Reports that the other PEs detect this one's death through their lifelines. */
void ishmemi_witness_notify_lifelines(void);

/* Ends the witness: from now on this PE may end in any way, or reports the job's status itself.
 * Any thread may call. */
void ishmemi_witness_dismiss(void);

#endif
