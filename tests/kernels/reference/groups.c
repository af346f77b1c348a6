/* SPDX-License-Identifier: BSD-3-Clause */
/* See groups.h. */
#include "groups.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

/* Kernels compiled without optimisation keep large arrays there. */
enum { STACK_BYTES = 256 * 1024 };

typedef struct item {
    ucontext_t context;
    void *stack;
    uint32_t local_id[2];
    bool ended;
} item_t;

/* The launch that runs. */
static struct {
    reference_kernel_t *kernel;
    uint32_t *out;
    const uint32_t *in;
    uint32_t n, groups[2], size[2], group_id[2];
    item_t *items, *running;
    uint32_t count; /* of items in a group */
    ucontext_t scheduler;
} launch;

static void run_item(void)
{
    launch.kernel(launch.out, launch.in, launch.n);
    launch.running->ended = true;
}

static void prepare(item_t *item, uint32_t number)
{
    item->local_id[0] = number % launch.size[0];
    item->local_id[1] = number / launch.size[0];
    item->ended = false;
    getcontext(&item->context);
    item->context.uc_stack.ss_sp = item->stack;
    item->context.uc_stack.ss_size = STACK_BYTES;
    item->context.uc_link = &launch.scheduler;
    makecontext(&item->context, run_item, 0);
}

/* Lets each item run to its next barrier, or its end; returns how many have ended. */
static uint32_t advance(void)
{
    uint32_t ended = 0;

    for (uint32_t i = 0; i < launch.count; i++) {
        launch.running = &launch.items[i];
        swapcontext(&launch.scheduler, &launch.running->context);
        ended += launch.running->ended;
    }
    return ended;
}

static void run_group(const char *name)
{
    uint32_t ended;

    for (uint32_t i = 0; i < launch.count; i++)
        prepare(&launch.items[i], i);
    while ((ended = advance()) == 0)
        ;
    if (ended != launch.count) {
        fprintf(stderr, "%s: %u of %u items of a group have ended, the others are at a barrier\n",
                name, (unsigned)ended, (unsigned)launch.count);
        exit(EXIT_FAILURE);
    }
}

void reference_run(reference_kernel_t *kernel, const char *name, const uint32_t groups[2],
                   const uint32_t size[2], uint32_t *out, const uint32_t *in, uint32_t n)
{
    launch.kernel = kernel;
    launch.out = out;
    launch.in = in;
    launch.n = n;
    for (int d = 0; d < 2; d++) {
        launch.groups[d] = groups[d];
        launch.size[d] = size[d];
    }
    launch.count = size[0] * size[1];
    launch.items = calloc(launch.count, sizeof(item_t));
    for (uint32_t i = 0; launch.items != NULL && i < launch.count; i++) {
        launch.items[i].stack = malloc(STACK_BYTES);
        if (launch.items[i].stack == NULL)
            abort();
    }
    if (launch.items == NULL)
        abort();
    for (launch.group_id[1] = 0; launch.group_id[1] < groups[1]; launch.group_id[1]++)
        for (launch.group_id[0] = 0; launch.group_id[0] < groups[0]; launch.group_id[0]++)
            run_group(name);
    for (uint32_t i = 0; i < launch.count; i++)
        free(launch.items[i].stack);
    free(launch.items);
}

uint32_t reference_query(uint32_t query, uint32_t dimension)
{
    const bool counts = query == REFERENCE_LOCAL_SIZE || query == REFERENCE_GROUPS;

    if (dimension > 1)
        return counts ? 1 : 0;
    switch (query) {
    case REFERENCE_LOCAL_ID:
        return launch.running->local_id[dimension];
    case REFERENCE_LOCAL_SIZE:
        return launch.size[dimension];
    case REFERENCE_GROUP_ID:
        return launch.group_id[dimension];
    default:
        return launch.groups[dimension];
    }
}

void reference_barrier(void)
{
    swapcontext(&launch.running->context, &launch.scheduler);
}
