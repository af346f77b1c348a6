/* SPDX-License-Identifier: BSD-3-Clause */
/* See model.h. */
#include "model.h"

#include "functions.h"

#include <stddef.h>

static bool is_in(const call_t *call, uint32_t lane)
{
    return lane < LANES_MAX && (call->lanes >> lane & 1) != 0;
}

static uint32_t first_lane(const call_t *call)
{
    return (uint32_t)__builtin_ctzll(call->lanes);
}

static value_t next(const type_t *type, value_t v)
{
    return value_apply(type, OPERATION_ADD, v, value_of(type, 1));
}

static value_t own(const call_t *call, uint32_t lane)
{
    return call->is_next ? next(call->type, call->v[lane]) : call->v[lane];
}

static value_t factor(const call_t *call, uint32_t lane)
{
    const value_t v = own(call, lane);

    if (lane % 8 == 0)
        return v;
    return value_of(call->type, value_less(call->type, v, value_of(call->type, 0)) ? -1 : 1);
}

/* ---- From another lane ------------------------------------------------------------------------ */

static bool from(const call_t *call, uint32_t lane, value_t *result)
{
    if (!is_in(call, lane))
        return false;
    *result = own(call, lane);
    return true;
}

static bool give_shuffle(const call_t *call, uint32_t lane, value_t *result)
{
    return from(call, call->r[lane] % call->size, result);
}

static bool give_shuffle_xor(const call_t *call, uint32_t lane, value_t *result)
{
    return from(call, lane ^ call->q % call->size, result);
}

static bool give_shuffle_up(const call_t *call, uint32_t lane, value_t *result)
{
    return from(call, lane - call->q % call->size, result);
}

static bool give_shuffle_down(const call_t *call, uint32_t lane, value_t *result)
{
    return from(call, lane + call->q % call->size, result);
}

/* Among the lanes of a cluster. */
static bool rotated(const call_t *call, uint32_t lane, int by, uint32_t size, value_t *result)
{
    const int count = (int)size, at = (int)(lane % size) + by % count + count;

    return from(call, lane - lane % size + (uint32_t)(at % count), result);
}

static bool give_rotate(const call_t *call, uint32_t lane, value_t *result)
{
    return rotated(call, lane, (int)call->q - 100, call->size, result);
}

static bool give_rotate_4(const call_t *call, uint32_t lane, value_t *result)
{
    return call->size % 4 == 0 && rotated(call, lane, (int)call->q - 100, 4, result);
}

static bool give_rotate_8(const call_t *call, uint32_t lane, value_t *result)
{
    return call->size % 8 == 0 && rotated(call, lane, (int)call->q, 8, result);
}

static bool give_broadcast_5(const call_t *call, uint32_t lane, value_t *result)
{
    (void)lane;
    return from(call, 5, result);
}

static bool give_broadcast_first(const call_t *call, uint32_t lane, value_t *result)
{
    (void)lane;
    return from(call, first_lane(call), result);
}

static bool give_uniform_broadcast(const call_t *call, uint32_t lane, value_t *result)
{
    (void)lane;
    return from(call, call->q % call->size, result);
}

#define give_intel_shuffle give_shuffle
#define give_intel_shuffle_xor give_shuffle_xor

/* Lanes of two sub-groups' size side by side; the later half holds next(v). */
static bool from_window(const call_t *call, uint32_t at, bool later_is_next, value_t *result)
{
    const bool is_later = at >= call->size;

    if (!from(call, is_later ? at - call->size : at, result))
        return false;
    if (is_later == later_is_next)
        *result = next(call->type, *result);
    return true;
}

static bool give_intel_shuffle_down(const call_t *call, uint32_t lane, value_t *result)
{
    return call->count == call->size &&
           from_window(call, lane + call->q % call->size, true, result);
}

static bool give_intel_shuffle_up(const call_t *call, uint32_t lane, value_t *result)
{
    return call->count == call->size &&
           from_window(call, lane + call->size - call->q % call->size, false, result);
}

/* ---- Folds ------------------------------------------------------------------------------------ */

typedef value_t (*operand_t)(const call_t *call, uint32_t lane);

/* Of the calling lanes from `begin` to before `end`. */
static value_t folded(const call_t *call, operation_t operation, operand_t operand, uint32_t begin,
                      uint32_t end)
{
    value_t sum = value_identity(call->type, operation);

    for (uint32_t lane = begin; lane < end; lane++) {
        if (is_in(call, lane))
            sum = value_apply(call->type, operation, sum, operand(call, lane));
    }
    return sum;
}

