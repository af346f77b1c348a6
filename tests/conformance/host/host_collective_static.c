/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every collective of every type, called by the host, with dest, source or both of them static
 * objects of the program; and some between them on objects of the heap.
 */
#include "collective_routines.h"
#include "harness.h"
#include "ishmemx.h"

enum { BYTES = 4 << 20, LIMIT = 32 };

static unsigned char static_dests[BYTES] __attribute__((aligned(64)));
static unsigned char static_sources[BYTES] __attribute__((aligned(64)));

typedef struct place {
    unsigned char *dests;
    unsigned char *sources;
} place_t;

/* Batches of routines by chance, at one place after the other. */
static void mix_places(const collective_table_t *table, const place_t *places, int count,
                       int rounds, size_t largest)
{
    uint64_t state = 31;
    for (int round = 0; round < rounds; round++) {
        collective_batch_t batch;
        const place_t *const place = &places[round % count];
        batch_open_at(&batch, place->dests, place->sources, BYTES, LIMIT);
        bool room = true;
        while (room) {
            const collective_routine_t *const routine =
                &table->routines[collective_random(&state) % table->count];
            const collective_case_t one = case_by_chance(routine, &state, largest);
            room = batch_add(&batch, &one);
        }
        batch_do(&batch, round % 2 ? &collective_host : &collective_dawdling_host);
        batch_close(&batch);
    }
}

/* A reduction in several pieces, in place. */
static void large_reductions(const place_t *place)
{
    uint64_t state = 37;
    for (size_t i = 0; i < collective_few.count; i++) {
        const collective_routine_t *const routine = &collective_few.routines[i];
        collective_case_t one = case_by_chance(routine, &state, 0);
        one.model.nelems = 300001 / routine->size;
        one.in_place = model_may_be_in_place(routine->id);
        collective_batch_t batch;
        batch_open_at(&batch, place->dests, place->sources, BYTES, 1);
        if (batch_add(&batch, &one)) {
            batch_do(&batch, &collective_host);
        }
        batch_close(&batch);
    }
}

int main(void)
{
    test_start();
    test_family("teams of collectives");
    teams_open();
    test_family("collectives, static");
    unsigned char *const dests = ishmem_align(64, BYTES);
    unsigned char *const sources = ishmem_align(64, BYTES);
    const place_t places[] = {{static_dests, static_sources},
                              {static_dests, sources},
                              {dests, static_sources},
                              {dests, sources}};
    for (int i = 0; i < COLLECTIVE_TABLES; i++) {
        mix_places(&collective_tables[i], places, 4, 4 * test_rounds(6), 700);
    }
    mix_places(&collective_few, places, 4, 4 * test_rounds(6), 4096);
    for (int i = 0; i < 3; i++) {
        large_reductions(&places[i]);
    }
    ishmem_barrier_all();
    ishmem_free(sources);
    ishmem_free(dests);
    teams_close();
    return test_finish();
}
