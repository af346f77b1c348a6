/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bootstrap table over PMIx.  The job consists of the processes of the namespace, that is, all
 * that the launcher has started together.  In an exchange each process puts its part at its server
 * under a key of that exchange, and a fence brings all parts to all servers.  Servers keep what
 * they have until the job's end, so PMIx only introduces the PEs to each other (introduces).
 *
 * PMIx stays initialised until the process exits, because a client cannot join its server twice.
 *
 * word       written by      read by            ordering
 * is_done    PMIx's thread   the waiting one    release, acquire: status is written before
 * answered   PMIx's thread   the waiting one    release, acquire
 */
#include "ishmem/types.h"
#include "runtime/bootstrap_table.h"
#include <pmix.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define ABORT_SECONDS 2
#define NAMED_MOST 8

/* How long the servers are asked which processes have arrived. */
#define ROLL_SECONDS 2
#define ROLL_LOOKS 50
#define ROLL_PAUSE_NS 50000000

/* A poll is cheap: all of these take about a millisecond, which is long compared with an exchange
 * on one host. */
#define LOOKS_AWAKE 1000
#define SLEEP_NS 50000

static struct {
    pmix_proc_t me;
    pmix_proc_t all; /* every process of the namespace */
    int rank;
    int size;
    unsigned round;       /* exchanges so far, over all starts of the library */
    pid_t initialized_by; /* this process, if this module has initialised PMIx */
    bool is_joined;
    bool ended; /* by finalize; only then does exit finalise PMIx */
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    void (*step)(const char *what);
    bool (*is_late)(void);
    void (*fail_late)(const char *missing);
    bool (*drive)(void);
} job;

static int check(pmix_status_t status, const char *call)
{
    if (status == PMIX_SUCCESS) {
        return 0;
    }
    job.log_error("%s failed: %s", call, PMIx_Error_string(status));
    return -1;
}

static void set_key(pmix_key_t key, unsigned round)
{
    snprintf(key, sizeof(pmix_key_t), "ishmem.%u", round);
}

static pmix_proc_t process(int rank)
{
    pmix_proc_t found = job.me;
    found.rank = (pmix_rank_t)rank;
    return found;
}

/* ---- Who is missing -------------------------------------------------------------------------- */

static void note_answer(pmix_status_t status, pmix_value_t *value, void *answered)
{
    (void)value;
    __atomic_store_n((bool *)answered, status == PMIX_SUCCESS, __ATOMIC_RELEASE);
}

static void list_missing(const bool *answered, char *text, size_t bytes)
{
    int named = 0;
    size_t used = 0;
    for (int rank = 0; rank < job.size && named <= NAMED_MOST; rank++) {
        if (rank != job.rank && !__atomic_load_n(&answered[rank], __ATOMIC_ACQUIRE)) {
            used += (size_t)(named == NAMED_MOST ? snprintf(text + used, bytes - used, ", ...")
                                                 : snprintf(text + used, bytes - used, "%s%d",
                                                            named ? ", " : "PE ", rank));
            named++;
        }
    }
}

/* A process that has not put its part of this exchange is missing.  Answers may arrive until the
 * process ends, so their memory is never freed. */
static void fail_late(void)
{
    char missing[160] = "";
    int seconds = ROLL_SECONDS;
    pmix_key_t key;
    pmix_info_t limit;
    bool *const answered = calloc((size_t)job.size, sizeof *answered);
    set_key(key, job.round);
    PMIX_INFO_LOAD(&limit, PMIX_TIMEOUT, &seconds, PMIX_INT);
    for (int rank = 0; answered && rank < job.size; rank++) {
        const pmix_proc_t other = process(rank);
        if (rank != job.rank) {
            (void)PMIx_Get_nb(&other, key, &limit, 1, note_answer, &answered[rank]);
        }
    }
    for (int look = 0; look < ROLL_LOOKS; look++) {
        nanosleep(&(struct timespec){.tv_nsec = ROLL_PAUSE_NS}, NULL);
    }
    if (answered) {
        list_missing(answered, missing, sizeof missing);
    }
    job.fail_late(missing);
}

/* ---- Fences ---------------------------------------------------------------------------------- */

typedef struct fence {
    bool is_done;
    pmix_status_t status;
} fence_t;

static void end_fence(pmix_status_t status, void *fence)
{
    ((fence_t *)fence)->status = status;
    __atomic_store_n(&((fence_t *)fence)->is_done, true, __ATOMIC_RELEASE);
}

static void await(const fence_t *fence)
{
    for (int looks = 0; !__atomic_load_n(&fence->is_done, __ATOMIC_ACQUIRE); looks++) {
        if (job.drive && job.drive()) {
            looks = 0;
        } else if (looks < LOOKS_AWAKE) {
            sched_yield();
        } else {
            nanosleep(&(struct timespec){.tv_nsec = SLEEP_NS}, NULL);
            if (job.is_joined && job.is_late()) {
                fail_late();
            }
        }
    }
}

