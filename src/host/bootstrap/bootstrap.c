/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Joins the job.
 */
#include "bootstrap.h"

#include "bootstrap_module.h"
#include "env.h"
#include "exit.h"
#include "fatal.h"
#include "job.h"
#include "log.h"
#include "runtime/launcher.h"
#include "unique_id.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* While it is not known yet how long a PE may wait to be ended. */
#define FOLLOW_SECONDS 1

static int agree_on_pes_per_node(void)
{
    const int pes = ishmemi_job.n_pes;
    const int mine = ishmemi_env.pes_per_node;
    int *const all = malloc((size_t)pes * sizeof *all);
    if (!all) {
        ishmemi_error("no memory for the table of %d PEs", pes);
        return -1;
    }
    int result = ishmemi_job.bootstrap->allgather(&mine, all, sizeof mine);
    for (int pe = 0; pe < pes && result == 0; pe++) {
        if (all[pe] != mine) {
            ishmemi_error(
                "ISHMEM_PES_PER_NODE is %d for PE %d and %d for PE %d: it must be the same "
                "for all",
                mine, ishmemi_job.my_pe, all[pe], pe);
            result = -1;
        }
    }
    free(all);
    return result;
}

/* Asks Linux.  MPI's answer, MPI_COMM_TYPE_SHARED, is about memory that MPI itself can share, which
 * MPICH 5 over UCX never does. */
static int find_machines(const ishmemi_bootstrap_t *bootstrap, int *machine_of)
{
    const int pes = ishmemi_job.n_pes;
    const uint64_t mine = ishmemi_unique_id_host();
    uint64_t *const all = malloc((size_t)pes * sizeof *all);
    if (!all) {
        ishmemi_error("no memory for the table of %d PEs", pes);
        return -1;
    }
    const int result = bootstrap->allgather(&mine, all, sizeof mine);
    ishmemi_job.machine_size = 0;
    for (int pe = 0; pe < pes && result == 0; pe++) {
        int first = 0;
        while (all[first] != all[pe]) {
            first++;
        }
        machine_of[pe] = first;
        ishmemi_job.machine_size += all[pe] == mine;
    }
    free(all);
    return result;
}

/* host_of holds the machines: divides them into hosts of ISHMEM_PES_PER_NODE PEs each. */
static void divide_machines(int *host_of)
{
    const int each = ishmemi_env.pes_per_node;
    const int *const machine_of = ishmemi_job.machine_of;
    for (int pe = 0; pe < ishmemi_job.n_pes && each > 0; pe++) {
        int before = 0; /* on its machine */
        int previous = pe;
        for (int other = 0; other < pe; other++) {
            if (machine_of[other] == machine_of[pe]) {
                before++;
                previous = other;
            }
        }
        host_of[pe] = before % each == 0 ? pe : host_of[previous];
    }
}

static void count_local(void)
{
    const int my_pe = ishmemi_job.my_pe;
    ishmemi_job.local_size = 0;
    ishmemi_job.local_rank = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_job.host_of[pe] == ishmemi_job.host_of[my_pe]) {
            ishmemi_job.local_size++;
            ishmemi_job.local_rank += pe < my_pe;
        }
    }
}

static void report_not_joined(const ishmemi_launcher_t *launcher,
                              const ishmemi_bootstrap_t *bootstrap)
{
    ishmemi_error(
        "%s started %d processes (%s), but %s does not join them: start the program with the "
        "mpiexec of %s%s",
        launcher->name, launcher->size, launcher->variable, bootstrap->name, bootstrap->name,
        ishmemi_bootstrap_module_advice(launcher->kind));
}

/* With a runtime that the launcher does not know, each process becomes a job of its own. */
static void check_launched(const ishmemi_bootstrap_t *bootstrap)
{
    const ishmemi_launcher_t launcher = ishmemi_launcher_find();
    if (launcher.size <= 1 || !bootstrap->world_size || bootstrap->world_size() != 1) {
        return;
    }
    if (launcher.rank > 0) {
        ishmemi_exit_follow(EXIT_FAILURE);
    }
    report_not_joined(&launcher, bootstrap);
    ishmemi_exit_job(EXIT_FAILURE);
}

/* Or such a runtime ends the process while it starts, as MPICH 5 does under a launcher that knows
 * only PMIx. */
static const ishmemi_bootstrap_t *starting;

