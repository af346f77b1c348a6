/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a call does to the images.
 */
#include "plan.h"

#include <string.h>

/* ---- Numbers --------------------------------------------------------------------------------- */

static uint64_t low_bytes(uint64_t bits, size_t size)
{
    return size < 8 ? bits & ((UINT64_C(1) << 8 * size) - 1) : bits;
}

static uint64_t half_bits(number_t number, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    if (number == NUMBER_BFLOAT16) {
        return word >> 16;
    }
    if (value == 0) {
        return word >> 16 & 0x8000;
    }
    return (word >> 16 & 0x8000) | ((word >> 23 & 255) - 112) << 10 | (word >> 13 & 1023);
}

uint64_t number_bits(const routine_t *routine, int64_t value)
{
    uint64_t bits = (uint64_t)value;
    if (routine->number == NUMBER_REAL && routine->size == sizeof(double)) {
        const double real = (double)value;
        memcpy(&bits, &real, sizeof real);
    } else if (routine->number == NUMBER_REAL) {
        const float real = (float)value;
        bits = 0;
        memcpy(&bits, &real, sizeof real);
    } else if (routine->number >= NUMBER_FLOAT16) {
        bits = half_bits(routine->number, (float)value);
    }
    return low_bytes(bits, routine->size);
}

static double real_of(const routine_t *routine, uint64_t bits)
{
    if (routine->size == sizeof(double)) {
        double real;
        memcpy(&real, &bits, sizeof real);
        return real;
    }
    uint32_t word = (uint32_t)(routine->number == NUMBER_BFLOAT16 ? bits << 16 : bits);
    if (routine->number == NUMBER_FLOAT16) {
        word = (word & 0x8000) << 16 |
               ((word & 0x7fff) ? ((word >> 10 & 31) + 112) << 23 | (word & 1023) << 13 : 0);
    }
    float real;
    memcpy(&real, &word, sizeof real);
    return (double)real;
}

int64_t bits_number(const routine_t *routine, uint64_t bits)
{
    if (routine->number >= NUMBER_REAL) {
        return (int64_t)real_of(routine, bits);
    }
    const unsigned unused = 64 - 8 * (unsigned)(routine->size < 8 ? routine->size : 8);
    return routine->number == NUMBER_SIGNED ? (int64_t)(bits << unused) >> unused
                                            : (int64_t)(bits << unused >> unused);
}

bool compares(const routine_t *routine, int cmp, uint64_t a, uint64_t b)
{
    const int64_t x = bits_number(routine, a);
    const int64_t y = bits_number(routine, b);
    const bool less = routine->number == NUMBER_SIGNED ? x < y : (uint64_t)x < (uint64_t)y;
    switch (cmp) {
    case ISHMEM_CMP_EQ:
        return x == y;
    case ISHMEM_CMP_NE:
        return x != y;
    case ISHMEM_CMP_GT:
        return !less && x != y;
    case ISHMEM_CMP_GE:
        return !less;
    case ISHMEM_CMP_LT:
        return less;
    default:
        return less || x == y;
    }
}

static uint64_t real_sum(const routine_t *routine, uint64_t a, uint64_t b)
{
    uint64_t bits = 0;
    if (routine->size == sizeof(double)) {
        const double sum = real_of(routine, a) + real_of(routine, b);
        memcpy(&bits, &sum, sizeof sum);
    } else {
        const float sum = (float)real_of(routine, a) + (float)real_of(routine, b);
        memcpy(&bits, &sum, sizeof sum);
    }
    return bits;
}

uint64_t amo_after(const routine_t *routine, uint64_t before, uint64_t value, uint64_t cond)
{
    if (routine_has(routine, "compare_swap")) {
        return before == cond ? value : before;
    }
    if (routine_has(routine, "swap") || routine_has(routine, "set")) {
        return value;
    }
    if (routine_has(routine, "inc")) {
        return low_bytes(before + 1, routine->size);
    }
    if (routine_has(routine, "add")) {
        return routine->number == NUMBER_REAL ? real_sum(routine, before, value)
                                              : low_bytes(before + value, routine->size);
    }
    if (routine_has(routine, "and")) {
        return before & value;
    }
    if (routine_has(routine, "xor")) {
        return before ^ value;
    }
    return routine_has(routine, "_or") ? before | value : before;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void move(place_t dest, place_t source, size_t bytes)
{
    if (bytes > 0) {
        memmove(place_image(dest), place_image(source), bytes);
    }
}

static void move_blocks(const call_t *call, size_t bytes, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        move(place_plus(call->dest, i * (size_t)call->command.dst * size),
             place_plus(call->source, i * (size_t)call->command.sst * size), bytes);
    }
}

