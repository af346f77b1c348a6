/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The window that contains the channels: each process's part of it holds the channels to that
 * process, in the order of the senders' ranks on the machine.  A machine is the processes with
 * which MPI can share memory; a process that is alone there has no channels.
 */
#include "channel.h"

#include "runtime.h"
#include <stdlib.h>
#include <string.h>

/* For all channels of a machine.  With fewer than two slots sender and receiver would take
 * turns. */
#define WINDOW_BYTES ((size_t)16 << 20)
#define SLOTS_MIN 2

channels_t ishmemi_channels;

static struct {
    MPI_Comm comm; /* MPI_COMM_NULL: no channels */
    MPI_Win window;
    int size; /* processes */
    int rank;
} machine = {.comm = MPI_COMM_NULL};

static size_t channel_bytes(void)
{
    return sizeof(channel_t) + ishmemi_channels.slots * CHANNEL_CHUNK_BYTES;
}

static int choose_slots(void)
{
    if (machine.size < 2 || !ishmemi_mpi_engine.request->channels) {
        return 0;
    }
    const size_t count = (size_t)machine.size * ((size_t)machine.size - 1);
    const size_t slots = WINDOW_BYTES / count / CHANNEL_CHUNK_BYTES;
    return slots < CHANNEL_SLOTS_MAX ? (int)slots : CHANNEL_SLOTS_MAX;
}

/* The minimum over the processes. */
static int agree(int value)
{
    MPI_Request request;
    ishmemi_mpi_check(
        MPI_Iallreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_MIN, machine.comm, &request),
        "MPI_Iallreduce", -1);
    ishmemi_mpi_check(ishmemi_mpi_await(&request), "MPI_Iallreduce", -1);
    return value;
}

static void meet(void)
{
    MPI_Request request;
    ishmemi_mpi_check(MPI_Ibarrier(machine.comm, &request), "MPI_Ibarrier", -1);
    ishmemi_mpi_check(ishmemi_mpi_await(&request), "MPI_Ibarrier", -1);
}

/* The PEs of this machine's processes. */
static int *find_pes(void)
{
    const size_t size = (size_t)machine.size;
    int *const ranks = ishmemi_mpi_allocate(size, sizeof *ranks);
    int *const pes = ishmemi_mpi_allocate(size, sizeof *pes);
    MPI_Group group;
    MPI_Group all;
    for (int rank = 0; rank < machine.size; rank++) {
        ranks[rank] = rank;
    }
    ishmemi_mpi_check(MPI_Comm_group(machine.comm, &group), "MPI_Comm_group", -1);
    ishmemi_mpi_check(MPI_Comm_group(ishmemi_mpi_engine.comm, &all), "MPI_Comm_group", -1);
    ishmemi_mpi_check(MPI_Group_translate_ranks(group, machine.size, ranks, all, pes),
                      "MPI_Group_translate_ranks", -1);
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    free(ranks);
    return pes;
}

/* The channel from `sender` to `receiver`. */
static channel_t *channel_at(int sender, int receiver)
{
    MPI_Aint bytes;
    int unit;
    char *part;
    ishmemi_mpi_check(MPI_Win_shared_query(machine.window, receiver, &bytes, &unit, &part),
                      "MPI_Win_shared_query", -1);
    const size_t before = (size_t)(sender - (sender > receiver));
    return (channel_t *)(void *)(part + before * channel_bytes());
}

static void open_pairs(void)
{
    int *const pes = find_pes();
    ishmemi_channels.pairs =
        ishmemi_mpi_allocate((size_t)machine.size - 1, sizeof *ishmemi_channels.pairs);
    channel_pair_t *pair = ishmemi_channels.pairs;
    for (int rank = 0; rank < machine.size; rank++) {
        if (rank == machine.rank) {
            continue;
        }
        peer_t *const peer = ishmemi_peer(pes[rank]);
        *pair =
            (channel_pair_t){.out.end = {.channel = channel_at(machine.rank, rank), .peer = peer},
                             .in = {.channel = channel_at(rank, machine.rank), .peer = peer}};
        memset(pair->in.channel, 0, sizeof *pair->in.channel);
        peer->channels = pair++;
    }
    ishmemi_channels.count = machine.size - 1;
    free(pes);
    meet();
}

/* Returns true on all processes or on none. */
static bool create_window(void)
{
    MPI_Info info;
    void *part;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    const int code =
        MPI_Win_allocate_shared((MPI_Aint)(((size_t)machine.size - 1) * channel_bytes()), 1, info,
                                machine.comm, &part, &machine.window);
    MPI_Info_free(&info);
    return agree(code == MPI_SUCCESS);
}

void ishmemi_channel_open(const channel_service_t *service)
{
    if (!ishmemi_mpi_engine.request->heap_host_mapped) {
        return;
    }
    ishmemi_mpi_check(MPI_Comm_split_type(ishmemi_mpi_engine.comm, MPI_COMM_TYPE_SHARED, 0,
                                          MPI_INFO_NULL, &machine.comm),
                      "MPI_Comm_split_type", -1);
    MPI_Comm_rank(machine.comm, &machine.rank);
    MPI_Comm_size(machine.comm, &machine.size);
    ishmemi_channels.service = service;
    ishmemi_channels.slots = (unsigned)agree(choose_slots());
    if (ishmemi_channels.slots < SLOTS_MIN || !create_window()) {
        MPI_Comm_free(&machine.comm);
        return;
    }
    open_pairs();
}

void ishmemi_channel_close(void)
{
    if (machine.comm == MPI_COMM_NULL) {
        return;
    }
    meet();
    MPI_Win_free(&machine.window);
    MPI_Comm_free(&machine.comm);
    free(ishmemi_channels.pairs);
    ishmemi_channels = (channels_t){0};
}
