/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wait_until and test of sets, inside kernels in every form: what they find among values that stand
 * still, empty and masked sets, that any gives each element its turn, and that a wait ends when
 * another PE's store comes.
 */
#include "call_forms.h"
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include <stdio.h>
#include <string.h>

#define MOST 300
#define LANES 40

static const char *const form_names[] = {"a work-item", "a work-group", "a sub-group"};

/* Symmetric. */
static void *ivars;
/* Shared with the device. */
static uint64_t *indices;
static int *status;
static uint64_t *values;
static uint64_t *results;

typedef struct set {
    size_t size; /* of an element: 2, 4 or 8 */
    uint64_t nelems;
    bool masked; /* pass the status array */
    int cmp;
} set_t;

static void store(void *array, size_t size, size_t index, uint64_t value)
{
    memcpy((char *)array + index * size, &value, size); /* little-endian */
}

static void start(const char *type, const char *routine, uint32_t form, const set_t *set)
{
    const ze_kernel_handle_t kernel = launch_kernel("%s_%s", type, routine);
    int *const mask = set->masked ? status : NULL;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(form),        LAUNCH_ARGUMENT(ivars),
                                           LAUNCH_ARGUMENT(set->nelems), LAUNCH_ARGUMENT(indices),
                                           LAUNCH_ARGUMENT(mask),        LAUNCH_ARGUMENT(set->cmp),
                                           LAUNCH_ARGUMENT(values),      LAUNCH_ARGUMENT(results)};
    memset(results, 0xee, LANES * sizeof *results);
    launch_start(kernel, (launch_shape_t){1, form == CALL_ITEM ? 1 : LANES}, arguments,
                 LAUNCH_COUNT(arguments));
}

/* The result, which must be the same on all lanes. */
static uint64_t finish(const char *type, const char *routine, uint32_t form)
{
    launch_wait();
    bool same = true;
    for (unsigned lane = 1; lane < LANES && form == CALL_WORK_GROUP; lane++) {
        same = same && results[lane] == results[0];
    }
    test_check(same, "%s %s by %s: results differ among work-items", type, routine,
               form_names[form]);
    return results[0];
}

static uint64_t run(const char *type, const char *routine, uint32_t form, const set_t *set)
{
    start(type, routine, form, set);
    return finish(type, routine, form);
}

/* Element i is 5, and 6 where i is of `which` modulo 7; masked elements: i odd. */
static void standing(const char *type, size_t size, const char *suffix)
{
    static const uint64_t counts[] = {0, 1, 2, 39, 64, MOST};
    char host[MOST * sizeof(uint64_t)];
    char routine[40];
    for (uint32_t form = 0; form < 3; form++) {
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
            for (int mask = 0; mask < 3; mask++) {
                const set_t set = {size, counts[c], mask > 0, ISHMEM_CMP_EQ};
                uint64_t hits = 0;
                uint64_t members = 0;
                for (size_t i = 0; i < MOST; i++) {
                    const bool hit = i % 7 == (size_t)(mask + 1) % 7;
                    store(host, size, i, hit ? 6 : 5);
                    store(values, size, i, 6);
                    status[i] = mask == 2 ? -1 : i % 2 == 1;
                    const bool member = i < set.nelems && (mask == 0 || status[i] == 0);
                    members += member;
                    hits += member && hit;
                }
                memory_write(ivars, host, sizeof host);
                snprintf(routine, sizeof routine, "test_any%s", suffix);
                uint64_t got = run(type, routine, form, &set);
                test_check(hits == 0 ? got == SIZE_MAX
                                     : got < set.nelems && got % 7 == (uint64_t)(mask + 1) % 7 &&
                                           !(set.masked && status[got]),
                           "%s %s by %s of %zu: %zx", type, routine, form_names[form],
                           (size_t)set.nelems, (size_t)got);
                snprintf(routine, sizeof routine, "test_all%s", suffix);
                got = run(type, routine, form, &set);
                test_check(got == (hits == members), "%s %s by %s of %zu: %zx", type, routine,
                           form_names[form], (size_t)set.nelems, (size_t)got);
                static const char *const somes[] = {"test_some", "wait_until_some"};
                for (int s = 0; s < 2; s++) {
                    if (s == 1 && hits == 0 && members > 0) {
                        continue; /* it would wait for ever */
                    }
                    snprintf(routine, sizeof routine, "%s%s", somes[s], suffix);
                    memset(indices, 0xee, MOST * sizeof *indices);
                    got = run(type, routine, form, &set);
                    bool good = got == hits;
                    for (uint64_t i = 0; good && i < hits; i++) {
                        good = indices[i] < set.nelems &&
                               indices[i] % 7 == (uint64_t)(mask + 1) % 7 &&
                               !(set.masked && status[indices[i]]) &&
                               (i == 0 || indices[i] != indices[i - 1]);
                    }
                    test_check(good, "%s %s by %s of %zu: %zx", type, routine, form_names[form],
                               (size_t)set.nelems, (size_t)got);
                }
                if (members == 0) {
                    snprintf(routine, sizeof routine, "wait_until_any%s", suffix);
                    got = run(type, routine, form, &set);
                    test_check(got == SIZE_MAX, "%s %s by %s, nobody to wait for: %zx", type,
                               routine, form_names[form], (size_t)got);
                    snprintf(routine, sizeof routine, "wait_until_all%s", suffix);
                    run(type, routine, form, &set);
                }
            }
        }
    }
}

