/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each comparison over pairs of values at the edges of the types.  A pair that compares lets a wait
 * through at once; for one that does not, the left neighbour stores a value that does, later.
 */
#include "wait_cases.h"

#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <unistd.h>

static const uint64_t values[] = {
    0, 1, 7, UINT64_MAX, 0x7fffffffu, 0x80000000u, 0x7fffffffffffffffu, 0x8000000000000000u};
/* Of types of 16 bits. */
static const uint64_t short_values[] = {0, 1, 7, 0xffffu, 0x7fffu, 0x8000u, 0x100u, 0xff00u};
#define VALUES (sizeof values / sizeof values[0])

static uint64_t mask(const wait_routines_t *routines)
{
    return UINT64_MAX >> (64 - 8 * routines->size);
}

static void store(const wait_routines_t *routines, void *ivar, uint64_t value, int pe)
{
    switch (routines->size) {
    case 2:
        ishmem_uint16_p(ivar, (uint16_t)value, pe);
        break;
    case 4:
        ishmem_uint32_p(ivar, (uint32_t)value, pe);
        break;
    default:
        ishmem_uint64_p(ivar, value, pe);
        break;
    }
}

static uint64_t load(const wait_routines_t *routines, const void *ivar)
{
    switch (routines->size) {
    case 2:
        return ishmem_uint16_g(ivar, test_me);
    case 4:
        return ishmem_uint32_g(ivar, test_me);
    default:
        return ishmem_uint64_g(ivar, test_me);
    }
}

static void wait_and_check(const char *caller, const wait_routines_t *routines, void *ivar, int cmp,
                           uint64_t value, uint64_t last)
{
    const uint64_t returned = routines->wait_until(routines, ivar, cmp, value);
    const uint64_t found = load(routines, ivar);
    test_check(found == (last & mask(routines)),
               "%s from %s: returned while the word was 0x%llx (cmp %d, value 0x%llx)",
               routines->name, caller, (unsigned long long)found, cmp, (unsigned long long)value);
    test_check(!routines->returns_value || returned == last,
               "%s from %s: returned 0x%llx, not 0x%llx", routines->name, caller,
               (unsigned long long)returned, (unsigned long long)last);
}

/* Even PEs wait before they let their neighbour through, odd ones after. */
static void wait_for_neighbour(const char *caller, const wait_routines_t *routines, uint64_t *ivar,
                               int cmp, uint64_t value, uint64_t other, uint64_t last)
{
    const int right = (test_me + 1) % test_n;
    const bool waits_first = test_me % 2 == 0 && test_n > 1;
    if (waits_first) {
        wait_and_check(caller, routines, ivar, cmp, value, last);
    } else {
        usleep(20);
    }
    store(routines, ivar, other, right);
    ishmem_fence();
    store(routines, ivar, last, right);
    if (!waits_first) {
        wait_and_check(caller, routines, ivar, cmp, value, last);
    }
}

/* Prime to the number of values, so that each value still meets others on either side. */
#define LONGEST_STEP 7

static void cases_of(const char *caller, const wait_routines_t *routines, uint64_t *ivar)
{
    const unsigned step = test_step(1, LONGEST_STEP);
    const uint64_t *const numbers = routines->size == 2 ? short_values : values;
    unsigned number = 0;
    for (int cmp = ISHMEM_CMP_EQ; cmp <= ISHMEM_CMP_LE; cmp++) {
        for (size_t v = 0; v < VALUES; v++) {
            const uint64_t value = numbers[v] & mask(routines);
            bool has_last = false;
            uint64_t last = 0;
            for (size_t i = 0; i < VALUES && !has_last; i++) {
                last = numbers[(v + i) % VALUES] & mask(routines);
                has_last = routines->holds(last, cmp, value);
            }
            uint64_t other = value; /* the value before that does not compare either, if any */
            for (size_t i = 0; i < VALUES; i++) {
                const uint64_t now = numbers[i] & mask(routines);
                if (number++ % step != 0) {
                    continue;
                }
                if (routines->holds(now, cmp, value)) {
                    store(routines, ivar, now, test_me);
                    ishmem_quiet();
                    wait_and_check(caller, routines, ivar, cmp, value, now);
                } else if (has_last) {
                    store(routines, ivar, now, test_me);
                    ishmem_barrier_all();
                    other = i == 0 || routines->holds(other, cmp, value) ? now : other;
                    wait_for_neighbour(caller, routines, ivar, cmp, value, other, last);
                    ishmem_barrier_all();
                    other = now;
                }
            }
        }
    }
}

void wait_cases(const char *caller, const wait_routines_t *table, size_t count)
{
    uint64_t *const words = ishmem_malloc(3 * sizeof *words);
    if (!words) {
        test_fatal("no memory for the words");
    }
    const uint64_t clean[3] = {0, 0, 0};
    for (const wait_routines_t *routines = table; routines < table + count; routines++) {
        memory_write(words, clean, sizeof clean);
        ishmem_barrier_all();
        cases_of(caller, routines, words + 1);
    }
    ishmem_free(words);
}
