/* SPDX-License-Identifier: BSD-3-Clause */
/* What the functions of functions.h give, as the specification has it. */
#ifndef KERNELS_SUBGROUPS_MODEL_H
#define KERNELS_SUBGROUPS_MODEL_H

#include "values.h"

enum { LANES_MAX = 64 };

/* A call of one function by some lanes of a sub-group. */
typedef struct call {
    const type_t *type;
    uint64_t lanes; /* bits of those that call */
    uint32_t count; /* of lanes that exist */
    uint32_t size;  /* the most that a sub-group has */
    uint32_t q;     /* as in functions.h */
    bool is_next;   /* whether v is next(v) */
    value_t v[LANES_MAX];
    uint32_t r[LANES_MAX];
} call_t;

/* A function: its name, and what it gives the lane; false if the specification leaves that open. */
typedef struct function {
    const char *name;
    bool (*give)(const call_t *call, uint32_t lane, value_t *result);
} function_t;

/* In the order of the kernels' numbers; the first `*uniform` are those that all items call. */
const function_t *functions_on_values(const type_t *type, uint32_t *count, uint32_t *uniform);
const function_t *functions_of_votes(uint32_t *count, uint32_t *uniform);

#endif
