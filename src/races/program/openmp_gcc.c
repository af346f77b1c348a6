/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * GCC's OpenMP: these functions replace those of libgomp that its programs call, report to
 * libishmem and then call libgomp's.
 */
#include "openmp.h"

#include <time.h>

/* ---- Regions ------------------------------------------------------------------------------------- */

typedef void work_fn(void *);

/* On the stack of the thread that begins the region, until the region ends. */
typedef struct parallel {
    region_t region;
    work_fn *work;
    void *data;
} parallel_t;

static void run(void *argument)
{
    parallel_t *const parallel = argument;
    const position_t before = ishmemi_accesses_enter(&parallel->region);
    parallel->work(parallel->data);
    ishmemi_accesses_leave(&before);
}

#define PARALLEL(NAME, PARAMETERS, ...)                     \
    void NAME PARAMETERS;                                   \
    void NAME PARAMETERS                                    \
    {                                                       \
        REAL(NAME)                                          \
        parallel_t parallel = {.work = work, .data = data}; \
        ishmemi_accesses_begin_region(&parallel.region);    \
        real(run, &parallel, __VA_ARGS__);                  \
        ishmemi_accesses_end_region(&parallel.region);      \
    }
#define LOOP(NAME)                                                                                \
    PARALLEL(NAME,                                                                                \
             (work_fn * work, void *data, unsigned threads, long start, long end, long increment, \
              long chunk, unsigned flags),                                                        \
             threads, start, end, increment, chunk, flags)
#define LOOP_RUNTIME(NAME)                                                                        \
    PARALLEL(NAME,                                                                                \
             (work_fn * work, void *data, unsigned threads, long start, long end, long increment, \
              unsigned flags),                                                                    \
             threads, start, end, increment, flags)

PARALLEL(GOMP_parallel, (work_fn * work, void *data, unsigned threads, unsigned flags), threads,
         flags)
PARALLEL(GOMP_parallel_sections,
         (work_fn * work, void *data, unsigned threads, unsigned count, unsigned flags), threads,
         count, flags)
PARALLEL(GOMP_teams_reg,
         (work_fn * work, void *data, unsigned teams, unsigned limit, unsigned flags), teams, limit,
         flags)
