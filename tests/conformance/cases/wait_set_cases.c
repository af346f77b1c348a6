/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sets that are still: every result is known.  Then sets whose elements the left neighbour changes
 * one after the other while the caller waits.
 */
#include "wait_set_cases.h"

#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MOST 1031

typedef struct set {
    void *ivars; /* symmetric */
    unsigned char image[MOST * 8];
    unsigned char values[MOST * 8];
    int status[MOST];
    size_t indices[MOST];
} set_t;

static const size_t counts[] = {0, 1, 2, 7, 64, MOST};

static void place(unsigned char *array, const wait_set_routines_t *routines, size_t index,
                  uint64_t value)
{
    memcpy(array + index * routines->size, &value, routines->size); /* little-endian */
}

static void store(const wait_set_routines_t *routines, void *ivars, size_t index, uint64_t value,
                  int pe)
{
    switch (routines->size) {
    case 2:
        ishmem_uint16_p((uint16_t *)ivars + index, (uint16_t)value, pe);
        break;
    case 4:
        ishmem_uint32_p((uint32_t *)ivars + index, (uint32_t)value, pe);
        break;
    default:
        ishmem_uint64_p((uint64_t *)ivars + index, value, pe);
        break;
    }
}

/* Element i is 10 + i % 3; the sets below wait for 10. */
static uint64_t element(size_t index)
{
    return 10 + index % 3;
}

/* Which elements belong to the set: all, none, every other, or the last. */
enum { ALL, NONE, ODD, LAST, MASKS };

static bool is_member(int mask, size_t index, size_t nelems)
{
    return mask == ALL || (mask == ODD && index % 2 == 1) || (mask == LAST && index + 1 == nelems);
}

static void check_still(const char *caller, const wait_set_routines_t *routines, set_t *set,
                        size_t nelems, int mask, bool vector)
{
    size_t members = 0;
    size_t holding = 0;
    for (size_t i = 0; i < nelems; i++) {
        set->status[i] = !is_member(mask, i, nelems) * (int)(i + 1);
        /* In a vector every element of an index that 5 divides does not compare. */
        place(set->values, routines, i, i % 5 == 0 ? 99 : element(i));
        members += set->status[i] == 0;
        holding += set->status[i] == 0 && (vector ? i % 5 != 0 : element(i) == 10);
    }
    const int *const status = mask == ALL ? NULL : set->status;
    const void *const values = vector ? set->values : NULL;
    const char *const form = vector ? "_vector" : "";
    const bool all =
        routines->test_all(routines, set->ivars, nelems, status, ISHMEM_CMP_EQ, 10, values) == 1;
    test_check(all == (holding == members), "%s test_all%s from %s: %d (%zu elements, mask %d)",
               routines->name, form, caller, all, nelems, mask);
    for (int waits = 0; waits < 2; waits++) {
        if (waits && members > 0 && holding == 0) {
            continue; /* it would not end */
        }
        const size_t any = (waits ? routines->wait_any : routines->test_any)(
            routines, set->ivars, nelems, status, ISHMEM_CMP_EQ, 10, values);
        const bool good = any < nelems && is_member(mask, any, nelems) &&
                          (vector ? any % 5 != 0 : element(any) == 10);
        test_check(holding ? good : any == SIZE_MAX,
                   "%s any%s from %s: %zu (%zu elements, mask %d, wait %d)", routines->name, form,
                   caller, any, nelems, mask, waits);
        memset(set->indices, 0xff, sizeof set->indices);
        const size_t some = (waits ? routines->wait_some : routines->test_some)(
            routines, set->ivars, nelems, set->indices, status, ISHMEM_CMP_EQ, 10, values);
        size_t right = 0;
        for (size_t i = 0; i < some && i < nelems; i++) {
            const size_t index = set->indices[i];
            right += index < nelems && set->status[index] == 0 &&
                     (vector ? index % 5 != 0 : element(index) == 10) &&
                     (i == 0 || index > set->indices[i - 1]);
        }
        test_check(some == holding && right == holding,
                   "%s some%s from %s: %zu of %zu, %zu right (%zu elements, mask %d, wait %d)",
                   routines->name, form, caller, some, holding, right, nelems, mask, waits);
    }
    if (holding == members) {
        routines->wait_all(routines, set->ivars, nelems, status, ISHMEM_CMP_EQ, 10, values);
    }
}

static void still(const char *caller, const wait_set_routines_t *routines, set_t *set)
{
    for (size_t i = 0; i < MOST; i++) {
        place(set->image, routines, i, element(i));
    }
    memory_write(set->ivars, set->image, MOST * routines->size);
    for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++) {
        for (int mask = 0; mask < MASKS; mask++) {
            check_still(caller, routines, set, counts[n], mask, false);
            check_still(caller, routines, set, counts[n], mask, true);
        }
    }
    for (int cmp = ISHMEM_CMP_EQ; cmp <= ISHMEM_CMP_LE; cmp++) {
        for (uint64_t value = 10; value <= 12; value++) {
            const bool holds[] = {11 == value, 11 != value, 11 > value,
                                  11 >= value, 11 < value,  11 <= value};
            const int seen =
                routines->test(routines, (char *)set->ivars + routines->size, cmp, value);
            test_check(seen == holds[cmp - ISHMEM_CMP_EQ], "%s test from %s: %d (cmp %d, value %d)",
                       routines->name, caller, seen, cmp, (int)value);
        }
    }
}

