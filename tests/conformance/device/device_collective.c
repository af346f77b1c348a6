/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every collective of one table, by a work-item, a sub-group and a work-group, by its own name and
 * by that without a type:
 * `device_collective moves` and so on.
 */
#include "call_forms.h"
#include "collective_routines.h"
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct state {
    const collective_table_t *table;
    ze_kernel_handle_t *kernels; /* of the table's routines */
    int *failed;                 /* shared with the device */
} state_t;

/* What takes part, and what only looks on: more items, more groups, numbers that are no power of
 * two. */
static const launch_shape_t shapes[] = {{1, 64}, {3, 20}, {1, 1}, {2, 50}, {1, 16}};

static int run_by_kernels(const collective_caller_t *self, const collective_call_t *calls,
                          int count)
{
    const state_t *const state = self->state;
    int failed = 0;
    for (int i = 0; i < count; i++) {
        const collective_call_t *const call = &calls[i];
        const ze_kernel_handle_t kernel = state->kernels[call->routine - state->table->routines];
        const bool is_overloaded = call->routine->number < COLLECTIVE_FLOAT16 &&
                                   strncmp(call->routine->name, "mem_", 4) != 0;
        const uint32_t form = call->number % (is_overloaded ? CALL_COUNT : CALL_CTX);
        const int32_t without_team = call->without_team;
        const uint64_t nelems = call->nelems;
        const int64_t dst = call->dst;
        const int64_t sst = call->sst;
        const launch_argument_t arguments[] = {
            LAUNCH_ARGUMENT(form),         LAUNCH_ARGUMENT(call->team),
            LAUNCH_ARGUMENT(without_team), LAUNCH_ARGUMENT(call->dest),
            LAUNCH_ARGUMENT(call->source), LAUNCH_ARGUMENT(nelems),
            LAUNCH_ARGUMENT(call->root),   LAUNCH_ARGUMENT(dst),
            LAUNCH_ARGUMENT(sst),          LAUNCH_ARGUMENT(state->failed)};
        *state->failed = 0;
        launch_run(kernel, shapes[call->number / CALL_COUNT % 5], arguments,
                   LAUNCH_COUNT(arguments));
        failed += *state->failed != 0;
    }
    return failed;
}

int main(int argc, char **argv)
{
    test_start();
    const collective_table_t *table = NULL;
    for (int i = 0; i < COLLECTIVE_TABLES && argc == 2; i++) {
        if (strcmp(collective_tables[i].name, argv[1]) == 0) {
            table = &collective_tables[i];
        }
    }
    if (!table) {
        test_fatal("device_collective wants the name of a table");
    }
    test_family("teams of collectives");
    teams_open();
    state_t state = {.table = table,
                     .kernels = malloc(table->count * sizeof(ze_kernel_handle_t)),
                     .failed = memory_allocate_shared(sizeof(int))};
    const collective_caller_t kernels = {
        .name = "a kernel", .run = run_by_kernels, .state = &state};
    char module[64];
    snprintf(module, sizeof module, "collective_%s", table->name);
    launch_open(module);
    for (size_t i = 0; i < table->count; i++) {
        state.kernels[i] = launch_kernel("%s", table->routines[i].name);
    }
    test_family("collectives, device");
    collective_sweep(&kernels, table->routines, table->count, test_rounds(15));
    launch_close();
    memory_free_shared(state.failed);
    free(state.kernels);
    teams_close();
    return test_finish();
}
