/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bootstrap table over MPI.  The job is the processes of a communicator, which the library
 * duplicates, so that its messages never meet the program's.  The library initialises MPI if the
 * program has not, and then finalises it when the process exits: MPI cannot be initialised twice,
 * the library can.
 *
 * Waits poll and yield: PEs may outnumber processors, and MPI's own blocking calls spin through
 * their whole time slice.  A PE that arrives much earlier than the others sleeps between polls,
 * because their kernels may need its processor.
 */
#include "runtime.h"

#include "ishmem/types.h"
#include "runtime/bootstrap_table.h"
#include "util/clock.h"
#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define ABORT_SECONDS 2
#define FINALIZE_CPU_SECONDS 20
#define FINALIZE_SECONDS 120
#define FINALIZE_PAUSE_NS 50000000
/* The greatest that every MPI has: programs probably use others. */
#define CONNECT_TAG 32767

/* Two seconds, because PEs do not call ishmem_init at the same time. */
#define ROLL_TAG 1
#define ROLL_LOOKS 40
#define ROLL_PAUSE_NS 50000000
#define NAMED_MOST 8

/* A process that waits in MPI stays awake at first, for longer than any exchange takes if each
 * process has a processor.  Then it sleeps for a fraction of the time that it has waited already.
 * Otherwise many processes that share a processor would keep it from the one for which all wait. */
#define AWAKE_NS 1000000
#define SLEEP_PART 32
#define SLEEP_LEAST_NS 50000
#define SLEEP_MOST_NS 4000000

static struct {
    MPI_Comm comm; /* MPI_COMM_NULL outside of init and finalize */
    int rank;
    int size;
    pid_t initialized_by; /* the process in which this module initialised MPI */
    bool is_joined;       /* comm, rank and size are complete */
    bool ended;           /* set by finalize; only then may MPI be finalised at exit */
    bool has_network;     /* the job's processes are on several machines */
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    void (*step)(const char *what);
    bool (*is_late)(void);
    void (*fail_late)(const char *missing);
    bool (*drive)(void); /* NULL: the job was not formed by this module */
} mpi = {.comm = MPI_COMM_NULL};

static const char *const level_names[] = {"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED",
                                          "MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE"};

MPI_Comm ishmemi_mpi_job(void)
{
    return mpi.comm;
}

/* The library's thread levels and MPI's are numbered independently. */
static int level_from_mpi(int level)
{
    switch (level) {
    case MPI_THREAD_MULTIPLE:
        return ISHMEM_THREAD_MULTIPLE;
    case MPI_THREAD_SERIALIZED:
        return ISHMEM_THREAD_SERIALIZED;
    case MPI_THREAD_FUNNELED:
        return ISHMEM_THREAD_FUNNELED;
    default:
        return ISHMEM_THREAD_SINGLE;
    }
}

const char *ishmemi_mpi_level_name(int level)
{
    return level_names[level_from_mpi(level)];
}

bool ishmemi_mpi_is_forbidden(int level)
{
    int is_main;
    return level < MPI_THREAD_SERIALIZED &&
           (MPI_Is_thread_main(&is_main) != MPI_SUCCESS || !is_main);
}

void ishmemi_mpi_refuse_thread(void (*log_error)(const char *format, ...), int pe, int level)
{
    log_error("on PE %d a thread other than the one that initialised MPI initialises this library; "
              "expected the same thread, because MPI is initialised with %s and PEs of other hosts "
              "are reached through MPI",
              pe, ishmemi_mpi_level_name(level));
}

static int check(int code, const char *call)
{
    if (code == MPI_SUCCESS) {
        return 0;
    }
    char text[MPI_MAX_ERROR_STRING];
    int length;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) {
        length = 0;
    }
    mpi.log_error("%s failed: %.*s", call, length, text);
    return -1;
}

/* ---- Missing PEs ----------------------------------------------------------------------------- */

static void list_missing(const bool *is_here, char *text, size_t bytes)
{
    int named = 0;
    size_t used = 0;
    *text = '\0';
    for (int rank = 0; rank < mpi.size && named <= NAMED_MOST; rank++) {
        if (rank != mpi.rank && !is_here[rank]) {
            used += (size_t)(named == NAMED_MOST ? snprintf(text + used, bytes - used, ", ...")
                                                 : snprintf(text + used, bytes - used, "%s%d",
                                                            named ? ", " : "PE ", rank));
            named++;
        }
    }
}

