/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Random calls of the whole API by all PEs, against a model of every PE's memory in each process.
 *
 *     random [--seed S] [--steps N] [--seconds T] [--only FAMILY,...] [--modes MODE,...]
 * [--verbose]
 *
 * All PEs draw the same plan from the seed (chance.h).  A step is a plan of calls (plan.h) that
 * some PEs make from their hosts, from kernels and on command lists between two barriers.  Each PE
 * then applies all PEs' calls to the model and compares its memory, byte by byte, and the results
 * of its calls.  Between steps blocks of the heap, teams and contexts come and go (allocation.c,
 * teams.c).
 *
 * A difference ends the job with the seed, the step, the byte and the calls that touch it.  The
 * same seed and arguments with the same number of PEs make the same calls.
 */
#include "chance.h"
#include "harness.h"
#include "memory.h"
#include "plan.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t chance_state;

static unsigned long long seed;
static unsigned long steps = 100;
static double seconds = -1;     /* 0: without end; below: not asked for */
static unsigned patience = 300; /* seconds for a step */
static bool verbose;

typedef struct family {
    const char *name;
    void (*plan)(void);
    unsigned weight;
    bool wanted;
} family_t;

static family_t families[] = {
    {"rma", rma_plan, 10, true},
    {"amo", amo_plan, 5, true},
    {"contended", amo_contended_plan, 2, true},
    {"order", order_plan, 3, true},
    {"signal", signal_plan, 3, true},
    {"wait", wait_plan, 2, true},
    {"test", test_plan, 2, true},
    {"lock", lock_plan, 1, true},
    {"collective", collective_plan, 4, true},
    {"sync", sync_plan, 1, true},
    {"teams", NULL, 0, true},
    {"allocation", NULL, 0, true},
};
#define FAMILIES (sizeof families / sizeof families[0])

static struct {
    const char *name;
    unsigned mode;
} const modes[] = {{"host", MODE_HOST}, {"kernel", MODE_KERNEL}, {"queue", MODE_QUEUE}};

/* A static object, which is symmetric for hosts. */
static unsigned char still[30000] = {1};

static bool is_wanted(const char *name)
{
    for (size_t i = 0; i < FAMILIES; i++) {
        if (strcmp(families[i].name, name) == 0) {
            return families[i].wanted;
        }
    }
    return false;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static void usage(const char *problem)
{
    fprintf(
        stderr,
        "%s\n"
        "random [--seed S] [--steps N] [--seconds T] [--only FAMILY,...] [--modes MODE,...]\n"
        "       [--patience T] [--verbose]\n"
        "  --seed S      the same calls for the same S and number of PEs; default: the time\n"
        "  --steps N     default 100\n"
        "  --seconds T   as many steps as begin in T seconds instead; 0: without end\n"
        "  --only ...    of rma amo contended order signal wait test lock collective sync teams\n"
        "                allocation\n"
        "  --modes ...   of host kernel queue; default all: the kernels take about a minute to\n"
        "                compile the first time\n"
        "  --patience T  seconds after which a step that has not ended is an error; default 300\n"
        "  --verbose     prints each call\n",
        problem);
    exit(2);
}

static bool in_list(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(list, name); at; at = strstr(at + 1, name)) {
        if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == 0)) {
            return true;
        }
    }
    return false;
}

static void choose_families(const char *list)
{
    bool some = false;
    for (size_t i = 0; i < FAMILIES; i++) {
        families[i].wanted = in_list(list, families[i].name);
        some |= families[i].wanted;
    }
    if (!some) {
        usage("--only names no family");
    }
}

static void choose_modes(const char *list)
{
    modes_wanted = 0;
    for (size_t i = 0; i < 3; i++) {
        modes_wanted |= in_list(list, modes[i].name) ? modes[i].mode : 0;
    }
    if (modes_wanted == 0) {
        usage("--modes names no mode");
    }
}

