/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Threads of the program and the objects that order them, such as locks: one thread releases to an
 * object and others acquire from it.  Each object has a clock.
 *
 * word                     written by                           read by       ordering
 * ishmemi_races_running    threads that begin and end others    any thread    relaxed
 * have_been                threads that begin and end others    any thread    relaxed
 * the rest                 under the mutex of common.h          the same      under the mutex
 */
#include "race_threads.h"
#include "races/program.h"

#include "allocate.h"
#include "clocks.h"
#include "common.h"
#include "shadow.h"
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 4096
#define OBJECTS 16384

typedef struct object {
    struct object *next; /* of its bucket */
    const void *object;
    uint32_t clock[];
} object_t;

static object_t *buckets[BUCKETS];
static unsigned n_objects;
static bool is_full; /* some objects have no clock */
static bool have_been;
static bool are_unseen;

static object_t **bucket_of(const void *object)
{
    const uintptr_t key = (uintptr_t)object;
    return &buckets[(key >> 3 ^ key >> 15 ^ key << 2) % BUCKETS];
}

/* The pointer to the object, or the end of its bucket. */
static object_t **find(const void *object)
{
    object_t **at = bucket_of(object);
    while (*at && (*at)->object != object) {
        at = &(*at)->next;
    }
    return at;
}

bool ishmemi_races_thread_is_seen(void)
{
    return ishmemi_races.common && __atomic_load_n(&have_been, __ATOMIC_RELAXED) &&
           !ishmemi_races_holds;
}

/* Locks the mutex, if races are looked for.  false: it did not. */
static bool begin(void)
{
    if (!ishmemi_races_thread_is_seen()) {
        return false;
    }
    ishmemi_races_lock();
    const bool is_seen = ishmemi_races.common != NULL;
    if (!is_seen) {
        ishmemi_races_unlock();
    }
    return is_seen;
}

void ishmemi_races_thread_tells(const void *object)
{
    if (!begin()) {
        return;
    }
    object_t **const at = find(object);
    if (!*at && n_objects < OBJECTS) {
        const size_t bytes = sizeof **at + ishmemi_races_clock_words() * sizeof(uint32_t);
        *at = ishmemi_allocate_zeroed("clocks of locks", 1, bytes);
        (*at)->object = object;
        n_objects++;
    }
    if (*at) {
        ishmemi_clock_release_to((*at)->clock);
    } else {
        is_full = true;
    }
    ishmemi_races_unlock();
}

void ishmemi_races_thread_learns(const void *object)
{
    if (!begin()) {
        return;
    }
    const object_t *const found = *find(object);
    if (found) {
        ishmemi_clock_acquire_from(found->clock);
    } else if (is_full) {
        ishmemi_clock_join_program();
    }
    ishmemi_races_unlock();
}

static void remove_at(object_t **at)
{
    object_t *const gone = *at;
    *at = gone->next;
    free(gone);
    n_objects--;
}

void ishmemi_races_thread_forgets(const void *object)
{
    if (!begin()) {
        return;
    }
    object_t **const at = find(object);
    if (*at) {
        remove_at(at);
    }
    ishmemi_races_unlock();
}

/* ---- Threads ----------------------------------------------------------------------------------- */

/* Another thread may have used this stack before. */
static void forget_stack(void)
{
    pthread_attr_t attributes;
    void *start = NULL;
    size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &start, &bytes);
        pthread_attr_destroy(&attributes);
    }
    if (start && begin()) {
        ishmemi_shadow_free(start, bytes);
        ishmemi_races_unlock();
    }
}

void ishmemi_races_thread_begins(void)
{
    ishmemi_races_be_thread(true);
    if (ishmemi_races_thread_is_seen()) {
        forget_stack();
    }
}

void ishmemi_races_thread_ends(void)
{
    ishmemi_races_be_thread(false);
}

void ishmemi_races_thread_count(int more)
{
    if (more > 0 && ishmemi_races.common && ishmemi_races_most_of(ISHMEMI_TIMELINE_THREAD) > 0) {
        ishmemi_races_lock();
        ishmemi_races.had_threads = true;
        ishmemi_shadow_expect_threads();
        ishmemi_races_unlock();
    }
    __atomic_store_n(&have_been, true, __ATOMIC_RELAXED);
    __atomic_add_fetch(&ishmemi_races_running, (unsigned)more, __ATOMIC_RELAXED);
}

void ishmemi_races_thread_unseen(void)
{
    are_unseen = true;
    if (ishmemi_races.common && !ishmemi_races.are_one) {
        ishmemi_races_lock_as(0);
        ishmemi_clock_join_program();
        ishmemi_races.are_one = true;
        ishmemi_races_unlock();
    }
}

void ishmemi_races_free(void *memory)
{
    if (ishmemi_races_have_threads() && begin()) {
        ishmemi_shadow_free(memory, malloc_usable_size(memory));
        ishmemi_races_unlock();
    }
}

/* ---- The job ------------------------------------------------------------------------------------ */

void ishmemi_race_threads_open(void)
{
    is_full = false;
    ishmemi_races.are_one = are_unseen;
    if (__atomic_load_n(&ishmemi_races_running, __ATOMIC_RELAXED) > 0) {
        ishmemi_races.had_threads = true;
        ishmemi_shadow_expect_threads();
    }
}

void ishmemi_race_threads_close(void)
{
    ishmemi_races_lock();
    for (size_t i = 0; i < BUCKETS; i++) {
        while (buckets[i]) {
            remove_at(&buckets[i]);
        }
    }
    ishmemi_shadow_end_own();
    ishmemi_races_unlock();
}