static void signal(const call_t *call, bool adds)
{
    const uint64_t before = adds ? place_load(call->signal_at, 8) : 0;
    place_store(call->signal_at, 8, before + call->command.signal);
}

static void expect(call_t *call, size_t bytes, uint64_t value)
{
    call->check = CHECK_EXACT;
    call->result_bytes = bytes;
    call->expected = value;
}

static void apply_amo(call_t *call, const routine_t *routine)
{
    const size_t size = routine->size;
    const bool reads = routine->kind == KIND_read || routine->kind == KIND_read_nbi;
    const place_t object = reads ? call->source : call->dest;
    const uint64_t before = place_load(object, size);
    place_store(object, size, amo_after(routine, before, call->command.value, call->command.cond));
    if (call->fetch.object) {
        place_store(call->fetch, size, before);
    } else if (routine_has(routine, "fetch") || routine_has(routine, "swap") || reads) {
        expect(call, size, before);
    }
}

static void apply_set(call_t *call, const routine_t *routine)
{
    const bool vector = routine_has(routine, "vector");
    const bool single = routine->kind == KIND_one;
    const size_t count = single ? 1 : call->command.nelems;
    uint32_t members = 0;
    for (size_t i = 0; i < count; i++) {
        if (call->has_status && call->status[i] != 0) {
            continue;
        }
        members |= 1u << i;
        const uint64_t value = place_load(place_plus(call->dest, i * routine->size), routine->size);
        if (compares(routine, call->command.cmp, value,
                     vector ? call->cmp_values[i] : call->command.value)) {
            call->holds |= 1u << i;
        }
    }
    if (routine_has(routine, "any")) {
        call->check = CHECK_ANY;
    } else if (routine_has(routine, "some")) {
        call->check = CHECK_SOME;
    } else if (routine_starts(routine, "test")) {
        expect(call, sizeof(int), call->holds == members);
    }
}

static void apply_untyped(call_t *call)
{
    place_t counter = call->source;
    switch (call->number) {
    case NUMBER_signal_set:
        signal(call, false);
        break;
    case NUMBER_signal_add:
        signal(call, true);
        break;
    case NUMBER_signal_fetch:
    case NUMBER_signal_wait_until:
        expect(call, 8, place_load(call->signal_at, 8));
        break;
    case NUMBER_team_sync:
    case NUMBER_team_barrier:
        expect(call, sizeof(int), 0);
        break;
    case NUMBER_locked_add:
    case NUMBER_tested_add:
        place_store(counter, 8, place_load(counter, 8) + call->command.value);
        break;
    default:
        break;
    }
}

void apply(call_t *call)
{
    const routine_t *const routine = &routines[call->number];
    const size_t size = routine->size;
    if (call->check == CHECK_LATER) {
        return;
    }
    switch (routine->kind) {
    case KIND_copy:
        move(call->dest, call->source, call->command.nelems * size);
        break;
    case KIND_strided:
        move_blocks(call, size, call->command.nelems, size);
        break;
    case KIND_blocks:
        move_blocks(call, call->command.bsize * size, call->command.nblocks, size);
        break;
    case KIND_signal:
        move(call->dest, call->source, call->command.nelems * size);
        signal(call, call->command.sig_op == ISHMEM_SIGNAL_ADD);
        break;
    case KIND_value:
        if (routine_is(routine, "p")) {
            place_store(call->dest, size, call->command.value);
            break;
        }
        apply_amo(call, routine);
        break;
    case KIND_one:
    case KIND_set:
    case KIND_some:
    case KIND_set_vector:
    case KIND_some_vector:
        apply_set(call, routine);
        break;
    case KIND_gather:
    case KIND_gather_strided:
    case KIND_from_root:
    case KIND_reduce:
        expect(call, sizeof(int), 0);
        if (call->pe == teams[call->team].members[0]) {
            apply_collective(call);
        }
        break;
    case KIND_untyped:
        apply_untyped(call);
        break;
    default:
        apply_amo(call, routine);
        break;
    }
}
