/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tasks of GCC's OpenMP.  Our header precedes a task's data, which libgomp copies.
 */
#include "openmp.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef void work_fn(void *);
typedef void copy_fn(void *to, void *from);

/* Flags of GOMP_task. */
enum { HAS_DEPENDS = 1 << 3, IS_DETACHED = 1 << 13 };

typedef struct head {
    work_fn *work;
    copy_fn *copy; /* NULL: copies bytes */
    void *given;   /* the program's data, for `copy` */
    region_t *region;
    char *begun; /* the creator releases to it; freed when the task runs */
    size_t behind;
    bool depends;
} head_t;

static void run(void *argument)
{
    head_t *const head = argument;
    const position_t before = ishmemi_accesses_position;
    if (head->region && before.region != head->region) {
        ishmemi_accesses_position = (position_t){head->region, 0};
    }
    acquire(head->begun);
    if (head->depends) {
        /* Acquires from all finished tasks, not only from those that it depends on. */
        ishmemi_accesses_wait_tasks();
    }
    if (head->begun && is_seen()) {
        ishmemi_races_thread_forgets(head->begun);
    }
    free(head->begun);
    head->work((char *)argument + head->behind);
    if (ishmemi_accesses_position.region) {
        release(&ishmemi_accesses_position.region->tasks);
    }
    if (ishmemi_accesses_position.region != before.region) {
        ishmemi_accesses_position = before;
    }
}

static void copy(void *to, void *from)
{
    const head_t *const head = from;
    memcpy(to, from, sizeof *head);
    head->copy((char *)to + head->behind, head->given);
}

void GOMP_task(work_fn *work, void *data, copy_fn *copies, long bytes, long alignment, bool defers,
               unsigned flags, void **depends, int priority, void *detach);
void GOMP_task(work_fn *work, void *data, copy_fn *copies, long bytes, long alignment, bool defers,
               unsigned flags, void **depends, int priority, void *detach)
{
    REAL(GOMP_task)
    const size_t least = _Alignof(head_t);
    const size_t aligned = (size_t)alignment > least ? (size_t)alignment : least;
    const size_t behind = (sizeof(head_t) + aligned - 1) / aligned * aligned;
    if ((flags & IS_DETACHED) != 0) {
        /* Another thread completes the task, and its data begins with what that thread needs. */
        ishmemi_accesses_lose_threads();
    }
    char *const room =
        is_seen() && (flags & IS_DETACHED) == 0 ? malloc(behind + (size_t)bytes + aligned) : NULL;
    if (!room) {
        real(work, data, copies, bytes, alignment, defers, flags, depends, priority, detach);
        return;
    }
    char *const start = room + (aligned - (uintptr_t)room % aligned) % aligned;
    const head_t head = {.work = work,
                         .copy = copies,
                         .given = data,
                         .region = ishmemi_accesses_position.region,
                         .begun = malloc(1),
                         .behind = behind,
                         .depends = (flags & HAS_DEPENDS) != 0};
    memcpy(start, &head, sizeof head);
    if (!copies) {
        memcpy(start + behind, data, (size_t)bytes);
    }
    release(head.begun);
    real(run, start, copies ? copy : NULL, (long)behind + bytes, (long)aligned, defers, flags,
         depends, priority, detach);
    free(room);
}

#define WAITS(NAME)                    \
    void NAME(void);                   \
    void NAME(void)                    \
    {                                  \
        REAL(NAME)                     \
        real();                        \
        ishmemi_accesses_wait_tasks(); \
    }
WAITS(GOMP_taskwait)
WAITS(GOMP_taskgroup_end)

void GOMP_taskwait_depend(void **depends);
void GOMP_taskwait_depend(void **depends)
{
    REAL(GOMP_taskwait_depend)
    real(depends);
    ishmemi_accesses_wait_tasks();
}

/* The data of these tasks begins with the loop's bounds, where our header would be. */
#define LOOP(NAME, TYPE)                                                                           \
    void NAME(work_fn *work, void *data, copy_fn *copies, long bytes, long alignment,              \
              unsigned flags, unsigned long tasks, int priority, TYPE start, TYPE end, TYPE step); \
    void NAME(work_fn *work, void *data, copy_fn *copies, long bytes, long alignment,              \
              unsigned flags, unsigned long tasks, int priority, TYPE start, TYPE end, TYPE step)  \
    {                                                                                              \
        REAL(NAME)                                                                                 \
        ishmemi_accesses_lose_threads();                                                           \
        real(work, data, copies, bytes, alignment, flags, tasks, priority, start, end, step);      \
    }
LOOP(GOMP_taskloop, long)
LOOP(GOMP_taskloop_ull, unsigned long long)
