/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls host routines by their names, by PE 0 of 2, or by both.  Each line of the file is a call and what ISHMEM_RACES
 * must know of it (known_routines.py, which reads the reports):
 *
 *     uses ARRAY PE FIRST LAST one|all ROUTINE ARGUMENT...   PE 1 writes these bytes meanwhile: a race
 *     locks ROUTINE                                          PE 1 reads the lock meanwhile: a race
 *     waits|tests FOUND ROUTINE ARGUMENT...                  comes after what PE 1 has sent before it set `ivars`
 *     orders host|context|queue ROUTINE ARGUMENT...          PE 1's puts before it come before its flag
 *     joins ROUTINE ARGUMENT...                              orders what PE 1 has completed
 *     completes ROUTINE ARGUMENT...                          and completes what it has put
 *
 * An argument is a number or the name of an array, `list`, `context` or `events`.  A call is made with words alone: what a
 * routine wants beside words and addresses, a value of a floating-point type, is whatever is there.
 */
#include <dlfcn.h>
#include <ishmem.h>
#include <ishmemx.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAYS 12
#define ARRAY_BYTES 2048
#define ARGUMENTS 12

/* In the order in which they lie in memory. */
static const char *const names[ARRAYS] = {"dest",   "source",     "fetch", "sig_addr",
                                          "ivars",  "data",       "lock",  "indices",
                                          "status", "cmp_values", "ret",   "flag"};
static char *memory;
static int me;
static ishmem_ctx_t context;
static ze_command_list_handle_t list;
static volatile long sink;
static unsigned flag_value;

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "call_all: %s failed\n", what);
        ishmem_global_exit(3);
    }
}

static void *array(const char *name)
{
    for (size_t i = 0; i < ARRAYS; i++) {
        if (strcmp(name, names[i]) == 0) {
            return memory + i * ARRAY_BYTES;
        }
    }
    return NULL;
}

static long value_of(const char *word)
{
    if (array(word)) {
        return (long)array(word);
    }
    return strcmp(word, "list") == 0      ? (long)list
           : strcmp(word, "context") == 0 ? (long)context
                                          : strtol(word, NULL, 0);
}

/* The next word of the line. */
static const char *next(void)
{
    return strtok(NULL, " \n");
}

/* ---- Calls -------------------------------------------------------------------------------------- */

/* Reports have its name. */
#define NAMED __attribute__((noinline, visibility("default")))

typedef struct call {
    const char *name;
    void *routine;
    long arguments[ARGUMENTS];
} call_t;

static call_t read_call(void)
{
    call_t call = {.name = next()};
    int count = 0;
    for (const char *word = next(); word; word = next()) {
        require(count < ARGUMENTS, "a routine with at most 12 arguments");
        call.arguments[count++] = value_of(word);
    }
    call.routine = dlsym(RTLD_DEFAULT, call.name);
    require(call.routine, call.name);
    return call;
}

#define WORDS long, long, long, long, long, long, long, long, long, long, long, long
#define A(I) call->arguments[I]
#define ALL_WORDS A(0), A(1), A(2), A(3), A(4), A(5), A(6), A(7), A(8), A(9), A(10), A(11)

NAMED long make(const call_t *call);
long make(const call_t *call)
{
    long (*words)(WORDS);
    long double (*real)(WORDS);
    if (strstr(call->name, "_longdouble_g")) {
        memcpy(&real, &call->routine, sizeof real);
        return (long)real(ALL_WORDS);
    }
    memcpy(&words, &call->routine, sizeof words);
    return words(ALL_WORDS);
}

/* ---- What is used ------------------------------------------------------------------------------- */

NAMED void calibrate(void);
NAMED void look_at_lock(void);

/* By both PEs: where the arrays begin. */
void calibrate(void)
{
    ishmem_uint8_p((uint8_t *)memory, 0, 0);
    ishmem_barrier_all();
}

/* A pair of places is reported once, so each array has its own.  Nothing changes that a wait looks at. */
#define INTRUDER(NAME, NUMBER)              \
    NAMED void NAME(uint8_t *byte, int pe); \
    void NAME(uint8_t *byte, int pe)        \
    {                                       \
        ishmem_uint8_p(byte, 0, pe);        \
        sink = NUMBER;                      \
    }
