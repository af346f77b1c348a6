/* SPDX-License-Identifier: BSD-3-Clause */
#include "collective_model.h"

#include <math.h>
#include <string.h>

typedef enum operation { AND, OR, XOR, MAX, MIN, SUM, PROD } operation_t;

static bool is_scatter(collective_id_t id)
{
    return id >= COLLECTIVE_and_reduce_scatter && id <= COLLECTIVE_prod_reduce_scatter;
}

static bool is_scan(collective_id_t id)
{
    return id == COLLECTIVE_sum_inscan || id == COLLECTIVE_sum_exscan;
}

bool model_is_reduction(collective_id_t id)
{
    return id >= COLLECTIVE_and_reduce;
}

bool model_may_be_in_place(collective_id_t id)
{
    return id == COLLECTIVE_broadcast || is_scan(id) || (model_is_reduction(id) && !is_scatter(id));
}

bool model_is_same_on_all(collective_id_t id)
{
    return id == COLLECTIVE_broadcast || id == COLLECTIVE_collect || id == COLLECTIVE_fcollect ||
           (model_is_reduction(id) && !is_scatter(id) && !is_scan(id));
}

static operation_t operation_of(collective_id_t id)
{
    if (is_scan(id)) {
        return SUM;
    }
    const collective_id_t first =
        is_scatter(id) ? COLLECTIVE_and_reduce_scatter : COLLECTIVE_and_reduce;
    return (operation_t)(id - first);
}

size_t model_count(const collective_model_t *model, int member)
{
    if (model->id != COLLECTIVE_collect) {
        return model->nelems;
    }
    switch (((unsigned)member + model->seed) % 5) {
    case 0:
        return model->nelems;
    case 1:
        return 0;
    case 2:
        return model->nelems / 2;
    case 3:
        return model->nelems ? 1 : 0;
    default:
        return model->nelems + model->nelems / 3;
    }
}

size_t model_dest_elements(const collective_model_t *model)
{
    const size_t all = model->nelems * (size_t)model->n;
    size_t sum = 0;
    switch (model->id) {
    case COLLECTIVE_fcollect:
    case COLLECTIVE_alltoall:
        return all;
    case COLLECTIVE_alltoalls:
        return all * (size_t)model->dst;
    case COLLECTIVE_collect:
        for (int member = 0; member < model->n; member++) {
            sum += model_count(model, member);
        }
        return sum;
    default:
        return model->nelems;
    }
}

size_t model_source_elements(const collective_model_t *model)
{
    const size_t all = model->nelems * (size_t)model->n;
    switch (model->id) {
    case COLLECTIVE_alltoall:
        return all;
    case COLLECTIVE_alltoalls:
        return all * (size_t)model->sst;
    case COLLECTIVE_collect:
        return model->nelems + model->nelems / 3;
    default:
        return is_scatter(model->id) ? all : model->nelems;
    }
}

/* ---- Numbers as bits, in the low bytes of an integer -------------------------------------------- */