/* When the limit of start-up passes, every PE that waits sends to all others: a PE that sends
 * nothing is missing. */
static void call_roll(bool *is_here)
{
    static char nothing;
    MPI_Request sent;
    for (int rank = 0; rank < mpi.size; rank++) {
        if (rank != mpi.rank &&
            MPI_Isend(&nothing, 0, MPI_BYTE, rank, ROLL_TAG, mpi.comm, &sent) == MPI_SUCCESS) {
            MPI_Request_free(&sent);
        }
    }
    for (int look = 0; look < ROLL_LOOKS; look++) {
        for (int rank = 0; rank < mpi.size; rank++) {
            int came = 0;
            if (rank != mpi.rank && !is_here[rank] &&
                MPI_Iprobe(rank, ROLL_TAG, mpi.comm, &came, MPI_STATUS_IGNORE) == MPI_SUCCESS) {
                is_here[rank] = came;
            }
        }
        nanosleep(&(struct timespec){.tv_nsec = ROLL_PAUSE_NS}, NULL);
    }
}

static void fail_late(void)
{
    char missing[160] = "";
    bool *const is_here = calloc((size_t)mpi.size, sizeof *is_here);
    if (is_here) {
        call_roll(is_here);
        list_missing(is_here, missing, sizeof missing);
    }
    mpi.fail_late(missing);
}

static void sleep_after(uint64_t waited)
{
    uint64_t ns = waited / SLEEP_PART;
    ns = ns < SLEEP_LEAST_NS ? SLEEP_LEAST_NS : ns > SLEEP_MOST_NS ? SLEEP_MOST_NS : ns;
    nanosleep(&(struct timespec){.tv_nsec = (long)ns}, NULL);
}

int ishmemi_mpi_await(MPI_Request *request)
{
    uint64_t start = ishmemi_clock_now();
    for (;;) {
        int done;
        const int code = MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS || done) {
            return code;
        }
        const uint64_t now = ishmemi_clock_now();
        if (mpi.drive && mpi.drive()) {
            start = now;
        } else if (now - start < AWAKE_NS) {
            sched_yield();
        } else {
            sleep_after(now - start);
            if (mpi.is_joined && mpi.is_late()) {
                fail_late();
            }
        }
    }
}

static int await(MPI_Request *request, const char *call)
{
    return check(ishmemi_mpi_await(request), call);
}

/* ---- Finalising MPI at exit ------------------------------------------------------------------ */

/* Set before leave_late starts. */
static struct {
    clockid_t clock; /* of the thread in MPI_Finalize */
    int status;
} finalizing;

/* Runs during MPI_Finalize.  A hang there spins, so processor time tells a hang from a machine with
 * more processes than processors.  A process that leaves too early loses the launcher's answer, and
 * with it the job's status. */
static void *leave_late(void *unused)
{
    (void)unused;
    const uint64_t start = ishmemi_clock_read(finalizing.clock);
    for (int seconds = 0;
         seconds < FINALIZE_SECONDS &&
         (ishmemi_clock_read(finalizing.clock) - start) / 1000000000 < FINALIZE_CPU_SECONDS;
         seconds++) {
        nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    }
    fflush(stdout);
    _exit(finalizing.status);
}

/* All processes meet.  Returns 0, or -1 after logging why. */
static int meet_at_exit(void)
{
    MPI_Request all_here;
    return check(MPI_Ibarrier(MPI_COMM_WORLD, &all_here), "MPI_Ibarrier") != 0
               ? -1
               : await(&all_here, "MPI_Ibarrier");
}

/* Sends a message of nothing to `to` and receives one from `from`. */
static int greet(int to, int from)
{
    static char nothing;
    MPI_Request received;
    MPI_Request sent;
    return check(MPI_Irecv(&nothing, 0, MPI_BYTE, from, CONNECT_TAG, MPI_COMM_WORLD, &received),
                 "MPI_Irecv") != 0 ||
                   check(MPI_Isend(&nothing, 0, MPI_BYTE, to, CONNECT_TAG, MPI_COMM_WORLD, &sent),
                         "MPI_Isend") != 0 ||
                   await(&received, "MPI_Irecv") != 0 || await(&sent, "MPI_Isend") != 0
               ? -1
               : 0;
}

