/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What observers are told: a call's begin and end with its fields, its waiting, what it finds; nothing of
 * calls inside of a call, and nothing when nobody observes.  Threads call while observers come and go: who
 * is told of a begin is told of the end, exactly once.
 */
#include "observe.h"

#include "job.h"
#include "require.h"
#include "waiting.h"
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static _Thread_local ishmemi_observed_t begun, ended;
static _Thread_local int begins, ends;

static void begin(const ishmemi_observed_t *call)
{
    begun = *call;
    begins++;
}

static void end(const ishmemi_observed_t *call)
{
    ended = *call;
    ends++;
}

static const void *last_seen;
static void seen(const ishmemi_observed_t *call, const void *word)
{
    REQUIRE(call->routine != NULL);
    last_seen = word;
}

static const ishmemi_observer_t both = {begin, end, seen, .is_of_memory = true};

static void put(const char *routine, int pe)
{
    ISHMEMI_OBSERVE(PUT, routine, pe, .bytes = 24);
}

static void barrier_in_malloc(void)
{
    ISHMEMI_OBSERVE(MEMORY, "malloc", -1, .bytes = 100);
    ishmemi_observe_note_number(7);
    put("inner", 0);
    ishmemi_observe_note_number(8);
}

static uint64_t wait_for_a_word(const uint64_t *word)
{
    ISHMEMI_OBSERVE(WAIT, "wait", -1, .object = word, .effect = ISHMEMI_EFFECT_SEEN);
    const uint64_t since = ishmemi_waited_begin();
    while (since != 0 && ishmemi_ticks() - since < 100000) {
    }
    ishmemi_waited_end(since);
    REQUIRE(!ishmemi_observe_tested(&word[1], false));
    return ishmemi_observe_seen_at(word, 42);
}

static void test_nobody(void)
{
    put("put", 1);
    REQUIRE(begins == 0 && ends == 0);
    REQUIRE(ishmemi_waited_begin() == 0);
}

static void test_fields(void)
{
    REQUIRE(ishmemi_observe_add(&both));
    put("put", 1);
    REQUIRE(begins == 1 && ends == 1 && begun.began == ended.began && ended.ended >= ended.began);
    REQUIRE(strcmp(ended.routine, "put") == 0 && ended.pe == 1 && ended.bytes == 24);
    REQUIRE(ended.kind == ISHMEMI_OBSERVE_PUT && ended.path == ISHMEMI_PATH_FAR);
    put("put", 0);
    REQUIRE(ended.path == ISHMEMI_PATH_NEAR && ended.waited == 0);
}

static void test_inner_calls(void)
{
    begins = ends = 0;
    barrier_in_malloc();
    REQUIRE(begins == 1 && ends == 1 && strcmp(ended.routine, "malloc") == 0);
    REQUIRE(ended.value == 7 && ended.path == ISHMEMI_PATH_NONE);
}

static void test_wait(void)
{
    const uint64_t word = 0;
    REQUIRE(wait_for_a_word(&word) == 42);
    REQUIRE(ended.object == &word && ended.value == 42 && ended.effect == ISHMEMI_EFFECT_SEEN);
    REQUIRE(ended.waited >= 100000 && ended.waited <= ended.ended - ended.began);
    ishmemi_observe_remove(&both);
    begins = 0;
    put("put", 0);
    REQUIRE(begins == 0);
}

static int stop;

static void *call_again_and_again(void *unused)
{
    begins = ends = 0;
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
        put("put", 0);
        REQUIRE(begins == ends);
    }
    return unused;
}

static void test_threads(void)
{
    static const ishmemi_observer_t others[] = {
        {.begin = begin, .end = end}, {.end = end}, {.begin = begin, .end = end}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, call_again_and_again, NULL);
    }
    for (int i = 0; i < 2000; i++) {
        REQUIRE(ishmemi_observe_add(&both) && ishmemi_observe_add(&others[0]));
        ishmemi_observe_remove(&both);
        ishmemi_observe_remove(&others[0]);
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    REQUIRE(ishmemi_observers == 0);
    REQUIRE(ishmemi_observe_add(&both) && ishmemi_observe_add(&others[0]) &&
            ishmemi_observe_add(&others[1]) && ishmemi_observe_add(&others[2]));
    static const ishmemi_observer_t fifth = {.end = end};
    REQUIRE(!ishmemi_observe_add(&fifth) && ishmemi_observers == ISHMEMI_OBSERVERS);
}

int main(void)
{
    static const int64_t delta[] = {0, ISHMEMI_UNREACHABLE};
    ishmemi_job.delta = delta;
    test_nobody();
    test_fields();
    test_inner_calls();
    test_wait();
    test_threads();
    return 0;
}
