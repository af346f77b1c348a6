/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Contexts.  Their states are in chunks of device memory, each twice as large as the one before.
 * Chunks are allocated on demand and stay until ishmem_finalize.  A slot that becomes free is
 * reused only after all slots that were free before it, which helps to detect the use of a
 * destroyed handle.
 *
 * word       written by (under the mutex)  read by                ordering
 * chunks[i]  ishmem_ctx_create             any thread, i < count  plain, after count
 * count      ishmem_ctx_create             any thread             store release, load acquire
 * open       create and destroy            any thread             store release, load acquire
 * the rest   create and destroy            the same               under the mutex
 */
#include "context.h"

#include "fatal.h"
#include "job.h"
#include "log.h"
#include "state.h"
#include "tile_copy.h"
#include "ze_error.h"
#include <pthread.h>
#include <stdlib.h>

#define CHUNKS 16
#define FIRST_CHUNK 64

/* A slot for a context. */
typedef struct slot {
    ishmem_ctx_t ctx;
    bool open;
    const ishmemi_host_team_t *team;
    struct slot *next; /* in the list of free slots */
} slot_t;

typedef struct chunk {
    ishmemi_state_t *states; /* in device memory */
    slot_t *slots;
    size_t size;
} chunk_t;

static struct {
    pthread_mutex_t mutex;
    chunk_t chunks[CHUNKS];
    size_t count;
    slot_t *first_free;
    slot_t *last_free;
} contexts = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void append_free(slot_t *slot)
{
    slot->next = NULL;
    if (contexts.last_free) {
        contexts.last_free->next = slot;
    } else {
        contexts.first_free = slot;
    }
    contexts.last_free = slot;
}

/* NULL if there is no memory for another one. */
static slot_t *take_free(void)
{
    slot_t *const slot = contexts.first_free;
    if (slot) {
        contexts.first_free = slot->next;
        if (!contexts.first_free) {
            contexts.last_free = NULL;
        }
    }
    return slot;
}

static void free_chunk(const chunk_t *chunk)
{
    if (chunk->states) {
        zeMemFree(ishmemi_job.context, chunk->states);
    }
    free(chunk->slots);
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
    chunk.slots = calloc(chunk.size, sizeof *chunk.slots);
    if (!chunk.states || !chunk.slots) {
        ishmemi_warn("no memory for %zu more contexts: 0x%x, %s", chunk.size, (unsigned)result,
                     ishmemi_ze_error(result));
        free_chunk(&chunk);
        return;
    }
    for (size_t i = 0; i < chunk.size; i++) {
        chunk.slots[i].ctx = &chunk.states[i];
        append_free(&chunk.slots[i]);
    }
    contexts.chunks[count] = chunk;
    __atomic_store_n(&contexts.count, count + 1, __ATOMIC_RELEASE);
}

/* Writes the default context's state, with the PEs of a team. */
static int write_state(ishmem_ctx_t ctx, const ishmemi_host_team_t *team)
{
    ishmemi_state_t state = *ishmemi_state_default();
    state.my_pe = team->team.my_pe;
    state.n_pes = team->team.n_pes;
    state.delta = team->kernels.delta;
    state.pes = team->kernels.pes;
    ishmemi_state_set_deltas(&state, (const int64_t *)(uintptr_t)team->team.delta);
    return ishmemi_tile_copy(ctx, &state, sizeof state);
}

/* NULL if ctx is not the address of a context. */
static slot_t *find(ishmem_ctx_t ctx)
{
    const size_t count = __atomic_load_n(&contexts.count, __ATOMIC_ACQUIRE);
    for (size_t i = 0; i < count; i++) {
        const chunk_t *const chunk = &contexts.chunks[i];
        const uintptr_t offset = (uintptr_t)ctx - (uintptr_t)chunk->states;
        if (offset < chunk->size * sizeof *chunk->states) {
            return offset % sizeof *chunk->states == 0
                       ? &chunk->slots[offset / sizeof *chunk->states]
                       : NULL;
        }
    }
    return NULL;
}

static void destroy(slot_t *slot)
{
    __atomic_store_n(&slot->open, false, __ATOMIC_RELEASE);
    append_free(slot);
}

ishmem_ctx_t ishmemi_context_make(const ishmemi_host_team_t *team)
{
    pthread_mutex_lock(&contexts.mutex);
    if (!contexts.first_free) {
        add_chunk();
    }
    slot_t *const slot = take_free();
    const bool made = slot && write_state(slot->ctx, team) == 0;
    if (made) {
        slot->team = team;
        __atomic_store_n(&slot->open, true, __ATOMIC_RELEASE);
    } else if (slot) {
        append_free(slot);
    }
    pthread_mutex_unlock(&contexts.mutex);
    return made ? slot->ctx : ISHMEM_CTX_INVALID;
}

bool ishmemi_context_remove(ishmem_ctx_t ctx)
{
    pthread_mutex_lock(&contexts.mutex);
    slot_t *const slot = find(ctx);
    const bool is_open = slot && slot->open;
    if (is_open) {
        destroy(slot);
    }
    pthread_mutex_unlock(&contexts.mutex);
    return is_open;
}

bool ishmemi_context_is_open(ishmem_ctx_t ctx)
{
    const slot_t *const slot = find(ctx);
    return slot && __atomic_load_n(&slot->open, __ATOMIC_ACQUIRE);
}

const ishmemi_host_team_t *ishmemi_context_open_team(ishmem_ctx_t ctx)
{
    const slot_t *const slot = find(ctx);
    return slot && __atomic_load_n(&slot->open, __ATOMIC_ACQUIRE) ? slot->team : NULL;
}

const ishmemi_host_team_t *ishmemi_context_team(ishmem_ctx_t ctx)
{
    const slot_t *const slot = find(ctx);
    return slot && slot->team ? slot->team : ishmemi_team_world;
}

void ishmemi_context_close_team(const ishmemi_host_team_t *team)
{
    pthread_mutex_lock(&contexts.mutex);
    for (size_t i = 0; i < contexts.count; i++) {
        for (size_t j = 0; j < contexts.chunks[i].size; j++) {
            slot_t *const slot = &contexts.chunks[i].slots[j];
            if (slot->open && slot->team == team) {
                destroy(slot);
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
