/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See adopt.h.  All PEs decide from the same table of every PE's state.
 */
#include "adopt.h"

#include "pmi.h"
#include "proxy/messages/engine.h"
#include "runtime.h"
#include <stdlib.h>
#include <string.h>

#define TAG 0x697368 /* of the one call that makes the communicator */

typedef enum state { MPI_NOT_YET, MPI_RUNNING, MPI_ENDED, MPI_REFUSED } state_t;

typedef struct view {
    int32_t state; /* state_t */
    int32_t may_initialize;
    int32_t level;        /* MPI's constant */
    int32_t is_forbidden; /* this thread must not call MPI */
    int32_t rank;         /* in MPI_COMM_WORLD */
    int32_t size;
} view_t;

static view_t look(const ishmemi_transport_job_t *job)
{
    int initialized, finalized;
    view_t view = {.may_initialize = job->initialize};
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    view.state = finalized ? MPI_ENDED : initialized ? MPI_RUNNING : MPI_NOT_YET;
    if (view.state == MPI_RUNNING) {
        MPI_Query_thread(&view.level);
        view.is_forbidden = ishmemi_mpi_is_forbidden(view.level);
        MPI_Comm_rank(MPI_COMM_WORLD, &view.rank);
        MPI_Comm_size(MPI_COMM_WORLD, &view.size);
    }
    return view;
}

/* Checks that MPI's state is the same on all PEs, and MPI_RUNNING if is_late. */
static int check_states(const ishmemi_transport_request_t *request, const view_t *views,
                        bool is_late)
{
    const int n_pes = request->job->n_pes;
    for (int pe = 0; pe < n_pes; pe++) {
        if (views[pe].state == MPI_ENDED) {
            request->log_error("MPI carries data between hosts, but PE %d has already called "
                               "MPI_Finalize",
                               pe);
            return -1;
        }
        if (views[pe].state == MPI_REFUSED) {
            request->log_error("MPI cannot be initialised on PE %d", pe);
            return -1;
        }
        if (views[pe].state != views[0].state || (is_late && views[pe].state != MPI_RUNNING)) {
            const bool first = views[0].state == MPI_RUNNING;
            request->log_error("MPI is initialised on PE %d but not on PE %d: all PEs must "
                               "initialise it, or none",
                               first ? 0 : pe, first ? pe : 0);
            return -1;
        }
        if (views[pe].state == MPI_NOT_YET && !views[pe].may_initialize) {
            request->log_error("MPI carries data between hosts, but it is not initialised, and "
                               "the attributes of PE %d forbid the library to initialise it",
                               pe);
            return -1;
        }
    }
    return 0;
}

/* Checks that the PEs are different processes of one MPI_COMM_WORLD, as far as ranks show. */
static int check_world(const ishmemi_transport_request_t *request, const view_t *views)
{
    const int n_pes = request->job->n_pes;
    for (int pe = 0; pe < n_pes; pe++) {
        if (views[pe].is_forbidden) {
            ishmemi_mpi_refuse_thread(request->log_error, pe, views[pe].level);
            return -1;
        }
        int same = 0;
        while (same < pe && views[same].rank != views[pe].rank) {
            same++;
        }
        if (views[pe].size != views[0].size || views[pe].size < n_pes || same < pe) {
            request->log_error(
                "MPI carries data between hosts, but the %d PEs are not in one MPI_COMM_WORLD "
                "(PE 0 is rank %d of %d there, PE %d is rank %d of %d): start them with MPI's "
                "mpiexec and call MPI_Init_thread before ishmemx_init_attr",
                n_pes, views[0].rank, views[0].size, pe, views[pe].rank, views[pe].size);
            return -1;
        }
    }
    return 0;
}

static int least_level(const view_t *views, int n_pes)
{
    int level = views[0].level;
    for (int pe = 1; pe < n_pes; pe++) {
        level = views[pe].level < level ? views[pe].level : level;
    }
    return level;
}

static state_t initialize(const ishmemi_transport_request_t *request)
{
#ifdef OPEN_MPI
    request->log_error(
        "MPI carries data between hosts, and only its mpiexec can start Open MPI: call "
        "MPI_Init_thread before ishmemx_init_attr, or use MPICH");
    return MPI_REFUSED;
#else
    const int error = ishmemi_pmi_begin(request->job);
    if (error != 0) {
        request->log_error("cannot create a socket or a thread to start MPI: %s", strerror(error));
        return MPI_REFUSED;
    }
    int provided;
    const int code = MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    ishmemi_pmi_end();
    return code == MPI_SUCCESS ? MPI_RUNNING : MPI_REFUSED;
#endif
}

static int make_communicator(const ishmemi_transport_request_t *request, const view_t *views,
                             MPI_Comm *comm)
{
    const int n_pes = request->job->n_pes;
    int *const ranks = ishmemi_engine_allocate((size_t)n_pes, sizeof *ranks);
    for (int pe = 0; pe < n_pes; pe++) {
        ranks[pe] = views[pe].rank;
    }
    MPI_Group world;
    MPI_Group group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, n_pes, ranks, &group);
    MPI_Errhandler handler;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const int code = MPI_Comm_create_group(MPI_COMM_WORLD, group, TAG, comm);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    free(ranks);
    if (code != MPI_SUCCESS) {
        request->log_error("MPI_Comm_create_group failed");
        return -1;
    }
    return 0;
}

int ishmemi_mpi_adopt(const ishmemi_transport_request_t *request, MPI_Comm *comm, int *level)
{
    const ishmemi_transport_job_t *const job = request->job;
    view_t *const views = ishmemi_engine_allocate((size_t)job->n_pes, sizeof *views);
    view_t mine = look(job);
    job->allgather(&mine, views, sizeof mine);
    int result = check_states(request, views, false);
    if (result == 0) {
        state_t state = MPI_RUNNING;
        if (mine.state == MPI_NOT_YET) {
            state = initialize(request);
        }
        if (state == MPI_RUNNING) {
            mine = look(job);
        } else {
            mine.state = (int32_t)state;
        }
        job->allgather(&mine, views, sizeof mine);
        result = check_states(request, views, true);
    }
    if (result == 0) {
        result = check_world(request, views);
    }
    if (result == 0) {
        *level = least_level(views, job->n_pes);
        result = make_communicator(request, views, comm);
    }
    free(views);
    return result;
}
