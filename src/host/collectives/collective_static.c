/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each collective in its simplest form, with syncs of the team and the host's own transfers, which
 * work for objects of the heap and static ones, near and far.  All data goes from its source to its
 * dest in one step: members put what others need, and for reductions they fetch what they combine.
 */
#include "collective_static.h"

#include "allocate.h"
#include "collective.h"
#include "combine.h"
#include "transfer.h"
#include <stdlib.h>
#include <string.h>

/* How many bytes a reduction combines at a time. */
#define PIECE_BYTES ((size_t)256 << 10)

/* A call from this member's view.  Sizes are in bytes. */
typedef struct call {
    const char *routine;
    const ishmemi_host_team_t *team;
    const ishmemi_task_t *task;
    int me;
    int n;
    char *dest;
    char *source;
    size_t bytes; /* of count elements */
} call_t;

static bool is_static(uint64_t address)
{
    return ishmemi_segment_holds((const void *)(uintptr_t)address, 1, 1);
}

/* Members of a collect may contribute nothing and then pass any source, so only dest decides. */
bool ishmemi_collective_is_static(const ishmemi_task_t *task)
{
    if (task->collective == ISHMEMI_COLLECTIVE_COLLECT) {
        return is_static(task->dest);
    }
    return task->count > 0 && (is_static(task->dest) || is_static(task->source));
}

static int world_pe(const call_t *call, int member)
{
    return ishmemi_team_world_pe(call->team, member);
}

/* The i-th member after this one, so that members do not all start with the same one. */
static int turn(const call_t *call, int i)
{
    return (call->me + i) % call->n;
}

