/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Prints what ISHMEM_RACES makes of kernels' calls.  Each line of the input is a call: the routine, and its arguments,
 * numbers or `context`.  PE 1 of 4 calls.  known_routines.py compares.
 */
#include "host_team.h"
#include "job.h"
#include "routine_calls.h"
#include "routine_names.h"
#include "shared/state.h"
#include "team_calls.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ARGUMENTS 9

/* What the room uses of other rooms. */
ishmemi_team_slot_t *ishmemi_team_pages[ISHMEMI_TEAM_PAGES];
ishmemi_host_team_t *ishmemi_team_world;

uint64_t ishmemi_team_calls_id(const ishmemi_team_t *team)
{
    return 100 + (uint64_t)(uint32_t)team->handle;
}

static int32_t pes[4] = {0, 1, 2, 3};
static ishmemi_host_team_t world = {.team = {.my_pe = 1, .n_pes = 4}};
static ishmemi_team_slot_t page[ISHMEMI_TEAM_PAGE] = {{.team = &world}};
/* Of a team, whose PE 2 is the world's PE 0. */
static int32_t others[3] = {3, 1, 0};
static ishmemi_state_t context = {.n_pes = 3};

static void open_job(void)
{
    world.team.pes = (uintptr_t)pes;
    context.pes = (uintptr_t)others;
    ishmemi_team_world = &world;
    ishmemi_team_pages[0] = page;
    ishmemi_job.n_pes = 4;
    ishmemi_job.my_pe = 1;
    ishmemi_job.heap = (char *)0x100000;
    ishmemi_job.heap_bytes = 0x100000;
}

static void print_memory(const char *name, const ishmemi_observed_memory_t *memory)
{
    if (memory->start) {
        printf(" %s=%#lx:%lux%lu/%lu", name, (unsigned long)(uintptr_t)memory->start,
               (unsigned long)memory->bytes, (unsigned long)memory->blocks,
               (unsigned long)(memory->blocks > 1 ? memory->stride : 0));
    }
}

static void print_call(const ze_cpu_kernel_call_t *call)
{
    static const char *const kinds[ISHMEMI_OBSERVE_KINDS] = {
        "put",        "get",   "amo",  "signal", "wait", "test",
        "collective", "order", "lock", "memory", "team"};
    ishmemi_observed_t observed;
    printf("%s", call->routine);
    if (!ishmemi_routine_call(call, &observed)) {
        printf(" nothing\n");
        return;
    }
    printf(" %s pe=%d flags=%u team=%lu members=%d%s object=%#lx bytes=%lu", kinds[observed.kind],
           observed.pe, observed.flags, (unsigned long)observed.team, observed.members,
           observed.context ? " context" : "", (unsigned long)(uintptr_t)observed.object,
           (unsigned long)observed.bytes);
    print_memory("dest", &observed.dest);
    print_memory("source", &observed.source);
    printf(" seen=%d%d%d\n", ishmemi_routine_has_seen(call, 0), ishmemi_routine_has_seen(call, 1),
           ishmemi_routine_has_seen(call, SIZE_MAX));
}

int main(void)
{
    static char line[512];
    open_job();
    ishmemi_routine_names_open();
    while (fgets(line, sizeof line, stdin)) {
        uint64_t arguments[MOST_ARGUMENTS];
        ze_cpu_kernel_call_t call = {.routine = strtok(line, " \n"), .arguments = arguments};
        for (const char *word = strtok(NULL, " \n"); word && call.count < MOST_ARGUMENTS;
             word = strtok(NULL, " \n")) {
            arguments[call.count++] =
                strcmp(word, "context") == 0 ? (uintptr_t)&context : strtoull(word, NULL, 0);
        }
        print_call(&call);
    }
    return EXIT_SUCCESS;
}
