/* SPDX-License-Identifier: BSD-3-Clause */
#include "simulated_call.h"

#include "choices.h"
#include "shared/collective/broadcast.h"
#include "shared/collective/collect.h"
#include "shared/collective/gather.h"
#include "shared/collective/match.h"
#include "shared/collective/reduce.h"
#include "shared/collective/scan.h"
#include "shared/collective/scatter.h"
#include "tables.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t simulated_choices_bytes(void)
{
    return sizeof(ishmemi_choices_t);
}

void simulated_default_choices(void *choices)
{
    const char *const wrong = ishmemi_tables_open(true);
    if (wrong) {
        fprintf(stderr, "the built-in table is wrong at %s\n", wrong);
        abort();
    }
    memcpy(choices, &ishmemi_choices, sizeof ishmemi_choices);
}

static bool is_for_reachable(uint32_t algorithm)
{
    return algorithm == ISHMEMI_ALGORITHM_PULL || algorithm == ISHMEMI_ALGORITHM_PARTS ||
           algorithm == ISHMEMI_ALGORITHM_SLICES;
}

void simulated_choices(uint32_t algorithm, bool by_hosts, void *choices)
{
    ishmemi_choices_t *const table = choices;
    *table = (ishmemi_choices_t){.reachable_path = ISHMEMI_PATH_LOAD};
    /* An algorithm that loads, or that goes by hosts, is not for all. */
    const bool loads = is_for_reachable(algorithm);
    static const ishmemi_algorithm_t instead[ISHMEMI_COLLECTIVES] = {
        [ISHMEMI_COLLECTIVE_BROADCAST] = ISHMEMI_ALGORITHM_CHAIN,
        [ISHMEMI_COLLECTIVE_COLLECT] = ISHMEMI_ALGORITHM_DIRECT,
        [ISHMEMI_COLLECTIVE_FCOLLECT] = ISHMEMI_ALGORITHM_DIRECT,
        [ISHMEMI_COLLECTIVE_ALLTOALL] = ISHMEMI_ALGORITHM_DIRECT,
        [ISHMEMI_COLLECTIVE_ALLTOALLS] = ISHMEMI_ALGORITHM_DIRECT,
        [ISHMEMI_COLLECTIVE_REDUCE] = ISHMEMI_ALGORITHM_STAGED,
        [ISHMEMI_COLLECTIVE_REDUCE_SCATTER] = ISHMEMI_ALGORITHM_ONESHOT,
        [ISHMEMI_COLLECTIVE_INSCAN] = ISHMEMI_ALGORITHM_ONESHOT,
        [ISHMEMI_COLLECTIVE_EXSCAN] = ISHMEMI_ALGORITHM_ONESHOT};
    for (uint32_t i = 0; i < ISHMEMI_COLLECTIVES; i++) {
        ishmemi_choice_t *const rows = &table->rows[3 * i];
        const ishmemi_choice_t row = {.algorithm = algorithm,
                                      .paths = ISHMEMI_PATHS_ALL,
                                      .most_members = ISHMEMI_CHOICE_MEMBERS,
                                      .most_bytes = ISHMEMI_CHOICE_BYTES};
        table->first[i] = 3 * i;
        rows[0] = rows[1] = rows[2] = row;
        rows[0].algorithm = ISHMEMI_ALGORITHM_HOSTS;
        rows[0].paths = by_hosts && instead[i] != 0 ? ISHMEMI_PATH_HOSTS : 0;
        if (algorithm == ISHMEMI_ALGORITHM_WORDS) {
            rows[1].most_bytes = ISHMEMI_TEAM_WORDS_BYTES;
        }
        rows[1].paths = loads ? ISHMEMI_PATHS_REACHABLE : ISHMEMI_PATHS_ALL;
        rows[2].algorithm = instead[i];
    }
}

