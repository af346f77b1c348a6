/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sequences of queue-ordered operations: chains on one list and, by events, over several; waits
 * that are on a list before what satisfies them; recorded lists that are executed again and again;
 * host threads and kernels beside lists; lists of a context of the caller's own.
 */
#include "harness.h"
#include "launch.h"
#include "level_zero.h"
#include "memory.h"
#include "queue_caller.h"
#include <string.h>

#define LENGTH 1000

static const char *mode_name;

/* All appends of a sequence: what fails ends the test. */
static void appended(int result, const char *what)
{
    if (result != 0) {
        test_fatal("%s could not be appended: %d", what, result);
    }
}
#define APPEND(ROUTINE, ...) appended(ROUTINE(__VA_ARGS__), #ROUTINE)
#define ON(QUEUE) (QUEUE)->list, NULL, 0, NULL
#define LAST_ON(QUEUE) (QUEUE)->list, (QUEUE)->done, 0, NULL

static void run(const queue_t *queue)
{
    queue_close(queue);
    queue_start(queue);
    queue_wait(queue);
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* The four arguments that end a call. */
typedef struct place {
    ze_command_list_handle_t list;
    ze_event_handle_t signal;
    uint32_t num_waits;
    ze_event_handle_t *waits;
} place_t;
#define AT(PLACE) (PLACE)->list, (PLACE)->signal, (PLACE)->num_waits, (PLACE)->waits

/* A value that operations carry from words[0] to words[1] and so on: each by one, or, with a
 * mirror, by way of the right PE. */
typedef struct chain {
    uint64_t *words;  /* symmetric */
    uint64_t *mirror; /* symmetric: two words, or NULL */
    size_t length;    /* operations */
} chain_t;

/* Two of the operations carry the first and third quarter of a word: what a chain starts with has
 * nothing in the others. */
#define CARRIED 0x0000123400005678u

static chain_t chain_start(bool across)
{
    const uint64_t first = CARRIED;
    chain_t chain = {.words = ishmem_calloc(LENGTH + 1, sizeof *chain.words),
                     .mirror = across ? ishmem_calloc(2, sizeof *chain.mirror) : NULL,
                     .length = across ? LENGTH / 3 * 3 + 3 : LENGTH};
    memory_write(chain.words, &first, sizeof first);
    return chain;
}

static void carry(uint64_t *from, size_t step, const place_t *place)
{
    uint64_t *const to = from + 1;
    switch (step % 6) {
    case 0:
        APPEND(ishmemx_uint64_put_on_queue, to, from, 1, test_me, AT(place));
        break;
    case 1:
        APPEND(ishmemx_uint64_atomic_fetch_on_queue, from, test_me, to, AT(place));
        break;
    case 2:
        APPEND(ishmemx_uint64_get_nbi_on_queue, to, from, 1, test_me, AT(place));
        break;
    case 3:
        APPEND(ishmemx_iput32_on_queue, to, from, 1, 1, 2, test_me, AT(place));
        break;
    case 4:
        APPEND(ishmemx_uint64_g_on_queue, from, test_me, to, AT(place));
        break;
    default:
        APPEND(ishmemx_iget16_on_queue, to, from, 2, 2, 2, test_me, AT(place));
        break;
    }
}

static void carry_there(uint64_t *mirror, const uint64_t *from, size_t lap, int pe,
                        const place_t *place)
{
    switch (lap % 4) {
    case 0:
        APPEND(ishmemx_uint64_put_on_queue, mirror, from, 1, pe, AT(place));
        break;
    case 1:
        APPEND(ishmemx_putmem_nbi_on_queue, mirror, from, 8, pe, AT(place));
        break;
    case 2:
        APPEND(ishmemx_iput32_on_queue, mirror, from, 1, 1, 2, pe, AT(place));
        break;
    default:
        APPEND(ishmemx_put8_signal_on_queue, mirror, from, 8, mirror + 1, lap, ISHMEM_SIGNAL_SET,
               pe, AT(place));
        break;
    }
}

static void carry_back(uint64_t *to, uint64_t *mirror, size_t lap, int pe, const place_t *place)
{
    switch (lap % 5) {
    case 0:
        APPEND(ishmemx_uint64_get_on_queue, to, mirror, 1, pe, AT(place));
        break;
    case 1:
        APPEND(ishmemx_uint64_g_on_queue, mirror, pe, to, AT(place));
        break;
    case 2:
        APPEND(ishmemx_uint64_atomic_fetch_on_queue, mirror, pe, to, AT(place));
        break;
    case 3:
        APPEND(ishmemx_ibget16_on_queue, to, mirror, 2, 2, 1, 2, pe, AT(place));
        break;
    default:
        APPEND(ishmemx_uint64_atomic_swap_on_queue, mirror, 0, pe, to, AT(place));
        break;
    }
}

static void chain_append(const chain_t *chain, size_t step, const place_t *place)
{
    const int right = (test_me + 1) % test_n;
    const size_t lap = step / 3;
    if (!chain->mirror) {
        carry(chain->words + step, step, place);
    } else if (step % 3 == 0) {
        carry_there(chain->mirror, chain->words + lap, lap, right, place);
    } else if (step % 3 == 1) {
        APPEND(ishmemx_quiet_on_queue, AT(place));
    } else {
        carry_back(chain->words + lap + 1, chain->mirror, lap, right, place);
    }
}

static void chain_check(chain_t *chain, const char *what)
{
    const size_t links = chain->mirror ? chain->length / 3 : chain->length;
    uint64_t image[LENGTH + 1];
    memory_read(image, chain->words, sizeof image);
    size_t good = 0;
    while (good <= links && image[good] == CARRIED) {
        good++;
    }
    test_check(good == links + 1, "%s on %s: the chain of %zu operations%s broke at %zu", what,
               mode_name, chain->length, chain->mirror ? " across PEs" : "", good);
    ishmem_barrier_all();
    if (chain->mirror) {
        ishmem_free(chain->mirror);
    }
    ishmem_free(chain->words);
}

static void chain_on_one_list(bool across)
{
    chain_t chain = chain_start(across);
    ishmem_barrier_all();
    for (size_t i = 0; i < chain.length; i++) {
        const place_t place = {queue_own.list, i + 1 == chain.length ? queue_own.done : NULL, 0,
                               NULL};
        chain_append(&chain, i, &place);
    }
    run(&queue_own);
    queue_reset(&queue_own);
    chain_check(&chain, "in order");
}

/* Each operation waits for the event of the one before, which is on another list, the last of which
 * may take its commands in any order; the first for an event of the host. */
static void chain_by_events(queue_mode_t mode, bool across)
{
    enum { LISTS = 4, EVENTS = LENGTH + 4 };
    chain_t chain = chain_start(across);
    const size_t length = chain.length;
    ishmem_barrier_all();
    const ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                            .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
                                            .count = EVENTS};
    ze_event_pool_handle_t pool;
    static ze_event_handle_t events[EVENTS];
    require_ze(zeEventPoolCreate(ishmemx_ze_context(), &pool_desc, 0, NULL, &pool),
               "zeEventPoolCreate");
    for (uint32_t i = 0; i <= length; i++) {
        const ze_event_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                                      .index = i,
                                      .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                                      .wait = ZE_EVENT_SCOPE_FLAG_HOST};
        require_ze(zeEventCreate(pool, &desc, &events[i]), "zeEventCreate");
    }
    queue_t queues[LISTS];
    for (int i = 0; i < LISTS - 1; i++) {
        queue_create(mode, NULL, &queues[i]);
    }
    queue_create_relaxed(&queues[LISTS - 1]);
    for (size_t i = 0; i < length; i++) {
        const place_t place = {queues[i % LISTS].list, events[i + 1], 1, &events[i]};
        chain_append(&chain, i, &place);
    }
    for (int i = 0; i < LISTS; i++) {
        queue_close(&queues[i]);
        queue_start(&queues[i]);
    }
    test_check(zeEventQueryStatus(events[length]) == ZE_RESULT_NOT_READY,
               "a chain did not wait for its first event");
    require_ze(zeEventHostSignal(events[0]), "zeEventHostSignal");
    require_ze(zeEventHostSynchronize(events[length], UINT64_MAX), "zeEventHostSynchronize");
    for (int i = 0; i < LISTS; i++) {
        if (queues[i].mode == QUEUE_RECORDED) {
            require_ze(zeCommandQueueSynchronize(queues[i].executor, UINT64_MAX),
                       "zeCommandQueueSynchronize");
        }
        queue_destroy(&queues[i]);
    }
    for (uint32_t i = 0; i <= length; i++) {
        require_ze(zeEventDestroy(events[i]), "zeEventDestroy");
    }
    require_ze(zeEventPoolDestroy(pool), "zeEventPoolDestroy");
    chain_check(&chain, "by events");
}

