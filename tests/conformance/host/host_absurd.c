/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NULL, wild addresses and absurd counts, in each argument of routines that take untyped addresses or
 * may be called without a job: none ends in a signal, and each is named with its routine.
 *
 * Without arguments the program runs a selection of the calls, each in a process of its own: all that
 * are written out below, and some, by a seed, of those that expand from the lists of routines.
 * `host_absurd SEED` makes the selection of another run; with a routine and a fault it makes one call.
 */
#include "ishmemx.h"
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PICKED 24

static void *heap; /* symmetric */
static ze_module_handle_t const wild_module = (ze_module_handle_t)(uintptr_t)0xdead0000;

/* ---- Families by size ------------------------------------------------------------------------ */

typedef enum fault { NULL_DEST, NULL_SOURCE, HUGE_COUNT, WRONG_PE, FAULTS } fault_t;

static const char *const named[FAULTS] = {"dest", "source", "", "pe"};

#define ARGUMENTS_copy(DEST, SOURCE, COUNT, PE) DEST, SOURCE, COUNT, PE
#define ARGUMENTS_signal(DEST, SOURCE, COUNT, PE) \
    DEST, SOURCE, COUNT, heap, 1, ISHMEM_SIGNAL_SET, PE
#define ARGUMENTS_strided(DEST, SOURCE, COUNT, PE) DEST, SOURCE, 1, 1, COUNT, PE
#define ARGUMENTS_blocks(DEST, SOURCE, COUNT, PE) DEST, SOURCE, 1, 1, 1, COUNT, PE

#define DEFINE(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                                   \
    static void make_##HEAD##SIZE##TAIL(fault_t fault)                                  \
    {                                                                                   \
        switch (fault) {                                                                \
        case NULL_DEST:                                                                 \
            PREFIX##_##HEAD##SIZE##TAIL(ARGUMENTS_##KIND(NULL, heap, 1, 0));            \
            break;                                                                      \
        case NULL_SOURCE:                                                               \
            PREFIX##_##HEAD##SIZE##TAIL(ARGUMENTS_##KIND(heap, NULL, 1, 0));            \
            break;                                                                      \
        case HUGE_COUNT:                                                                \
            PREFIX##_##HEAD##SIZE##TAIL(ARGUMENTS_##KIND(heap, heap, SIZE_MAX / 2, 0)); \
            break;                                                                      \
        default:                                                                        \
            PREFIX##_##HEAD##SIZE##TAIL(ARGUMENTS_##KIND(heap, heap, 1, 99));           \
            break;                                                                      \
        }                                                                               \
    }
#define ENTRY(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    {#PREFIX "_" #HEAD #SIZE #TAIL, make_##HEAD##SIZE##TAIL},
#define OF_SIZE(SIZE, BYTES, X)               \
    ISHMEMI_SIZE_RMA_ROUTINES(X, SIZE, BYTES) \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(X, SIZE, BYTES)
#define OF_WIDTH(SIZE, BYTES, X) \
    OF_SIZE(SIZE, BYTES, X)      \
    ISHMEMI_SIZE_STRIDED_ROUTINES(X, SIZE, BYTES)
OF_SIZE(mem, 1, DEFINE)
ISHMEMI_SIZES(OF_WIDTH, DEFINE)

static const struct {
    const char *routine;
    void (*make)(fault_t fault);
} sized[] = {OF_SIZE(mem, 1, ENTRY) ISHMEMI_SIZES(OF_WIDTH, ENTRY)};
#define SIZED (sizeof sized / sizeof *sized)

/* ---- Others ---------------------------------------------------------------------------------- */

