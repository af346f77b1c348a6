/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Programs that are wrong, one a name.  Each must end soon, on all PEs, with a status that is not 0
 * and a sentence; the patterns are in CMakeLists.txt.
 */
#include "require.h"

#include <ishmemx.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int me;

static void unequal_malloc(void)
{
    (void)ishmem_malloc(me == 2 ? 64 : 128);
}

static void hints(void)
{
    (void)ishmem_malloc_with_hints(64, 5);
}

static void unequal_calls(void)
{
    (void)(me == 0 ? ishmem_malloc(64) : ishmem_align(128, 64));
}

static void unequal_free(void)
{
    char *const a = ishmem_malloc(64), *const b = ishmem_malloc(64);
    ishmem_free(me == 0 ? a : b);
}

static void double_free(void)
{
    char *const block = ishmem_malloc(64);
    ishmem_free(block);
    ishmem_free(block);
}

static void foreign_pointer(void)
{
    static int object;
    ishmem_free(&object);
}

static void inner_pointer(void)
{
    char *const block = ishmem_malloc(640);
    (void)ishmem_realloc(block + 64, 10);
}

static void alignment(void)
{
    (void)ishmem_align(48, 64);
}

static void alignment_zero(void)
{
    (void)ishmem_align(0, 64);
}

static void calloc_overflow(void)
{
    (void)ishmem_calloc(SIZE_MAX / 8, 16);
}

static void after_finalize(void)
{
    ishmem_finalize();
    (void)ishmem_malloc(64);
}

/* The second call lacks its ishmem_finalize. */
static void init_twice(void)
{
    ishmem_init();
}

static void finalize_twice(void)
{
    ishmem_finalize();
    ishmem_finalize();
}

static void exit_early(void)
{
    if (me == 1) {
        exit(0);
    }
    ishmem_barrier_all();
}

/* After communication that only finalize completes. */
static void exit_all(void)
{
    static const int one = 1;
    int *const words = ishmem_calloc((size_t)ishmem_n_pes(), sizeof *words);
    ishmem_int_put_nbi(&words[me], &one, 1, (me + 1) % ishmem_n_pes());
    exit(0);
}

static void exit_all_7(void)
{
    exit(7);
}

static void exit_some(void)
{
    if (me == 1) {
        exit(0);
    }
}

static void killed(void)
{
    if (me == 1) {
        raise(SIGKILL);
    }
    ishmem_barrier_all();
}

static void global_exit(void)
{
    if (me == 1) {
        ishmem_global_exit(7);
    }
    ishmem_barrier_all();
}

/* Waits of several kinds: for a word, in a barrier, in a memory routine. */
static void global_exit_while_waiting(void)
{
    uint64_t *const word = ishmem_calloc(1, sizeof *word);
    switch (me) {
    case 0:
        sleep(1);
        ishmem_global_exit(7);
        break;
    case 1:
        ishmem_uint64_wait_until(word, ISHMEM_CMP_EQ, 1);
        break;
    case 2:
        ishmem_barrier_all();
        break;
    default:
        ishmem_free(word);
    }
}

static void global_exit_0(void)
{
    ishmem_barrier_all();
    if (me == 1) {
        ishmem_global_exit(0);
    }
    ishmem_barrier_all();
}

/* Before start-up: a handle that leads nowhere. */
static void wild_handle(const char *which)
{
    void *const wild = (void *)(uintptr_t)0xdead0000;
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    if (strcmp(which, "wild-driver") == 0) {
        attr.driver = wild;
    } else if (strcmp(which, "wild-context") == 0) {
        attr.context = wild;
    } else {
        attr.device = wild;
    }
    ishmemx_init_attr(&attr);
}

static void attributes_runtime(void)
{
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    attr.runtime = ISHMEMX_RUNTIME_INVALID;
    ishmemx_init_attr(&attr);
}

/* Before start-up: what Intel SHMEM may start with. */
static void attributes_openshmem(void)
{
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    attr.runtime = ISHMEMX_RUNTIME_OPENSHMEM;
    ishmemx_init_attr(&attr);
    ishmem_finalize();
}

/* Attributes that are not set, or those of another version. */
static void attributes_size(void)
{
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    attr.size += sizeof(void *);
    ishmemx_init_attr(&attr);
}

static void attributes_thread_level(void)
{
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    attr.thread_level = ISHMEM_THREAD_MULTIPLE + 1;
    ishmemx_init_attr(&attr);
}

/* A struct that is not the first version's, let alone this one's. */
static void attributes_cut(void)
{
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    attr.size = sizeof(void *);
    ishmemx_init_attr(&attr);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {{"unequal-malloc", unequal_malloc},
             {"hints", hints},
             {"unequal-calls", unequal_calls},
             {"attributes-runtime", attributes_runtime},
             {"attributes-size", attributes_size},
             {"attributes-cut", attributes_cut},
             {"attributes-thread-level", attributes_thread_level},
             {"unequal-free", unequal_free},
             {"double-free", double_free},
             {"foreign-pointer", foreign_pointer},
             {"inner-pointer", inner_pointer},
             {"alignment", alignment},
             {"alignment-zero", alignment_zero},
             {"calloc-overflow", calloc_overflow},
             {"after-finalize", after_finalize},
             {"init-twice", init_twice},
             {"finalize-twice", finalize_twice},
             {"exit-early", exit_early},
             {"exit-all", exit_all},
             {"exit-all-7", exit_all_7},
             {"exit-some", exit_some},
             {"killed", killed},
             {"global-exit", global_exit},
             {"global-exit-while-waiting", global_exit_while_waiting},
             {"global-exit-0", global_exit_0}};

int main(int argc, char **argv)
{
    REQUIRE(argc == 2);
    if (strcmp(argv[1], "before-init") == 0) {
        return ishmem_my_pe();
    }
    if (strcmp(argv[1], "ze-too-early") == 0) {
        zeInit(0);
    }
    if (strncmp(argv[1], "wild-", 5) == 0) {
        wild_handle(argv[1]);
    }
    if (strcmp(argv[1], "attributes-openshmem") == 0) {
        attributes_openshmem();
    }
    if (strcmp(argv[1], "unequal-heaps") == 0) {
        /* The launcher's own variable: the PE is not known yet. */
        const char *const rank = getenv("PMI_RANK");
        setenv("ISHMEM_SYMMETRIC_SIZE", rank && strcmp(rank, "1") == 0 ? "8M" : "4M", 1);
    }
    ishmem_init();
    me = ishmem_my_pe();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(cases[i].name, argv[1]) == 0) {
            cases[i].run();
        }
    }
    ishmem_finalize();
    return 0;
}
