/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The OpenMP of LLVM and others that offer OMPT, the tools interface of OpenMP 5: such a library
 * finds ompt_start_tool here, and reports regions, barriers, locks and tasks.
 */
#include "openmp_tool.h"

#include "openmp.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>

/* Types of OMPT. */
typedef union data {
    uint64_t value;
    void *ptr;
} data_t;
typedef void (*callback_fn)(void);
typedef callback_fn (*lookup_fn)(const char *name);
typedef int (*set_callback_fn)(int event, callback_fn callback);
typedef struct tool {
    int (*initialize)(lookup_fn lookup, int device, data_t *data);
    void (*finalize)(data_t *data);
    data_t data;
} tool_t;
typedef struct dependence {
    data_t variable;
    int type;
} dependence_t;

enum { BEGIN = 1, END = 2 };
enum { TASK_INITIAL = 1, TASK_EXPLICIT = 4 };
enum { SYNC_TASKWAIT = 5, SYNC_TASKGROUP = 6, SYNC_REDUCTION = 7 };
enum { COMPLETE = 1, CANCEL = 3, DETACH = 4, TASKWAIT_COMPLETE = 8 };
enum { DEPENDENCE_SOURCE = 5, DEPENDENCE_SINK = 6 };

/* ---- Regions ------------------------------------------------------------------------------------- */

typedef struct parallel {
    region_t region;
    position_t outer; /* where the thread that begins it was */
} parallel_t;

static void on_parallel_begin(data_t *task, const void *frame, data_t *parallel, unsigned threads,
                              int flags, const void *codeptr)
{
    (void)task, (void)frame, (void)threads, (void)flags, (void)codeptr;
    parallel_t *const made = calloc(1, sizeof *made);
    parallel->ptr = made;
    if (made) {
        made->outer = ishmemi_accesses_position;
        ishmemi_accesses_begin_region(&made->region);
    }
}

static void on_parallel_end(data_t *parallel, data_t *task, int flags, const void *codeptr)
{
    (void)task, (void)flags, (void)codeptr;
    parallel_t *const ended = parallel->ptr;
    if (ended) {
        ishmemi_accesses_position = ended->outer;
        ishmemi_accesses_end_region(&ended->region);
        free(ended);
        parallel->ptr = NULL;
    }
}

/* A thread may find out that a region has ended only when the next one begins.  By then it has
 * already reported the end. */
static void on_implicit_task(int end, data_t *parallel, data_t *task, unsigned threads,
                             unsigned index, int flags)
{
    (void)threads;
    if ((flags & TASK_INITIAL) != 0) {
        return;
    }
    if (end == BEGIN) {
        task->ptr = NULL;
        if (parallel && parallel->ptr) {
            (void)ishmemi_accesses_enter(&((parallel_t *)parallel->ptr)->region);
        }
    } else if (index != 0) {
        ishmemi_accesses_position = (position_t){NULL, 0};
    }
}

/* A thread is in only one barrier at a time. */
static _Thread_local const void *reached;

static void on_sync_region(int kind, int end, data_t *parallel, data_t *task, const void *codeptr)
{
    (void)task, (void)codeptr;
    if (kind == SYNC_TASKWAIT || kind == SYNC_TASKGROUP) {
        if (end == END) {
            ishmemi_accesses_wait_tasks();
        }
    } else if (kind != SYNC_REDUCTION && end == BEGIN) {
        if (ishmemi_accesses_position.region) {
            release(&ishmemi_accesses_position.region->ended);
        }
        reached = ishmemi_accesses_reach_barrier();
    } else if (kind != SYNC_REDUCTION) {
        /* A thread may leave a region's last barrier only when it is wanted in the next region.  By
         * then the first region is gone, and OMPT names none.  The next region may have its memory,
         * and threads that have released to its barriers. */
        ishmemi_accesses_pass_barrier(parallel ? reached : NULL);
        reached = NULL;
    }
}

/* ---- Locks --------------------------------------------------------------------------------------- */

/* OMPT reports a release when another thread may already hold the lock.  So each lock has a mutex
 * of ours, which reports for it. */
typedef struct lock {
    struct lock *next;
    uint64_t id;
    pthread_mutex_t mutex;
} lock_t;
static lock_t *locks;

/* Not a mutex, because that would be reported. */
static char is_searched;

static lock_t *make_lock(uint64_t id)
{
    lock_t *const lock = calloc(1, sizeof *lock);
    pthread_mutexattr_t recursive;
    if (lock) {
        pthread_mutexattr_init(&recursive);
        pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
        pthread_mutex_init(&lock->mutex, &recursive);
        pthread_mutexattr_destroy(&recursive);
        lock->id = id;
        lock->next = locks;
        locks = lock;
    }
    return lock;
}