/* Any gives every element its turn, though all compare all the time, and though two sets are
 * asked in turns. */
static void fairness(const char *caller, const wait_set_routines_t *routines, set_t *set)
{
    enum { N = 8, CALLS = 400 };
    memset(set->image, 0, sizeof set->image);
    memory_write(set->ivars, set->image, MOST * routines->size);
    int seen[2][N] = {{0}};
    for (int call = 0; call < CALLS; call++) {
        for (int k = 0; k < 2; k++) {
            const size_t n = k ? N : 2;
            const size_t index = (call % 2 ? routines->test_any : routines->wait_any)(
                routines, set->ivars, n, NULL, ISHMEM_CMP_EQ, 0, NULL);
            if (test_check(index < n, "%s any from %s: %zu of %zu", routines->name, caller, index,
                           n)) {
                seen[k][index]++;
            }
        }
    }
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < (k ? N : 2); i++) {
            test_check(seen[k][i] > 0, "%s any from %s: element %d of set %d starves in %d calls",
                       routines->name, caller, i, k, CALLS);
        }
    }
}

/* Any begins after the element that it found last in this set, whatever the condition was. */
static void turns(const char *caller, const wait_set_routines_t *routines, set_t *set, void *ivars)
{
    static const struct {
        int cmp;
        uint64_t value;
        size_t index;
    } calls[] = {{ISHMEM_CMP_EQ, 0, 0}, {ISHMEM_CMP_NE, 0, 1}, {ISHMEM_CMP_GT, 1, 2},
                 {ISHMEM_CMP_GE, 1, 3}, {ISHMEM_CMP_LT, 2, 0}, {ISHMEM_CMP_LE, 1, 1}};
    enum { N = 5 };
    for (size_t i = 0; i < N; i++) {
        place(set->image, routines, i, i);
    }
    memory_write(ivars, set->image, N * routines->size);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const size_t index = (i % 2 ? routines->wait_any : routines->test_any)(
            routines, ivars, N, NULL, calls[i].cmp, calls[i].value, NULL);
        test_check(index == calls[i].index, "%s any from %s, call %zu: %zu instead of %zu",
                   routines->name, caller, i, index, calls[i].index);
    }
}

/* The neighbour sets the elements, in an order of its own, each as data and then as flag; who
 * is told of an element finds its data there. */
static void moving(const char *caller, const wait_set_routines_t *routines, set_t *set,
                   uint64_t *data, int how)
{
    enum { N = 37 };
    const int right = (test_me + 1) % test_n;
    memset(set->image, 0, sizeof set->image);
    memory_write(set->ivars, set->image, MOST * routines->size);
    memset(set->status, 0, sizeof set->status);
    for (size_t i = 0; i < N; i++) {
        place(set->values, routines, i, i + 1);
        ishmem_uint64_p(&data[i], 0, test_me);
    }
    ishmem_barrier_all();
    for (size_t k = 0; k < N; k++) {
        const size_t i = k * 11 % N;
        ishmem_uint64_p(&data[i], i + 100, right);
        ishmem_fence();
        store(routines, set->ivars, i, i + 1, right);
    }
    size_t told = 0;
    int wrong = 0;
    while (told < N) {
        size_t count = 1;
        if (how == 0) {
            routines->wait_all(routines, set->ivars, N, set->status, ISHMEM_CMP_EQ, 0, set->values);
            count = N;
            for (size_t i = 0; i < N; i++) {
                set->indices[i] = i;
            }
        } else if (how == 1) {
            set->indices[0] = routines->wait_any(routines, set->ivars, N, set->status,
                                                 ISHMEM_CMP_GE, 0, set->values);
        } else {
            count = routines->wait_some(routines, set->ivars, N, set->indices, set->status,
                                        ISHMEM_CMP_NE, 0, NULL);
        }
        for (size_t i = 0; i < count && i < N; i++) {
            const size_t index = set->indices[i];
            if (index >= N || set->status[index]) {
                test_check(false, "%s from %s: told of element %zu (way %d)", routines->name,
                           caller, index, how);
                test_fatal("a wait returned nonsense");
            }
            set->status[index] = 1;
            wrong += ishmem_uint64_g(&data[index], test_me) != index + 100;
        }
        told += count;
    }
    test_check(told == N && wrong == 0, "%s from %s: told of %zu elements, %d without their data",
               routines->name, caller, told, wrong);
    ishmem_barrier_all();
}

/* Sets that were not used before, of at most SET_BYTES. */
enum { SETS = 256, SET_BYTES = 64 };
static size_t used_sets;

void wait_set_cases(const char *caller, const wait_set_routines_t *table, size_t count)
{
    set_t *const set = malloc(sizeof *set);
    uint64_t *const data = ishmem_calloc(64, sizeof *data);
    void *const ivars = ishmem_malloc(MOST * 8);
    char *const sets = ishmem_malloc(SETS * SET_BYTES);
    if (!set || !data || !ivars || !sets || used_sets + count > SETS) {
        test_fatal("no memory for the sets");
    }
    set->ivars = ivars;
    for (const wait_set_routines_t *routines = table; routines < table + count; routines++) {
        still(caller, routines, set);
        fairness(caller, routines, set);
        turns(caller, routines, set, sets + SET_BYTES * used_sets++);
        ishmem_barrier_all();
        for (int how = 0; how < 3; how++) {
            moving(caller, routines, set, data, how);
        }
    }
    ishmem_free(sets);
    ishmem_free(ivars);
    ishmem_free(data);
    free(set);
}
