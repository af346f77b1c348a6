/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random collectives, and with each an access of one PE to one byte of a PE: inside of what the collective uses
 * there, beside it, ordered with it or not.  Prints for each case whether that is a race; random_races.py compares this
 * with what ISHMEM_RACES says.
 *
 *     random_races MODULE SEED FORM...    forms: item work_group sub_group host queue
 *
 * All PEs draw the same cases from the seed.  The model is what ishmem.h says of each collective, not what the
 * library's own tables do.
 */
#include "random_races.h"

#include "chance.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CASES 256
#define MOST_PES 4
#define TEAMS 3
/* Of an array, with what lies before and behind what a collective uses. */
#define ROOM 4096
#define GUARD 64

uint64_t chance_state;

static int me, n_pes;
static unsigned forms[FORM_COUNT];
static size_t form_count;
static ze_command_list_handle_t list;
static ze_kernel_handle_t kernel;
static command_t *kernel_command;

/* Symmetric: for all callers, and for hosts. */
static unsigned char *heap;
static unsigned char program[2 * ROOM] = {1};

static volatile unsigned char sink;

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "random_races: %s failed\n", what);
        ishmem_global_exit(3);
    }
}
#define ZE(call) require((call) == ZE_RESULT_SUCCESS, #call)

/* ---- Cases -------------------------------------------------------------------------------------- */

typedef struct team {
    ishmem_team_t handle; /* this PE's; ISHMEM_TEAM_INVALID: it is no member */
    int n;
    int pes[MOST_PES];
} team_t;
static team_t teams[TEAMS];

typedef struct access {
    int pe;     /* who */
    int victim; /* to whose memory */
    unsigned char *byte;
    bool writes;
    bool quiet; /* after a write */
    bool after; /* the collective; else before */
    bool ordered;
} access_t;

typedef struct one_case {
    const routine_t *routine;
    const team_t *team;
    command_t command;
    size_t counts[MOST_PES]; /* of the members */
    unsigned char *dest;
    unsigned char *source;
    access_t access;
    unsigned naps[MOST_PES]; /* us, before each PE calls */
} case_t;

static bool is(const case_t *one, const char *family)
{
    return strcmp(one->routine->family, family) == 0;
}

static bool has(const case_t *one, const char *part)
{
    return strstr(one->routine->family, part) != NULL;
}

static int number_in(const team_t *team, int pe)
{
    for (int i = 0; i < team->n; i++) {
        if (team->pes[i] == pe) {
            return i;
        }
    }
    return -1;
}

/* ---- What a collective uses ---------------------------------------------------------------------- */

/* Elements of dest and of source that member number m uses, in a row, but for strides. */
static size_t dest_elements(const case_t *one)
{
    const size_t count = one->counts[0];
    if (is(one, "collect")) {
        size_t sum = 0;
        for (int i = 0; i < one->team->n; i++) {
            sum += one->counts[i];
        }
        return sum;
    }
    return is(one, "fcollect") || has(one, "alltoall") ? count * (size_t)one->team->n : count;
}

static size_t source_elements(const case_t *one, int m)
{
    if (is(one, "broadcast")) {
        return m == one->command.root ? one->counts[0] : 0;
    }
    return has(one, "alltoall") || has(one, "scatter") ? one->counts[0] * (size_t)one->team->n
                                                       : one->counts[m];
}

static bool is_in(const unsigned char *byte, const unsigned char *start, size_t size,
                  size_t elements, int64_t stride)
{
    const size_t step = size * (size_t)stride;
    const size_t at = (size_t)(byte - start);
    return byte >= start && at / step < elements && at % step < size;
}

static bool uses_dest(const case_t *one, int pe, const unsigned char *byte)
{
    return number_in(one->team, pe) >= 0 &&
           is_in(byte, one->dest, one->routine->size, dest_elements(one), one->command.dst);
}

static bool uses_source(const case_t *one, int pe, const unsigned char *byte)
{
    const int m = number_in(one->team, pe);
    return m >= 0 &&
           is_in(byte, one->source, one->routine->size, source_elements(one, m), one->command.sst);
}

static bool is_race(const case_t *one)
{
    const access_t *const access = &one->access;
    const bool in_dest = uses_dest(one, access->victim, access->byte);
    const bool in_source = uses_source(one, access->victim, access->byte);
    if (access->ordered) {
        return false;
    }
    if (access->pe != access->victim) {
        return in_dest || (in_source && access->writes);
    }
    /* A PE's own memory: what it has put there must be complete, and a root does not wait for others. */
    return !access->after &&
           ((access->writes && !access->quiet && (in_dest || in_source)) ||
            (in_dest && is(one, "broadcast") && one->team->pes[one->command.root] != access->pe));
}

/* ---- Drawing ------------------------------------------------------------------------------------- */

