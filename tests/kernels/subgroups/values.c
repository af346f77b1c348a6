/* SPDX-License-Identifier: BSD-3-Clause */
/* See values.h. */
#include "values.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

const type_t *type_find(const char *name)
{
    static const type_t types[] = {
        {"char", 8, true, false},     {"uchar", 8, false, false},  {"short", 16, true, false},
        {"ushort", 16, false, false}, {"int", 32, true, false},    {"uint", 32, false, false},
        {"long", 64, true, false},    {"ulong", 64, false, false}, {"half", 16, true, true},
        {"float", 32, true, true},    {"double", 64, true, true},
    };

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    }
    return NULL;
}

static uint64_t low_bits(const type_t *type)
{
    return UINT64_MAX >> (64 - type->bits);
}

static value_t wrapped(const type_t *type, uint64_t bits)
{
    const uint64_t low = bits & low_bits(type), sign = UINT64_C(1) << (type->bits - 1);

    return (value_t){.integer = type->is_signed ? (low ^ sign) - sign : low};
}

/* Of a number that a half has. */
static uint16_t half_bits(double real)
{
    int exponent;
    const uint16_t sign = signbit(real) ? 0x8000 : 0;
    const double fraction = frexp(fabs(real), &exponent); /* in [0.5, 1) */

    if (real == 0)
        return sign;
    if (isinf(real))
        return sign | 0x7c00;
    return (uint16_t)(sign | (exponent + 14) << 10 | ((int)(fraction * 2048) & 1023));
}

uint64_t value_cell(const type_t *type, value_t value)
{
    uint64_t cell = 0;
    const float single = (float)value.real;

    if (!type->is_float)
        return value.integer & low_bits(type);
    if (type->bits == 16)
        return half_bits(value.real);
    if (type->bits == 32)
        memcpy(&cell, &single, sizeof(single));
    else
        memcpy(&cell, &value.real, sizeof(value.real));
    return cell;
}

bool value_is(const type_t *type, value_t value, uint64_t cell)
{
    const uint64_t found = cell & low_bits(type);

    if (type->is_float && value.real == 0) /* of either sign */
        return (found & low_bits(type) >> 1) == 0;
    return found == value_cell(type, value);
}

value_t value_of(const type_t *type, int64_t number)
{
    return type->is_float ? (value_t){.real = (double)number} : wrapped(type, (uint64_t)number);
}

bool value_less(const type_t *type, value_t a, value_t b)
{
    if (type->is_float)
        return a.real < b.real;
    return type->is_signed ? (int64_t)a.integer < (int64_t)b.integer : a.integer < b.integer;
}

bool value_equal(const type_t *type, value_t a, value_t b)
{
    return type->is_float ? a.real == b.real : a.integer == b.integer;
}

static double apply_real(operation_t operation, double a, double b)
{
    return operation == OPERATION_ADD ? a + b : a * b;
}

static uint64_t apply_integer(operation_t operation, uint64_t a, uint64_t b)
{
    switch (operation) {
    case OPERATION_ADD:
        return a + b;
    case OPERATION_MUL:
        return a * b;
    case OPERATION_AND:
        return a & b;
    case OPERATION_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

value_t value_apply(const type_t *type, operation_t operation, value_t a, value_t b)
{
    if (operation == OPERATION_MIN)
        return value_less(type, b, a) ? b : a;
    if (operation == OPERATION_MAX)
        return value_less(type, a, b) ? b : a;
    if (type->is_float)
        return (value_t){.real = apply_real(operation, a.real, b.real)};
    return wrapped(type, apply_integer(operation, a.integer, b.integer));
}

static value_t lowest(const type_t *type)
{
    if (type->is_float)
        return (value_t){.real = -(double)INFINITY};
    return wrapped(type, type->is_signed ? UINT64_C(1) << (type->bits - 1) : 0);
}

static value_t highest(const type_t *type)
{
    if (type->is_float)
        return (value_t){.real = (double)INFINITY};
    return wrapped(type, low_bits(type) >> (type->is_signed ? 1 : 0));
}

value_t value_identity(const type_t *type, operation_t operation)
{
    switch (operation) {
    case OPERATION_MIN:
        return highest(type);
    case OPERATION_MAX:
        return lowest(type);
    case OPERATION_MUL:
        return value_of(type, 1);
    case OPERATION_AND:
        return value_of(type, -1);
    default:
        return value_of(type, 0);
    }
}

double value_shown(const type_t *type, value_t value)
{
    if (type->is_float)
        return value.real;
    return type->is_signed ? (double)(int64_t)value.integer : (double)value.integer;
}
