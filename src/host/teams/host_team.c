/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams.  A member keeps a team in one piece of the arena: the ishmemi_team_t for kernels, the
 * arrays to which it points, and then its blocks, one after the other: the team's; if the team has
 * domains, the domain's; and if this member is a leader, the leaders'.  Host memory holds the same
 * struct and arrays, but where the tile is a processor, the host uses the kernels' arrays.
 *
 * The first teams have large blocks: as many as ISHMEM_LARGE_TEAMS says, but no more than take half
 * of the arena, so that there is room for many small ones.
 *
 * word         written by               read by   ordering
 * large.teams  prepare, remove          the same  relaxed, each a number of its own
 * large.bytes  prepare, remove          the same  relaxed
 */
#include "host_team.h"

#include "allocate.h"
#include "choices.h"
#include "env.h"
#include "job.h"
#include "log.h"
#include "shared/team_block.h"
#include "team_calls.h"
#include "team_domains.h"
#include "team_memory.h"
#include "tile.h"
#include "util/align.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

ishmemi_host_team_t *ishmemi_team_world;

#define LINE ((size_t)64)

/* A team's sizes. */
typedef struct shape {
    int n_pes;
    int n_near; /* 0: the team has no domains */
    int n_leaders;
    bool leads;
    bool is_world;        /* member i is PE i of the world, for all */
    bool borrows_numbers; /* the array is another team's */
    bool is_small;        /* its blocks */
} shape_t;

/* Offsets of the arrays in bytes from the first one. */
typedef struct layout {
    size_t delta;
    size_t blocks;
    size_t near; /* the teams of the domain and of the leaders, if any */
    size_t leaders;
    size_t near_delta;
    size_t near_blocks;
    size_t leader_delta;
    size_t leader_blocks;
    size_t seats;
    size_t pes;
    size_t near_pes;
    size_t leader_pes;
    size_t numbers;
    size_t bytes;
} layout_t;

static size_t take(layout_t *layout, size_t count, size_t size)
{
    const size_t at = layout->bytes;
    layout->bytes += count * size;
    return at;
}

static layout_t lay_out(const shape_t *shape)
{
    const size_t members = (size_t)shape->n_pes;
    const size_t near = (size_t)shape->n_near;
    const size_t leaders = (size_t)shape->n_leaders;
    const size_t has_domains = near > 0;
    layout_t layout = {.bytes = 0};
    layout.delta = take(&layout, members, sizeof(int64_t));
    layout.blocks = take(&layout, members, sizeof(uint64_t));
    layout.near = take(&layout, has_domains, sizeof(ishmemi_team_t));
    layout.leaders = take(&layout, has_domains, sizeof(ishmemi_team_t));
    layout.near_delta = take(&layout, near, sizeof(int64_t));
    layout.near_blocks = take(&layout, near, sizeof(uint64_t));
    layout.leader_delta = take(&layout, leaders, sizeof(int64_t));
    layout.leader_blocks = take(&layout, leaders, sizeof(uint64_t));
    layout.seats = take(&layout, has_domains * members, sizeof(ishmemi_team_seat_t));
    layout.pes = take(&layout, members, sizeof(int32_t));
    layout.near_pes = take(&layout, near, sizeof(int32_t));
    layout.leader_pes = take(&layout, leaders, sizeof(int32_t));
    if (shape->is_world) {
        layout.numbers = layout.pes;
    } else if (!shape->borrows_numbers) {
        layout.numbers = take(&layout, (size_t)ishmemi_job.n_pes, sizeof(int32_t));
    }
    return layout;
}

static shape_t shape_of(const ishmemi_host_team_t *team)
{
    return (shape_t){team->team.n_pes, team->n_near,   team->n_leaders,
                     team->leads,      team->is_world, team->numbers_of != NULL,
                     team->is_small};
}

/* Points a team's fields to arrays that start at `address`. */
static void point(ishmemi_team_t *team, const layout_t *layout, uint64_t address)
{
    team->delta = address + layout->delta;
    team->blocks = address + layout->blocks;
    team->pes = address + layout->pes;
    team->numbers = address + layout->numbers;
}

/* From the kernels' struct to the first block. */
static size_t block_distance(const shape_t *shape)
{
    return ishmemi_align_up(sizeof(ishmemi_team_t) + lay_out(shape).bytes, LINE);
}

/* The flags that say how large blocks are. */
static uint32_t size_flags(const shape_t *shape)
{
    return shape->is_small ? ISHMEMI_TEAM_SMALL : 0;
}