LOOP(GOMP_parallel_loop_static)
LOOP(GOMP_parallel_loop_dynamic)
LOOP(GOMP_parallel_loop_guided)
LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
LOOP(GOMP_parallel_loop_nonmonotonic_guided)
LOOP_RUNTIME(GOMP_parallel_loop_runtime)
LOOP_RUNTIME(GOMP_parallel_loop_nonmonotonic_runtime)
LOOP_RUNTIME(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

unsigned GOMP_parallel_reductions(work_fn *work, void *data, unsigned threads, unsigned flags);
unsigned GOMP_parallel_reductions(work_fn *work, void *data, unsigned threads, unsigned flags)
{
    REAL(GOMP_parallel_reductions)
    parallel_t parallel = {.work = work, .data = data};
    ishmemi_accesses_begin_region(&parallel.region);
    const unsigned result = real(run, &parallel, threads, flags);
    ishmemi_accesses_end_region(&parallel.region);
    return result;
}

/* ---- Barriers ------------------------------------------------------------------------------------ */

#define BARRIER(NAME)                                                 \
    void NAME(void);                                                  \
    void NAME(void)                                                   \
    {                                                                 \
        REAL(NAME)                                                    \
        const void *const barrier = ishmemi_accesses_reach_barrier(); \
        real();                                                       \
        ishmemi_accesses_pass_barrier(barrier);                       \
    }
#define BARRIER_CANCEL(NAME)                                          \
    bool NAME(void);                                                  \
    bool NAME(void)                                                   \
    {                                                                 \
        REAL(NAME)                                                    \
        const void *const barrier = ishmemi_accesses_reach_barrier(); \
        const bool result = real();                                   \
        ishmemi_accesses_pass_barrier(barrier);                       \
        return result;                                                \
    }
BARRIER(GOMP_barrier)
BARRIER(GOMP_loop_end)
BARRIER(GOMP_sections_end)
BARRIER_CANCEL(GOMP_barrier_cancel)
BARRIER_CANCEL(GOMP_loop_end_cancel)
BARRIER_CANCEL(GOMP_sections_end_cancel)

void GOMP_workshare_task_reduction_unregister(bool is_cancelled);
void GOMP_workshare_task_reduction_unregister(bool is_cancelled)
{
    REAL(GOMP_workshare_task_reduction_unregister)
    const void *const barrier = ishmemi_accesses_reach_barrier();
    real(is_cancelled);
    ishmemi_accesses_pass_barrier(barrier);
}

/* One thread ends it with the data for which the others wait in its beginning. */
void *GOMP_single_copy_start(void);
void *GOMP_single_copy_start(void)
{
    REAL(GOMP_single_copy_start)
    void *const given = real();
    if (given && ishmemi_accesses_position.region) {
        acquire(&ishmemi_accesses_position.region->single);
    }
    return given;
}

void GOMP_single_copy_end(void *given);
void GOMP_single_copy_end(void *given)
{
    REAL(GOMP_single_copy_end)
    if (ishmemi_accesses_position.region) {
        release(&ishmemi_accesses_position.region->single);
    }
    real(given);
}

/* ---- Sections ------------------------------------------------------------------------------------ */

/* Sections that one thread runs one by one are ordered.  Each waits for a moment, so that the other
 * threads run some of them. */
static unsigned taken(unsigned section)
{
    extern int omp_get_num_threads(void);
    const struct timespec moment = {.tv_nsec = 1000000};
    const region_t *const region = ishmemi_accesses_position.region;
    if (section == 0 || !region || !is_seen()) {
        return section;
    }
    int moments = 20;
    do {
        nanosleep(&moment, NULL);
    } while (__atomic_load_n(&region->entered, __ATOMIC_RELAXED) < omp_get_num_threads() &&
             --moments > 0);
    return section;
}

unsigned GOMP_sections_start(unsigned count);
unsigned GOMP_sections_start(unsigned count)
{
    REAL(GOMP_sections_start)
    return taken(real(count));
}

unsigned GOMP_sections_next(void);
unsigned GOMP_sections_next(void)
{
    REAL(GOMP_sections_next)
    return taken(real());
}

/* ---- Locks --------------------------------------------------------------------------------------- */

static const void *ordered(void)
{
    return ishmemi_accesses_position.region ? &ishmemi_accesses_position.region->ordered : NULL;
}

static char critical;
static char atomic;

#define TAKES(NAME, OBJECT) \
    void NAME(void);        \
    void NAME(void)         \
    {                       \
        REAL(NAME)          \
        real();             \
        acquire(OBJECT);    \
    }
#define GIVES(NAME, OBJECT) \
    void NAME(void);        \
    void NAME(void)         \
    {                       \
        REAL(NAME)          \
        release(OBJECT);    \
        real();             \
    }
TAKES(GOMP_critical_start, &critical)
GIVES(GOMP_critical_end, &critical)
TAKES(GOMP_atomic_start, &atomic)
GIVES(GOMP_atomic_end, &atomic)
TAKES(GOMP_ordered_start, ordered())
GIVES(GOMP_ordered_end, ordered())

void GOMP_critical_name_start(void **name);
void GOMP_critical_name_start(void **name)
{
    REAL(GOMP_critical_name_start)
    real(name);
    acquire(name);
}

void GOMP_critical_name_end(void **name);
void GOMP_critical_name_end(void **name)
{
    REAL(GOMP_critical_name_end)
    release(name);
    real(name);
}

/* Iterations that wait for others; which ones is not reported. */
void GOMP_doacross_post(long *counts);
void GOMP_doacross_post(long *counts)
{
    REAL(GOMP_doacross_post)
    ishmemi_accesses_lose_threads();
    real(counts);
}

void GOMP_doacross_ull_post(unsigned long long *counts);
void GOMP_doacross_ull_post(unsigned long long *counts)
{
    REAL(GOMP_doacross_ull_post)
    ishmemi_accesses_lose_threads();
    real(counts);
}