/* ---- Around the ring ------------------------------------------------------------------------- */

/* A token of WORDS words goes round, and each PE adds to all of them; all waits of a PE are on its
 * list before the first token comes.  Large tokens go by copy command and signal, small ones by one
 * kernel. */
static void ring(size_t words, uint64_t laps)
{
    const int right = (test_me + 1) % test_n;
    uint64_t *const token = ishmem_calloc(words, sizeof *token);
    uint64_t *const signal = ishmem_calloc(1, sizeof *signal);
    for (uint64_t lap = 1; lap <= laps; lap++) {
        if (test_me > 0 || lap > 1) {
            APPEND(ishmemx_signal_wait_until_on_queue, signal, ISHMEM_CMP_GE,
                   test_me > 0 ? lap : lap - 1, NULL, ON(&queue_own));
        }
        APPEND(ishmemx_uint64_atomic_add_on_queue, token, 1, test_me, ON(&queue_own));
        APPEND(ishmemx_uint64_atomic_inc_on_queue, token + words - 1, test_me, ON(&queue_own));
        APPEND(ishmemx_uint64_put_signal_on_queue, token, token, words, signal, lap,
               ISHMEM_SIGNAL_SET, right, ON(&queue_own));
    }
    APPEND(ishmemx_signal_wait_until_on_queue, signal, ISHMEM_CMP_GE, laps, NULL,
           LAST_ON(&queue_own));
    ishmem_barrier_all();
    run(&queue_own);
    queue_reset(&queue_own);
    uint64_t ends[2];
    memory_read(&ends[0], token, sizeof ends[0]);
    memory_read(&ends[1], token + words - 1, sizeof ends[1]);
    if (test_me == 0) {
        const uint64_t expected = laps * (uint64_t)test_n;
        test_check(ends[0] == expected && ends[1] == expected,
                   "ring of %zu words on %s: the token is %llu to %llu, expected %llu", words,
                   mode_name, (unsigned long long)ends[0], (unsigned long long)ends[1],
                   (unsigned long long)expected);
    }
    ishmem_free(signal);
    ishmem_free(token);
}