static int meet(void)
{
    bool collect = true;
    fence_t fence = {.is_done = false};
    pmix_info_t info;
    PMIX_INFO_LOAD(&info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
    const pmix_status_t status = PMIx_Fence_nb(&job.all, 1, &info, 1, end_fence, &fence);
    if (status == PMIX_OPERATION_SUCCEEDED) {
        return 0;
    }
    if (check(status, "PMIx_Fence_nb") != 0) {
        return -1;
    }
    await(&fence);
    return check(fence.status, "PMIx_Fence_nb");
}

/* ---- The table's functions ------------------------------------------------------------------- */

static void finalize_at_exit(void)
{
    if (job.initialized_by == getpid() && job.ended) {
        (void)PMIx_Finalize(NULL, 0);
    }
}

static int start(const ishmemi_bootstrap_request_t *request)
{
    const bool was_initialized = PMIx_Initialized();
    if (job.initialized_by == getpid()) {
        return 0;
    }
    if (!was_initialized && !request->initialize) {
        job.log_error(
            "PMIx is not initialised, and the attributes forbid the library to initialise it");
        return -1;
    }
    /* PMIx counts its initialisations, if the program has initialised it, too. */
    job.step("PMIx_Init");
    if (check(PMIx_Init(&job.me, NULL, 0), "PMIx_Init") != 0) {
        return -1;
    }
    job.initialized_by = getpid();
    return 0;
}

static int find_size(void)
{
    pmix_value_t *value = NULL;
    if (check(PMIx_Get(&job.all, PMIX_JOB_SIZE, NULL, 0, &value), "PMIx_Get of PMIX_JOB_SIZE") !=
        0) {
        return -1;
    }
    const uint32_t size = value->type == PMIX_UINT32 ? value->data.uint32 : 0;
    PMIX_VALUE_RELEASE(value);
    if (size == 0 || size > INT32_MAX || job.me.rank >= size) {
        job.log_error("PMIx says that this is process %u of %u", (unsigned)job.me.rank,
                      (unsigned)size);
        return -1;
    }
    job.size = (int)size;
    return 0;
}

static int pmix_init(const ishmemi_bootstrap_request_t *request, int *rank, int *size,
                     int *thread_level)
{
    job.log_error = request->log_error;
    job.step = request->step;
    job.is_late = request->is_late;
    job.fail_late = request->fail_late;
    job.drive = request->drive;
    job.ended = false;
    if (request->communicator) {
        job.log_error("the attributes name a communicator of MPI, but this job is joined by PMIx");
        return -1;
    }
    if (start(request) != 0) {
        return -1;
    }
    job.all = job.me;
    job.all.rank = PMIX_RANK_WILDCARD;
    if (find_size() != 0) {
        return -1;
    }
    job.rank = (int)job.me.rank;
    job.is_joined = true;
    *rank = job.rank;
    *size = job.size;
    *thread_level = ISHMEM_THREAD_MULTIPLE;
    return 0;
}

static int pmix_world_size(void)
{
    return job.size;
}

static int put(const pmix_key_t key, const void *data, size_t bytes)
{
    pmix_value_t value = {.type = PMIX_BYTE_OBJECT};
    value.data.bo.bytes = (char *)(uintptr_t)data;
    value.data.bo.size = bytes;
    return check(PMIx_Put(PMIX_GLOBAL, key, &value), "PMIx_Put") != 0 ||
                   check(PMIx_Commit(), "PMIx_Commit") != 0
               ? -1
               : 0;
}

static int get(const pmix_key_t key, int rank, void *data, size_t bytes)
{
    const pmix_proc_t from = process(rank);
    pmix_value_t *value = NULL;
    if (check(PMIx_Get(&from, key, NULL, 0, &value), "PMIx_Get") != 0) {
        return -1;
    }
    const bool is_whole = value->type == PMIX_BYTE_OBJECT && value->data.bo.size == bytes;
    if (is_whole) {
        memcpy(data, value->data.bo.bytes, bytes);
    } else {
        job.log_error("PE %d has put %zu bytes into an exchange of %zu bytes", rank,
                      value->type == PMIX_BYTE_OBJECT ? value->data.bo.size : 0, bytes);
    }
    PMIX_VALUE_RELEASE(value);
    return is_whole ? 0 : -1;
}

static int pmix_allgather(const void *send, void *receive, size_t bytes_each)
{
    pmix_key_t key;
    job.round++;
    set_key(key, job.round);
    if (put(key, send, bytes_each) != 0 || meet() != 0) {
        return -1;
    }
    for (int rank = 0; rank < job.size; rank++) {
        if (get(key, rank, (char *)receive + (size_t)rank * bytes_each, bytes_each) != 0) {
            return -1;
        }
    }
    return 0;
}

static volatile sig_atomic_t abort_status;

static void leave(int number)
{
    (void)number;
    _exit(abort_status);
}

/* The server may be gone, so the wait for it ends after a while. */
static void pmix_abort(int status)
{
    abort_status = status;
    signal(SIGALRM, leave);
    alarm(ABORT_SECONDS);
    (void)PMIx_Abort(status, "libishmem ends the job", NULL, 0);
    _exit(status);
}

static int pmix_finalize(bool has_network)
{
    (void)has_network;
    /* Registered now, because the library may be finalized by a handler of exit() that was set
     * earlier. */
    static bool is_registered;
    is_registered = is_registered || atexit(finalize_at_exit) == 0;
    job.ended = is_registered;
    job.is_joined = false;
    return 0;
}

static const char *pmix_version(void)
{
    return PMIx_Get_version();
}

static const ishmemi_bootstrap_t table = {
    .abi = ISHMEMI_BOOTSTRAP_ABI,
    .mpi = ISHMEMI_MPI_UNKNOWN,
    .introduces = true,
    .name = "PMIx",
    .version = pmix_version,
    .follow_seconds = 5,
    .init = pmix_init,
    .world_size = pmix_world_size,
    .allgather = pmix_allgather,
    .abort = pmix_abort,
    .finalize = pmix_finalize,
};

__attribute__((visibility("default"))) const ishmemi_bootstrap_t *ishmemi_bootstrap_get(void);

const ishmemi_bootstrap_t *ishmemi_bootstrap_get(void)
{
    return &table;
}