static uint64_t random_bits(const collective_model_t *model, int member, size_t index)
{
    uint64_t x = ((uint64_t)model->seed << 32) + (uint64_t)member * 0x100000001b3u + index;
    x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static double number_of(const collective_model_t *model, uint64_t bits)
{
    if (model->number == COLLECTIVE_REAL && model->size == sizeof(double)) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (model->number != COLLECTIVE_FLOAT16) {
        const uint32_t word = (uint32_t)(model->number == COLLECTIVE_BFLOAT16 ? bits << 16 : bits);
        float value;
        memcpy(&value, &word, sizeof value);
        return (double)value;
    }
    const int exponent = (int)(bits >> 10 & 31);
    const double fraction = (double)(bits & 1023);
    const double value = exponent == 31  ? (fraction != 0 ? (double)NAN : (double)INFINITY)
                         : exponent == 0 ? ldexp(fraction, -24)
                                         : ldexp(fraction + 1024, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

/* Random, of a size at which neither sums nor products leave the format, and never zero. */
static uint64_t real_bits(const collective_model_t *model, operation_t operation, uint64_t random)
{
    const bool not_a_number = (operation == MAX || operation == MIN) && random >> 60 == 0;
    if (model->number == COLLECTIVE_FLOAT16) {
        return not_a_number ? 0x7e00 : (random & 0x83ff) | (12 + (random >> 20 & 3)) << 10;
    }
    if (model->number == COLLECTIVE_BFLOAT16) {
        return not_a_number ? 0x7fc0 : (random & 0x807f) | (124 + (random >> 20 & 3)) << 7;
    }
    const double magnitude = 0.25 + (double)(random & 0xfffffffffffff) * 0x1p-51;
    const double value = not_a_number ? (double)NAN : random >> 59 & 1 ? -magnitude : magnitude;
    uint64_t bits = 0;
    if (model->size == sizeof(float)) {
        const float single = (float)value;
        memcpy(&bits, &single, sizeof single);
    } else {
        memcpy(&bits, &value, sizeof value);
    }
    return bits;
}

/* Element `index` of a member's source. */
static uint64_t source_bits(const collective_model_t *model, int member, size_t index)
{
    const uint64_t random = random_bits(model, member, index);
    if (!model_is_reduction(model->id)) {
        return random;
    }
    const operation_t operation = operation_of(model->id);
    if (model->number >= COLLECTIVE_REAL) {
        return real_bits(model, operation, random);
    }
    switch (operation) {
    case AND:
        return random | random >> 17 | random << 23; /* else few bits stay */
    case PROD:
        return random >> 61 ? random | 1 : random; /* else few do not become 0 */
    default:
        return random;
    }
}

void model_fill_source(const collective_model_t *model, void *source)
{
    const bool counted = model->id == COLLECTIVE_collect;
    const size_t count = counted ? model_count(model, model->me) : model_source_elements(model);
    unsigned char *byte = source;
    for (size_t i = 0; i < count; i++, byte += model->size) {
        const uint64_t bits = source_bits(model, model->me, i);
        memcpy(byte, &bits, model->size); /* little-endian */
    }
}

/* ---- What dest must hold ------------------------------------------------------------------------ */

static int64_t extended(const collective_model_t *model, uint64_t bits)
{
    const unsigned unused = 64 - 8 * (unsigned)model->size;
    return (int64_t)(bits << unused) >> unused;
}

static uint64_t cut(const collective_model_t *model, uint64_t bits)
{
    const unsigned unused = 64 - 8 * (unsigned)model->size;
    return bits << unused >> unused;
}

static uint64_t combined(const collective_model_t *model, operation_t operation, uint64_t a,
                         uint64_t b)
{
    const bool less = model->number == COLLECTIVE_SIGNED ? extended(model, a) < extended(model, b)
                                                         : cut(model, a) < cut(model, b);
    switch (operation) {
    case AND:
        return a & b;
    case OR:
        return a | b;
    case XOR:
        return a ^ b;
    case MAX:
        return less ? b : a;
    case MIN:
        return less ? a : b;
    case SUM:
        return a + b;
    default:
        return a * b;
    }
}

/* Half the distance of neighbouring numbers of the format around 1. */
static double rounding_of(const collective_model_t *model)
{
    switch (model->number) {
    case COLLECTIVE_FLOAT16:
        return 0x1p-11;
    case COLLECTIVE_BFLOAT16:
        return 0x1p-8;
    default:
        return model->size == sizeof(float) ? 0x1p-24 : 0x1p-53;
    }
}

/* In whatever order the members were combined. */
static bool real_holds(const collective_model_t *model, operation_t operation, int members,
                       size_t index, uint64_t seen_bits)
{
    const double seen = number_of(model, seen_bits);
    long double value = 0;
    long double magnitude = 0;
    for (int member = 0; member < members; member++) {
        const double next = number_of(model, source_bits(model, member, index));
        switch (operation) {
        case MAX:
            value = member == 0 ? next : fmaxl(value, next);
            break;
        case MIN:
            value = member == 0 ? next : fminl(value, next);
            break;
        case PROD:
            value = member == 0 ? next : value * next;
            break;
        default:
            value += next;
            magnitude += fabs(next);
            break;
        }
    }
    if (operation == MAX || operation == MIN) {
        return isnan(value) ? isnan(seen) : (long double)seen == value;
    }
    if (operation == PROD) {
        magnitude = fabsl(value);
    }
    return fabsl(seen - value) <= members * rounding_of(model) * magnitude;
}

/* Scans sum from the left, whatever the algorithm: the bits are known. */
static bool scan_holds(const collective_model_t *model, int members, size_t index, uint64_t seen)
{
    double sum = 0;
    float single = 0;
    for (int member = 0; member < members; member++) {
        const double next = number_of(model, source_bits(model, member, index));
        sum = member == 0 ? next : sum + next;
        single = member == 0 ? (float)next : single + (float)next;
    }
    uint64_t bits = 0;
    if (model->size == sizeof single) {
        memcpy(&bits, &single, sizeof single);
    } else {
        memcpy(&bits, &sum, sizeof sum);
    }
    return seen == bits;
}

static bool reduction_holds(const collective_model_t *model, size_t index, uint64_t seen)
{
    const operation_t operation = operation_of(model->id);
    const int members = model->id == COLLECTIVE_sum_exscan   ? model->me
                        : model->id == COLLECTIVE_sum_inscan ? model->me + 1
                                                             : model->n;
    const size_t element =
        is_scatter(model->id) ? (size_t)model->me * model->nelems + index : index;
    if (is_scan(model->id) && model->number == COLLECTIVE_REAL) {
        return scan_holds(model, members, element, seen);
    }
    if (model->number >= COLLECTIVE_REAL) {
        return real_holds(model, operation, members, element, seen);
    }
    uint64_t value = members == 0 ? 0 : source_bits(model, 0, element);
    for (int member = 1; member < members; member++) {
        value = combined(model, operation, value, source_bits(model, member, element));
    }
    return cut(model, seen) == cut(model, value);
}

/* Which member's element the dest has at `index`. */
static uint64_t moved_bits(const collective_model_t *model, size_t index)
{
    const size_t nelems = model->nelems;
    const size_t mine = (size_t)model->me * nelems;
    int member = 0;
    switch (model->id) {
    case COLLECTIVE_fcollect:
        return source_bits(model, (int)(index / nelems), index % nelems);
    case COLLECTIVE_alltoall:
        return source_bits(model, (int)(index / nelems), mine + index % nelems);
    case COLLECTIVE_alltoalls:
        index /= (size_t)model->dst;
        return source_bits(model, (int)(index / nelems),
                           (mine + index % nelems) * (size_t)model->sst);
    case COLLECTIVE_collect:
        while (index >= model_count(model, member)) {
            index -= model_count(model, member);
            member++;
        }
        return source_bits(model, member, index);
    default:
        return source_bits(model, model->root, index);
    }
}

size_t model_first_wrong(const collective_model_t *model, const void *dest, unsigned char untouched)
{
    const size_t count = model_dest_elements(model);
    const unsigned char *byte = dest;
    for (size_t i = 0; i < count; i++, byte += model->size) {
        uint64_t seen = 0;
        memcpy(&seen, byte, model->size);
        bool holds;
        if (model_is_reduction(model->id)) {
            holds = reduction_holds(model, i, seen);
        } else if (model->id == COLLECTIVE_alltoalls && i % (size_t)model->dst != 0) {
            holds = seen == cut(model, 0x0101010101010101u * untouched);
        } else {
            holds = seen == cut(model, moved_bits(model, i));
        }
        if (!holds) {
            return i;
        }
    }
    return SIZE_MAX;
}
