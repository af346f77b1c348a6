/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The window that lanes lie in: each process's part of it holds the lanes to that process, in the
 * order of the senders' ranks among the processes of the machine.
 */
#include "lane.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* Of all lanes of a machine; with fewer slots than two, sender and receiver would take turns. */
#define WINDOW_BYTES ((size_t)16 << 20)
#define SLOTS_MIN 2

static struct {
    MPI_Comm machine;            /* MPI_COMM_NULL: no lanes */
    MPI_Win window;
    int size;                    /* of the machine, in processes */
    int rank;
    unsigned slots;
    lane_pair_t *pairs;          /* [size - 1] */
} lanes = {.machine = MPI_COMM_NULL};

unsigned ishmemi_lane_slots(void)
{
    return lanes.slots;
}

lane_pair_t *ishmemi_lane_pairs(size_t *count)
{
    *count = lanes.pairs ? (size_t)lanes.size - 1 : 0;
    return lanes.pairs;
}

static size_t lane_bytes(void)
{
    return sizeof(lane_t) + lanes.slots * LANE_CHUNK_BYTES;
}

static int choose_slots(void)
{
    if (lanes.size < 2 || !ishmemi_mpi_engine.request->lanes) {
        return 0;
    }
    const size_t count = (size_t)lanes.size * ((size_t)lanes.size - 1);
    const size_t slots = WINDOW_BYTES / count / LANE_CHUNK_BYTES;
    return slots < LANE_SLOTS_MAX ? (int)slots : LANE_SLOTS_MAX;
}

/* The least that any process has. */
static int agree(int value)
{
    ishmemi_mpi_check(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_MIN, lanes.machine),
                      "MPI_Allreduce", -1);
    return value;
}

/* MPI's own waiting keeps a processor that the others may need. */
static void meet(void)
{
    MPI_Request request;
    ishmemi_mpi_check(MPI_Ibarrier(lanes.machine, &request), "MPI_Ibarrier", -1);
    for (int is_there = 0; !is_there;) {
        ishmemi_mpi_check(MPI_Test(&request, &is_there, MPI_STATUS_IGNORE), "MPI_Test", -1);
        if (!is_there) {
            sched_yield();
        }
    }
}

/* The links' PEs of the processes of this machine. */
static int *find_pes(void)
{
    const size_t size = (size_t)lanes.size;
    int *const ranks = ishmemi_mpi_allocate(size, sizeof *ranks);
    int *const pes = ishmemi_mpi_allocate(size, sizeof *pes);
    MPI_Group group;
    MPI_Group all;
    for (int rank = 0; rank < lanes.size; rank++) {
        ranks[rank] = rank;
    }
    ishmemi_mpi_check(MPI_Comm_group(lanes.machine, &group), "MPI_Comm_group", -1);
    ishmemi_mpi_check(MPI_Comm_group(ishmemi_mpi_engine.comm, &all), "MPI_Comm_group", -1);
    ishmemi_mpi_check(MPI_Group_translate_ranks(group, lanes.size, ranks, all, pes),
                      "MPI_Group_translate_ranks", -1);
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    free(ranks);
    return pes;
}

/* The lane from `sender` to `receiver`. */
static lane_t *lane_at(int sender, int receiver)
{
    MPI_Aint bytes;
    int unit;
    char *part;
    ishmemi_mpi_check(MPI_Win_shared_query(lanes.window, receiver, &bytes, &unit, &part),
                      "MPI_Win_shared_query", -1);
    const size_t before = (size_t)(sender - (sender > receiver));
    return (lane_t *)(void *)(part + before * lane_bytes());
}

static void open_pairs(void)
{
    int *const pes = find_pes();
    lanes.pairs = ishmemi_mpi_allocate((size_t)lanes.size - 1, sizeof *lanes.pairs);
    lane_pair_t *pair = lanes.pairs;
    for (int rank = 0; rank < lanes.size; rank++) {
        if (rank == lanes.rank) {
            continue;
        }
        *pair = (lane_pair_t){.out.end.lane = lane_at(lanes.rank, rank),
                              .in.lane = lane_at(rank, lanes.rank)};
        memset(pair->in.lane, 0, sizeof *pair->in.lane);
        ishmemi_link(pes[rank])->lanes = pair++;
    }
    free(pes);
    meet();
}

/* In every process, or in none that uses it. */
static bool create_window(void)
{
    MPI_Info info;
    void *part;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    const int code = MPI_Win_allocate_shared((MPI_Aint)(((size_t)lanes.size - 1) * lane_bytes()), 1,
                                             info, lanes.machine, &part, &lanes.window);
    MPI_Info_free(&info);
    return agree(code == MPI_SUCCESS);
}

void ishmemi_lane_open(void)
{
    if (!ishmemi_mpi_engine.request->heap_host_mapped) {
        return;
    }
    ishmemi_mpi_check(MPI_Comm_split_type(ishmemi_mpi_engine.comm, MPI_COMM_TYPE_SHARED, 0,
                                          MPI_INFO_NULL, &lanes.machine),
                      "MPI_Comm_split_type", -1);
    MPI_Comm_rank(lanes.machine, &lanes.rank);
    MPI_Comm_size(lanes.machine, &lanes.size);
    lanes.slots = (unsigned)agree(choose_slots());
    if (lanes.slots < SLOTS_MIN || !create_window()) {
        MPI_Comm_free(&lanes.machine);
        return;
    }
    open_pairs();
}

void ishmemi_lane_close(void)
{
    if (lanes.machine == MPI_COMM_NULL) {
        return;
    }
    meet();
    MPI_Win_free(&lanes.window);
    MPI_Comm_free(&lanes.machine);
    free(lanes.pairs);
    lanes.pairs = NULL;
}