/* The block of a team of this shape, or of one of its groups. */
static size_t block_bytes(const shape_t *shape, int n_pes)
{
    return ishmemi_team_block_bytes((uint64_t)n_pes, size_flags(shape));
}

/* All blocks of a member, which are contiguous. */
static size_t blocks_bytes(const shape_t *shape)
{
    return block_bytes(shape, shape->n_pes) +
           (shape->n_near > 0 ? block_bytes(shape, shape->n_near) : 0) +
           (shape->leads ? block_bytes(shape, shape->n_leaders) : 0);
}

static size_t all_bytes(const shape_t *shape)
{
    return block_distance(shape) + blocks_bytes(shape);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static int size_of_domain(const ishmemi_team_seat_t *seats, int n_pes, int domain)
{
    int size = 0;
    for (int i = 0; i < n_pes; i++) {
        size += seats[i].domain == domain;
    }
    return size;
}

/* seats: room for n_pes. */
static shape_t find_shape(const int *pes, int n_pes, int my_pe, ishmemi_team_seat_t *seats)
{
    const int domains = ishmemi_team_domains_seat(pes, n_pes, seats);
    shape_t shape = {.n_pes = n_pes, .is_world = n_pes == ishmemi_job.n_pes};
    for (int i = 0; i < n_pes && shape.is_world; i++) {
        shape.is_world = pes[i] == i;
    }
    if (domains > 1 && domains < n_pes) {
        shape.n_near = size_of_domain(seats, n_pes, seats[my_pe].domain);
        shape.n_leaders = domains;
        shape.leads = seats[my_pe].number == 0;
    }
    return shape;
}

static ishmemi_team_seat_t *allocate_seats(int n_pes)
{
    return ishmemi_allocate("the seats of a team", (size_t)n_pes, sizeof(ishmemi_team_seat_t));
}

size_t ishmemi_team_bytes(const int *pes, int n_pes, int my_pe)
{
    ishmemi_team_seat_t *const seats = allocate_seats(n_pes);
    shape_t shape = find_shape(pes, n_pes, my_pe, seats);
    shape.is_small = true;
    free(seats);
    return all_bytes(&shape);
}

/* The host's teams of the domain and of the leaders.  Each member places these blocks after the
 * team's. */
static void fill_groups(ishmemi_host_team_t *team)
{
    const shape_t shape = shape_of(team);
    const layout_t layout = lay_out(&shape);
    const uint64_t arrays = (uintptr_t)team->arrays;
    const ishmemi_team_seat_t *const seats =
        (const ishmemi_team_seat_t *)(uintptr_t)(arrays + layout.seats);
    const int32_t *const pes = ishmemi_team_pes(team);
    const uint64_t *const blocks = (const uint64_t *)(uintptr_t)team->team.blocks;
    const ishmemi_team_seat_t mine = seats[team->team.my_pe];
    const int64_t *const delta = (const int64_t *)(uintptr_t)team->team.delta;
    int64_t *const near_delta = (int64_t *)(uintptr_t)(arrays + layout.near_delta);
    int64_t *const leader_delta = (int64_t *)(uintptr_t)(arrays + layout.leader_delta);
    int32_t *const near_pes = (int32_t *)(uintptr_t)(arrays + layout.near_pes);
    int32_t *const leader_pes = (int32_t *)(uintptr_t)(arrays + layout.leader_pes);
    uint64_t *const near_blocks = (uint64_t *)(uintptr_t)(arrays + layout.near_blocks);
    uint64_t *const leader_blocks = (uint64_t *)(uintptr_t)(arrays + layout.leader_blocks);
    int *const sizes =
        ishmemi_allocate_zeroed("the domains of a team", (size_t)shape.n_leaders, sizeof *sizes);
    for (int i = 0; i < shape.n_pes; i++) {
        const int size = ++sizes[seats[i].domain];
        team->team.largest = size > team->team.largest ? size : team->team.largest;
    }
    for (int i = 0; i < shape.n_pes; i++) {
        const uint64_t block = blocks[i] + block_bytes(&shape, shape.n_pes);
        const int size = sizes[seats[i].domain];
        if (seats[i].domain == mine.domain) {
            near_pes[seats[i].number] = pes[i];
            near_delta[seats[i].number] = delta[i];
            near_blocks[seats[i].number] = block;
        }
        if (seats[i].number == 0) {
            leader_pes[seats[i].domain] = pes[i];
            leader_delta[seats[i].domain] = delta[i];
            leader_blocks[seats[i].domain] = block + block_bytes(&shape, size);
        }
    }
    free(sizes);
    team->team.near = arrays + layout.near;
    team->team.leaders = shape.leads ? arrays + layout.leaders : 0;
    team->team.seats = arrays + layout.seats;
    team->team.domains = (uint64_t)shape.n_leaders;
    *(ishmemi_team_t *)(uintptr_t)(arrays + layout.near) =
        (ishmemi_team_t){.handle = team->team.handle,
                         .flags = ISHMEMI_TEAM_REACHABLE | size_flags(&shape),
                         .my_pe = mine.number,
                         .n_pes = shape.n_near,
                         .pes = arrays + layout.near_pes,
                         .blocks = arrays + layout.near_blocks,
                         .delta = arrays + layout.near_delta,
                         .block = near_blocks[mine.number]};
    *(ishmemi_team_t *)(uintptr_t)(arrays + layout.leaders) =
        (ishmemi_team_t){.handle = team->team.handle,
                         .flags = size_flags(&shape),
                         .my_pe = mine.domain,
                         .n_pes = shape.n_leaders,
                         .pes = arrays + layout.leader_pes,
                         .blocks = arrays + layout.leader_blocks,
                         .delta = arrays + layout.leader_delta,
                         .block = leader_blocks[mine.domain]};
}

/* Writes the kernels' copy of one of these teams, whose arrays are `moved` bytes after the
 * host's. */
static void write_group(uint64_t host, uint64_t moved)
{
    ishmemi_team_t domain = *(const ishmemi_team_t *)(uintptr_t)host;
    domain.pes += moved;
    domain.blocks += moved;
    domain.delta += moved;
    ishmemi_team_memory_write(host + moved, &domain, sizeof domain);
}

/* ---- Making ---------------------------------------------------------------------------------- */

static void fill_members(ishmemi_host_team_t *team, const int *pes)
{
    int64_t *const delta = (int64_t *)(uintptr_t)team->team.delta;
    int32_t *const list = (int32_t *)(uintptr_t)team->team.pes;
    int32_t *const numbers = (int32_t *)(uintptr_t)team->team.numbers;
    const bool has_numbers = !team->is_world && !team->numbers_of;
    for (int pe = 0; pe < ishmemi_job.n_pes && has_numbers; pe++) {
        numbers[pe] = -1;
    }
    team->reaches_all = true;
    for (int i = 0; i < team->team.n_pes; i++) {
        list[i] = pes[i];
        if (has_numbers) {
            numbers[pes[i]] = i;
        }
        delta[i] = ishmemi_job.delta[pes[i]];
        team->reaches_all &= delta[i] != ISHMEMI_UNREACHABLE;
    }
}

static bool has_members(const ishmemi_host_team_t *team, const int *pes, int n_pes)
{
    return team && !team->is_world && team->team.n_pes == n_pes &&
           memcmp(ishmemi_team_pes(team), pes, (size_t)n_pes * sizeof *pes) == 0;
}

/* How many of this PE's teams have large blocks, and the memory of these teams. */
static struct {
    int teams;
    size_t bytes;
} large;

static void give_back_large(ishmemi_host_team_t *team)
{
    if (team->large_bytes > 0) {
        __atomic_fetch_sub(&large.teams, 1, __ATOMIC_RELAXED);
        __atomic_fetch_sub(&large.bytes, team->large_bytes, __ATOMIC_RELAXED);
        team->large_bytes = 0;
    }
}

/* Whether the team may have large blocks, which then count. */
static bool take_large(ishmemi_host_team_t *team, size_t bytes)
{
    /* The predefined teams, which come first, are never small for want of memory. */
    const size_t most = ishmemi_team_world ? ishmemi_job.team_bytes / 2 : SIZE_MAX;
    const int teams = __atomic_add_fetch(&large.teams, 1, __ATOMIC_RELAXED);
    const size_t all = __atomic_add_fetch(&large.bytes, bytes, __ATOMIC_RELAXED);
    team->large_bytes = bytes;
    if (teams > ishmemi_env.large_teams || all > most) {
        give_back_large(team);
    }
    return team->large_bytes > 0;
}

/* Takes a piece of the arena, for large blocks if possible. */
static bool allocate_in_arena(shape_t *shape, ishmemi_host_team_t *team)
{
    shape->is_small = false;
    if (take_large(team, all_bytes(shape))) {
        if (ishmemi_team_memory_alloc(all_bytes(shape), &team->device)) {
            return true;
        }
        give_back_large(team);
        if (!ishmemi_team_world) {
            return false;
        }
    }
    shape->is_small = true;
    return ishmemi_team_memory_alloc(all_bytes(shape), &team->device);
}

/* Allocates a team's memory and reserves its handle. */
static ishmemi_team_result_t allocate(shape_t *shape, ishmem_team_t *handle,
                                      ishmemi_host_team_t **allocated)
{
    const bool is_direct = ishmemi_tile_is_cpu() && ishmemi_job.heap_host_mapped;
    const size_t array_bytes = lay_out(shape).bytes;
    ishmemi_host_team_t *const team = calloc(1, sizeof *team + (is_direct ? 0 : array_bytes));
    if (!team) {
        return ISHMEMI_TEAM_NO_HOST_MEMORY;
    }
    const ishmemi_team_result_t result = ishmemi_team_table_reserve(handle);
    if (result != ISHMEMI_TEAM_OK) {
        free(team);
        return result;
    }
    if (!allocate_in_arena(shape, team)) {
        ishmemi_team_table_release(*handle);
        free(team);
        return ISHMEMI_TEAM_NO_MEMORY;
    }
    team->arrays =
        is_direct ? (char *)(uintptr_t)(team->device + sizeof(ishmemi_team_t)) : (char *)(team + 1);
    memset(team->arrays, 0, array_bytes);
    *allocated = team;
    return ISHMEMI_TEAM_OK;
}

ishmemi_team_result_t ishmemi_team_prepare(const int *pes, int n_pes, int my_pe, int num_contexts,
                                           const ishmemi_host_team_t *like,
                                           ishmemi_host_team_t **prepared)
{
    ishmemi_team_seat_t *const seats = allocate_seats(n_pes);
    shape_t shape = find_shape(pes, n_pes, my_pe, seats);
    shape.borrows_numbers = !shape.is_world && has_members(like, pes, n_pes);
    const layout_t layout = lay_out(&shape);
    ishmem_team_t handle = ISHMEM_TEAM_INVALID;
    ishmemi_host_team_t *team = NULL;
    const ishmemi_team_result_t result = allocate(&shape, &handle, &team);
    if (result == ISHMEMI_TEAM_OK && shape.n_near > 0) {
        memcpy(team->arrays + layout.seats, seats, (size_t)n_pes * sizeof *seats);
    }
    free(seats);
    if (result != ISHMEMI_TEAM_OK) {
        return result;
    }
    const size_t distance = block_distance(&shape);
    team->team = (ishmemi_team_t){.handle = handle,
                                  .my_pe = my_pe,
                                  .n_pes = n_pes,
                                  .block = team->device + distance,
                                  .num_contexts = num_contexts};
    team->n_near = shape.n_near;
    team->n_leaders = shape.n_leaders;
    team->leads = shape.leads;
    team->is_world = shape.is_world;
    team->is_small = shape.is_small;
    team->numbers_of = shape.borrows_numbers ? like : NULL;
    /* Zeroes everything that others write, and the counters: all but the scratch memory of the last
     * block. */
    ishmemi_team_memory_zero(team->team.block,
                             blocks_bytes(&shape) - ishmemi_team_scratch_bytes(size_flags(&shape)));
    point(&team->team, &layout, (uintptr_t)team->arrays);
    if (team->numbers_of) {
        team->team.numbers = team->numbers_of->team.numbers;
    }
    fill_members(team, pes);
    if (my_pe == 0 && ishmemi_job.meetings) {
        *(uint64_t *)(uintptr_t)team->team.blocks = team->team.block;
        *ishmemi_team_meeting(team) = 0;
    }
    *prepared = team;
    return ISHMEMI_TEAM_OK;
}

uint64_t ishmemi_team_block_offset(const ishmemi_host_team_t *team)
{
    return team->team.block - (uintptr_t)ishmemi_job.heap;
}

/* It has a place of its own at the first member, where that member's block has one. */
uint64_t *ishmemi_team_meeting(const ishmemi_host_team_t *team)
{
    const uint64_t first = *(const uint64_t *)(uintptr_t)team->team.blocks;
    const uint64_t offset = first - (uintptr_t)ishmemi_job.heap - ishmemi_job.heap_bytes;
    char *const memory =
        ishmemi_job.meetings ? ishmemi_job.meetings[*ishmemi_team_pes(team)] : NULL;
    return memory ? (uint64_t *)(void *)(memory + offset) : NULL;
}

uint32_t ishmemi_team_offer(const ishmemi_host_team_t *team)
{
    return (team->reaches_all ? ISHMEMI_TEAM_REACHABLE : 0) |
           (team->is_small ? ISHMEMI_TEAM_SMALL : 0);
}

/* Gives back the end of large blocks, because another member has only a small one.  What is left has
 * been zeroed as a part of them. */
static void shrink(ishmemi_host_team_t *team)
{
    give_back_large(team);
    team->is_small = true;
    const shape_t shape = shape_of(team);
    ishmemi_team_memory_shrink(team->device, all_bytes(&shape));
}

/* For kernels: the address of the flag in a sync's first round.  The host may have a peer's heap at
 * another address. */
static uint64_t first_flag(const ishmemi_team_t *team)
{
    const int next = (team->my_pe + 1) % team->n_pes;
    if (next == team->my_pe || !(team->flags & ISHMEMI_TEAM_REACHABLE)) {
        return 0;
    }
    return ((const uint64_t *)(uintptr_t)team->blocks)[next] +
           (uint64_t)((const int64_t *)(uintptr_t)team->delta)[next] +
           offsetof(ishmemi_team_block_t, arrived);
}

/* Of this member's block. */
static void number_syncs(uint64_t block)
{
    static const uint64_t first = 1;
    ishmemi_team_memory_write(block + offsetof(ishmemi_team_block_t, next_sync), &first,
                              sizeof first);
}

void ishmemi_team_complete(ishmemi_host_team_t *team, const uint64_t *blocks, uint32_t flags)
{
    if ((flags & ISHMEMI_TEAM_SMALL) && !team->is_small) {
        shrink(team);
    }
    const bool reachable = flags & ISHMEMI_TEAM_REACHABLE;
    const shape_t shape = shape_of(team);
    const layout_t layout = lay_out(&shape);
    const uint64_t arrays = team->device + sizeof(ishmemi_team_t);
    uint64_t *const addresses = (uint64_t *)(uintptr_t)team->team.blocks;
    for (int i = 0; i < team->team.n_pes; i++) {
        addresses[i] = (uintptr_t)ishmemi_job.heap + blocks[i];
    }
    team->team.flags = flags;
    if (shape.n_near > 0 && !reachable) {
        fill_groups(team);
    }
    ishmemi_choices_resolve(&team->team);
    team->kernels = team->team;
    team->kernels.first_flag = first_flag(&team->team);
    point(&team->kernels, &layout, arrays);
    if (team->numbers_of) {
        team->kernels.numbers = team->numbers_of->kernels.numbers;
    }
    const uint64_t moved = arrays - (uintptr_t)team->arrays;
    if (moved != 0) {
        ishmemi_team_memory_write(arrays, team->arrays, layout.bytes);
    }
    if (team->team.near != 0) {
        team->kernels.near += moved;
        team->kernels.seats += moved;
        team->kernels.leaders += shape.leads ? moved : 0;
        write_group((uintptr_t)team->arrays + layout.near, moved);
        write_group((uintptr_t)team->arrays + layout.leaders, moved);
    }
    number_syncs(team->team.block);
    if (team->team.near != 0) {
        number_syncs(((const ishmemi_team_t *)(uintptr_t)team->team.near)->block);
    }
    if (team->team.leaders != 0) {
        number_syncs(((const ishmemi_team_t *)(uintptr_t)team->team.leaders)->block);
    }
    ishmemi_team_memory_write(team->device, &team->kernels, sizeof team->kernels);
    ishmemi_team_table_publish(team->team.handle, team, team->device);
    ishmemi_team_calls_add(&team->team, team->device);
}

void ishmemi_team_abandon(ishmemi_host_team_t *team)
{
    ishmemi_team_memory_free(team->device);
    give_back_large(team);
    ishmemi_team_table_release(team->team.handle);
    free(team);
}

void ishmemi_team_remove(ishmemi_host_team_t *team)
{
    ishmemi_team_calls_remove(team->device);
    ishmemi_team_table_withdraw(team->team.handle);
    team->kernels.handle = ISHMEM_TEAM_INVALID;
    ishmemi_team_memory_write(team->device, &team->kernels, sizeof team->kernels);
    ishmemi_team_abandon(team);
}

void ishmemi_team_forget(ishmemi_host_team_t *team)
{
    ishmemi_team_calls_remove(team->device);
    give_back_large(team);
    free(team);
}