static void put(const call_t *call, char *dest, const char *source, size_t bytes, int member)
{
    const int pe = world_pe(call, member);
    if (pe != ishmemi_job.my_pe || dest != source) {
        ishmemi_transfer_put(call->routine, dest, source, bytes, pe, true);
    }
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* A root of ~r means member r, whose dest does not change. */
static void broadcast(const call_t *call)
{
    const bool keeps = call->task->root < 0;
    const int root = keeps ? ~call->task->root : call->task->root;
    for (int i = keeps; i < call->n && call->me == root; i++) {
        put(call, call->dest, call->source, call->bytes, turn(call, i));
    }
}

/* Puts to each member, to this member's part of dest. */
static void gather_at(const call_t *call, size_t offset)
{
    for (int i = 0; i < call->n; i++) {
        put(call, call->dest + offset, call->source, call->bytes, turn(call, i));
    }
}

static int collect(const call_t *call)
{
    const uint64_t mine = call->bytes;
    uint64_t *const all = ishmemi_allocate(call->routine, (size_t)call->n, sizeof *all);
    const int result = ishmemi_team_exchange(call->routine, call->team, &mine, all, sizeof mine);
    size_t offset = 0;
    for (int i = 0; i < call->me; i++) {
        offset += all[i];
    }
    free(all);
    if (result == 0) {
        gather_at(call, offset);
    }
    return result;
}

static void alltoall(const call_t *call)
{
    for (int i = 0; i < call->n; i++) {
        const int member = turn(call, i);
        put(call, call->dest + (size_t)call->me * call->bytes,
            call->source + (size_t)member * call->bytes, call->bytes, member);
    }
}

static void alltoalls(const call_t *call)
{
    const size_t dst = (size_t)call->task->dst * call->task->size;
    const size_t sst = (size_t)call->task->sst * call->task->size;
    for (int i = 0; i < call->n; i++) {
        const int member = turn(call, i);
        ishmemi_transfer_put_blocks(
            call->routine, call->dest + (size_t)call->me * call->task->count * dst,
            call->source + (size_t)member * call->task->count * sst, dst, sst, call->task->size,
            call->task->count, world_pe(call, member));
    }
}

static int move(const call_t *call)
{
    switch (call->task->collective) {
    case ISHMEMI_COLLECTIVE_BROADCAST:
        broadcast(call);
        return 0;
    case ISHMEMI_COLLECTIVE_COLLECT:
        return collect(call);
    case ISHMEMI_COLLECTIVE_FCOLLECT:
        gather_at(call, (size_t)call->me * call->bytes);
        return 0;
    case ISHMEMI_COLLECTIVE_ALLTOALL:
        alltoall(call);
        return 0;
    default:
        alltoalls(call);
        return 0;
    }
}

/* ---- Reductions and scans -------------------------------------------------------------------- */

/* Host memory for one piece: the combined elements, and the next ones. */
typedef struct piece {
    char *sum;
    char *next;
    size_t offset;
    size_t bytes;
} piece_t;

/* The end of the members, counted from 0, whose elements this one combines. */
static int last_of(const call_t *call)
{
    switch (call->task->collective) {
    case ISHMEMI_COLLECTIVE_INSCAN:
        return call->me + 1;
    case ISHMEMI_COLLECTIVE_EXSCAN:
        return call->me;
    default:
        return call->n;
    }
}

static void fetch(const call_t *call, const piece_t *piece, int member, char *buffer)
{
    const bool scatters = call->task->collective == ISHMEMI_COLLECTIVE_REDUCE_SCATTER;
    const size_t block = scatters ? (size_t)call->me * call->bytes : 0;
    ishmemi_transfer_get(call->routine, buffer, call->source + block + piece->offset, piece->bytes,
                         world_pe(call, member), false);
}

/* Combines in the order of the members, so that all members get the same bits. */
static void combine(const call_t *call, const piece_t *piece)
{
    const int last = last_of(call);
    memset(piece->sum, 0, piece->bytes);
    for (int member = 0; member < last; member++) {
        fetch(call, piece, member, member == 0 ? piece->sum : piece->next);
        if (member > 0) {
            const ishmemi_combine_fn function = call->task->kind > ISHMEMI_KIND_DOUBLE
                                                    ? ishmemi_combine_long
                                                    : ishmemi_host_combine;
            function((ishmemi_kind_t)call->task->kind, (ishmemi_reduce_op_t)call->task->op,
                     piece->sum, piece->sum, piece->next, piece->bytes / call->task->size);
        }
    }
}

/* dest may be source: a piece is stored after all members have fetched what they need of it. */
static int reduce(const call_t *call)
{
    const size_t room = call->bytes < PIECE_BYTES ? call->bytes : PIECE_BYTES;
    char *const memory = ishmemi_allocate(call->routine, 2, room);
    piece_t piece = {.sum = memory, .next = memory + room};
    int result = 0;
    for (; piece.offset < call->bytes && result == 0; piece.offset += piece.bytes) {
        const size_t left = call->bytes - piece.offset;
        piece.bytes = left < room ? left : room;
        combine(call, &piece);
        result = ishmemi_host_team_sync(call->routine, call->team);
        put(call, call->dest + piece.offset, piece.sum, piece.bytes, call->me);
    }
    free(memory);
    return result;
}

/* ---- Interface ------------------------------------------------------------------------------- */

int ishmemi_collective_static(const char *routine, const ishmemi_host_team_t *team,
                              const ishmemi_task_t *task)
{
    const call_t call = {.routine = routine,
                         .team = team,
                         .task = task,
                         .me = team->team.my_pe,
                         .n = team->team.n_pes,
                         .dest = (char *)(uintptr_t)task->dest,
                         .source = (char *)(uintptr_t)task->source,
                         .bytes = task->count * task->size};
    const bool reduces = task->collective >= ISHMEMI_COLLECTIVE_REDUCE &&
                         task->collective <= ISHMEMI_COLLECTIVE_EXSCAN;
    /* All members have arrived: their sources are ready, and their dests are free. */
    const int came = ishmemi_host_team_sync(routine, team);
    if (came != 0) {
        return came;
    }
    const int result = reduces ? reduce(&call) : move(&call);
    return result != 0 ? result : ishmemi_host_team_barrier(routine, team);
}
