/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls with a bad argument, one a run: `host_arguments CASE`.  The library must say what is wrong
 * and end the job; expect_error.sh looks at what it said.  A run that comes to its end prints that
 * it did and exits 0, which is the failure.
 */
#include "harness.h"
#include "ishmem.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct heap {
    int *ints;                   /* 16 of them */
    uint64_t *signal;
} heap_t;

static int local[16];

static void pe_too_large(heap_t heap)
{
    ishmem_int_put(heap.ints, local, 1, test_n);
}

static void pe_negative(heap_t heap)
{
    (void)ishmem_int_g(heap.ints, -1);
}

static void amo_pe(heap_t heap)
{
    (void)ishmem_int_atomic_fetch_add(heap.ints, 1, 1000);
}

static void dest_local(heap_t heap)
{
    (void)heap;
    ishmem_int_put(local, local, 4, 0);
}

static void dest_null(heap_t heap)
{
    (void)heap;
    ishmem_putmem(NULL, local, 4, 0);
}

static void source_of_get_local(heap_t heap)
{
    (void)heap;
    int value;
    ishmem_int_get(&value, local, 1, 0);
}

static void source_of_put_null(heap_t heap)
{
    ishmem_put32(heap.ints, NULL, 3, 0);
}

static void dest_of_get_null(heap_t heap)
{
    ishmem_int_get(NULL, heap.ints, 3, 0);
}

/* Only the last byte is outside. */
static void dest_past_end(heap_t heap)
{
    char *const block = (char *)heap.ints;
    size_t room = 1;
    while (ishmem_addr_accessible(block + room, test_me)) {
        room++;
    }
    ishmem_putmem(block, local, room + 1, 0);
}

static void count_overflows(heap_t heap)
{
    ishmem_long_put((long *)(void *)heap.signal, (const long *)(const void *)heap.signal,
                    SIZE_MAX / sizeof(long) + 2, 0);
}

static void dest_misaligned(heap_t heap)
{
    ishmem_int_p((int *)(void *)((char *)heap.ints + 1), 1, 0);
}

static void put_misaligned(heap_t heap)
{
    ishmem_int_put((int *)(void *)((char *)heap.ints + 2), local, 1, 0);
}

static void unknown_sig_op(heap_t heap)
{
    ishmem_int_put_signal(heap.ints, local, 1, heap.signal, 1, 9, 0);
}

static void sig_addr_local(heap_t heap)
{
    static uint64_t word;
    ishmem_int_put_signal(heap.ints, local, 1, &word, 1, ISHMEM_SIGNAL_SET, 0);
}

static void unknown_cmp(heap_t heap)
{
    ishmem_int_wait_until(heap.ints, 0, 1);
}

static void ivar_local(heap_t heap)
{
    (void)heap;
    ishmem_int_wait_until(local, ISHMEM_CMP_EQ, 0);
}

static void after_finalize(heap_t heap)
{
    ishmem_finalize();
    ishmem_int_put(heap.ints, local, 1, 0);
}

static void sync_after_finalize(heap_t heap)
{
    (void)heap;
    ishmem_finalize();
    ishmem_barrier_all();
}

/* One PE ends the job while the others wait for what never comes. */
static void wait_in_ended_job(heap_t heap)
{
    if (test_me == 0) {
        ishmem_global_exit(3);
    }
    ishmem_int_wait_until(heap.ints, ISHMEM_CMP_EQ, 77);
}

static const struct {
    const char *name;
    void (*call)(heap_t heap);
} cases[] = {
    {"pe_too_large", pe_too_large},
    {"pe_negative", pe_negative},
    {"amo_pe", amo_pe},
    {"dest_local", dest_local},
    {"dest_null", dest_null},
    {"source_of_get_local", source_of_get_local},
    {"source_of_put_null", source_of_put_null},
    {"dest_of_get_null", dest_of_get_null},
    {"dest_past_end", dest_past_end},
    {"count_overflows", count_overflows},
    {"dest_misaligned", dest_misaligned},
    {"put_misaligned", put_misaligned},
    {"unknown_sig_op", unknown_sig_op},
    {"sig_addr_local", sig_addr_local},
    {"unknown_cmp", unknown_cmp},
    {"ivar_local", ivar_local},
    {"after_finalize", after_finalize},
    {"sync_after_finalize", sync_after_finalize},
    {"wait_in_ended_job", wait_in_ended_job},
};

int main(int argc, char **argv)
{
    const char *const name = argc == 2 ? argv[1] : "";
    if (strcmp(name, "before_init") == 0) {
        ishmem_int_put(local, local, 1, 0);
        return EXIT_SUCCESS;
    }
    if (strcmp(name, "sync_before_init") == 0) {
        ishmem_sync_all();
        return EXIT_SUCCESS;
    }
    ishmem_init();
    test_me = ishmem_my_pe();
    test_n = ishmem_n_pes();
    const heap_t heap = {.ints = ishmem_calloc(16, sizeof(int)),
                         .signal = ishmem_calloc(1, sizeof(uint64_t))};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (strcmp(cases[i].name, name) == 0) {
            cases[i].call(heap);
            printf("%s: the call returned\n", name);
            return EXIT_SUCCESS;
        }
    }
    printf("no such case: %s\n", name);
    return EXIT_SUCCESS;
}