static void read_arguments(int argc, char **argv)
{
    seed = (unsigned long long)time(NULL) * 1000;
    for (int i = 1; i < argc; i++) {
        const char *const name = argv[i];
        if (strcmp(name, "--help") == 0) {
            usage("Random calls of the whole API, against a model.");
        }
        if (strcmp(name, "--verbose") == 0) {
            verbose = true;
            continue;
        }
        const char *const value = ++i < argc ? argv[i] : NULL;
        if (!value) {
            usage("an option is unknown, or has no value");
        } else if (strcmp(name, "--seed") == 0) {
            seed = strtoull(value, NULL, 0);
        } else if (strcmp(name, "--steps") == 0) {
            steps = strtoul(value, NULL, 0);
        } else if (strcmp(name, "--seconds") == 0) {
            seconds = strtod(value, NULL);
        } else if (strcmp(name, "--patience") == 0) {
            patience = (unsigned)strtoul(value, NULL, 0);
        } else if (strcmp(name, "--only") == 0) {
            choose_families(value);
        } else if (strcmp(name, "--modes") == 0) {
            choose_modes(value);
        } else {
            usage("an option is unknown");
        }
    }
}

/* ---- What is said ---------------------------------------------------------------------------- */

static const char *mode_name(unsigned mode)
{
    return mode == MODE_HOST ? "host" : mode == MODE_KERNEL ? "kernel" : "queue";
}

static void print_place(const char *name, place_t place)
{
    if (place.object) {
        fprintf(stderr, ", %s: object %d + %zu of PE %d", name, (int)(place.object - objects),
                place.at, place.pe);
    }
}

static void print_call(const call_t *call)
{
    static const char *const forms[] = {"work-item", "work-group", "sub-group"};
    const command_t *const c = &call->command;
    fprintf(stderr, "  item %u: PE %d, %s%s%s: %s, pe %d", call->item, call->pe,
            mode_name(call->mode), call->mode == MODE_KERNEL ? ", " : "",
            call->mode == MODE_KERNEL ? forms[c->form] : "", routines[call->number].name,
            call->target);
    print_place("dest", call->dest);
    print_place("source", call->source);
    print_place("fetch", call->fetch);
    print_place("signal", call->signal_at);
    fprintf(
        stderr,
        ", nelems %llu, dst %lld, sst %lld, bsize %llu, value 0x%llx, cond 0x%llx, signal %llu, "
        "cmp %d, sig_op %d, root %d, team %d of %d, context %d\n",
        (unsigned long long)c->nelems, (long long)c->dst, (long long)c->sst,
        (unsigned long long)c->bsize, (unsigned long long)c->value, (unsigned long long)c->cond,
        (unsigned long long)c->signal, c->cmp, c->sig_op, c->root, call->team,
        call->team >= 0 ? teams[call->team].n : 0, call->context);
}

static void say_where(void)
{
    fprintf(stderr, "PE %d of %d: seed %llu, step %lu: ", test_me, test_n, seed, plan.step);
}

static void end_badly(void)
{
    fprintf(stderr, "PE %d: again with: --seed %llu --steps %lu\n", test_me, seed, plan.step + 1);
    ishmem_global_exit(EXIT_FAILURE);
    abort();
}

/* Extent of what a call may touch from one of its places. */
static bool touches(const call_t *call, place_t from, place_t byte)
{
    const routine_t *const routine = &routines[call->number];
    const command_t *const c = &call->command;
    if (!from.object || from.object != byte.object || from.pe != byte.pe || byte.at < from.at) {
        return false;
    }
    const size_t n = c->nelems > 0 ? c->nelems : 1;
    const size_t stride =
        (size_t)((c->dst > c->sst ? c->dst : c->sst) > 0 ? (c->dst > c->sst ? c->dst : c->sst) : 1);
    const size_t team = call->team >= 0 ? (size_t)teams[call->team].n : 1;
    return byte.at < from.at + n * stride * team * routine->size + GUARD_BYTES;
}

static void print_calls_at(place_t byte)
{
    for (int i = 0; i < plan.count; i++) {
        const call_t *const call = &plan.calls[i];
        if (touches(call, call->dest, byte) || touches(call, call->source, byte) ||
            touches(call, call->fetch, byte) || touches(call, call->signal_at, byte)) {
            print_call(call);
        }
    }
}

