/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Modules are built on demand, except that NVIDIA's GPUs have all of them from the start.  They stay until
 * close.
 *
 * word       written by                                    read by     ordering
 * modules[]  the thread that builds, once, under lock      any thread  release, acquire
 * is_built[] under lock: a thread builds the module        under lock  under lock
 */
#include "queue_modules.h"

#include "compiling.h"
#include "job.h"
#include "kernels.h"
#include "tile.h"
#include "util/thread.h"
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

#define DECLARE_IMAGE(NAME) extern const uint8_t NAME[], NAME##_end[]
DECLARE_IMAGE(ishmemi_queue_kernels);
DECLARE_IMAGE(ishmemi_queue_kernels_double);
DECLARE_IMAGE(ishmemi_queue_collective);
DECLARE_IMAGE(ishmemi_queue_reduce);
DECLARE_IMAGE(ishmemi_queue_reduce_double);
DECLARE_IMAGE(ishmemi_queue_quick);
DECLARE_IMAGE(ishmemi_queue_quick_reduce);
DECLARE_IMAGE(ishmemi_queue_quick_reduce_double);

/* Kernels with long loops, whose groups are not large, need many registers. */
#define MANY_REGISTERS "-ze-opt-large-register-file"
#define IMAGE(WHAT, NAME, FLAGS)      \
    {                                 \
        WHAT, NAME, NAME##_end, FLAGS \
    }
static const ishmemi_kernels_image_t images[ISHMEMI_QUEUE_MODULES] = {
    [ISHMEMI_QUEUE_MAIN] = IMAGE("queue-ordered operations", ishmemi_queue_kernels, NULL),
    [ISHMEMI_QUEUE_MAIN_DOUBLE] =
        IMAGE("queue-ordered operations on double", ishmemi_queue_kernels_double, NULL),
    [ISHMEMI_QUEUE_COLLECTIVES] =
        IMAGE("queue-ordered collectives", ishmemi_queue_collective, NULL),
    [ISHMEMI_QUEUE_REDUCTIONS] = IMAGE("queue-ordered reductions", ishmemi_queue_reduce, NULL),
    [ISHMEMI_QUEUE_REDUCTIONS_DOUBLE] =
        IMAGE("queue-ordered reductions of double", ishmemi_queue_reduce_double, NULL),
    [ISHMEMI_QUEUE_QUICK] =
        IMAGE("queue-ordered collectives, quick", ishmemi_queue_quick, MANY_REGISTERS),
    [ISHMEMI_QUEUE_QUICK_REDUCTIONS] =
        IMAGE("queue-ordered reductions, quick", ishmemi_queue_quick_reduce, MANY_REGISTERS),
    [ISHMEMI_QUEUE_QUICK_REDUCTIONS_DOUBLE] =
        IMAGE("queue-ordered reductions of double, quick", ishmemi_queue_quick_reduce_double,
              MANY_REGISTERS),
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_built[ISHMEMI_QUEUE_MODULES];
static ze_module_handle_t modules[ISHMEMI_QUEUE_MODULES];

const char *ishmemi_queue_module_purpose(ishmemi_queue_module_t which)
{
    return images[which].what;
}

static bool build(ishmemi_queue_module_t which, ze_module_handle_t *module)
{
    const uint32_t is_alone = ishmemi_tile_is_cpu();
    const bool asks = which != ISHMEMI_QUEUE_MAIN_DOUBLE;
    return ishmemi_kernels_build(&images[which], asks ? &is_alone : NULL, module);
}

/* Threads build different modules at the same time.  Those that need the same one wait for the first. */
ze_module_handle_t ishmemi_queue_module(ishmemi_queue_module_t which)
{
    ze_module_handle_t module = __atomic_load_n(&modules[which], __ATOMIC_ACQUIRE);
    if (module) {
        return module;
    }
    pthread_mutex_lock(&lock);
    while (is_built[which]) {
        pthread_cond_wait(&changed, &lock);
    }
    module = modules[which];
    if (!module) {
        is_built[which] = true;
        pthread_mutex_unlock(&lock);
        const bool built = build(which, &module);
        pthread_mutex_lock(&lock);
        is_built[which] = false;
        if (built) {
            __atomic_store_n(&modules[which], module, __ATOMIC_RELEASE);
        }
        module = modules[which];
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    return module;
}

/* The modules that nobody prepares yet, counted by all threads. */
static void *prepare(void *taken)
{
    for (;;) {
        const unsigned turn = __atomic_fetch_add((unsigned *)taken, 1, __ATOMIC_RELAXED);
        if (turn >= ISHMEMI_QUEUE_MODULES) {
            return NULL;
        }
        ishmemi_queue_module(
            (ishmemi_queue_module_t)(((unsigned)ishmemi_job.my_pe + turn) % ISHMEMI_QUEUE_MODULES));
    }
}

static struct {
    pthread_t threads[ISHMEMI_QUEUE_MODULES];
    int n_threads;
    unsigned taken;
    ishmemi_compiling_t compiling;
} preparing;

/* A thread for each processor, because the driver compiles each module by one thread.  Each PE begins with a
 * different module: the others find in the cache what one has compiled. */
void ishmemi_queue_prepare_begin(void)
{
    preparing.n_threads = 0;
    preparing.compiling.ended = -1;
    if (ishmemi_tile_vendor() != ISHMEMI_VENDOR_NVIDIA) {
        preparing.taken = ISHMEMI_QUEUE_MODULES;
        return;
    }
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    preparing.taken = 0;
    ishmemi_compiling_begin(&preparing.compiling, "libishmem's kernels");
    while (preparing.n_threads < ISHMEMI_QUEUE_MODULES && preparing.n_threads < processors &&
           ishmemi_thread_create(&preparing.threads[preparing.n_threads], NULL, prepare,
                                 &preparing.taken) == 0) {
        preparing.n_threads++;
    }
}

void ishmemi_queue_prepare_end(void)
{
    prepare(&preparing.taken);
    while (preparing.n_threads > 0) {
        pthread_join(preparing.threads[--preparing.n_threads], NULL);
    }
    ishmemi_compiling_end(&preparing.compiling);
}

void ishmemi_queue_modules_close(void)
{
    for (int i = 0; i < ISHMEMI_QUEUE_MODULES; i++) {
        if (modules[i]) {
            zeModuleDestroy(modules[i]);
            modules[i] = NULL;
        }
    }
}