/* ---- Waits before what satisfies them -------------------------------------------------------- */

static void wait_before_put(queue_mode_t mode)
{
    queue_t waiting;
    queue_create(mode, NULL, &waiting);
    uint64_t *const words = ishmem_calloc(4, sizeof *words);
    uint64_t *const value = memory_allocate_shared(sizeof *value);
    for (uint64_t round = 1; round <= 20; round++) {
        *queue_result = 0;
        *value = round * 7;
        APPEND(ishmemx_uint64_wait_until_on_queue, words, ISHMEM_CMP_EQ, round, ON(&waiting));
        APPEND(ishmemx_uint64_get_on_queue, queue_result, words + 1, 1, test_me, LAST_ON(&waiting));
        queue_close(&waiting);
        queue_start(&waiting);
        test_check(zeEventQueryStatus(waiting.done) == ZE_RESULT_NOT_READY,
                   "a wait on %s did not wait", mode_name);
        APPEND(ishmemx_uint64_put_on_queue, words + 1, value, 1, test_me, ON(&queue_own));
        APPEND(ishmemx_fence_on_queue, ON(&queue_own));
        APPEND(ishmemx_uint64_p_on_queue, words, round, test_me, LAST_ON(&queue_own));
        run(&queue_own);
        queue_reset(&queue_own);
        queue_wait(&waiting);
        queue_reset(&waiting);
        test_check(*queue_result == round * 7, "a wait on %s let %llu through, expected %llu",
                   mode_name, (unsigned long long)*queue_result, (unsigned long long)(round * 7));
    }
    memory_free_shared(value);
    ishmem_free(words);
    queue_destroy(&waiting);
}

