/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The messages from a PE to the witness of its end (witness/witness.c): single bytes.
 */
#ifndef ISHMEMI_RUNTIME_WITNESS_H
#define ISHMEMI_RUNTIME_WITNESS_H

/* The other PEs detect this one's death by themselves. */
#define ISHMEMI_WITNESS_LIFELINES 'l'
/* From now on this PE may end in any way. */
#define ISHMEMI_WITNESS_GO 'g'

#endif