static void draw_arrays(case_t *one)
{
    const bool is_static = one->command.form == FORM_HOST && chance_percent(25);
    unsigned char *const memory = is_static ? program : heap;
    const size_t size = one->routine->size;
    one->dest = memory + GUARD + size * chance_below(8);
    one->source = memory + ROOM + GUARD + size * chance_below(8);
    const bool may_be_one =
        is(one, "broadcast") || has(one, "scan") || (has(one, "reduce") && !has(one, "scatter"));
    if (may_be_one && chance_percent(25)) {
        one->source = one->dest;
    }
}

static void draw_call(case_t *one)
{
    one->command.routine = (uint32_t)chance_below(NUMBER_COUNT);
    one->command.form = forms[chance_below(form_count)];
    one->routine = &routines[one->command.routine];
    one->team = &teams[chance_below(TEAMS)];
    one->command.root = chance_pe(one->team->n);
    one->command.dst = is(one, "alltoalls") ? 1 + (int64_t)chance_below(3) : 1;
    one->command.sst = is(one, "alltoalls") ? 1 + (int64_t)chance_below(3) : 1;
    const size_t count = chance_below(30);
    for (int i = 0; i < MOST_PES; i++) {
        one->counts[i] = is(one, "collect") ? chance_below(30) : count;
    }
    draw_arrays(one);
}

/* A byte that counts, mostly; one beside that; or any. */
static unsigned char *draw_byte(const case_t *one, int victim)
{
    const bool in_dest = chance_percent(60);
    unsigned char *const start = in_dest ? one->dest : one->source;
    const int m = number_in(one->team, victim);
    const size_t stride = (size_t)(in_dest ? one->command.dst : one->command.sst);
    const size_t elements = in_dest ? dest_elements(one) : m < 0 ? 0 : source_elements(one, m);
    const size_t bytes = elements * stride * one->routine->size;
    const size_t kind = chance_below(6);
    if (kind == 0) {
        return start - GUARD / 2 + chance_below(bytes + GUARD);
    }
    if (kind == 1) {
        return start + bytes - chance_below(bytes > 0 ? 2 : 1);
    }
    return start + chance_below(bytes > 0 ? bytes : 1);
}

static case_t draw_case(void)
{
    case_t one = {0};
    draw_call(&one);
    access_t *const access = &one.access;
    access->pe = chance_pe(n_pes);
    access->victim =
        chance_percent(15) ? access->pe : (access->pe + 1 + chance_pe(n_pes - 1)) % n_pes;
    access->byte = draw_byte(&one, access->victim);
    access->writes = chance_percent(70);
    access->quiet = chance_percent(50);
    access->after = chance_percent(40);
    access->ordered = chance_percent(15);
    for (int pe = 0; pe < n_pes; pe++) {
        one.naps[pe] = chance_percent(20) ? (unsigned)chance_below(1500) : 0;
    }
    return one;
}

/* ---- Execution ----------------------------------------------------------------------------------- */

static void make_access(const access_t *access)
{
    if (access->writes) {
        ishmem_uint8_p(access->byte, 1, access->victim);
    } else {
        sink = ishmem_uint8_g(access->byte, access->victim);
    }
}

/* A function for each case, act_00 to act_ff, by which reports name it. */
#define ACT(NAME)                                                                             \
    __attribute__((noinline, visibility("default"))) void act_##NAME(const access_t *access); \
    void act_##NAME(const access_t *access)                                                   \
    {                                                                                         \
        make_access(access);                                                                  \
        sink = 0x##NAME;                                                                      \
    }