static lock_t *find_lock(uint64_t id)
{
    while (__atomic_test_and_set(&is_searched, __ATOMIC_ACQUIRE)) {
        sched_yield();
    }
    lock_t *lock = locks;
    while (lock && lock->id != id) {
        lock = lock->next;
    }
    lock = lock ? lock : make_lock(id);
    __atomic_clear(&is_searched, __ATOMIC_RELEASE);
    return lock;
}

static void on_acquired(int kind, uint64_t id, const void *codeptr)
{
    (void)kind, (void)codeptr;
    lock_t *const lock = find_lock(id);
    if (lock) {
        pthread_mutex_lock(&lock->mutex);
    }
}

static void on_released(int kind, uint64_t id, const void *codeptr)
{
    (void)kind, (void)codeptr;
    lock_t *const lock = find_lock(id);
    if (lock) {
        pthread_mutex_unlock(&lock->mutex);
    }
}

/* ---- Tasks --------------------------------------------------------------------------------------- */

typedef struct task {
    char begun;
    bool depends;
    bool has_begun;
} task_t;

static void on_task_create(data_t *task, const void *frame, data_t *created, int flags, int depends,
                           const void *codeptr)
{
    (void)task, (void)frame, (void)codeptr;
    task_t *const made = (flags & TASK_EXPLICIT) != 0 ? calloc(1, sizeof *made) : NULL;
    created->ptr = made;
    if (made) {
        made->depends = depends != 0;
        release(&made->begun);
    }
}

static void end_task(data_t *task)
{
    task_t *const ended = task ? task->ptr : NULL;
    if (ended && ishmemi_accesses_position.region) {
        release(&ishmemi_accesses_position.region->tasks);
    }
    if (ended) {
        task->ptr = NULL;
        free(ended);
    }
}

static void begin_task(data_t *task)
{
    task_t *const begun = task ? task->ptr : NULL;
    if (!begun || begun->has_begun) {
        return;
    }
    begun->has_begun = true;
    acquire(&begun->begun);
    if (begun->depends) {
        ishmemi_accesses_wait_tasks();
    }
    if (is_seen()) {
        ishmemi_races_thread_forgets(&begun->begun);
    }
}

static void on_task_schedule(data_t *prior, int status, data_t *next)
{
    if (status == COMPLETE || status == CANCEL) {
        end_task(prior);
    } else if (status == DETACH) {
        ishmemi_accesses_lose_threads();
    } else if (status == TASKWAIT_COMPLETE) {
        ishmemi_accesses_wait_tasks();
    }
    begin_task(next);
}

/* Iterations that wait for others; which ones is not reported. */
static void on_dependences(data_t *task, const dependence_t *dependences, int count)
{
    (void)task;
    if (count > 0 &&
        (dependences->type == DEPENDENCE_SOURCE || dependences->type == DEPENDENCE_SINK)) {
        ishmemi_accesses_lose_threads();
    }
}

/* ---- The tool ------------------------------------------------------------------------------------ */

static int initialize(lookup_fn lookup, int device, data_t *data)
{
    (void)device, (void)data;
    static const struct {
        int event;
        callback_fn callback;
    } rows[] = {{3, (callback_fn)on_parallel_begin}, {4, (callback_fn)on_parallel_end},
                {5, (callback_fn)on_task_create},    {6, (callback_fn)on_task_schedule},
                {7, (callback_fn)on_implicit_task},  {17, (callback_fn)on_released},
                {18, (callback_fn)on_dependences},   {23, (callback_fn)on_sync_region},
                {27, (callback_fn)on_acquired}};
    enum { SET_ALWAYS = 5 };
    const set_callback_fn set = (set_callback_fn)lookup("ompt_set_callback");
    bool all = set != NULL;
    for (size_t i = 0; set && i < sizeof rows / sizeof rows[0]; i++) {
        all &= set(rows[i].event, rows[i].callback) == SET_ALWAYS;
    }
    ishmemi_accesses_openmp_reports = all;
    return 1;
}

static void finalize(data_t *data)
{
    (void)data;
}

tool_t *ompt_start_tool(unsigned version, const char *runtime);
tool_t *ompt_start_tool(unsigned version, const char *runtime)
{
    (void)version, (void)runtime;
    static tool_t tool = {.initialize = initialize, .finalize = finalize};
    return ishmemi_races_thread_begins ? &tool : NULL;
}

void ishmemi_accesses_open_openmp(void)
{
}