/* MPI connects two processes at the first message between them, and MPICH may wait for ever in MPI_Finalize for a
 * connection over which messages have gone in one direction alone.  If something else carries the data of the job,
 * MPI's collectives have sent the only messages, to ranks that are powers of two away.  So one goes back, too. */
static int connect_both_ways(void)
{
    int rank;
    int size;
    int result = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int64_t away = 1; away < size && result == 0; away *= 2) {
        const int after = (int)((rank + away) % size);
        const int before = (int)((rank + size - away) % size);
        result = greet(after, before) != 0 || greet(before, after) != 0 ? -1 : 0;
    }
    return result;
}

/* At exit of the process that initialised MPI.  If the job ended early, the others may never call
 * MPI_Finalize, which would wait for them.
 *
 * MPICH before 4.2 sometimes hangs in MPI_Finalize over TCP.  One process waits for the answer that
 * completes its disconnection from another.  The other one, which got its own answer earlier, is
 * already in a barrier of the launcher and answers no more.  So all processes meet first and then
 * make no MPI call for a while, so that none is answered before its peer is in MPI_Finalize as
 * well.  A process that still hangs there exits without it. */
static void finalize_at_exit(int status, void *unused)
{
    (void)unused;
    int finalized = 1;
    if (mpi.initialized_by != getpid() || !mpi.ended || MPI_Finalized(&finalized) != MPI_SUCCESS ||
        finalized) {
        return;
    }
    pthread_t thread;
    finalizing.status = status;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (meet_at_exit() != 0) {
        return;
    }
    if (mpi.has_network) {
        if (connect_both_ways() != 0 || meet_at_exit() != 0) {
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = FINALIZE_PAUSE_NS}, NULL);
    }
    if (pthread_getcpuclockid(pthread_self(), &finalizing.clock) == 0 &&
        pthread_create(&thread, NULL, leave_late, NULL) == 0) {
        pthread_detach(thread);
    }
    MPI_Finalize();
}

/* ---- The table's functions ------------------------------------------------------------------- */

static int start(const ishmemi_bootstrap_request_t *request)
{
    int initialized, finalized;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    if (finalized) {
        mpi.log_error("MPI_Finalize was called before the library was initialised; MPI must stay "
                      "initialised until ishmem_finalize");
        return -1;
    }
    if (initialized) {
        return 0;
    }
    if (!request->initialize) {
        mpi.log_error(
            "MPI is not initialised, and the attributes forbid the library to initialise it");
        return -1;
    }
    /* Not request->thread_level: a job with PEs on other hosts has a thread that serves them. */
    int provided;
    mpi.step("MPI_Init_thread");
    if (check(MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided), "MPI_Init_thread") !=
        0) {
        return -1;
    }
    mpi.initialized_by = getpid();
    return 0;
}