#define OTHERS(X)                                                                                \
    X(ishmem_info_get_name, name, ishmem_info_get_name(NULL))                                    \
    X(ishmem_info_get_version, major, ishmem_info_get_version(NULL, (int *)heap))                \
    X(ishmem_info_get_version, minor, ishmem_info_get_version((int *)heap, NULL))                \
    X(ishmem_query_thread, provided, ishmem_query_thread(NULL))                                  \
    X(ishmemx_query_initialized, initialized, ishmemx_query_initialized(NULL))                   \
    X(ishmemx_init_attr, attr, ishmemx_init_attr(NULL))                                          \
    X(ishmemx_get_uniqueid, uid, (void)ishmemx_get_uniqueid(NULL))                               \
    X(ishmem_ctx_create, ctx, (void)ishmem_ctx_create(0, NULL))                                  \
    X(ishmem_ctx_get_team, team, (void)ishmem_ctx_get_team(ISHMEM_CTX_DEFAULT, NULL))            \
    X(ishmem_team_get_config, config,                                                            \
      (void)ishmem_team_get_config(ISHMEM_TEAM_WORLD, ISHMEM_TEAM_NUM_CONTEXTS, NULL))           \
    X(ishmem_team_split_strided, new_team,                                                       \
      (void)ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, 1, NULL, 0, NULL))                \
    X(ishmem_team_split_2d, xaxis_team,                                                          \
      (void)ishmem_team_split_2d(ISHMEM_TEAM_WORLD, 1, NULL, 0, NULL, NULL, 0, heap))            \
    X(ishmem_team_split_2d, yaxis_team,                                                          \
      (void)ishmem_team_split_2d(ISHMEM_TEAM_WORLD, 1, NULL, 0, heap, NULL, 0, NULL))            \
    X(ishmemx_team_create, pes,                                                                  \
      (void)ishmemx_team_create(ISHMEM_TEAM_WORLD, NULL, 1, NULL, 0, heap))                      \
    X(ishmemx_team_create, n_pes,                                                                \
      (void)ishmemx_team_create(ISHMEM_TEAM_WORLD, heap, INT_MAX, NULL, 0, heap))                \
    X(ishmem_pe_quiet, target_pes, ishmem_pe_quiet(NULL, 1))                                     \
    X(ishmem_pe_quiet, npes, ishmem_pe_quiet(heap, (size_t)1 << 40))                             \
    X(ishmem_ctx_pe_quiet, npes, ishmem_ctx_pe_quiet(ISHMEM_CTX_DEFAULT, heap, SIZE_MAX))        \
    X(ishmem_set_lock, lock, ishmem_set_lock(NULL))                                              \
    X(ishmem_test_lock, lock, (void)ishmem_test_lock(NULL))                                      \
    X(ishmem_signal_fetch, sig_addr, (void)ishmem_signal_fetch(NULL))                            \
    X(ishmemx_signal_add, sig_addr, ishmemx_signal_add(NULL, 1, 0))                              \
    X(ishmem_calloc, count, (void)ishmem_calloc(SIZE_MAX, SIZE_MAX))                             \
    X(ishmem_free, ptr, ishmem_free((char *)heap + 1))                                           \
    X(ishmemx_module_init, module, (void)ishmemx_module_init(NULL))                              \
    X(ishmemx_module_init, module, (void)ishmemx_module_init(wild_module))                       \
    X(ishmemx_module_init, module, (void)ishmemx_module_init((ze_module_handle_t)(void *)named)) \
    X(ishmemx_module_load, path, (void)ishmemx_module_load(NULL, (ze_module_handle_t *)heap))    \
    X(ishmemx_module_load, module, (void)ishmemx_module_load("/nowhere", NULL))                  \
    X(ishmemx_module_load_memory, spirv,                                                         \
      (void)ishmemx_module_load_memory(NULL, 20, (ze_module_handle_t *)heap))                    \
    X(ishmemx_module_load_memory, module, (void)ishmemx_module_load_memory("", 1, NULL))         \
    X(ishmemx_print, out, ishmemx_print(NULL))                                                   \
    X(ishmemx_timestamp, dst, ishmemx_timestamp(0))

#define MAKE_OTHER(ROUTINE, ARGUMENT, CALL) \
    if (number-- == 0) {                    \
        CALL;                               \
        return;                             \
    }
#define OTHER_ENTRY(ROUTINE, ARGUMENT, CALL) {#ROUTINE, #ARGUMENT},
static const struct {
    const char *routine;
    const char *argument;
} others[] = {OTHERS(OTHER_ENTRY)};
#define COUNT_OF_OTHERS (sizeof others / sizeof *others)

static void make_other(size_t number)
{
    OTHERS(MAKE_OTHER)
}

/* ---- Each in a process of its own -------------------------------------------------------------- */

/* The process makes call `fault` of a sized routine, or another one. */
static int make(size_t routine, size_t fault)
{
    ishmem_init();
    heap = ishmem_calloc(64, 8);
    if (routine < SIZED) {
        sized[routine].make((fault_t)fault);
    } else {
        make_other(routine - SIZED);
    }
    return 0;
}

/* What the process said, and how it ended. */
static int run(const char *program, size_t routine, size_t fault, char *said, size_t bytes)
{
    char numbers[2][24];
    int ends[2];
    size_t used = 0;
    ssize_t got = 1;
    int status = -1;
    snprintf(numbers[0], sizeof numbers[0], "%zu", routine);
    snprintf(numbers[1], sizeof numbers[1], "%zu", fault);
    if (pipe(ends) != 0) {
        return -1;
    }
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        execl(program, program, numbers[0], numbers[1], (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    while (used + 1 < bytes && got > 0) {
        got = read(ends[0], said + used, bytes - used - 1);
        used += got > 0 ? (size_t)got : 0;
    }
    said[used] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    return status;
}

static int check(const char *program, size_t routine, size_t fault)
{
    char said[4096];
    char expected[128];
    const bool is_sized = routine < SIZED;
    const char *const name = is_sized ? sized[routine].routine : others[routine - SIZED].routine;
    const char *const argument = is_sized ? named[fault] : others[routine - SIZED].argument;
    const int status = run(program, routine, fault, said, sizeof said);
    snprintf(expected, sizeof expected, "PE 0: %s: argument %s", name, argument);
    /* Outside of a job, and in warnings, words come between. */
    const char *const from = strstr(said, name);
    if (status != -1 && WIFEXITED(status) && from && strstr(from, strstr(expected, "argument ")) &&
        strstr(from, "expected ")) {
        return 0;
    }
    printf("%s, wrong %s: status %d, said: %s\n", name, *argument ? argument : "count", status,
           said);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        return make(strtoul(argv[1], NULL, 10), strtoul(argv[2], NULL, 10));
    }
    const unsigned seed = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : (unsigned)time(NULL);
    int failed = 0;
    printf("seed %u\n", seed);
    srandom(seed);
    for (size_t i = 0; i < COUNT_OF_OTHERS; i++) {
        failed += check(argv[0], SIZED + i, 0);
    }
    for (int i = 0; i < PICKED; i++) {
        failed += check(argv[0], (size_t)random() % SIZED, (size_t)random() % FAULTS);
    }
    return failed != 0;
}