/* ---- Recorded once, executed often ----------------------------------------------------------- */

/* Each execution reads the source anew, and counts. */
static void executions(void)
{
    enum { ROUNDS = 60, WORDS = 300 };
    const int right = (test_me + 1) % test_n;
    const int left = (test_me + test_n - 1) % test_n;
    queue_t queue;
    queue_create(QUEUE_RECORDED, NULL, &queue);
    uint64_t *const dest = ishmem_calloc(WORDS, sizeof *dest);
    uint64_t *const counts = ishmem_calloc(2, sizeof *counts);
    uint64_t *const source = memory_allocate_shared(WORDS * sizeof *source);
    APPEND(ishmemx_barrier_all_on_queue, ON(&queue));
    APPEND(ishmemx_uint64_put_signal_on_queue, dest, source, WORDS, counts, 1, ISHMEM_SIGNAL_ADD,
           right, ON(&queue));
    APPEND(ishmemx_uint64_atomic_fetch_inc_on_queue, counts + 1, right, queue_result, ON(&queue));
    APPEND(ishmemx_quiet_on_queue, ON(&queue));
    APPEND(ishmemx_sync_all_on_queue, LAST_ON(&queue));
    queue_close(&queue);
    uint64_t image[WORDS];
    bool good = true;
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        for (uint64_t i = 0; i < WORDS; i++) {
            source[i] = round << 32 | (uint64_t)test_me << 16 | i;
        }
        queue_start(&queue);
        queue_wait(&queue);
        memory_read(image, dest, sizeof image);
        for (uint64_t i = 0; i < WORDS; i++) {
            good = good && image[i] == (round << 32 | (uint64_t)left << 16 | i);
        }
        good = good && *queue_result == round - 1 && ishmem_signal_fetch(counts) == round;
    }
    test_check(good, "an execution of a recorded list did not communicate anew");
    memory_free_shared(source);
    ishmem_free(counts);
    ishmem_free(dest);
    queue_destroy(&queue);
}

/* Of a set whose elements all compare, each gets its turn, though it is one wait that is executed
 * again. */
static void turns(void)
{
    enum { ELEMENTS = 5, ROUNDS = 200 };
    queue_t queue;
    queue_create(QUEUE_RECORDED, NULL, &queue);
    int *const ivars = ishmem_calloc(ELEMENTS, sizeof *ivars);
    size_t *const ret = (size_t *)(void *)queue_result;
    APPEND(ishmemx_int_wait_until_any_on_queue, ivars, ELEMENTS, NULL, ISHMEM_CMP_EQ, 0, ret,
           LAST_ON(&queue));
    queue_close(&queue);
    int found[ELEMENTS] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        *ret = SIZE_MAX;
        queue_start(&queue);
        queue_wait(&queue);
        if (*ret < ELEMENTS) {
            found[*ret]++;
        }
    }
    for (int i = 0; i < ELEMENTS; i++) {
        test_check(found[i] > 0, "wait_until_any on a recorded list never gave element %d", i);
    }
    ishmem_free(ivars);
    queue_destroy(&queue);
}

