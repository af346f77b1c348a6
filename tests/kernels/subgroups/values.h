/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of OpenCL C's scalar types on the host, and what groups fold them by. */
#ifndef KERNELS_SUBGROUPS_VALUES_H
#define KERNELS_SUBGROUPS_VALUES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct type {
    const char *name;
    unsigned bits;
    bool is_signed, is_float;
} type_t;

/* Of an integer its bits, extended as the type says; floating-point values are such that doubles hold all that
 * is made of them exactly. */
typedef union value {
    uint64_t integer;
    double real;
} value_t;

typedef enum operation {
    OPERATION_ADD,
    OPERATION_MIN,
    OPERATION_MAX,
    OPERATION_MUL,
    OPERATION_AND,
    OPERATION_OR,
    OPERATION_XOR
} operation_t;

/* NULL if there is no type of that name. */
const type_t *type_find(const char *name);

/* Whether `cell`, in memory, holds the value. */
bool value_is(const type_t *type, value_t value, uint64_t cell);
uint64_t value_cell(const type_t *type, value_t value);

/* The number as a value of the type. */
value_t value_of(const type_t *type, int64_t number);
bool value_less(const type_t *type, value_t a, value_t b);
bool value_equal(const type_t *type, value_t a, value_t b);
value_t value_apply(const type_t *type, operation_t operation, value_t a, value_t b);
value_t value_identity(const type_t *type, operation_t operation);

/* For messages. */
double value_shown(const type_t *type, value_t value);

#endif
