/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The witness of this PE's end (runtime/witness/witness.c): a process that sees to it that under MPICH's
 * launcher a job in which a PE died has another status than 0.
 */
#ifndef ISHMEMI_WITNESS_H
#define ISHMEMI_WITNESS_H

/* Starts it where Hydra is the launcher, unless it is there.  Where it cannot be started, Hydra alone makes the
 * job's status. */
void ishmemi_witness_call(void);

/* The other PEs learn of this one's death by their lifelines. */
void ishmemi_witness_tell_lifelines(void);

/* Ends it: from now on this PE may end as it likes, or says itself what the job's status is.  Any thread may
 * call. */
void ishmemi_witness_dismiss(void);

#endif
