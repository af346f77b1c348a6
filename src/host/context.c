/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Contexts.  Their states lie in chunks of device memory, each with twice as many as the one
 * before, which are allocated on demand and stay until ishmem_finalize.  A place that became free
 * is used again only after all that were free before it, so that a handle which is used after its
 * destruction is found out.
 *
 * word        written by (under the mutex)   read by                 ordering
 * chunks[i]   ishmem_ctx_create              any thread, i < count   plain, behind count
 * count       ishmem_ctx_create              any thread              store release, load acquire
 * open        create and destroy             any thread              store release, load acquire
 * the rest    create and destroy             the same                under the mutex
 */
#include "context.h"

#include "check.h"
#include "job.h"
#include "log.h"
#include "state.h"
#include "tile_copy.h"
#include "transfer.h"
#include "ze_error.h"
#include <pthread.h>
#include <stdlib.h>

#define CHUNKS 16
#define FIRST_CHUNK 64

#define OPTIONS (ISHMEM_CTX_SERIALIZED | ISHMEM_CTX_PRIVATE | ISHMEM_CTX_NOSTORE)

/* A place for a context. */
typedef struct place {
    ishmem_ctx_t ctx;
    bool open;
    const ishmemi_host_team_t *team;
    struct place *next;          /* of the free ones */
} place_t;

typedef struct chunk {
    ishmemi_state_t *states;     /* in device memory */
    place_t *places;
    size_t size;
} chunk_t;

static struct {
    pthread_mutex_t mutex;
    chunk_t chunks[CHUNKS];
    size_t count;
    place_t *first_free;
    place_t *last_free;
} contexts = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void append_free(place_t *place)
{
    place->next = NULL;
    if (contexts.last_free) {
        contexts.last_free->next = place;
    } else {
        contexts.first_free = place;
    }
    contexts.last_free = place;
}

/* NULL if there is no memory for more. */
static place_t *take_free(void)
{
    place_t *const place = contexts.first_free;
    if (place) {
        contexts.first_free = place->next;
        if (!contexts.first_free) {
            contexts.last_free = NULL;
        }
    }
    return place;
}

static void free_chunk(const chunk_t *chunk)
{
    if (chunk->states) {
        zeMemFree(ishmemi_job.context, chunk->states);
    }
    free(chunk->places);
}

static void add_chunk(void)
{
    const size_t count = contexts.count;
    if (count == CHUNKS) {
        return;
    }
    chunk_t chunk = {.size = (size_t)FIRST_CHUNK << count};
    const ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *states = NULL;
    const ze_result_t result =
        zeMemAllocDevice(ishmemi_job.context, &desc, chunk.size * sizeof *chunk.states,
                         sizeof(ishmemi_counter_t), ishmemi_job.device, &states);
    chunk.states = result == ZE_RESULT_SUCCESS ? states : NULL;
    chunk.places = calloc(chunk.size, sizeof *chunk.places);
    if (!chunk.states || !chunk.places) {
        ishmemi_warn("no memory for %zu more contexts: 0x%x, %s", chunk.size, (unsigned)result,
                     ishmemi_ze_error(result));
        free_chunk(&chunk);
        return;
    }
    for (size_t i = 0; i < chunk.size; i++) {
        chunk.places[i].ctx = &chunk.states[i];
        append_free(&chunk.places[i]);
    }
    contexts.chunks[count] = chunk;
    __atomic_store_n(&contexts.count, count + 1, __ATOMIC_RELEASE);
}

/* The default context's state, with the PEs of a team. */
static int write_state(ishmem_ctx_t ctx, const ishmemi_host_team_t *team)
{
    ishmemi_state_t state = *ishmemi_state_default();
    state.my_pe = team->team.my_pe;
    state.n_pes = team->team.n_pes;
    state.delta = team->kernels.delta;
    state.pes = team->kernels.pes;
    return ishmemi_tile_copy(ctx, &state, sizeof state);
}

/* NULL where ctx is no address of a context. */
static place_t *find(ishmem_ctx_t ctx)
{
    const size_t count = __atomic_load_n(&contexts.count, __ATOMIC_ACQUIRE);
    for (size_t i = 0; i < count; i++) {
        const chunk_t *const chunk = &contexts.chunks[i];
        const uintptr_t offset = (uintptr_t)ctx - (uintptr_t)chunk->states;
        if (offset < chunk->size * sizeof *chunk->states) {
            return offset % sizeof *chunk->states == 0
                       ? &chunk->places[offset / sizeof *chunk->states]
                       : NULL;
        }
    }
    return NULL;
}

static void destroy(place_t *place)
{
    __atomic_store_n(&place->open, false, __ATOMIC_RELEASE);
    append_free(place);
}

bool ishmemi_context_is_open(ishmem_ctx_t ctx)
{
    const place_t *const place = find(ctx);
    return place && __atomic_load_n(&place->open, __ATOMIC_ACQUIRE);
}

const ishmemi_host_team_t *ishmemi_context_team(ishmem_ctx_t ctx)
{
    const place_t *const place = find(ctx);
    return place && place->team ? place->team : ishmemi_team_world;
}