/* All compare: each must be found within a few times as many calls as there are elements. */
static void fair(const char *type, size_t size)
{
    static const uint64_t counts[] = {2, 3, 8, 13};
    for (uint32_t form = 0; form < 3; form++) {
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
            const set_t set = {size, counts[c], false, ISHMEM_CMP_NE};
            uint64_t found = 0;
            store(values, size, 0, 12345);
            for (uint64_t call = 0; call < 8 * set.nelems; call++) {
                const uint64_t index = run(type, "wait_until_any", form, &set);
                found |= index < set.nelems ? (uint64_t)1 << index : 0;
                /* Another search between every two. */
                run(type, "test_any", form, &set);
            }
            test_check(found == ((uint64_t)1 << set.nelems) - 1,
                       "%s wait_until_any by %s: of %zu elements only 0x%zx were found", type,
                       form_names[form], (size_t)set.nelems, (size_t)found);
        }
    }
}

/* A wait that begins before the stores of the PE on the right. */
static void waiting(const char *type, size_t size)
{
    static const char *const routines[] = {"wait_until_any", "wait_until_some", "wait_until_all"};
    const set_t set = {size, 50, false, ISHMEM_CMP_GE};
    char zeros[MOST * sizeof(uint64_t)] = {0};
    for (uint32_t form = 0; form < 3; form++) {
        for (size_t r = 0; r < 3; r++) {
            memory_write(ivars, zeros, sizeof zeros);
            store(values, size, 0, 9);
            ishmem_barrier_all();
            start(type, routines[r], form, &set);
            const int left = (test_me + test_n - 1) % test_n;
            for (size_t i = 50; i-- > (r == 2 ? 0 : 49);) {
                if (size == 2) {
                    ishmem_uint16_p((uint16_t *)ivars + i, (uint16_t)(9 + i), left);
                } else if (size == 4) {
                    ishmem_uint32_atomic_set((uint32_t *)ivars + i, 9 + (uint32_t)i, left);
                } else {
                    ishmem_uint64_atomic_set((uint64_t *)ivars + i, 9 + (uint64_t)i, left);
                }
            }
            ishmem_quiet();
            const uint64_t got = finish(type, routines[r], form);
            test_check(r == 2 || (r == 0 ? got == 49 : got == 1 && indices[0] == 49),
                       "%s %s by %s: %zx", type, routines[r], form_names[form], (size_t)got);
            ishmem_barrier_all();
        }
    }
}

static void run_type(const char *type, size_t size)
{
    standing(type, size, "");
    standing(type, size, "_vector");
    fair(type, size);
    waiting(type, size);
}

int main(void)
{
    test_start();
    test_family("sets, device");
    ivars = ishmem_malloc(MOST * sizeof(uint64_t));
    indices = memory_allocate_shared(MOST * sizeof *indices);
    status = memory_allocate_shared(MOST * sizeof *status);
    values = memory_allocate_shared(MOST * sizeof *values);
    results = memory_allocate_shared(LANES * sizeof *results);
    launch_open("wait_sets");
#define RUN_TYPE(NAME, TYPE, A) run_type(#NAME, sizeof(TYPE));
    ISHMEMI_WAIT_TYPES(RUN_TYPE, )
    launch_close();
    memory_free_shared(results);
    memory_free_shared(values);
    memory_free_shared(status);
    memory_free_shared(indices);
    ishmem_free(ivars);
    return test_finish();
}