#define INTRUDERS(ARRAY)               \
    INTRUDER(intrude_first_##ARRAY, 1) \
    INTRUDER(intrude_last_##ARRAY, 2)
INTRUDERS(dest)
INTRUDERS(source)
INTRUDERS(fetch)
INTRUDERS(sig_addr)
INTRUDERS(indices)
INTRUDERS(status)
INTRUDERS(cmp_values)
INTRUDERS(ret)

typedef struct intruder {
    const char *array;
    void (*first)(uint8_t *byte, int pe);
    void (*last)(uint8_t *byte, int pe);
} intruder_t;
#define ROW(ARRAY) {#ARRAY, intrude_first_##ARRAY, intrude_last_##ARRAY},
static const intruder_t intruders[] = {ROW(dest) ROW(source) ROW(fetch) ROW(sig_addr) ROW(indices)
                                           ROW(status) ROW(cmp_values) ROW(ret)};

static void intrude(const char *name, uint8_t *first, uint8_t *last, int pe)
{
    for (size_t i = 0; i < sizeof intruders / sizeof *intruders; i++) {
        if (strcmp(intruders[i].array, name) == 0) {
            intruders[i].first(first, pe);
            intruders[i].last(last, pe);
        }
    }
}

static void uses(void)
{
    const char *const name = next();
    uint8_t *const start = array(name);
    const int pe = (int)strtol(next(), NULL, 0);
    uint8_t *const first = start + strtoul(next(), NULL, 0);
    uint8_t *const last = start + strtoul(next(), NULL, 0);
    const bool is_for_all = strcmp(next(), "all") == 0;
    const call_t call = read_call();
    if (me == 1) {
        intrude(name, first, last, pe);
    }
    if (me == 0 || is_for_all) {
        make(&call);
    }
}

/* The home of the lock is either PE. */
void look_at_lock(void)
{
    sink = ishmem_long_g(array("lock"), 0);
    sink = ishmem_long_g(array("lock"), 1);
}

static void locks(void)
{
    const char *const name = next();
    const call_t call = {
        .name = name, .routine = dlsym(RTLD_DEFAULT, name), .arguments = {(long)array("lock")}};
    require(call.routine, name);
    const bool clears = strcmp(name, "ishmem_clear_lock") == 0;
    if (me == 0 && clears) {
        ishmem_set_lock(array("lock"));
    }
    ishmem_barrier_all();
    if (me == 1) {
        look_at_lock();
    } else {
        make(&call);
    }
    /* Else the lock's last call stands for the others. */
    ishmem_barrier_all();
    if (me == 0 && !clears) {
        ishmem_clear_lock(array("lock"));
    }
}

/* ---- What is ordered ---------------------------------------------------------------------------- */

static void put_data(void)
{
    ishmem_int_p(array("data"), 1, 0);
}

/* Races with what is not ordered before. */
static void read_data(void)
{
    sink = ishmem_int_g(array("data"), 0);
}

static void wait_or_test(bool waits)
{
    const char *const found = next();
    const call_t call = read_call();
    long *const ret = array("ret");
    if (me == 1) {
        put_data();
        ishmem_fence();
        for (size_t i = 0; i < 8; i++) {
            ishmem_uint64_p((uint64_t *)array("ivars") + i, UINT64_C(0x0001000100010001), 0);
            ishmem_uint64_p((uint64_t *)array("sig_addr") + i, 1, 0);
        }
        return;
    }
    const bool is_index = strcmp(found, "index") == 0;
    const bool is_queued = strstr(call.name, "_on_queue") != NULL;
    for (bool done = false; !done;) {
        *ret = is_index ? -1 : 0;
        const long result = make(&call);
        const long given = is_queued ? *ret : result;
        done = waits || (is_index ? given != -1 : (int)given != 0);
    }
    read_data();
}

static void orders(void)
{
    const char *const how = next();
    const call_t call = read_call();
    uint64_t *const flag = array("flag");
    flag_value++;
    if (me == 0) {
        ishmem_uint64_wait_until(flag, ISHMEM_CMP_EQ, flag_value);
        read_data();
    } else if (strcmp(how, "queue") == 0) {
        ishmemx_int_p_on_queue(array("data"), 1, 0, list, NULL, 0, NULL);
        make(&call);
        ishmemx_uint64_p_on_queue(flag, flag_value, 0, list, NULL, 0, NULL);
    } else {
        const ishmem_ctx_t on = strcmp(how, "context") == 0 ? context : ISHMEM_CTX_DEFAULT;
        ishmem_ctx_int_p(on, array("data"), 1, 0);
        make(&call);
        ishmem_ctx_uint64_p(on, flag, flag_value, 0);
    }
}

static void joins(bool completes)
{
    const call_t call = read_call();
    if (me == 1) {
        put_data();
        if (!completes) {
            ishmem_quiet();
        }
    }
    make(&call);
    if (me == 0) {
        read_data();
    }
}

/* ---- The job ------------------------------------------------------------------------------------ */

static void step(char *line)
{
    const char *const what = strtok(line, " \n");
    if (strcmp(what, "uses") == 0) {
        uses();
    } else if (strcmp(what, "locks") == 0) {
        locks();
    } else if (strcmp(what, "waits") == 0 || strcmp(what, "tests") == 0) {
        wait_or_test(strcmp(what, "waits") == 0);
    } else if (strcmp(what, "orders") == 0) {
        orders();
    } else if (strcmp(what, "joins") == 0 || strcmp(what, "completes") == 0) {
        joins(strcmp(what, "completes") == 0);
    } else {
        require(false, what);
    }
    ishmem_barrier_all();
    memset(memory, 0, (size_t)(ARRAYS - 1) * ARRAY_BYTES);
    ishmem_barrier_all();
}

int main(int argc, char **argv)
{
    static char line[512];
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    ishmem_init();
    me = ishmem_my_pe();
    memory = ishmem_calloc(ARRAYS, ARRAY_BYTES);
    FILE *const file = argc > 1 ? fopen(argv[1], "r") : NULL;
    require(memory && file && ishmem_n_pes() == 2, "call_all FILE, by 2 PEs");
    require(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &desc, &list) ==
                0,
            "zeCommandListCreateImmediate");
    require(ishmem_ctx_create(0, &context) == 0, "ishmem_ctx_create");
    calibrate();
    unsigned long steps = 0;
    for (; fgets(line, sizeof line, file); steps++) {
        step(line);
    }
    if (me == 0) {
        printf("%lu calls\n", steps);
    }
    fclose(file);
    ishmem_ctx_destroy(context);
    zeCommandListDestroy(list);
    ishmem_free(memory);
    ishmem_finalize();
    return EXIT_SUCCESS;
}
