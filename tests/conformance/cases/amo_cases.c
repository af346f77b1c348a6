/* SPDX-License-Identifier: BSD-3-Clause */
#include "amo_cases.h"

#include "harness.h"
#include "ishmem.h"
#include "memory.h"

/* An object of a type in an array of 64-bit words, with a word of guard on both sides. */
#define OBJECT 1
#define WORDS 3

static uint64_t mask(const amo_routines_t *routines)
{
    return routines->size == 8 ? UINT64_MAX : UINT32_MAX;
}

/* Sets this PE's words; the upper half of a 4-byte object's word is guard too. */
static void reset(uint64_t *words, uint64_t guard, uint64_t value, const amo_routines_t *routines)
{
    const uint64_t kept = guard & ~mask(routines);
    const uint64_t image[WORDS] = {guard, kept | (value & mask(routines)), guard};
    memory_write(words, image, sizeof image);
}

static void check_object(const uint64_t *words, uint64_t guard, uint64_t expected,
                         const amo_routines_t *routines, const char *caller, const char *what)
{
    uint64_t image[WORDS];
    memory_read(image, words, sizeof image);
    test_check(image[0] == guard && image[2] == guard &&
                   (image[OBJECT] & ~mask(routines)) == (guard & ~mask(routines)),
               "%s %s from %s: bytes around the object changed", routines->name, what, caller);
    test_check((image[OBJECT] & mask(routines)) == (expected & mask(routines)),
               "%s %s from %s: the object is 0x%llx, expected 0x%llx", routines->name, what, caller,
               (unsigned long long)(image[OBJECT] & mask(routines)),
               (unsigned long long)(expected & mask(routines)));
}

static const uint64_t guard = 0xa5a5a5a5a5a5a5a5u;

/* Values with every byte different, with the sign bit, and around the carries of both sizes. */
static const uint64_t values[] = {
    0,           1,           0x0123456789abcdefu, 0xfedcba9876543210u,
    0x7fffffffu, 0xffffffffu, 0x7fffffffffffffffu, UINT64_MAX};
#define VALUES (sizeof values / sizeof values[0])

/* Each PE in turn on each target: what one caller sees when it is alone. */
static void alone(uint64_t *words, const char *caller, const amo_routines_t *routines)
{
    for (size_t n = 0; n < VALUES; n++) {
        const uint64_t value = values[n] & mask(routines);
        const uint64_t next = values[(n + 3) % VALUES] & mask(routines);
        reset(words, guard, 5, routines);
        ishmem_barrier_all();
        const int to = (test_me + (int)n) % test_n;
        uint64_t expected = value;
        routines->set(routines, words + OBJECT, value, to);
        ishmem_quiet();
        uint64_t seen = routines->fetch(routines, words + OBJECT, to);
        test_check(seen == expected, "%s fetch after set from %s: 0x%llx, expected 0x%llx",
                   routines->name, caller, (unsigned long long)seen, (unsigned long long)expected);
        if (routines->fetch_add) {
            seen = routines->fetch_add(routines, words + OBJECT, next, to);
            test_check(seen == expected, "%s fetch_add from %s: 0x%llx, expected 0x%llx",
                       routines->name, caller, (unsigned long long)seen,
                       (unsigned long long)expected);
            expected = (expected + next) & mask(routines);
            routines->add(routines, words + OBJECT, value, to);
            expected = (expected + value) & mask(routines);
            ishmem_quiet();
            seen = routines->compare_swap(routines, words + OBJECT, expected ^ 1, 77, to);
            test_check(
                seen == expected, "%s compare_swap that fails from %s: 0x%llx, expected 0x%llx",
                routines->name, caller, (unsigned long long)seen, (unsigned long long)expected);
            seen = routines->compare_swap(routines, words + OBJECT, expected, next, to);
            test_check(seen == expected, "%s compare_swap from %s: 0x%llx, expected 0x%llx",
                       routines->name, caller, (unsigned long long)seen,
                       (unsigned long long)expected);
            expected = next;
        }
        ishmem_barrier_all();
        check_object(words, guard, expected, routines, caller, "alone");
        ishmem_barrier_all();
    }
}

/* All PEs on the object of every PE at once: exact sums, and fetched values that never go back. */
static void together(uint64_t *words, const char *caller, const amo_routines_t *routines,
                     int rounds)
{
    reset(words, guard, 0, routines);
    ishmem_barrier_all();
    for (int to = 0; to < test_n; to++) {
        uint64_t last = 0;
        for (int round = 0; round < rounds; round++) {
            const uint64_t seen = routines->fetch_add(routines, words + OBJECT, 3, to);
            if (round > 0 && seen < last + 3) {
                test_check(false, "%s fetch_add from %s: 0x%llx after 0x%llx", routines->name,
                           caller, (unsigned long long)seen, (unsigned long long)last);
            }
            last = seen;
            routines->add(routines, words + OBJECT, 5, to);
            uint64_t before = routines->fetch(routines, words + OBJECT, to);
            for (;;) {
                const uint64_t found = routines->compare_swap(routines, words + OBJECT, before,
                                                              (before + 7) & mask(routines), to);
                if (found == before) {
                    break;
                }
                before = found;
            }
        }
    }
    ishmem_barrier_all();
    check_object(words, guard, (uint64_t)rounds * (uint64_t)test_n * 15, routines, caller,
                 "together");
    ishmem_barrier_all();
}

/* All PEs set the objects of all others over and over: a fetched value is one that was set, whole. */
static void set_together(uint64_t *words, const char *caller, const amo_routines_t *routines,
                         int rounds)
{
    const uint64_t unit = 0x0101010101010101u & mask(routines);
    reset(words, guard, unit, routines);
    ishmem_barrier_all();
    for (int to = 0; to < test_n; to++) {
        for (int round = 0; round < rounds; round++) {
            const uint64_t byte = 1 + (uint64_t)(test_me + round) % 250;
            routines->set(routines, words + OBJECT, byte * unit, to);
            const uint64_t seen = routines->fetch(routines, words + OBJECT, to);
            if (seen != (seen & 0xff) * unit) {
                test_check(false, "%s fetch from %s: a torn value 0x%llx", routines->name, caller,
                           (unsigned long long)seen);
            }
        }
    }
    ishmem_barrier_all();
    uint64_t image[WORDS];
    memory_read(image, words, sizeof image);
    const uint64_t left = image[OBJECT] & mask(routines);
    check_object(words, guard, (left & 0xff) * unit, routines, caller, "set together");
    ishmem_barrier_all();
}

void amo_cases(const char *caller, const amo_routines_t *table, size_t count, int rounds)
{
    uint64_t *const words = ishmem_malloc(WORDS * sizeof *words);
    if (!words) {
        test_fatal("no memory for the objects");
    }
    for (const amo_routines_t *routines = table; routines < table + count; routines++) {
        if (routines->fetch_add) {
            together(words, caller, routines, rounds);
        }
        set_together(words, caller, routines, rounds);
        alone(words, caller, routines);
    }
    ishmem_free(words);
}