#define FOLD(name, operation, operand, begin, end)                              \
    static bool give_##name(const call_t *call, uint32_t lane, value_t *result) \
    {                                                                           \
        (void)lane;                                                             \
        *result = folded(call, OPERATION_##operation, operand, begin, end);     \
        return true;                                                            \
    }
#define FOLDS(prefix, name, operation, operand)                     \
    FOLD(prefix##reduce_##name, operation, operand, 0, LANES_MAX)   \
    FOLD(prefix##inclusive_##name, operation, operand, 0, lane + 1) \
    FOLD(prefix##exclusive_##name, operation, operand, 0, lane)
#define CLUSTER(name, size, operation, operand)                             \
    FOLD(clustered_##name##_##size, operation, operand, lane - lane % size, \
         lane - lane % size + size)

FOLDS(, add, ADD, own)
FOLDS(, min, MIN, own)
FOLDS(, max, MAX, own)
FOLDS(, mul, MUL, factor)
FOLDS(, and, AND, own)
FOLDS(, or, OR, own)
FOLDS(, xor, XOR, own)
FOLDS(uniform_, add, ADD, own)
FOLDS(uniform_, min, MIN, own)
FOLDS(uniform_, max, MAX, own)
CLUSTER(add, 1, ADD, own)
CLUSTER(add, 4, ADD, own)
CLUSTER(min, 8, MIN, own)
CLUSTER(max, 2, MAX, own)
CLUSTER(mul, 16, MUL, factor)
CLUSTER(and, 4, AND, own)
CLUSTER(or, 8, OR, own)
CLUSTER(xor, 16, XOR, own)

static bool give_all_equal(const call_t *call, uint32_t lane, value_t *result)
{
    bool equal = true;

    (void)lane;
    for (uint32_t i = 0; i < LANES_MAX; i++)
        equal = equal && (!is_in(call, i) ||
                          value_equal(call->type, own(call, i), own(call, first_lane(call))));
    *result = value_of(call->type, equal);
    return true;
}

/* ---- Votes ------------------------------------------------------------------------------------ */

/* The calling lanes of which r leaves that remainder. */
static uint64_t voters(const call_t *call, uint32_t divisor, uint32_t remainder)
{
    uint64_t found = 0;

    for (uint32_t lane = 0; lane < call->count; lane++) {
        if (is_in(call, lane) && call->r[lane] % divisor == remainder)
            found |= UINT64_C(1) << lane;
    }
    return found;
}

static uint32_t count_of(uint64_t lanes)
{
    return (uint32_t)__builtin_popcountll(lanes);
}

static uint64_t below(uint32_t lane)
{
    return (UINT64_C(1) << lane) - 1;
}

static uint64_t cluster_of_4(uint32_t lane)
{
    return UINT64_C(15) << (lane & ~3U);
}

static bool give_all_equal_few(const call_t *call, uint32_t lane, value_t *result)
{
    const uint64_t zeros = voters(call, 8, 0);

    (void)lane;
    *result = value_of(call->type, zeros == 0 || zeros == call->lanes);
    return true;
}

#define VOTE(name, expression)                                                  \
    static bool give_##name(const call_t *call, uint32_t lane, value_t *result) \
    {                                                                           \
        const uint64_t odd = voters(call, 2, 1), every = below(call->size);     \
        (void)lane, (void)odd, (void)every;                                     \
        result->integer = (uint32_t)(expression);                               \
        return true;                                                            \
    }

VOTE(uniform_all, voters(call, 64, 0) == 0)
VOTE(uniform_any, voters(call, 64, 0) != 0)
VOTE(elect, lane == first_lane(call))
VOTE(all, voters(call, 16, 0) == 0)
VOTE(any, voters(call, 16, 0) != 0)
VOTE(ballot, odd)
VOTE(ballot_rest, 0)
VOTE(inverse_ballot, call->q >> lane & 1)
VOTE(bit_extract, odd >> call->q % call->size & 1)
VOTE(bit_count, count_of(odd))
VOTE(ballot_inclusive, count_of(odd &below(lane + 1)))
VOTE(ballot_exclusive, count_of(odd &below(lane)))
VOTE(find_lsb, first_lane(call))
VOTE(find_msb, 63 - (uint32_t)__builtin_clzll(call->lanes))
VOTE(eq_mask, UINT64_C(1) << lane)
VOTE(ge_mask, below(call->count) & ~below(lane))
VOTE(gt_mask, below(call->count) & ~below(lane + 1))
VOTE(le_mask, below(lane + 1))
VOTE(lt_mask, below(lane))
VOTE(logical_and, voters(call, 16, 0) == 0)
VOTE(logical_or, voters(call, 16, 0) != 0)
VOTE(logical_xor, count_of(odd) & 1)
VOTE(inclusive_logical_and, (voters(call, 16, 0) & below(lane + 1)) == 0)
VOTE(inclusive_logical_or, (voters(call, 16, 0) & below(lane + 1)) != 0)
VOTE(inclusive_logical_xor, count_of(odd &below(lane + 1)) & 1)
VOTE(exclusive_logical_and, (voters(call, 16, 0) & below(lane)) == 0)
VOTE(exclusive_logical_or, (voters(call, 16, 0) & below(lane)) != 0)
VOTE(exclusive_logical_xor, count_of(odd &below(lane)) & 1)
VOTE(clustered_logical_and, (voters(call, 4, 0) & cluster_of_4(lane)) == 0)
VOTE(clustered_logical_or, (voters(call, 4, 0) & cluster_of_4(lane)) != 0)
VOTE(clustered_logical_xor, count_of(odd &cluster_of_4(lane)) & 1)

/* ---- Lists ------------------------------------------------------------------------------------ */

#define COUNTED(name, call) +1
#define LISTED(name, call) {#name, give_##name},

enum {
    UNIFORM_COUNT = 0 UNIFORM_FUNCTIONS(COUNTED),
    VALUE_COUNT = UNIFORM_COUNT VALUE_FUNCTIONS(COUNTED),
    BIT_COUNT = VALUE_COUNT BIT_FUNCTIONS(COUNTED)
};

const function_t *functions_on_values(const type_t *type, uint32_t *count, uint32_t *uniform)
{
    static const function_t list[] = {UNIFORM_FUNCTIONS(LISTED) VALUE_FUNCTIONS(LISTED)
                                          BIT_FUNCTIONS(LISTED)};

    *count = type->is_float ? VALUE_COUNT : BIT_COUNT;
    *uniform = UNIFORM_COUNT;
    return list;
}

const function_t *functions_of_votes(uint32_t *count, uint32_t *uniform)
{
    static const function_t list[] = {UNIFORM_VOTES(LISTED) VOTES(LISTED)};

    *count = sizeof(list) / sizeof(list[0]);
    *uniform = 0 UNIFORM_VOTES(COUNTED);
    return list;
}