static void check_memory(void)
{
    place_t byte;
    unsigned expected, found;
    size_t differing;
    if (!objects_differ(&byte, &expected, &found, &differing)) {
        return;
    }
    say_where();
    fprintf(stderr,
            "byte %zu of object %d (%s, %zu bytes at %p) is 0x%02x, expected 0x%02x; %zu of its "
            "bytes differ.  Calls at or near it:\n",
            byte.at, (int)(byte.object - objects),
            byte.object->where == WHERE_HEAP     ? "heap"
            : byte.object->where == WHERE_STATIC ? "static"
                                                 : "private",
            byte.object->bytes, (void *)byte.object->address, found, expected, differing);
    print_calls_at(byte);
    end_badly();
}

/* ---- Results --------------------------------------------------------------------------------- */

static bool holds_one(const call_t *call, uint64_t index)
{
    if (call->holds == 0) {
        return index == (uint64_t)SIZE_MAX;
    }
    return index < SET_ELEMENTS && (call->holds >> index & 1);
}

static unsigned count_bits(uint32_t bits)
{
    return (unsigned)__builtin_popcount(bits);
}

static bool holds_some(const call_t *call, uint64_t count, const uint64_t *indices)
{
    const bool tests = routine_starts(&routines[call->number], "test");
    uint32_t seen = 0;
    if (count > count_bits(call->holds) || (tests && count != count_bits(call->holds)) ||
        (count == 0 && call->holds != 0)) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (indices[i] >= SET_ELEMENTS || (seen >> indices[i] & 1)) {
            return false;
        }
        seen |= 1u << indices[i];
    }
    return (seen & ~call->holds) == 0;
}

static uint64_t result_of(const call_t *call)
{
    uint64_t bits = 0;
    memcpy(&bits, &execute_scratch(call)->result, call->result_bytes);
    return bits;
}

static bool result_holds(const call_t *call)
{
    const scratch_t *const scratch = execute_scratch(call);
    switch (call->check) {
    case CHECK_EXACT:
        return memcmp(&scratch->result, &call->expected, call->result_bytes) == 0;
    case CHECK_ANY:
        return holds_one(call, scratch->result);
    case CHECK_SOME:
        return holds_some(call, scratch->result, scratch->indices);
    default:
        return true;
    }
}

static void check_results(void)
{
    for (int i = 0; i < plan.count; i++) {
        const call_t *const call = &plan.calls[i];
        if (call->pe == test_me && !result_holds(call)) {
            say_where();
            fprintf(stderr,
                    "result 0x%llx, expected 0x%llx, or one or some of the elements 0x%x:\n",
                    (unsigned long long)execute_scratch(call)->result,
                    (unsigned long long)call->expected, call->holds);
            print_call(call);
            end_badly();
        }
    }
}

/* Every PE learns what all have fetched. */
static void gather_results(void)
{
    static uint64_t *own, *of_all;
    static uint64_t host[MAX_CALLS];
    if (!own) {
        own = ishmem_malloc(MAX_CALLS * sizeof *own);
        of_all = ishmem_malloc((size_t)test_n * MAX_CALLS * sizeof *of_all);
    }
    for (int i = 0; i < plan.count; i++) {
        const call_t *const call = &plan.calls[i];
        host[i] = call->pe == test_me && call->check == CHECK_LATER ? result_of(call) : 0;
    }
    memory_write(own, host, sizeof host);
    ishmem_fcollectmem(of_all, own, sizeof host);
    for (int pe = 0; pe < test_n; pe++) {
        memory_read(host, of_all + (size_t)pe * MAX_CALLS, sizeof host);
        for (int i = 0; i < plan.count; i++) {
            call_t *const call = &plan.calls[i];
            call->seen = call->pe == pe ? host[i] : call->seen;
        }
    }
    ishmem_barrier_all();
}