/* ---- Beside kernels and the host ------------------------------------------------------------- */

/* A kernel answers what its PE's left neighbour has put on a list. */
static void beside_kernels(void)
{
    const uint64_t rounds = (uint64_t)test_rounds_in_step(500);
    const int right = (test_me + 1) % test_n;
    const int left = (test_me + test_n - 1) % test_n;
    enum { CALL, ANSWER, HOST, WORDS };
    uint64_t *const words = ishmem_calloc(WORDS, sizeof *words);
    uint64_t *const call = words + CALL;
    uint64_t *const answer = words + ANSWER;
    launch_open("queue");
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(call), LAUNCH_ARGUMENT(answer),
                                           LAUNCH_ARGUMENT(rounds), LAUNCH_ARGUMENT(left)};
    launch_start(launch_kernel("answer"), (launch_shape_t){1, 1}, arguments,
                 LAUNCH_COUNT(arguments));
    for (uint64_t round = 1; round <= rounds; round++) {
        APPEND(ishmemx_signal_set_on_queue, call, round, right, ON(&queue_own));
        APPEND(ishmemx_signal_wait_until_on_queue, answer, ISHMEM_CMP_EQ, round * 3, queue_result,
               LAST_ON(&queue_own));
        run(&queue_own);
        queue_reset(&queue_own);
        if (*queue_result != round * 3) {
            test_check(false, "a kernel answered %llu", (unsigned long long)*queue_result);
        }
        /* The host itself, at the same time. */
        ishmem_uint64_atomic_add(words + HOST, 1, right);
    }
    launch_wait();
    launch_close();
    ishmem_barrier_all();
    test_check(ishmem_uint64_g(words + HOST, test_me) == rounds, "the host's additions are lost");
    ishmem_free(words);
}

/* ---- Lists of the caller's own context ------------------------------------------------------- */

static void own_context(queue_mode_t mode)
{
    const ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    const int right = (test_me + 1) % test_n;
    ze_context_handle_t context;
    require_ze(zeContextCreate(ishmemx_ze_driver(), &desc, &context), "zeContextCreate");
    queue_t queue;
    queue_create(mode, context, &queue);
    uint64_t *const words = ishmem_calloc(3, sizeof *words);
    const uint64_t first = 77;
    memory_write(words, &first, sizeof first);
    APPEND(ishmemx_uint64_put_on_queue, words + 1, words, 1, right, ON(&queue));
    APPEND(ishmemx_uint64_p_on_queue, words + 2, 78, right, ON(&queue));
    APPEND(ishmemx_barrier_all_on_queue, LAST_ON(&queue));
    run(&queue);
    uint64_t image[3];
    memory_read(image, words, sizeof image);
    test_check(image[1] == 77 && image[2] == 78, "a list of another context: %llu, %llu",
               (unsigned long long)image[1], (unsigned long long)image[2]);
    ishmem_free(words);
    queue_destroy(&queue);
    require_ze(zeContextDestroy(context), "zeContextDestroy");
}

int main(int argc, char **argv)
{
    const queue_mode_t mode = queue_test_start(argc, argv);
    mode_name = queue_mode_names[mode];
    test_family("order, queued");
    chain_on_one_list(false);
    chain_on_one_list(true);
    chain_by_events(mode, false);
    chain_by_events(mode, true);
    ring(2, (uint64_t)test_rounds_in_step(500));
    ring((size_t)16 << 10, (uint64_t)test_rounds_in_step(50));
    wait_before_put(mode);
    executions();
    turns();
    beside_kernels();
    own_context(mode);
    return queue_test_finish();
}
