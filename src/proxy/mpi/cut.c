/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The first two processes of a machine send each other a stream, there and back, cut either way, and
 * the first tells the others which was faster.
 */
#include "cut.h"

#include "link.h"
#include "processor/clock.h"
#include "stream.h"
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The fastest round counts: processes may outnumber processors, and the buffers that MPI sends
 * eagerly from, 2 MiB of them with UCX, are slow when used for the first time. */
#define BYTES ((size_t)512 << 10)
#define ROUNDS 6

typedef struct trial {
    stream_t stream;             /* first: a stream's address is its trial's */
    bool ended;
} trial_t;

static void end(stream_t *stream)
{
    ((trial_t *)stream)->ended = true;
}

static void move(int pe, bool outgoing, bool fine, char *memory)
{
    trial_t trial = {.stream = {.pe = pe,
                                .tag = TAG_PUT(0),
                                .outgoing = outgoing,
                                .fine = fine,
                                .memory = memory,
                                .bytes = BYTES,
                                .ended = end}};
    ishmemi_stream_start(&trial.stream);
    while (!trial.ended) {
        if (!ishmemi_stream_progress()) {
            sched_yield();
        }
    }
}

/* Nanoseconds there and back. */
static uint64_t try(int pe, bool is_first, bool fine, char *memory)
{
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t start = ishmemi_clock_now();
        move(pe, is_first, fine, memory);
        move(pe, !is_first, fine, memory);
        const uint64_t ns = ishmemi_clock_now() - start;
        best = ns < best ? ns : best;
    }
    return best;
}

static bool is_fine_faster(int pe, bool is_first)
{
    char *const memory = ishmemi_mpi_allocate(1, BYTES);
    memset(memory, 0, BYTES);
    const uint64_t fine = try(pe, is_first, true, memory);
    const uint64_t whole = try(pe, is_first, false, memory);
    free(memory);
    return fine < whole;
}

/* The world's numbers of the processes of this machine. */
static int *find_machine(MPI_Comm machine, int size)
{
    int *const ranks = ishmemi_mpi_allocate((size_t)size, sizeof *ranks);
    int *const pes = ishmemi_mpi_allocate((size_t)size, sizeof *pes);
    MPI_Group group;
    MPI_Group world;
    for (int rank = 0; rank < size; rank++) {
        ranks[rank] = rank;
    }
    ishmemi_mpi_check(MPI_Comm_group(machine, &group), "MPI_Comm_group", -1);
    ishmemi_mpi_check(MPI_Comm_group(ishmemi_mpi_engine.comm, &world), "MPI_Comm_group", -1);
    ishmemi_mpi_check(MPI_Group_translate_ranks(group, size, ranks, world, pes),
                      "MPI_Group_translate_ranks", -1);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    free(ranks);
    return pes;
}

/* MPI's own waiting keeps a processor that the two may need. */
static void receive_choice(MPI_Comm machine, int *fine)
{
    MPI_Request request;
    ishmemi_mpi_check(MPI_Ibcast(fine, 1, MPI_INT, 0, machine, &request), "MPI_Ibcast", -1);
    for (int is_there = 0; !is_there;) {
        ishmemi_mpi_check(MPI_Test(&request, &is_there, MPI_STATUS_IGNORE), "MPI_Test", -1);
        if (!is_there) {
            sched_yield();
        }
    }
}

static void choose(MPI_Comm machine)
{
    int rank;
    int size;
    MPI_Comm_rank(machine, &rank);
    MPI_Comm_size(machine, &size);
    if (size < 2) {
        return;
    }
    int *const pes = find_machine(machine, size);
    int fine = rank < 2 && is_fine_faster(pes[1 - rank], rank == 0);
    receive_choice(machine, &fine);
    for (int i = 0; i < size; i++) {
        ishmemi_link(pes[i])->fine = fine;
    }
    free(pes);
}

void ishmemi_cut_open(void)
{
    if (!ishmemi_mpi_engine.request->heap_host_mapped) {
        return;
    }
    MPI_Comm machine;
    ishmemi_mpi_check(MPI_Comm_split_type(ishmemi_mpi_engine.comm, MPI_COMM_TYPE_SHARED, 0,
                                          MPI_INFO_NULL, &machine),
                      "MPI_Comm_split_type", -1);
    choose(machine);
    MPI_Comm_free(&machine);
}