int ishmemi_context_pe(const char *routine, ishmem_ctx_t ctx, int pe)
{
    const place_t *const place = find(ctx);
    const bool open = place && __atomic_load_n(&place->open, __ATOMIC_ACQUIRE);
    if (!open) {
        if (ishmemi_checks) {
            ishmemi_check_fail_ctx(routine, ctx);
        }
        return pe;
    }
    const int world_pe = ishmemi_team_world_pe(place->team, pe);
    if (ishmemi_checks && world_pe < 0) {
        ishmemi_check_fail_team_pe(routine, "pe", pe, place->team->team.n_pes);
    }
    return world_pe;
}

void ishmemi_context_close_team(const ishmemi_host_team_t *team)
{
    pthread_mutex_lock(&contexts.mutex);
    for (size_t i = 0; i < contexts.count; i++) {
        for (size_t j = 0; j < contexts.chunks[i].size; j++) {
            place_t *const place = &contexts.chunks[i].places[j];
            if (place->open && place->team == team) {
                destroy(place);
            }
        }
    }
    pthread_mutex_unlock(&contexts.mutex);
}

void ishmemi_context_close(void)
{
    for (size_t i = 0; i < contexts.count; i++) {
        free_chunk(&contexts.chunks[i]);
    }
    contexts.count = 0;
    contexts.first_free = NULL;
    contexts.last_free = NULL;
}

/* ---- Routines -------------------------------------------------------------------------------- */

static int create(const char *routine, const ishmemi_host_team_t *team, long options,
                  ishmem_ctx_t *ctx)
{
    ishmemi_check_local(routine, "ctx", ctx, 1, sizeof(ishmem_ctx_t));
    ishmemi_check_bits(routine, "options", options, OPTIONS,
                       "ISHMEM_CTX_SERIALIZED, ISHMEM_CTX_PRIVATE and ISHMEM_CTX_NOSTORE, ORed, or "
                       "0");
    pthread_mutex_lock(&contexts.mutex);
    if (!contexts.first_free) {
        add_chunk();
    }
    place_t *const place = take_free();
    const bool made = place && write_state(place->ctx, team) == 0;
    if (made) {
        place->team = team;
        __atomic_store_n(&place->open, true, __ATOMIC_RELEASE);
    } else if (place) {
        append_free(place);
    }
    pthread_mutex_unlock(&contexts.mutex);
    *ctx = made ? place->ctx : ISHMEM_CTX_INVALID;
    return made ? 0 : -1;
}

int ishmem_ctx_create(long options, ishmem_ctx_t *ctx)
{
    static const char routine[] = "ishmem_ctx_create";
    ishmemi_check_ready(routine);
    return create(routine, ishmemi_team_world, options, ctx);
}

int ishmem_team_create_ctx(ishmem_team_t team, long options, ishmem_ctx_t *ctx)
{
    static const char routine[] = "ishmem_team_create_ctx";
    ishmemi_check_ready(routine);
    if (team == ISHMEM_TEAM_INVALID) {
        ishmemi_check_local(routine, "ctx", ctx, 1, sizeof(ishmem_ctx_t));
        *ctx = ISHMEM_CTX_INVALID;
        return -1;
    }
    return create(routine, ishmemi_check_team(routine, "team", team), options, ctx);
}

void ishmem_ctx_destroy(ishmem_ctx_t ctx)
{
    static const char routine[] = "ishmem_ctx_destroy";
    ishmemi_check_ready(routine);
    if (ctx == ISHMEM_CTX_INVALID) {
        return;
    }
    if (ctx == ishmemi_job.default_ctx) {
        ishmemi_fatal_argument(routine, "ctx", "ISHMEM_CTX_DEFAULT",
                               "a context that ishmem_ctx_create has made");
    }
    ishmemi_transfer_quiet(routine, -1);
    pthread_mutex_lock(&contexts.mutex);
    place_t *const place = find(ctx);
    if (!place || !place->open) {
        ishmemi_check_fail_ctx(routine, ctx);
    }
    destroy(place);
    pthread_mutex_unlock(&contexts.mutex);
}

int ishmem_ctx_get_team(ishmem_ctx_t ctx, ishmem_team_t *team)
{
    static const char routine[] = "ishmem_ctx_get_team";
    ishmemi_check_ready(routine);
    ishmemi_check_local(routine, "team", team, 1, sizeof *team);
    if (ctx == ISHMEM_CTX_INVALID) {
        *team = ISHMEM_TEAM_INVALID;
        return -1;
    }
    ishmemi_check_ctx(routine, ctx);
    *team = ishmemi_context_team(ctx)->team.handle;
    return 0;
}

/* Operations are started one by one as they are called, so that nothing is to be gained by knowing
 * how many will follow: the hints are checked, and that is all. */
void ishmem_ctx_session_start(ishmem_ctx_t ctx, long options,
                              const ishmem_ctx_session_config_t *config, long config_mask)
{
    static const char routine[] = "ishmem_ctx_session_start";
    if (!ishmemi_check_ctx_if_any(routine, ctx)) {
        return;
    }
    ishmemi_check_bits(routine, "options", options, ISHMEM_CTX_SESSION_BATCH,
                       "ISHMEM_CTX_SESSION_BATCH or 0");
    ishmemi_check_bits(routine, "config_mask", config_mask, ISHMEM_CTX_SESSION_TOTAL_OPS,
                       "ISHMEM_CTX_SESSION_TOTAL_OPS or 0");
    ishmemi_check_local(routine, "config", config, config_mask != 0, sizeof config->total_ops);
}

void ishmem_ctx_session_stop(ishmem_ctx_t ctx)
{
    (void)ishmemi_check_ctx_if_any("ishmem_ctx_session_stop", ctx);
}