void simulated_tell(uint32_t algorithm, bool tells_ways, ishmemi_team_t *team)
{
    const bool goes =
        algorithm == ISHMEMI_ALGORITHM_WORDS && (team->flags & ISHMEMI_TEAM_REACHABLE) != 0;
    const uint16_t bytes =
        goes ? (uint16_t)ishmemi_team_words_bytes((uint64_t)team->n_pes, team->flags) : 0;
    team->words[ISHMEMI_COLLECTIVE_BROADCAST] =
        goes ? (uint16_t)ishmemi_team_broadcast_bytes(team->flags) : 0;
    team->words[ISHMEMI_COLLECTIVE_FCOLLECT] = bytes;
    team->words[ISHMEMI_COLLECTIVE_ALLTOALL] = bytes;
    team->words[ISHMEMI_COLLECTIVE_REDUCE] = bytes;
    for (int i = ISHMEMI_COLLECTIVE_BROADCAST; tells_ways && i <= ISHMEMI_COLLECTIVE_EXSCAN; i++) {
        const ishmemi_algorithm_t way = ishmemi_choose_row(
            simulation_me, team, (ishmemi_collective_t)i, ISHMEMI_TEAM_WORDS_BYTES + 1);
        team->ways[i] = (ishmemi_team_ways_t){
            .most = {UINT64_MAX, UINT64_MAX, UINT64_MAX}, .algorithm = {(uint8_t)way}, .known = 1};
    }
}

uint32_t simulated_algorithm(collective_id_t id, uint64_t n, bool *loads)
{
    static const uint32_t broadcasts[] = {ISHMEMI_ALGORITHM_FLAT,   ISHMEMI_ALGORITHM_TREE,
                                          ISHMEMI_ALGORITHM_CHAIN,  ISHMEMI_ALGORITHM_PULL,
                                          ISHMEMI_ALGORITHM_SLICES, ISHMEMI_ALGORITHM_WORDS};
    static const uint32_t gathers[] = {ISHMEMI_ALGORITHM_ONESHOT, ISHMEMI_ALGORITHM_DIRECT,
                                       ISHMEMI_ALGORITHM_WORDS, ISHMEMI_ALGORITHM_SLICES};
    static const uint32_t reductions[] = {ISHMEMI_ALGORITHM_ONESHOT, ISHMEMI_ALGORITHM_DOUBLING,
                                          ISHMEMI_ALGORITHM_PARTS,   ISHMEMI_ALGORITHM_STAGED,
                                          ISHMEMI_ALGORITHM_WORDS,   ISHMEMI_ALGORITHM_SLICES};
    static const uint32_t others[] = {ISHMEMI_ALGORITHM_ONESHOT, ISHMEMI_ALGORITHM_PARTS};
    uint32_t algorithm;
    if (id == COLLECTIVE_broadcast) {
        algorithm = broadcasts[n % 6];
    } else if (!model_is_reduction(id)) {
        algorithm = gathers[n % 4];
    } else if (id <= COLLECTIVE_prod_reduce) {
        algorithm = reductions[n % 6];
    } else {
        algorithm = others[n % 2];
    }
    *loads = is_for_reachable(algorithm);
    return algorithm;
}

static ishmemi_kind_t kind_of(const collective_model_t *model)
{
    static const ishmemi_kind_t by_size[] = {ISHMEMI_KIND_INT8, ISHMEMI_KIND_INT16,
                                             ISHMEMI_KIND_INT32, ISHMEMI_KIND_INT64};
    unsigned log = 0;
    while ((size_t)1 << log < model->size) {
        log++;
    }
    switch (model->number) {
    case COLLECTIVE_SIGNED:
        return by_size[log];
    case COLLECTIVE_UNSIGNED:
        return (ishmemi_kind_t)(by_size[log] + (ISHMEMI_KIND_UINT8 - ISHMEMI_KIND_INT8));
    case COLLECTIVE_FLOAT16:
        return ISHMEMI_KIND_FLOAT16;
    case COLLECTIVE_BFLOAT16:
        return ISHMEMI_KIND_BFLOAT16;
    default:
        return log == 2 ? ISHMEMI_KIND_FLOAT : ISHMEMI_KIND_DOUBLE;
    }
}

