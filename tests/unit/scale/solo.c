/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See solo.h.  This file is also what the bodies of collectives are compiled for (simulation.h), with
 * one lane.
 */
#include "solo.h"

#include "agree.h"
#include "allocate.h"
#include "bootstrap.h"
#include "env.h"
#include "job.h"
#include "log.h"
#include "mapping.h"
#include "require.h"
#include "simulated_call.h"
#include "simulation.h"
#include "team_calls.h"
#include "team_memory.h"
#include "team_predefined.h"
#include "team_set.h"
#include "tile.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HEAP_BYTES ((size_t)1 << 20)
#define TEAM_BYTES ((size_t)128 << 20)
#define ALL_BYTES (HEAP_BYTES + TEAM_BYTES)
#define LINE ((size_t)64)

ishmemi_job_t ishmemi_job;
ishmemi_env_t ishmemi_env;
ishmemi_segment_t ishmemi_segment;

static struct {
    char *heaps; /* one view for each PE of the host */
    int per_host;
    int first; /* PE of the host */
    size_t team_used;
    size_t host_before;
    int *host_of;
    int *machine_of;
    unsigned char *is_sent; /* [n_pes] since solo_open; 2: since solo_begin */
    solo_count_t count;
    simulation_pe_t pe;
    simulation_lane_t lane;
} solo;

simulation_lane_t *simulation_me = &solo.lane;

/* ---- What the library's parts call ---------------------------------------------------------------- */

void *ishmemi_allocate(const char *what, size_t count, size_t bytes)
{
    void *const memory = malloc(count * bytes);
    (void)what;
    REQUIRE(memory);
    return memory;
}

void *ishmemi_allocate_zeroed(const char *what, size_t count, size_t bytes)
{
    void *const memory = calloc(count, bytes);
    (void)what;
    REQUIRE(memory);
    return memory;
}

void ishmemi_error(const char *format, ...)
{
    fprintf(stderr, "%s\n", format);
    REQUIRE(false);
}

void ishmemi_debug(const char *format, ...)
{
    (void)format;
}

bool ishmemi_is_local(int pe)
{
    return ishmemi_job.host_of[pe] == ishmemi_job.host_of[ishmemi_job.my_pe];
}

bool ishmemi_is_on_machine(int pe)
{
    return ishmemi_is_local(pe);
}

int ishmemi_agree(bool ok)
{
    REQUIRE(ok);
    return -1;
}

/* All PEs tell the same. */
void ishmemi_allgather(const void *send, void *receive, size_t bytes_each)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        memcpy((char *)receive + (size_t)pe * bytes_each, send, bytes_each);
    }
}

bool ishmemi_tile_is_cpu(void)
{
    return true;
}

ze_result_t zeMemCloseIpcHandle(ze_context_handle_t context, const void *memory)
{
    (void)context;
    (void)memory;
    return ZE_RESULT_SUCCESS;
}

int ishmemi_team_memory_open(void)
{
    solo.team_used = 0;
    return 0;
}

void ishmemi_team_memory_close(void)
{
}

bool ishmemi_team_memory_alloc(size_t bytes, uint64_t *address)
{
    REQUIRE(solo.team_used + bytes <= TEAM_BYTES);
    *address = (uintptr_t)ishmemi_job.heap + HEAP_BYTES + solo.team_used;
    solo.team_used += (bytes + LINE - 1) / LINE * LINE;
    return true;
}

void ishmemi_team_memory_free(uint64_t address)
{
    (void)address;
}

void ishmemi_team_memory_shrink(uint64_t address, size_t bytes)
{
    (void)address;
    (void)bytes;
}

void ishmemi_team_memory_write(uint64_t address, const void *source, size_t bytes)
{
    memcpy((void *)(uintptr_t)address, source, bytes);
}

/* The memory is zero from the beginning. */
void ishmemi_team_memory_zero(uint64_t address, size_t bytes)
{
    (void)address;
    (void)bytes;
}

void ishmemi_team_calls_add(const ishmemi_team_t *team, uint64_t device)
{
    (void)team;
    (void)device;
}

void ishmemi_team_calls_remove(uint64_t device)
{
    (void)device;
}

void ishmemi_team_sets_close(void)
{
}

/* ---- The PE --------------------------------------------------------------------------------------- */

