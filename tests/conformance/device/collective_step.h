/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One call in a row that a kernel makes by itself.  For OpenCL C and C.
 */
#ifndef COLLECTIVE_STEP_H
#define COLLECTIVE_STEP_H

#include "ishmem/type_lists.h"

typedef struct collective_step {
    uint64_t dest;
    uint64_t source;
    uint64_t nelems;
    int64_t dst;
    int64_t sst;
    int32_t team;
    int32_t without_team;
    int32_t root;
    uint32_t routine; /* which of COLLECTIVE_FEW */
    uint32_t form;    /* call_forms.h */
    uint32_t delay;   /* turns of an empty loop before it */
} collective_step_t;

#endif
