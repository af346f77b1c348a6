/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Jobs that start by a unique id.  unique_id MODE FILE [RANK SIZE]: the process of rank 0 makes the
 * id and leaves it in the file, from which the others take it; without RANK and SIZE they are the
 * launcher's.
 */
#include "require.h"

#include <errno.h>
#include <ishmemx.h>
#include <mpi.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 3
#define LOOKS 6000
#define PAUSE_NS 10000000

static int rank, size;
static bool may_initialize = true;

static void make_id(const char *file, ishmemx_uniqueid_t *id)
{
    char name[4096];
    snprintf(name, sizeof name, "%s.new", file);
    REQUIRE(ishmemx_get_uniqueid(id) == 0);
    FILE *const out = fopen(name, "w");
    REQUIRE(out && fwrite(id, sizeof *id, 1, out) == 1 && fclose(out) == 0);
    REQUIRE(rename(name, file) == 0);
}

static void take_id(const char *file, ishmemx_uniqueid_t *id)
{
    FILE *in = NULL;
    for (int i = 0; i < LOOKS && !(in = fopen(file, "r")); i++) {
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    }
    REQUIRE(in && fread(id, sizeof *id, 1, in) == 1);
    fclose(in);
}

static void join(ishmemx_uniqueid_t *id)
{
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    attr.initialize_runtime = may_initialize;
    attr.use_uid = true;
    attr.rank = rank;
    attr.nranks = size;
    attr.uid = id;
    ishmemx_init_attr(&attr);
    REQUIRE(ishmem_my_pe() == rank && ishmem_n_pes() == size);
    REQUIRE(ishmemx_runtime_get_type() == ISHMEMX_RUNTIME_PMI);
}

/* Every PE with every other: a put, a get, an atomic operation and a collective. */
static void talk(void)
{
    long *const words = ishmem_calloc((size_t)size + 2, sizeof *words);
    REQUIRE(words);
    for (int pe = 0; pe < size; pe++) {
        ishmem_long_p(&words[rank], 100 * rank + pe, pe);
        ishmem_long_atomic_add(&words[size], rank + 1, pe);
    }
    ishmem_barrier_all();
    REQUIRE(words[size] == (long)size * (size + 1) / 2);
    for (int pe = 0; pe < size; pe++) {
        REQUIRE(words[pe] == 100 * pe + rank);
        REQUIRE(ishmem_long_g(&words[rank], pe) == 100 * rank + pe);
    }
    REQUIRE(ishmem_long_sum_reduce(ISHMEM_TEAM_WORLD, &words[size + 1], &words[size], 1) == 0);
    REQUIRE(words[size + 1] == (long)size * size * (size + 1) / 2);
    ishmem_free(words);
}

/* The id of the next job comes by the one before, from another PE each time. */
static void run_job(ishmemx_uniqueid_t *id)
{
    for (int round = 0; round < ROUNDS; round++) {
        const int maker = (round + 1) % size;
        join(id);
        talk();
        ishmemx_uniqueid_t *const next = ishmem_malloc(sizeof *next);
        REQUIRE(next);
        if (rank == maker) {
            REQUIRE(ishmemx_get_uniqueid(next) == 0);
        }
        ishmem_barrier_all();
        ishmem_getmem(id, next, sizeof *id, maker);
        ishmem_barrier_all();
        ishmem_finalize();
        /* It waits for the lock of every FILE, as exit() does in newer C libraries: a thread that sleeps
         * in one would hold the program up. */
        REQUIRE(fflush(NULL) == 0);
    }
}

/* PE numbers and ranks in MPI run against each other. */
static void run_mpi_job(ishmemx_uniqueid_t *id, int level)
{
    int provided;
    int mpi_rank;
    int sum;
    MPI_Init_thread(NULL, NULL, level, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &mpi_rank);
    rank = size - 1 - mpi_rank;
    run_job(id);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    REQUIRE(sum == size * (size - 1) / 2);
    MPI_Finalize();
}