static int join(const ishmemi_bootstrap_request_t *request)
{
    const MPI_Comm program =
        request->communicator ? *(MPI_Comm *)request->communicator : MPI_COMM_WORLD;
    if (program == MPI_COMM_NULL) {
        mpi.log_error("the communicator in the attributes is MPI_COMM_NULL: only its members may "
                      "call ishmemx_init_attr");
        return -1;
    }
    /* The error handler of the program's communicator, which may end the process, is restored at
     * once. */
    MPI_Errhandler handler;
    if (MPI_Comm_get_errhandler(program, &handler) != MPI_SUCCESS) {
        mpi.log_error("the communicator in the attributes is not valid");
        return -1;
    }
    MPI_Comm_set_errhandler(program, MPI_ERRORS_RETURN);
    MPI_Request copying;
    mpi.step("MPI_Comm_idup");
    const int code = MPI_Comm_idup(program, &mpi.comm, &copying);
    MPI_Comm_set_errhandler(program, handler);
    MPI_Errhandler_free(&handler);
    if (check(code, "MPI_Comm_idup") != 0 || await(&copying, "MPI_Comm_idup") != 0) {
        mpi.comm = MPI_COMM_NULL;
        return -1;
    }
    MPI_Comm_set_errhandler(mpi.comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(mpi.comm, &mpi.rank);
    MPI_Comm_size(mpi.comm, &mpi.size);
    mpi.is_joined = true;
    return 0;
}

static int mpi_init(const ishmemi_bootstrap_request_t *request, int *rank, int *size,
                    int *thread_level)
{
    mpi.log_error = request->log_error;
    mpi.step = request->step;
    mpi.is_late = request->is_late;
    mpi.fail_late = request->fail_late;
    mpi.drive = request->drive;
    mpi.ended = false;
    if (start(request) != 0) {
        return -1;
    }
    int provided;
    MPI_Query_thread(&provided);
    const int level = level_from_mpi(provided);
    if (level < request->thread_level) {
        mpi.log_error("MPI is initialised with %s, but the thread level that the program requests "
                      "needs %s: pass that to MPI_Init_thread",
                      level_names[level], level_names[request->thread_level]);
        return -1;
    }
    if (join(request) != 0) {
        return -1;
    }
    *rank = mpi.rank;
    *size = mpi.size;
    *thread_level = level;
    return 0;
}

static int mpi_allgather(const void *send, void *receive, size_t bytes_each)
{
    if (bytes_each > INT_MAX) {
        mpi.log_error("an allgather of %zu bytes for each PE; expected at most %d", bytes_each,
                      INT_MAX);
        return -1;
    }
    const int bytes = (int)bytes_each;
    MPI_Request request;
    return check(
               MPI_Iallgather(send, bytes, MPI_BYTE, receive, bytes, MPI_BYTE, mpi.comm, &request),
               "MPI_Iallgather") != 0
               ? -1
               : await(&request, "MPI_Iallgather");
}

static int mpi_barrier(void)
{
    MPI_Request request;
    return check(MPI_Ibarrier(mpi.comm, &request), "MPI_Ibarrier") != 0
               ? -1
               : await(&request, "MPI_Ibarrier");
}

static int mpi_world_size(void)
{
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

static volatile sig_atomic_t abort_status;

static void leave(int number)
{
    (void)number;
    _exit(abort_status);
}

static void mpi_abort(int status)
{
    /* MPI_Abort may wait for the others to make progress; the alarm limits that. */
    int processes = 0;
    if (mpi.comm != MPI_COMM_NULL) {
        MPI_Comm_size(MPI_COMM_WORLD, &processes);
    }
    if (processes == 1) {
        _exit(status);
    }
    abort_status = status;
    signal(SIGALRM, leave);
    alarm(ABORT_SECONDS);
    if (mpi.comm != MPI_COMM_NULL) {
        MPI_Abort(mpi.comm, status);
    }
    _exit(status);
}

static int mpi_finalize(bool has_network)
{
    int finalized;
    MPI_Finalized(&finalized);
    if (finalized) {
        mpi.log_error("MPI_Finalize was called before ishmem_finalize");
        return -1;
    }
    /* Registered here, because a handler of exit() that was set earlier may finalize the
     * library. */
    static bool is_registered;
    is_registered = is_registered || on_exit(finalize_at_exit, NULL) == 0;
    mpi.ended = is_registered;
    mpi.has_network |= has_network;
    mpi.is_joined = false;
    return check(MPI_Comm_free(&mpi.comm), "MPI_Comm_free");
}

/* The first line of MPI's version text, without tabs. */
static const char *mpi_version(void)
{
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    if (MPI_Get_library_version(text, &length) != MPI_SUCCESS) {
        return "unknown";
    }
    text[strcspn(text, "\n")] = '\0';
    for (char *tab = text; (tab = strchr(tab, '\t'));) {
        *tab = ' ';
    }
    return text;
}

static const ishmemi_bootstrap_t table = {
    .abi = ISHMEMI_BOOTSTRAP_ABI,
#ifdef OPEN_MPI
    .mpi = ISHMEMI_MPI_OPEN_MPI,
    .name = "Open MPI",
#else
    .mpi = ISHMEMI_MPI_MPICH,
    .name = "MPICH",
#endif
    .version = mpi_version,
    .follow_seconds = 5,
    .init = mpi_init,
    .world_size = mpi_world_size,
    .allgather = mpi_allgather,
    .barrier = mpi_barrier,
    .abort = mpi_abort,
    .finalize = mpi_finalize,
};

__attribute__((visibility("default"))) const ishmemi_bootstrap_t *ishmemi_bootstrap_get(void);

const ishmemi_bootstrap_t *ishmemi_bootstrap_get(void)
{
    return &table;
}