#define ACT_POINTER(NAME) act_##NAME,
#define SIXTEEN(X, A) \
    X(A##0)           \
    X(A##1)           \
    X(A##2)           \
    X(A##3)           \
    X(A##4)           \
    X(A##5)           \
    X(A##6)           \
    X(A##7)           \
    X(A##8)           \
    X(A##9)           \
    X(A##a)           \
    X(A##b)           \
    X(A##c)           \
    X(A##d)           \
    X(A##e)           \
    X(A##f)
#define ALL(X)    \
    SIXTEEN(X, 0) \
    SIXTEEN(X, 1) \
    SIXTEEN(X, 2) \
    SIXTEEN(X, 3) \
    SIXTEEN(X, 4) \
    SIXTEEN(X, 5) \
    SIXTEEN(X, 6) \
    SIXTEEN(X, 7) \
    SIXTEEN(X, 8) \
    SIXTEEN(X, 9) \
    SIXTEEN(X, a) \
    SIXTEEN(X, b) \
    SIXTEEN(X, c) \
    SIXTEEN(X, d) \
    SIXTEEN(X, e) \
    SIXTEEN(X, f)
ALL(ACT)
static void (*const acts[CASES])(const access_t *access) = {ALL(ACT_POINTER)};

static void call_from_kernel(const command_t *command)
{
    const ze_group_count_t groups = {1, 1, 1};
    *kernel_command = *command;
    ZE(zeCommandListAppendLaunchKernel(list, kernel, &groups, NULL, 0, NULL));
}

static void call(const case_t *one)
{
    const int m = number_in(one->team, me);
    if (m < 0) {
        return;
    }
    command_t command = one->command;
    command.dest = (uintptr_t)one->dest;
    command.source = (uintptr_t)one->source;
    command.count = one->counts[m];
    command.team = one->team->handle;
    if (command.form == FORM_HOST) {
        require(one->routine->call(&command) == 0, one->routine->name);
    } else if (command.form == FORM_QUEUE) {
        require(one->routine->queue(&command, list) == 0, one->routine->name);
    } else {
        call_from_kernel(&command);
    }
}

static void act(const case_t *one, unsigned number)
{
    if (one->access.pe == me) {
        acts[number](&one->access);
        if (one->access.writes && one->access.quiet) {
            ishmem_quiet();
        }
    }
}

static void run(const case_t *one, unsigned number)
{
    const access_t *const access = &one->access;
    if (!access->after) {
        act(one, number);
        if (access->ordered) {
            ishmem_barrier_all();
        }
    }
    usleep(one->naps[me]);
    call(one);
    if (access->after) {
        if (access->ordered) {
            ishmem_barrier_all();
        }
        act(one, number);
    }
    ishmem_barrier_all();
}

static void print(const case_t *one, unsigned number)
{
    static const char *const names[] = {"item", "work_group", "sub_group", "host", "queue"};
    const access_t *const access = &one->access;
    printf("case %02x %s: %s by %s, team %d of %d, root %d, counts", number,
           is_race(one) ? "race" : "none", one->routine->name, names[one->command.form],
           (int)(one->team - teams), one->team->n, one->command.root);
    for (int i = 0; i < one->team->n; i++) {
        printf(" %zu", one->counts[i]);
    }
    printf(", strides %d %d%s%s; PE %d %s byte %d of dest, %d of source, on PE %d%s %s%s\n",
           (int)one->command.dst, (int)one->command.sst,
           one->dest == one->source ? ", in place" : "",
           one->dest >= program && one->dest < program + sizeof program ? ", static" : "",
           access->pe, access->writes ? "writes" : "reads", (int)(access->byte - one->dest),
           (int)(access->byte - one->source), access->victim,
           access->writes && access->quiet ? ", quiet," : "", access->after ? "after" : "before",
           access->ordered ? " a barrier" : "");
}

/* ---- The job ------------------------------------------------------------------------------------- */

static void make_team(team_t *team, int start, int stride)
{
    team->n = 0;
    for (int pe = start; pe < n_pes; pe += stride) {
        team->pes[team->n++] = pe;
    }
    team->handle = ISHMEM_TEAM_INVALID;
    ishmem_team_split_strided(ISHMEM_TEAM_WORLD, start, stride, team->n, NULL, 0, &team->handle);
}

static void open_kernel(const char *path)
{
    const ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                          .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    const ze_kernel_desc_t named = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC,
                                    .pKernelName = "make_call"};
    ze_module_handle_t module;
    require(ishmemx_module_load(path, &module) == 0, "ishmemx_module_load");
    ZE(zeKernelCreate(module, &named, &kernel));
    ZE(zeCommandListCreateImmediate(ishmemx_ze_context(), ishmemx_ze_device(), &desc, &list));
    const ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory;
    ZE(zeMemAllocHost(ishmemx_ze_context(), &host, sizeof *kernel_command, 0, &memory));
    kernel_command = memory;
    ZE(zeKernelSetArgumentValue(kernel, 0, sizeof memory, &memory));
    ZE(zeKernelSetGroupSize(kernel, WORK_ITEMS, 1, 1));
}

static void close_kernel(void)
{
    ZE(zeMemFree(ishmemx_ze_context(), kernel_command));
    ZE(zeCommandListDestroy(list));
    ZE(zeKernelDestroy(kernel));
}

static void read_forms(int argc, char **argv)
{
    static const char *const names[] = {"item", "work_group", "sub_group", "host", "queue"};
    for (int i = 3; i < argc; i++) {
        for (unsigned form = 0; form < FORM_COUNT; form++) {
            if (form_count < FORM_COUNT && strcmp(argv[i], names[form]) == 0) {
                forms[form_count++] = form;
            }
        }
    }
    require(form_count > 0, "random_races MODULE SEED FORM...");
}

int main(int argc, char **argv)
{
    ishmem_init();
    me = ishmem_my_pe();
    n_pes = ishmem_n_pes();
    read_forms(argc, argv);
    require(n_pes > 1 && n_pes <= MOST_PES, "2 to 4 PEs");
    open_kernel(argv[1]);
    chance_state = strtoull(argv[2], NULL, 0);
    heap = ishmem_calloc(2, ROOM);
    require(heap, "ishmem_calloc");
    make_team(&teams[0], 0, 1);
    make_team(&teams[1], 0, 2);
    make_team(&teams[2], n_pes > 1 ? 1 : 0, 1);
    for (unsigned number = 0; number < CASES; number++) {
        const case_t one = draw_case();
        if (me == 0) {
            print(&one, number);
        }
        run(&one, number);
    }
    ishmem_free(heap);
    close_kernel();
    ishmem_finalize();
    return EXIT_SUCCESS;
}