static void explain_end(void)
{
    const ishmemi_launcher_t launcher = ishmemi_launcher_find();
    if (starting && starting->mpi == ISHMEMI_MPI_MPICH && launcher.kind == ISHMEMI_LAUNCHER_PMIX &&
        launcher.size > 1 && launcher.rank == 0) {
        report_not_joined(&launcher, starting);
    }
}

static int start_runtime(const ishmemi_bootstrap_t *bootstrap,
                         const ishmemi_bootstrap_request_t *request, int *rank, int *size,
                         int *level)
{
    static bool is_armed;
    is_armed = is_armed || atexit(explain_end) == 0;
    starting = bootstrap;
    const int result = bootstrap->init(request, rank, size, level);
    starting = NULL;
    return result;
}

static const ishmemi_bootstrap_t *choose_table(const ishmemi_bootstrap_request_t *request)
{
    if (request->unique_id) {
        return &ishmemi_bootstrap_unique_id;
    }
    const ishmemi_bootstrap_t *const table = ishmemi_bootstrap_module_table();
    return table && table->introduces ? ishmemi_bootstrap_introduced(table) : table;
}

int ishmemi_bootstrap_join(const ishmemi_bootstrap_request_t *given)
{
    ishmemi_bootstrap_request_t request = *given;
    ishmemx_uniqueid_t id;
    if (!request.unique_id && !request.communicator && ishmemi_bootstrap_has_ishmrun() &&
        ishmemi_bootstrap_ask_ishmrun(&request, &id) != 0) {
        return -1;
    }
    const ishmemi_bootstrap_t *const bootstrap = choose_table(&request);
    if (!bootstrap) {
        return -1;
    }
    int rank, size, level;
    /* A PE that fails while it joins also ends the others, which would wait for it. */
    ishmemi_exit_set_runtime(bootstrap->abort, FOLLOW_SECONDS);
    if (start_runtime(bootstrap, &request, &rank, &size, &level) != 0) {
        return -1;
    }
    check_launched(bootstrap);
    int *const host_of = malloc((size_t)size * sizeof *host_of);
    int *const machine_of = malloc((size_t)size * sizeof *machine_of);
    if (!host_of || !machine_of) {
        ishmemi_error("no memory for the table of %d PEs", size);
        return -1;
    }
    ishmemi_job.my_pe = rank;
    ishmemi_job.n_pes = size;
    ishmemi_job.bootstrap = bootstrap;
    ishmemi_exit_set_runtime(bootstrap->abort, bootstrap->follow_seconds);
    ishmemi_job.host_of = host_of;
    ishmemi_job.machine_of = machine_of;
    request.step("the PEs' first exchange of numbers");
    if (find_machines(bootstrap, machine_of) != 0) {
        return -1;
    }
    memcpy(host_of, machine_of, (size_t)size * sizeof *host_of);
    if (agree_on_pes_per_node() != 0) {
        return -1;
    }
    divide_machines(host_of);
    count_local();
    ishmemi_debug("%s: PE %d of %d, %d of %d on this host, thread level %d", bootstrap->name, rank,
                  size, ishmemi_job.local_rank, ishmemi_job.local_size, level);
    return 0;
}

void ishmemi_bootstrap_set_hosts(const int *host_of)
{
    memcpy((void *)ishmemi_job.host_of, host_of, (size_t)ishmemi_job.n_pes * sizeof *host_of);
    count_local();
}

void ishmemi_bootstrap_leave(void)
{
    (void)ishmemi_job.bootstrap->finalize(ishmemi_job.machine_size < ishmemi_job.n_pes);
    free((void *)ishmemi_job.host_of);
    free((void *)ishmemi_job.machine_of);
    ishmemi_job.host_of = NULL;
    ishmemi_job.machine_of = NULL;
    ishmemi_job.bootstrap = NULL;
    ishmemi_exit_set_runtime(NULL, FOLLOW_SECONDS);
}

void ishmemi_allgather(const void *send, void *receive, size_t bytes_each)
{
    pthread_mutex_lock(&mutex);
    const int result = ishmemi_job.bootstrap->allgather(send, receive, bytes_each);
    pthread_mutex_unlock(&mutex);
    if (result != 0) {
        ishmemi_fatal("the PEs cannot agree through %s", ishmemi_job.bootstrap->name);
    }
}