static void check_contended(void)
{
    if (!plan_is_contended()) {
        return;
    }
    gather_results();
    const char *const wrong = amo_contended_check();
    if (wrong) {
        say_where();
        fprintf(stderr, "%s:\n", wrong);
        for (int i = 0; i < plan.count; i++) {
            if (plan.calls[i].check == CHECK_LATER) {
                print_call(&plan.calls[i]);
                fprintf(stderr, "    fetched 0x%llx\n", (unsigned long long)plan.calls[i].seen);
            }
        }
        end_badly();
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void late(int number)
{
    static const char text[] = "a step has not ended in time (--patience)\n";
    (void)number;
    say_where();
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) {
        _exit(4);
    }
    for (int i = 0; i < plan.count; i++) {
        print_call(&plan.calls[i]);
    }
    _exit(4);
}

/* Of the families that make calls in steps: 0 if none is wanted. */
static unsigned calling_weight(void)
{
    unsigned total = 0;
    for (size_t i = 0; i < FAMILIES; i++) {
        total += families[i].wanted ? families[i].weight : 0;
    }
    return total;
}

static void make_plan(unsigned long step)
{
    const unsigned total = calling_weight();
    plan_start(step);
    for (size_t items = 1 + chance_below(30); total > 0 && items > 0 && plan_has_room(80);
         items--) {
        unsigned at = (unsigned)chance_below(total);
        for (size_t i = 0; i < FAMILIES; i++) {
            const unsigned weight = families[i].wanted ? families[i].weight : 0;
            if (at < weight) {
                families[i].plan();
                break;
            }
            at -= weight;
        }
    }
}

static void change_things(unsigned long step)
{
    const bool alone = calling_weight() == 0;
    if (is_wanted("allocation") && (alone || step % 3 == 0)) {
        allocation_change();
    }
    if (is_wanted("teams") && (alone || step % 10 == 4)) {
        teams_change();
    }
}

static void print_plan(void)
{
    if (verbose && test_me == 0) {
        fprintf(stderr, "step %lu\n", plan.step);
        for (int i = 0; i < plan.count; i++) {
            print_call(&plan.calls[i]);
        }
    }
}

/* What allocation.c and teams.c have found. */
static void end_if_failed(void)
{
    if (!test_check(test_all_hold(), "step %lu", plan.step)) {
        say_where();
        fprintf(stderr, "a check before the step's calls has failed\n");
        end_badly();
    }
}

static void make_step(unsigned long step)
{
    alarm(patience);
    change_things(step);
    make_plan(step);
    print_plan();
    ishmem_barrier_all();
    execute();
    ishmem_barrier_all();
    for (int i = 0; i < plan.count; i++) {
        apply(&plan.calls[i]);
    }
    check_contended();
    check_results();
    check_memory();
    end_if_failed();
    alarm(0);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* PE 0 says whether there is another step, so that all do the same; and once its seed. */
static uint64_t from_first(uint64_t value)
{
    static uint64_t *word;
    word = word ? word : ishmem_malloc(sizeof *word);
    memory_write(word, &value, sizeof value);
    ishmem_barrier_all();
    ishmem_uint64_broadcast(ISHMEM_TEAM_WORLD, word, word, 1, 0);
    memory_read(&value, word, sizeof value);
    ishmem_barrier_all();
    return value;
}

static bool goes_on(unsigned long step, double start)
{
    if (seconds < 0) {
        return step < steps;
    }
    return step % 20 != 0 || from_first(seconds == 0 || now() - start < seconds);
}

static void open_objects(void)
{
    static const size_t sizes[] = {40000, 300000, 5000, 1500};
    static unsigned char own[20000];
    static unsigned char *shared[2];
    for (size_t i = 0; i < 4; i++) {
        object_add(WHERE_HEAP, ishmem_malloc(sizes[i]), sizes[i]);
    }
    shared[0] = memory_allocate_shared(100000);
    shared[1] = memory_allocate_shared(3000);
    object_add(WHERE_STATIC, still, sizeof still);
    object_add(WHERE_SHARED, shared[0], 100000);
    object_add(WHERE_SHARED, shared[1], 3000);
    object_add(WHERE_HOST, own, sizeof own);
}

int main(int argc, char **argv)
{
    read_arguments(argc, argv);
    test_start();
    test_family("random steps");
    signal(SIGALRM, late);
    seed = from_first(seed);
    chance_state = seed;
    if (test_me == 0) {
        printf("random: --seed %llu, %d PEs\n", seed, test_n);
    }
    rma_open();
    amo_open();
    collective_open();
    locks_open();
    open_objects();
    teams_open();
    execute_open(KERNEL_DIRECTORY);
    const double start = now();
    unsigned long step = 0;
    for (; goes_on(step, start); step++) {
        make_step(step);
    }
    if (test_me == 0) {
        printf("random: %lu steps in %.1f s\n", step, now() - start);
    }
    execute_close();
    teams_close();
    locks_close();
    return test_finish();
}