/* PEs that a process makes by fork, which is none itself. */
static void run_children(void)
{
    ishmemx_uniqueid_t id;
    REQUIRE(ishmemx_get_uniqueid(&id) == 0);
    for (rank = 0; rank < size; rank++) {
        if (fork() == 0) {
            join(&id);
            talk();
            ishmem_finalize();
            exit(0);
        }
    }
    for (int child = 0; child < size; child++) {
        int status;
        REQUIRE(wait(&status) > 0 && status == 0);
    }
}

/* The last PE ends the job, and the others end their program when its process is gone. */
static void exit_when_job_ends(bool last)
{
    long *const process = ishmem_calloc(1, sizeof *process);
    REQUIRE(process);
    for (int pe = 0; pe < size && last; pe++) {
        ishmem_long_p(process, (long)getpid(), pe);
    }
    ishmem_barrier_all();
    if (last) {
        ishmem_global_exit(7);
    }
    struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, *process, 0), .events = POLLIN};
    REQUIRE(end.fd >= 0 || errno == ESRCH);
    while (end.fd >= 0 && poll(&end, 1, -1) < 0) {
    }
    exit(0);
}

static int of_environment(const char *name)
{
    const char *const text = getenv(name);
    REQUIRE(text);
    return atoi(text);
}

int main(int argc, char **argv)
{
    REQUIRE(argc == 3 || argc == 5);
    const char *const mode = argv[1];
    ishmemx_uniqueid_t id;
    rank = argc == 5 ? atoi(argv[3]) : of_environment("PMI_RANK");
    size = argc == 5 ? atoi(argv[4]) : of_environment("PMI_SIZE");
    if (strcmp(mode, "children") == 0) {
        run_children();
        return 0;
    }
    if (rank == 0) {
        make_id(argv[2], &id);
    } else {
        take_id(argv[2], &id);
    }
    const bool last = rank == size - 1;
    if (strcmp(mode, "job") == 0) {
        run_job(&id);
    } else if (strcmp(mode, "mpi-job") == 0) {
        run_mpi_job(&id, MPI_THREAD_MULTIPLE);
    } else if (strcmp(mode, "mpi-job-funneled") == 0) {
        run_mpi_job(&id, MPI_THREAD_FUNNELED);
    } else if (strcmp(mode, "mpi-of-many") == 0 || strcmp(mode, "mpi-of-some") == 0) {
        int provided;
        if (rank == 0 || strcmp(mode, "mpi-of-many") == 0) {
            MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
        }
        join(&id);
    } else if (strcmp(mode, "no-mpi") == 0) {
        may_initialize = false;
        join(&id);
        talk();
        ishmem_finalize();
    } else if (strcmp(mode, "sizes-differ") == 0) {
        size += last;
        join(&id);
    } else if (strcmp(mode, "duplicate") == 0) {
        rank -= last;
        join(&id);
    } else if (strcmp(mode, "missing") == 0) {
        if (!last) {
            join(&id);
        }
    } else if (strcmp(mode, "zero") == 0) {
        memset(&id, 0, sizeof id);
        join(&id);
    } else if (strcmp(mode, "text") == 0) {
        memset(&id, 'x', sizeof id);
        join(&id);
    } else if (strcmp(mode, "changed") == 0) {
        id.bytes[50] ^= 1;
        join(&id);
    } else if (strcmp(mode, "null") == 0) {
        join(NULL);
    } else if (strcmp(mode, "rank-outside") == 0) {
        rank = size;
        join(&id);
    } else if (strcmp(mode, "twice") == 0) {
        join(&id);
        ishmem_finalize();
        join(&id);
    } else if (strcmp(mode, "maker-dies") == 0) {
        if (rank == 0) {
            nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
            raise(SIGKILL);
        }
        join(&id);
    } else if (strcmp(mode, "dies") == 0) {
        join(&id);
        if (last) {
            /* The others are in the barrier by then. */
            nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
            raise(SIGKILL);
        }
        ishmem_barrier_all();
    } else if (strcmp(mode, "global-exit") == 0) {
        join(&id);
        if (last) {
            ishmem_global_exit(7);
        }
        ishmem_barrier_all();
    } else if (strcmp(mode, "exit-at-end") == 0) {
        join(&id);
        exit_when_job_ends(last);
    } else {
        fprintf(stderr, "no mode %s\n", mode);
        return 2;
    }
    return 0;
}
