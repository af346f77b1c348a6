/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tools that are registered at run time: exact counts of calls and bytes, several tools at once, tools that
 * come and go while threads call; one of another size is refused.
 */
#include "harness.h"
#include "ishmemx.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 2, ROUNDS = 50, TOOLS = 8, SENTENCE = 512 };

typedef struct counts {
    long begins;
    long ends;
    long puts;
    long bytes;
    long collectives; /* without a PE */
    int removed;
} counts_t;

static int *ints; /* symmetric */
static bool go_on;

static void add(long *counter, long value)
{
    __atomic_fetch_add(counter, value, __ATOMIC_RELAXED);
}

static void begin(const ishmemx_tool_call_t *call, void *data)
{
    counts_t *const counts = data;
    test_check(__atomic_load_n(&counts->removed, __ATOMIC_ACQUIRE) == 0, "a removed tool is told");
    add(&counts->begins, 1);
    add(&counts->bytes, (long)call->bytes);
    add(&counts->puts, strcmp(call->routine, "ishmem_int_put") == 0);
    add(&counts->collectives, call->pe == -1);
}

static void end(const ishmemx_tool_call_t *call, void *data)
{
    counts_t *const counts = data;
    (void)call;
    test_check(__atomic_load_n(&counts->removed, __ATOMIC_ACQUIRE) == 0, "a removed tool is told");
    add(&counts->ends, 1);
}

static void expect(const char *what, long value, long expected)
{
    test_check(value == expected, "%s: %ld, expected %ld", what, value, expected);
}

static int enter(counts_t *counts)
{
    return ishmemx_tool_register(
        &(const ishmemx_tool_t){sizeof(ishmemx_tool_t), begin, end, counts});
}

/* 3 calls with a PE and 28 bytes, and 4 without. */
static void call_some(void)
{
    const int values[4] = {1, 2, 3, 4};
    ishmem_int_put(ints, values, 4, test_me);
    ishmem_int_p(ints, 5, test_me);
    (void)ishmem_longlong_atomic_fetch_add((long long *)(void *)ints, 1, test_me);
    ishmem_int_sum_reduce(ints + 4, ints + 8, 1);
    ishmem_barrier_all();
    ishmem_free(ishmem_malloc(16));
    (void)ishmem_my_pe();
}

static void exact(void)
{
    counts_t first = {0};
    counts_t second = {0};
    call_some();
    const int one = enter(&first);
    call_some();
    const int two = enter(&second);
    call_some();
    expect("unregister", ishmemx_tool_unregister(one), 0);
    first.removed = 1;
    call_some();
    expect("unregister", ishmemx_tool_unregister(two), 0);
    second.removed = 1;
    call_some();
    expect("unregister again", ishmemx_tool_unregister(two), -1);
    const counts_t *const all[] = {&first, &second};
    for (int i = 0; i < 2; i++) {
        expect("begins", all[i]->begins, 2 * 7);
        expect("ends", all[i]->ends, 2 * 7);
        expect("puts", all[i]->puts, 2);
        expect("calls without a PE", all[i]->collectives, 2 * 4);
        expect("bytes", all[i]->bytes, 2 * (16 + 4 + 8 + 4 + 16));
    }
}

static void too_many(void)
{
    counts_t counts = {0};
    int tools[TOOLS];
    for (int i = 0; i < TOOLS; i++) {
        tools[i] = enter(&counts);
        test_check(tools[i] > 0, "tool %d is refused", i);
    }
    expect("one more", enter(&counts), -1);
    ishmem_int_p(ints, 5, test_me);
    expect("begins", counts.begins, TOOLS);
    for (int i = 0; i < TOOLS; i++) {
        ishmemx_tool_unregister(tools[i]);
    }
}

static void keep(const ishmemx_error_t *error, void *data)
{
    snprintf(data, SENTENCE, "%s", error->sentence);
}

/* As a program has it that was compiled with a version whose struct is another. */
static void other_size(void)
{
    counts_t counts = {0};
    ishmemx_tool_t tool = {sizeof tool + sizeof(void *), begin, end, &counts};
    char sentence[SENTENCE] = "";
    ishmemx_set_error_handler(keep, sentence);
    expect("a tool of another size", ishmemx_tool_register(&tool), -1);
    test_check(strstr(sentence, "ishmemx_tool_register") &&
                   strstr(sentence, "sizeof(ishmemx_tool_t)"),
               "a tool of another size: '%s'", sentence);
    sentence[0] = '\0';
    tool = (ishmemx_tool_t){.begin = begin, .data = &counts};
    expect("a tool without a size", ishmemx_tool_register(&tool), -1);
    test_check(strstr(sentence, "tool->size"), "a tool without a size: '%s'", sentence);
    ishmemx_set_error_handler(NULL, NULL);
}

static void *put_on(void *unused)
{
    while (__atomic_load_n(&go_on, __ATOMIC_RELAXED)) {
        const int value = 3;
        ishmem_int_put(ints + 12, &value, 1, test_me);
    }
    return unused;
}

/* A tool whose memory is gone when it has been removed. */
static void come_and_go(int rounds)
{
    pthread_t threads[THREADS];
    go_on = true;
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, put_on, NULL);
    }
    for (int i = 0; i < rounds; i++) {
        counts_t counts = {0};
        const int tool = enter(&counts);
        while (__atomic_load_n(&counts.ends, __ATOMIC_RELAXED) == 0) {
        }
        ishmemx_tool_unregister(tool);
        __atomic_store_n(&counts.removed, 1, __ATOMIC_RELEASE);
        test_check(counts.ends <= counts.begins, "%ld ends for %ld begins", counts.ends,
                   counts.begins);
        memset(&counts, 1, sizeof counts);
    }
    __atomic_store_n(&go_on, false, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
}

int main(void)
{
    counts_t from_start = {0};
    const int tool = enter(&from_start);
    test_start_threads();
    test_family("tools");
    ints = ishmem_calloc(16, sizeof *ints);
    test_check(from_start.begins > 0, "a tool that was there before ishmem_init is told nothing");
    ishmemx_tool_unregister(tool);
    exact();
    too_many();
    other_size();
    come_and_go(test_rounds(ROUNDS));
    ishmem_free(ints);
    return test_finish();
}
