/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a PE says to the witness of its end (witness/witness.c): single bytes.
 */
#ifndef ISHMEMI_RUNTIME_WITNESS_H
#define ISHMEMI_RUNTIME_WITNESS_H

/* The other PEs learn of this one's death by themselves. */
#define ISHMEMI_WITNESS_LIFELINES 'l'
/* This PE ends as it likes from now on. */
#define ISHMEMI_WITNESS_GO 'g'

#endif
