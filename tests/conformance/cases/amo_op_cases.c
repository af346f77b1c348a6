/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each routine alone, against what C computes; then all PEs on one object at once, in a way that
 * leaves one possible end: each bit, token or number that goes in is accounted for.
 */
#include "amo_op_cases.h"

#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <string.h>

/* Symmetric: each PE's object has a word of guard on both sides. */
#define OBJECT 1
#define WORDS 3
#define GUARD 0xa5a5a5a5a5a5a5a5u

static uint64_t mask(const amo_routine_t *routine)
{
    return routine->size == 8 ? UINT64_MAX : UINT32_MAX;
}

static void reset(uint64_t *words, uint64_t value, const amo_routine_t *routine)
{
    const uint64_t image[WORDS] = {GUARD, (GUARD & ~mask(routine)) | (value & mask(routine)),
                                   GUARD};
    memory_write(words, image, sizeof image);
}

/* The object's value; its surroundings must be as they were. */
static uint64_t read_object(const char *caller, const amo_routine_t *routine, const uint64_t *words)
{
    uint64_t image[WORDS];
    memory_read(image, words, sizeof image);
    test_check(image[0] == GUARD && image[2] == GUARD &&
                   (image[OBJECT] & ~mask(routine)) == (GUARD & ~mask(routine)),
               "%s from %s: bytes around the object changed", routine->name, caller);
    return image[OBJECT] & mask(routine);
}

static uint64_t add_floats(size_t size, uint64_t a, uint64_t b)
{
    uint64_t bits = 0;
    if (size == 4) {
        float x, y;
        memcpy(&x, &a, sizeof x);
        memcpy(&y, &b, sizeof y);
        x += y;
        memcpy(&bits, &x, sizeof x);
    } else {
        double x, y;
        memcpy(&x, &a, sizeof x);
        memcpy(&y, &b, sizeof y);
        x += y;
        memcpy(&bits, &x, sizeof x);
    }
    return bits;
}

/* A number as the type's bits. */
static uint64_t number(const amo_routine_t *routine, uint64_t value)
{
    uint64_t bits = 0;
    if (!routine->is_float) {
        return value & mask(routine);
    }
    if (routine->size == 4) {
        const float x = (float)value;
        memcpy(&bits, &x, sizeof x);
    } else {
        const double x = (double)value;
        memcpy(&bits, &x, sizeof x);
    }
    return bits;
}

static uint64_t model(const amo_routine_t *routine, uint64_t before, uint64_t value, uint64_t cond)
{
    switch (routine->op) {
    case AMO_FETCH:
        return before;
    case AMO_SET:
    case AMO_SWAP:
        return value;
    case AMO_COMPARE_SWAP:
        return before == cond ? value : before;
    case AMO_INC:
        return (before + 1) & mask(routine);
    case AMO_ADD:
        return routine->is_float ? add_floats(routine->size, before, value)
                                 : (before + value) & mask(routine);
    case AMO_AND:
        return before & value;
    case AMO_OR:
        return before | value;
    case AMO_XOR:
        break;
    }
    return before ^ value;
}

static const uint64_t integers[] = {
    0,           1,           0x0123456789abcdefu, 0xfedcba9876543210u,
    0x7fffffffu, 0xffffffffu, 0x7fffffffffffffffu, UINT64_MAX};
#define VALUES (sizeof integers / sizeof integers[0])

static uint64_t value_at(const amo_routine_t *routine, size_t n)
{
    const uint64_t value = integers[n % VALUES];
    return routine->is_float ? number(routine, value % 100000) : value & mask(routine);
}

/* Each PE on another target. */
static void alone(uint64_t *words, const char *caller, const amo_routine_t *routine)
{
    for (size_t n = 0; n < 2 * VALUES; n++) {
        const uint64_t before = value_at(routine, n);
        const uint64_t value = value_at(routine, n * 3 + 1);
        const uint64_t cond = n % 2 ? before : value_at(routine, n + 1);
        reset(words, before, routine);
        ishmem_barrier_all();
        const int to = (test_me + (int)n) % test_n;
        const uint64_t seen = routine->call(routine, words + OBJECT, value, cond, to);
        ishmem_barrier_all();
        const uint64_t after = read_object(caller, routine, words);
        const uint64_t expected = model(routine, before, value, cond);
        test_check(after == expected, "%s from %s: the object is 0x%llx, expected 0x%llx",
                   routine->name, caller, (unsigned long long)after, (unsigned long long)expected);
        test_check(!routine->returns || seen == before, "%s from %s: returned 0x%llx, not 0x%llx",
                   routine->name, caller, (unsigned long long)seen, (unsigned long long)before);
        ishmem_barrier_all();
    }
}

/* Numbers are added to every object; each PE's fetched values only grow. */
static void add_together(uint64_t *words, const char *caller, const amo_routine_t *routine,
                         int rounds)
{
    reset(words, 0, routine);
    ishmem_barrier_all();
    const uint64_t step = routine->op == AMO_INC ? 1 : 3;
    for (int round = 0; round < rounds; round++) {
        for (int to = 0; to < test_n; to++) {
            routine->call(routine, words + OBJECT, number(routine, step), 0, to);
        }
    }
    ishmem_barrier_all();
    const uint64_t sum = read_object(caller, routine, words);
    const uint64_t expected = number(routine, step * (uint64_t)rounds * (uint64_t)test_n);
    test_check(sum == expected, "%s from %s: the sum is 0x%llx, expected 0x%llx", routine->name,
               caller, (unsigned long long)sum, (unsigned long long)expected);
    ishmem_barrier_all();
}

