/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cases of each atomic memory operation in each of its forms, for any caller.
 */
#ifndef AMO_OP_CASES_H
#define AMO_OP_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum amo_op {
    AMO_FETCH,
    AMO_SET,
    AMO_SWAP,
    AMO_COMPARE_SWAP,
    AMO_INC,
    AMO_ADD,
    AMO_AND,
    AMO_OR,
    AMO_XOR
} amo_op_t;

/* One routine of one type.  Values travel by their bits, in the low bytes. */
typedef struct amo_routine {
    const char *name;
    amo_op_t op;
    size_t size;
    bool returns; /* the value before */
    bool is_float;
    uint64_t (*call)(const struct amo_routine *self, void *dest, uint64_t value, uint64_t cond,
                     int pe);
    const void *caller; /* the caller's own */
} amo_routine_t;

/* Collective: all PEs with the same table.  caller: who calls, for messages. */
void amo_op_cases(const char *caller, const amo_routine_t *table, size_t count, int rounds);

#endif
