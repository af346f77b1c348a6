/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that processes of one machine share: an MPI window.  A machine is the processes with which
 * MPI can share memory.
 */
#include "proxy/messages/engine.h"
#include "runtime.h"
#include "wire_mpi.h"
#include <stdlib.h>
#include <string.h>

static struct {
    MPI_Comm comm; /* MPI_COMM_NULL: nothing is shared */
    MPI_Win window;
} machine = {.comm = MPI_COMM_NULL};

/* The minimum, or the like, over the processes. */
static uint64_t combine(uint64_t value, MPI_Op op, MPI_Comm comm)
{
    MPI_Request request;
    ishmemi_mpi_check(MPI_Iallreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, op, comm, &request),
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

static void find_pes(const wire_memory_t *memory)
{
    const int size = memory->processes;
    int *const ranks = ishmemi_engine_allocate((size_t)size, sizeof *ranks);
    MPI_Group group;
    MPI_Group all;
    for (int rank = 0; rank < size; rank++) {
        ranks[rank] = rank;
    }
    ishmemi_mpi_check(MPI_Comm_group(machine.comm, &group), "MPI_Comm_group", -1);
    ishmemi_mpi_check(MPI_Comm_group(ishmemi_mpi_comm(), &all), "MPI_Comm_group", -1);
    ishmemi_mpi_check(MPI_Group_translate_ranks(group, size, ranks, all, memory->pes),
                      "MPI_Group_translate_ranks", -1);
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    free(ranks);
}

static void find_parts(const wire_memory_t *memory)
{
    for (int rank = 0; rank < memory->processes; rank++) {
        MPI_Aint bytes;
        int unit;
        ishmemi_mpi_check(
            MPI_Win_shared_query(machine.window, rank, &bytes, &unit, &memory->parts[rank]),
            "MPI_Win_shared_query", -1);
    }
}

/* Returns true on all processes or on none. */
static bool create_window(const wire_memory_t *memory)
{
    MPI_Info info;
    void *part;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    const int code = MPI_Win_allocate_shared((MPI_Aint)memory->bytes, 1, info, machine.comm, &part,
                                             &machine.window);
    MPI_Info_free(&info);
    return combine(code == MPI_SUCCESS, MPI_MIN, machine.comm) != 0;
}

bool ishmemi_mpi_share(size_t (*need)(int processes), wire_memory_t *memory)
{
    *memory = (wire_memory_t){0};
    /* MPI spins while it splits a communicator, which takes long where processes share processors. */
    if (combine(need(2), MPI_MAX, ishmemi_mpi_comm()) == 0) {
        return false;
    }
    ishmemi_mpi_check(MPI_Comm_split_type(ishmemi_mpi_comm(), MPI_COMM_TYPE_SHARED, 0,
                                          MPI_INFO_NULL, &machine.comm),
                      "MPI_Comm_split_type", -1);
    MPI_Comm_rank(machine.comm, &memory->mine);
    MPI_Comm_size(machine.comm, &memory->processes);
    memory->bytes = (size_t)combine(need(memory->processes), MPI_MIN, machine.comm);
    if (memory->bytes == 0 || !create_window(memory)) {
        MPI_Comm_free(&machine.comm);
        *memory = (wire_memory_t){0};
        return false;
    }
    const size_t count = (size_t)memory->processes;
    memory->pes = ishmemi_engine_allocate(count, sizeof *memory->pes);
    memory->parts = ishmemi_engine_allocate(count, sizeof *memory->parts);
    find_pes(memory);
    find_parts(memory);
    memset(memory->parts[memory->mine], 0, memory->bytes);
    meet();
    return true;
}

void ishmemi_mpi_unshare(wire_memory_t *memory)
{
    meet();
    MPI_Win_free(&machine.window);
    MPI_Comm_free(&machine.comm);
    free(memory->pes);
    free(memory->parts);
    *memory = (wire_memory_t){0};
}