/* Each PE has a bit of every object and changes it alone: what it fetches shows its own bit as
 * it has left it, and at the end every bit is as its PE has left it. */
static void bits_together(uint64_t *words, const char *caller, const amo_routine_t *routine,
                          int rounds)
{
    const uint64_t mine = (uint64_t)1 << (test_me % 32);
    const uint64_t start = routine->op == AMO_AND ? mask(routine) : 0;
    reset(words, start, routine);
    ishmem_barrier_all();
    int wrong = 0;
    for (int to = 0; to < test_n; to++) {
        uint64_t own = start & mine;
        for (int round = 0; round < rounds; round++) {
            const uint64_t value = routine->op == AMO_AND ? mask(routine) & ~mine : mine;
            const uint64_t seen = routine->call(routine, words + OBJECT, value, 0, to);
            wrong += routine->returns && (seen & mine) != own;
            own = model(routine, own, value, 0) & mine;
        }
    }
    test_check(wrong == 0, "%s from %s: %d times a bit that nobody else changes changed",
               routine->name, caller, wrong);
    ishmem_barrier_all();
    uint64_t expected = start;
    for (int pe = 0; pe < test_n; pe++) {
        const uint64_t bit = (uint64_t)1 << (pe % 32);
        for (int round = 0; round < (routine->op == AMO_XOR ? rounds % 2 : 1); round++) {
            expected =
                model(routine, expected, routine->op == AMO_AND ? mask(routine) & ~bit : bit, 0);
        }
    }
    const uint64_t left = read_object(caller, routine, words);
    test_check(left == expected, "%s from %s: the bits are 0x%llx, expected 0x%llx", routine->name,
               caller, (unsigned long long)left, (unsigned long long)expected);
    ishmem_barrier_all();
}

/* Tokens go in by swap and come out by swap: those that came out and those left are those that went
 * in. */
static void swap_together(uint64_t *words, uint64_t *sum, const char *caller,
                          const amo_routine_t *routine, int rounds)
{
    const uint64_t zero = 0;
    reset(words, 0, routine);
    memory_write(sum, &zero, sizeof zero);
    ishmem_barrier_all();
    uint64_t balance = 0;
    for (int round = 0; round < rounds; round++) {
        for (int to = 0; to < test_n; to++) {
            const uint64_t token = number(routine, (uint64_t)(round * test_n + test_me) % 65536);
            balance += token - routine->call(routine, words + OBJECT, token, 0, to);
        }
    }
    ishmem_barrier_all();
    balance -= read_object(caller, routine, words);
    ishmem_uint64_atomic_add(sum, balance, 0);
    ishmem_barrier_all();
    uint64_t total = 0;
    memory_read(&total, sum, sizeof total);
    test_check(test_me != 0 || total == 0, "%s from %s: tokens were lost or doubled", routine->name,
               caller);
    ishmem_barrier_all();
}

/* A number is added by compare and swap. */
static void compare_swap_together(uint64_t *words, const char *caller, const amo_routine_t *routine,
                                  int rounds)
{
    reset(words, 0, routine);
    ishmem_barrier_all();
    for (int to = 0; to < test_n; to++) {
        uint64_t before = 0;
        for (int round = 0; round < rounds;) {
            const uint64_t seen =
                routine->call(routine, words + OBJECT, (before + 7) & mask(routine), before, to);
            round += seen == before;
            before = seen == before ? before + 7 : seen;
        }
    }
    ishmem_barrier_all();
    const uint64_t sum = read_object(caller, routine, words);
    test_check(sum == 7 * (uint64_t)rounds * (uint64_t)test_n, "%s from %s: the sum is %llu",
               routine->name, caller, (unsigned long long)sum);
    ishmem_barrier_all();
}

static void together(uint64_t *words, uint64_t *sum, const char *caller,
                     const amo_routine_t *routine, int rounds)
{
    switch (routine->op) {
    case AMO_FETCH:
    case AMO_SET:
        break; /* amo_cases has them together */
    case AMO_SWAP:
        swap_together(words, sum, caller, routine, rounds);
        break;
    case AMO_COMPARE_SWAP:
        compare_swap_together(words, caller, routine, rounds);
        break;
    case AMO_INC:
    case AMO_ADD:
        add_together(words, caller, routine, rounds);
        break;
    case AMO_AND:
    case AMO_OR:
    case AMO_XOR:
        bits_together(words, caller, routine, rounds);
        break;
    }
}

void amo_op_cases(const char *caller, const amo_routine_t *table, size_t count, int rounds)
{
    uint64_t *const words = ishmem_malloc(WORDS * sizeof *words);
    uint64_t *const sum = ishmem_malloc(sizeof *sum);
    if (!words || !sum) {
        test_fatal("no memory for the objects");
    }
    for (const amo_routine_t *routine = table; routine < table + count; routine++) {
        together(words, sum, caller, routine, rounds);
        alone(words, caller, routine);
    }
    ishmem_free(sum);
    ishmem_free(words);
}
