/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What moe's host program and its kernels share.  Plain C and OpenCL C.
 *
 * A row is a token as it travels: its top_k choices, padded to header_bytes, and then its `hidden`
 * values in bfloat16.  The choices travel with the values so that one put tells the receiver all.
 */
#ifndef MOE_H
#define MOE_H

#define MOE_BLOCK 16             /* an expert's matrix is MOE_BLOCK x MOE_BLOCK */
#define MOE_ALIGNMENT 32         /* bytes: a block of bfloat16 */
#define MOE_NOT_SENT 0xffffffffu /* in the table of slots: the token does not go to this PE */

/* Expert e is on PE p if MOE_FIRST_EXPERT(experts, pes, p) <= e < MOE_FIRST_EXPERT(.., p + 1). */
#define MOE_FIRST_EXPERT(experts, pes, pe) \
    ((unsigned int)((unsigned long)(experts) * (unsigned long)(pe) / (unsigned long)(pes)))

typedef struct moe_choice {
    unsigned int expert;
    float weight;
} moe_choice_t;

/* The sizes of a layer, the same on all PEs. */
typedef struct moe_sizes {
    unsigned int pes;
    unsigned int tokens; /* of each PE */
    unsigned int hidden; /* values of a token: a multiple of MOE_BLOCK */
    unsigned int experts;
    unsigned int top_k;
    unsigned int header_bytes;
    unsigned int row_bytes;
    unsigned int value_bytes; /* row_bytes without header_bytes */
} moe_sizes_t;

/* How far a PE's work-groups are, in device memory. */
typedef struct moe_progress {
    unsigned int departed; /* groups of this launch that have sent all their rows */
    unsigned int pad[15];
    unsigned int dispatches; /* that have ended */
    unsigned int combines;
} moe_progress_t;

#endif