static size_t host_bytes(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void map_heaps(void)
{
    const int file = memfd_create("heap", MFD_CLOEXEC);
    const size_t views = (size_t)solo.per_host;
    REQUIRE(file >= 0 && ftruncate(file, (off_t)ALL_BYTES) == 0);
    solo.heaps = mmap(NULL, views * ALL_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(solo.heaps != MAP_FAILED);
    for (size_t i = 0; i < views; i++) {
        REQUIRE(mmap(solo.heaps + i * ALL_BYTES, ALL_BYTES, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED);
    }
    close(file);
}

static char *heap_of(int pe)
{
    return solo.heaps + (size_t)(pe - solo.first) * ALL_BYTES;
}

void solo_open(int me, int n_pes, int per_host)
{
    memset(&solo.count, 0, sizeof solo.count);
    solo.per_host = per_host;
    solo.first = me / per_host * per_host;
    map_heaps();
    solo.is_sent = calloc((size_t)n_pes, 1);
    REQUIRE(solo.is_sent);
    solo.host_before = host_bytes();
    solo.host_of = ishmemi_allocate("the hosts", (size_t)n_pes, sizeof *solo.host_of);
    solo.machine_of = ishmemi_allocate("the machines", (size_t)n_pes, sizeof *solo.machine_of);
    for (int pe = 0; pe < n_pes; pe++) {
        solo.host_of[pe] = pe / per_host * per_host;
        solo.machine_of[pe] = solo.host_of[pe];
    }
    ishmemi_job = (ishmemi_job_t){.my_pe = me,
                                  .n_pes = n_pes,
                                  .local_rank = me - solo.first,
                                  .local_size = per_host,
                                  .host_of = solo.host_of,
                                  .machine_size = per_host,
                                  .machine_of = solo.machine_of,
                                  .heap = heap_of(me),
                                  .heap_bytes = HEAP_BYTES,
                                  .team_bytes = TEAM_BYTES,
                                  .heap_host_mapped = true};
    ishmemi_env.large_teams = 32;
    ishmemi_mapping_open();
    for (int pe = solo.first; pe < solo.first + per_host; pe++) {
        ishmemi_mapping_set(pe, heap_of(pe));
    }
    REQUIRE(ishmemi_team_open() == 0);
    solo.pe = (simulation_pe_t){.me = me, .heap = (unsigned char *)ishmemi_job.heap};
    solo.lane = (simulation_lane_t){.pe = &solo.pe, .may_load = true};
}

void solo_close(void)
{
    ishmemi_team_close();
    ishmemi_mapping_close();
    free(solo.host_of);
    free(solo.machine_of);
    free(solo.is_sent);
    munmap(solo.heaps, (size_t)solo.per_host * ALL_BYTES);
}

static size_t blocks_of(const ishmemi_host_team_t *team)
{
    const uint32_t flags = team->team.flags;
    return ishmemi_team_block_bytes((uint64_t)team->team.n_pes, flags) +
           (team->n_near > 0 ? ishmemi_team_block_bytes((uint64_t)team->n_near, flags) : 0) +
           (team->leads ? ishmemi_team_block_bytes((uint64_t)team->n_leaders, flags) : 0);
}

solo_bytes_t solo_bytes(void)
{
    solo_bytes_t bytes = {.host = host_bytes() - solo.host_before};
    for (ishmem_team_t handle = 0; ishmemi_team_find(handle); handle++) {
        bytes.blocks += blocks_of(ishmemi_team_find(handle));
    }
    bytes.arena = solo.team_used - bytes.blocks;
    return bytes;
}

void solo_begin(void)
{
    memset(&solo.count, 0, sizeof solo.count);
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        solo.is_sent[pe] = solo.is_sent[pe] ? 1 : 0;
    }
}

solo_count_t solo_end(void)
{
    solo_count_t count = solo.count;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        count.partners += solo.is_sent[pe] == 2;
    }
    return count;
}

bool solo_has_sent(int pe)
{
    return solo.is_sent[pe] != 0;
}

/* ---- What the bodies of collectives call ---------------------------------------------------------- */

static bool is_other_view(const void *address)
{
    const uintptr_t at = (uintptr_t)address;
    const uintptr_t start = (uintptr_t)solo.heaps;
    const uintptr_t own = (uintptr_t)ishmemi_job.heap;
    return at - start < (size_t)solo.per_host * ALL_BYTES && at - own >= ALL_BYTES;
}

static void send_far(int pe)
{
    solo.count.messages++;
    solo.is_sent[pe] = 2;
}

int simulation_lanes(void)
{
    return 1;
}

uint64_t simulation_translate(uint64_t address, int pe)
{
    REQUIRE(!simulation_is_far(pe));
    return address + (uint64_t)ishmemi_job.delta[pe];
}

void simulation_read(const void *source)
{
    (void)source;
}

void simulation_copy(void *destination, const void *source, size_t bytes)
{
    if (bytes > 0) {
        solo.count.near += is_other_view(destination);
        memmove(destination, source, bytes);
    }
}

void simulation_store(uint64_t address, uint64_t value)
{
    solo.count.near += is_other_view((const void *)(uintptr_t)address);
    memcpy((void *)(uintptr_t)address, &value, sizeof value);
}

void simulation_store_relaxed(uint64_t address, uint64_t value)
{
    simulation_store(address, value);
}

void simulation_fence(void)
{
}

void simulation_complete(void)
{
}

bool simulation_is_far(int pe)
{
    return ishmemi_job.delta[pe] == ISHMEMI_UNREACHABLE;
}

void simulation_copy_far(uint64_t address, const void *source, size_t bytes, int pe)
{
    (void)address;
    (void)source;
    if (bytes > 0) {
        send_far(pe);
    }
}

void simulation_store_far(uint64_t address, uint64_t value, int pe)
{
    (void)address;
    (void)value;
    send_far(pe);
}

void simulation_tell_far(uint64_t address, const uint64_t *word, const void *source, size_t bytes,
                         uint64_t flag, uint64_t number, int pe)
{
    (void)address;
    (void)word;
    (void)source;
    (void)bytes;
    (void)flag;
    (void)number;
    send_far(pe);
}

/* What it waits for is there when it has not been stored yet. */
void simulation_wait(uint64_t address, uint64_t number)
{
    uint64_t word;
    memcpy(&word, (const void *)(uintptr_t)address, sizeof word);
    if (word < number) {
        memcpy((void *)(uintptr_t)address, &number, sizeof number);
    }
    solo.count.rounds++;
}

void simulation_point(void)
{
}

void simulation_barrier(void)
{
}

uint64_t simulation_broadcast(uint64_t value)
{
    return value;
}

uint64_t simulation_min(uint64_t value)
{
    return value;
}

uint64_t simulation_random(void)
{
    return 0;
}