/* A constant in the library; here it says as much at run time. */
static ishmemi_group_t simulated_group(void)
{
    return simulation_lanes() > 1 && !simulation_me->alone ? ISHMEMI_WORK_GROUP : ISHMEMI_WORK_ITEM;
}

int simulated_match(const ishmemi_team_t *team, int call)
{
    const ishmemi_group_t group = simulated_group();
    uint64_t theirs = 0;
    if (ishmemi_group_lane(group) == 0) {
        const ishmemi_signature_ref_t mine = ishmemi_team_signature(team);
        mine->count = (uint64_t)call + 1;
        snprintf(mine->routine, sizeof mine->routine, "ishmem_%d", call);
        theirs = ishmemi_team_match(simulation_me, team);
    }
    return ishmemi_group_broadcast(group, theirs) != 0;
}

int simulated_sync(const ishmemi_team_t *team)
{
    return ishmemi_team_sync(simulation_me, simulated_group(), team);
}

int simulated_barrier(const ishmemi_team_t *team)
{
    return ishmemi_team_barrier(simulation_me, simulated_group(), team);
}

static int reduce(const collective_model_t *model, ishmemi_team_ref_t team, uint64_t dest,
                  uint64_t source)
{
    static const ishmemi_reduce_op_t ops[] = {ISHMEMI_OP_AND, ISHMEMI_OP_OR,  ISHMEMI_OP_XOR,
                                              ISHMEMI_OP_MAX, ISHMEMI_OP_MIN, ISHMEMI_OP_SUM,
                                              ISHMEMI_OP_PROD};
    const ishmemi_kind_t kind = kind_of(model);
    ishmemi_reduction_t reduction = {
        .kinds = ISHMEMI_CLASS_OF(kind), .kind = kind, .op = ISHMEMI_OP_SUM, .size = model->size};
    if (model->id >= COLLECTIVE_sum_inscan) {
        return ishmemi_scan(simulation_me, simulated_group(), team, &reduction,
                            model->id == COLLECTIVE_sum_inscan ? ISHMEMI_COLLECTIVE_INSCAN
                                                               : ISHMEMI_COLLECTIVE_EXSCAN,
                            dest, source, model->nelems);
    }
    if (model->id >= COLLECTIVE_and_reduce_scatter) {
        reduction.op = ops[model->id - COLLECTIVE_and_reduce_scatter];
        return ishmemi_reduce_scatter(simulation_me, simulated_group(), team, &reduction, dest,
                                      source, model->nelems);
    }
    reduction.op = ops[model->id - COLLECTIVE_and_reduce];
    return ishmemi_reduce(simulation_me, simulated_group(), team, &reduction, dest, source,
                          model->nelems);
}

int simulated_call(const collective_model_t *model, const ishmemi_team_t *team, size_t dest,
                   size_t source)
{
    const uint64_t heap = (uint64_t)(uintptr_t)simulation_me->pe->heap;
    const char *const from = (const char *)simulation_me->pe->heap + source;
    const size_t bytes = model_count(model, model->me) * model->size;
    const size_t size = model->size;
    switch (model->id) {
    case COLLECTIVE_broadcast:
        return ishmemi_broadcast(simulation_me, simulated_group(), team, heap + dest, from, bytes,
                                 model->keeps ? ~model->root : model->root);
    case COLLECTIVE_collect:
        return ishmemi_collect(simulation_me, simulated_group(), team, heap + dest, from, bytes);
    case COLLECTIVE_fcollect:
        return ishmemi_gather(simulation_me, simulated_group(), team, ISHMEMI_COLLECTIVE_FCOLLECT,
                              heap + dest, from, bytes);
    case COLLECTIVE_alltoall:
        return ishmemi_gather(simulation_me, simulated_group(), team, ISHMEMI_COLLECTIVE_ALLTOALL,
                              heap + dest, from, bytes);
    case COLLECTIVE_alltoalls:
        return ishmemi_alltoalls(simulation_me, simulated_group(), team, heap + dest, from,
                                 (size_t)model->dst * size, (size_t)model->sst * size,
                                 model->nelems, size);
    default:
        return reduce(model, team, heap + dest, heap + source);
    }
}
