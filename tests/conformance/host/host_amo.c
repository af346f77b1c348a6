/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Atomic memory operations of every type, called by the host, by one thread a PE and by several.
 */
#include "amo_cases.h"
#include "harness.h"
#include "ishmem.h"
#include "memory.h"
#include <pthread.h>
#include <string.h>

#define STANDARD_CALLS(NAME, TYPE, A)                                                             \
    static uint64_t NAME##_fetch_add(const amo_routines_t *self, void *dest, uint64_t value,      \
                                     int pe)                                                      \
    {                                                                                             \
        return (uint64_t)ishmem_##NAME##_atomic_fetch_add(dest, (TYPE)value, pe) &                \
               (self->size == 8 ? UINT64_MAX : UINT32_MAX);                                       \
    }                                                                                             \
    static void NAME##_add(const amo_routines_t *self, void *dest, uint64_t value, int pe)        \
    {                                                                                             \
        (void)self;                                                                               \
        ishmem_##NAME##_atomic_add(dest, (TYPE)value, pe);                                        \
    }                                                                                             \
    static uint64_t NAME##_compare_swap(const amo_routines_t *self, void *dest, uint64_t cond,    \
                                        uint64_t value, int pe)                                   \
    {                                                                                             \
        return (uint64_t)ishmem_##NAME##_atomic_compare_swap(dest, (TYPE)cond, (TYPE)value, pe) & \
               (self->size == 8 ? UINT64_MAX : UINT32_MAX);                                       \
    }
ISHMEMI_AMO_STD_TYPES(STANDARD_CALLS, )

#define EXTENDED_CALLS(NAME, TYPE, A)                                                     \
    static uint64_t NAME##_fetch(const amo_routines_t *self, const void *source, int pe)  \
    {                                                                                     \
        const TYPE value = ishmem_##NAME##_atomic_fetch(source, pe);                      \
        uint64_t bits = 0;                                                                \
        (void)self;                                                                       \
        memcpy(&bits, &value, sizeof value);                                              \
        return bits;                                                                      \
    }                                                                                     \
    static void NAME##_set(const amo_routines_t *self, void *dest, uint64_t bits, int pe) \
    {                                                                                     \
        TYPE value;                                                                       \
        (void)self;                                                                       \
        memcpy(&value, &bits, sizeof value);                                              \
        ishmem_##NAME##_atomic_set(dest, value, pe);                                      \
    }
ISHMEMI_AMO_EXT_TYPES(EXTENDED_CALLS, )

#define STANDARD_ROW(NAME, TYPE, A)     \
    {.name = "ishmem_" #NAME "_atomic", \
     .size = sizeof(TYPE),              \
     .fetch = NAME##_fetch,             \
     .set = NAME##_set,                 \
     .fetch_add = NAME##_fetch_add,     \
     .add = NAME##_add,                 \
     .compare_swap = NAME##_compare_swap},

static const amo_routines_t table[] = {
    ISHMEMI_AMO_STD_TYPES(STANDARD_ROW, ){
        .name = "ishmem_float_atomic", .size = 4, .fetch = float_fetch, .set = float_set},
    {.name = "ishmem_double_atomic", .size = 8, .fetch = double_fetch, .set = double_set},
};

/* Several threads of each PE at once, on the sum of every PE. */
typedef struct adder {
    pthread_t thread;
    uint64_t *sum;
    uint64_t *word; /* symmetric, this thread's own: what it puts must come back */
    int rounds;
    int errors;
} adder_t;

static void *add_everywhere(void *argument)
{
    adder_t *const adder = argument;
    for (int round = 0; round < adder->rounds; round++) {
        const int to = (test_me + round) % test_n;
        ishmem_uint64_atomic_add(adder->sum, 1, to);
        const uint64_t mine = (uint64_t)round << 8 | (uint64_t)test_me;
        uint64_t back = 0;
        ishmem_uint64_put(adder->word + test_me, &mine, 1, to);
        ishmem_quiet();
        ishmem_uint64_get(&back, adder->word + test_me, 1, to);
        adder->errors += back != mine;
        ishmem_uint64_atomic_fetch_add(adder->sum, 2, to);
    }
    return NULL;
}

static void threads(void)
{
    enum { THREADS = 4 };
    uint64_t *const sum = ishmem_malloc(sizeof *sum);
    uint64_t *const words = ishmem_malloc((size_t)test_n * THREADS * sizeof *words);
    const uint64_t zero = 0;
    memory_write(sum, &zero, sizeof zero);
    ishmem_barrier_all();
    adder_t adders[THREADS];
    const int rounds = test_rounds(4000) * test_n;
    for (int i = 0; i < THREADS; i++) {
        adders[i] = (adder_t){.sum = sum, .word = words + i * test_n, .rounds = rounds};
        if (pthread_create(&adders[i].thread, NULL, add_everywhere, &adders[i]) != 0) {
            test_fatal("no thread");
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(adders[i].thread, NULL);
        test_check(adders[i].errors == 0, "a thread got %d of %d words back wrong",
                   adders[i].errors, rounds);
    }
    ishmem_barrier_all();
    const uint64_t expected = 3 * (uint64_t)THREADS * (uint64_t)rounds;
    const uint64_t found = ishmem_uint64_atomic_fetch(sum, test_me);
    test_check(found == expected, "threads: the sum is %llu, expected %llu",
               (unsigned long long)found, (unsigned long long)expected);
    ishmem_free(words);
    ishmem_free(sum);
}

int main(void)
{
    test_start_threads();
    test_family("amo");
    amo_cases("the host", table, sizeof table / sizeof table[0], test_rounds(2000));
    threads();
    return test_finish();
}
