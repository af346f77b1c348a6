/* SPDX-License-Identifier: BSD-3-Clause */
/* Work-items that stop: barriers, exchanges, polls, early ends, and all of these with many groups
 * and many launching threads. */
#include "check.h"
#include "machine/delay.h"
#include "machine/sanitizer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* ThreadSanitizer supports at most 8128 contexts for all threads together. */
#if defined(ZED_TSAN)
#define CONTEXTS_MAX 512
#else
#define CONTEXTS_MAX 32768
#endif

static uint32_t linear_of(const zed_item_t *item)
{
    const zed_group_t *group = item->group;
    return (uint32_t)((item->local_id[2] * group->group_size[1] + item->local_id[1]) *
                          group->group_size[0] +
                      item->local_id[0]);
}

static uint32_t group_of(const zed_item_t *item)
{
    const zed_group_t *group = item->group;
    return (uint32_t)((group->group_id[2] * group->group_count[1] + group->group_id[1]) *
                          group->group_count[0] +
                      group->group_id[0]);
}

static uint32_t size_of(const zed_item_t *item)
{
    const uint64_t *size = item->group->group_size;
    return (uint32_t)(size[0] * size[1] * size[2]);
}

/* ---- Barriers ------------------------------------------------------------------------------ */

typedef struct barrier_arguments {
    uint32_t *phase; /* one for each item of every group */
    uint32_t rounds;
    uint32_t leave; /* item i ends after i % leave rounds; 0: none ends early */
    uint32_t scope;
} barrier_arguments;

static uint32_t leaves_after(uint32_t rounds, uint32_t leave, uint32_t index)
{
    return leave == 0 ? rounds : 1 + index % leave;
}

static void barrier_item(zed_item_t *item, const void *arguments)
{
    const barrier_arguments *a = arguments;
    const uint32_t index = linear_of(item);
    const uint32_t count = size_of(item);
    uint32_t *phase = a->phase + (size_t)group_of(item) * count;
    const uint32_t first = a->scope == ZED_SCOPE_SUB_GROUP ? index & ~(uint32_t)15 : 0;
    uint32_t last = a->scope == ZED_SCOPE_SUB_GROUP ? first + 16 : count;
    last = last < count ? last : count;

    CHECK(item->group->global_offset[1] == 10);
    for (uint32_t round = 1; round <= a->rounds; round++) {
        if (round > leaves_after(a->rounds, a->leave, index)) {
            return;
        }
        CHECK(zed_rt_item() == item);
        phase[index] = round;
        zed_rt_barrier(item, a->scope);
        for (uint32_t i = first; i < last; i++) {
            const uint32_t most = leaves_after(a->rounds, a->leave, i);
            CHECK(phase[i] >= (round < most ? round : most));
            CHECK(phase[i] <= round + 1);
        }
        CHECK(zed_rt_item() == item);
        zed_rt_barrier(item, a->scope);
    }
}

static void barriers_check(const test_shape *shape, uint32_t leave, uint32_t scope)
{
    static const zed_kernel_code_t code = {.item = barrier_item};
    const size_t items = (size_t)shape->items[0] * shape->items[1] * shape->items[2];
    const size_t groups = (size_t)shape->groups[0] * shape->groups[1] * shape->groups[2];
    barrier_arguments a = {.phase = calloc(items * groups, sizeof(uint32_t)),
                           .rounds = 5,
                           .leave = leave,
                           .scope = scope};
    CHECK(a.phase != NULL);
    CHECK(test_launch_code(&code, &a, shape) == ZE_RESULT_SUCCESS);
    for (size_t i = 0; i < items * groups; i++) {
        const uint32_t most = leaves_after(a.rounds, a.leave, (uint32_t)(i % items));
        CHECK(a.phase[i] == (a.rounds < most ? a.rounds : most));
    }
    free(a.phase);
}

static void test_barriers(void)
{
    static const uint32_t sizes[] = {1, 2, 3, 15, 16, 17, 63, 64, 65, 100, 255, 256, 1000, 1024};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        for (uint32_t leave = 0; leave < 4; leave++) {
            const test_shape shape = {.groups = {3, 1, 1}, .items = {sizes[i], 1, 1}};
            barriers_check(&shape, leave, ZED_SCOPE_WORK_GROUP);
            barriers_check(&shape, leave, ZED_SCOPE_SUB_GROUP);
        }
    }
    const test_shape cube = {.groups = {3, 2, 5}, .items = {7, 3, 5}};
    barriers_check(&cube, 0, ZED_SCOPE_WORK_GROUP);
    barriers_check(&cube, 3, ZED_SCOPE_SUB_GROUP);
}

/* ---- Exchanges ----------------------------------------------------------------------------- */

typedef struct exchange_arguments {
    atomic_uint folds;
    uint32_t scope;
} exchange_arguments;

typedef struct exchange_value {
    uint64_t value;
    uint64_t sum;
    uint64_t rest[14];
} exchange_value;

static void exchange_fold(void *slots, uint32_t count)
{
    uint64_t sum = 0;
    exchange_value *values = slots;
    for (uint32_t i = 0; i < count; i++) {
        sum += values[i].value;
    }
    values[0].sum = sum;
}

static void exchange_item(zed_item_t *item, const void *arguments)
{
    const exchange_arguments *a = arguments;
    const uint32_t index = linear_of(item);
    const uint32_t size = size_of(item);
    const bool sub = a->scope == ZED_SCOPE_SUB_GROUP;
    const uint32_t first = sub ? index & ~(uint32_t)15 : 0;
    const uint32_t last = sub && first + 16 < size ? first + 16 : size;
    const exchange_value *previous = NULL;
    uint64_t previous_sum = 0;

    for (uint64_t round = 0; round < 6; round++) {
        exchange_value value = {.value = index + round * 1000};
        const exchange_value *all = zed_rt_exchange(item, a->scope, &value, sizeof(value),
                                                    round % 3 == 2 ? NULL : exchange_fold);
        uint64_t sum = 0;
        for (uint32_t i = first; i < last; i++) {
            CHECK(all[i - first].value == i + round * 1000);
            sum += all[i - first].value;
        }
        CHECK(all[0].sum == (round % 3 == 2 ? 0 : sum));
        /* The previous array is still valid. */
        CHECK(previous == NULL || previous[0].sum == previous_sum);
        CHECK(previous == NULL || previous[index - first].value == index + (round - 1) * 1000);
        previous = all;
        previous_sum = all[0].sum;
    }
}

static void test_exchanges(void)
{
    static const zed_kernel_code_t code = {.item = exchange_item};
    static const uint32_t sizes[] = {1, 5, 16, 33, 256, 1024};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        exchange_arguments a = {.scope = ZED_SCOPE_WORK_GROUP};
        CHECK(test_launch(&code, &a, 5, sizes[i]) == ZE_RESULT_SUCCESS);
        a.scope = ZED_SCOPE_SUB_GROUP;
        CHECK(test_launch(&code, &a, 5, sizes[i]) == ZE_RESULT_SUCCESS);
    }
}

/* ---- Polls --------------------------------------------------------------------------------- */

typedef struct poll_arguments {
    atomic_uint *flags; /* one for each item of every group */
    uint32_t upwards;   /* item i waits for i + 1 if set, else for i - 1 */
} poll_arguments;

static void poll_item(zed_item_t *item, const void *arguments)
{
    const poll_arguments *a = arguments;
    const uint32_t size = size_of(item);
    const uint32_t index = group_of(item) * size + linear_of(item);
    const uint32_t count = (uint32_t)item->group->group_count[0] * size;
    const uint32_t neighbour = a->upwards ? index + 1 : index - 1;

    if (neighbour < count) {
        while (atomic_load_explicit(&a->flags[neighbour], memory_order_acquire) == 0) {
            zed_rt_poll(item);
        }
    }
    CHECK(zed_rt_item() == item);
    atomic_store_explicit(&a->flags[index], 1, memory_order_release);
}

static void polls_check(uint32_t groups, uint32_t items, uint32_t upwards)
{
    static const zed_kernel_code_t code = {.item = poll_item};
    poll_arguments a = {.flags = calloc((size_t)groups * items, sizeof(atomic_uint)),
                        .upwards = upwards};
    CHECK(a.flags != NULL);
    CHECK(test_launch(&code, &a, groups, items) == ZE_RESULT_SUCCESS);
    free((void *)a.flags);
}

static void test_polls(void)
{
    static const struct {
        uint32_t groups;
        uint32_t items;
    } shapes[] = {{1, 1},  {1, 2},  {1, 256}, {1, 1024}, {2, 1},
                  {32, 1}, {64, 1}, {64, 16}, {32, 100}};
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        if (shapes[i].groups * shapes[i].items > CONTEXTS_MAX) {
            continue;
        }
        polls_check(shapes[i].groups, shapes[i].items, 0);
        polls_check(shapes[i].groups, shapes[i].items, 1);
    }
}

/* In each round, a group's leader waits for the next group while the others wait at the barrier: no
 * round can end before every group of the launch has begun. */
static void leader_item(zed_item_t *item, const void *arguments)
{
    const poll_arguments *a = arguments;
    const uint32_t group = group_of(item);
    const uint32_t groups = (uint32_t)item->group->group_count[0];

    for (uint32_t round = 1; round <= 4; round++) {
        if (linear_of(item) == 0) {
            atomic_store_explicit(&a->flags[group], round, memory_order_release);
            while (atomic_load_explicit(&a->flags[(group + 1) % groups], memory_order_acquire) <
                   round) {
                zed_rt_poll(item);
            }
        }
        zed_rt_barrier(item, ZED_SCOPE_WORK_GROUP);
    }
}

/* Like leader_item, but every item polls, and meets the others between two polls: something moves
 * in every round, and yet groups that have not begun must get their turn. */
static void restless_item(zed_item_t *item, const void *arguments)
{
    const poll_arguments *a = arguments;
    const uint32_t group = group_of(item);
    const uint32_t groups = (uint32_t)item->group->group_count[0];
    uint32_t done = 0;

    if (linear_of(item) == 0) {
        atomic_store_explicit(&a->flags[group], 1, memory_order_release);
    }
    while (!done) {
        const uint32_t mine =
            atomic_load_explicit(&a->flags[(group + 1) % groups], memory_order_acquire);
        const uint32_t *all = zed_rt_exchange(item, ZED_SCOPE_WORK_GROUP, &mine, 4, NULL);
        done = all[0];
        zed_rt_poll(item);
    }
}

static void test_leaders(void)
{
    static const zed_kernel_code_t leader = {.item = leader_item};
    static const zed_kernel_code_t restless = {.item = restless_item};
    for (uint32_t items = 1; items <= 1024; items *= 4) {
        const uint32_t groups = items == 1024 ? 32 : 64;
        if (groups * items > CONTEXTS_MAX) {
            break;
        }
        poll_arguments a = {.flags = calloc(64, sizeof(atomic_uint))};
        CHECK(a.flags != NULL);
        CHECK(test_launch(&leader, &a, groups, items) == ZE_RESULT_SUCCESS);
        memset((void *)a.flags, 0, 64 * sizeof(atomic_uint));
        CHECK(test_launch(&restless, &a, groups, items) == ZE_RESULT_SUCCESS);
        free((void *)a.flags);
    }
}

/* ---- Faults -------------------------------------------------------------------------------- */

/* The first item waits where no other item ever comes. */
static void divergent_item(zed_item_t *item, const void *arguments)
{
    (void)arguments;
    zed_rt_barrier(item, linear_of(item) == 0 ? ZED_SCOPE_SUB_GROUP : ZED_SCOPE_WORK_GROUP);
}

static void test_faults(void)
{
    static const zed_kernel_code_t divergent = {.item = divergent_item};
    CHECK(test_launch(&divergent, NULL, 8, 32) == ZE_RESULT_ERROR_DEVICE_LOST);
    CHECK(test_launch(&divergent, NULL, 1, 1025) == ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION);
    CHECK(test_launch(&divergent, NULL, 0, 16) == ZE_RESULT_SUCCESS);
    const test_shape huge = {.groups = {1, 1, 1}, .items = {1, 1, 1}, .stack_bytes = 1u << 30};
    CHECK(test_launch_code(&divergent, NULL, &huge) == ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
}

static void deep_item(zed_item_t *item, const void *arguments)
{
    volatile char large[1000000];
    (void)arguments;
    large[0] = (char)linear_of(item);
    large[sizeof(large) - 1] = 1;
    zed_rt_barrier(item, ZED_SCOPE_WORK_GROUP);
    CHECK(large[0] == (char)linear_of(item) && large[sizeof(large) - 1] == 1);
}

static void test_private(void)
{
    static const zed_kernel_code_t code = {.item = deep_item};
    const test_shape shape = {.groups = {2, 1, 1}, .items = {64, 1, 1}, .stack_bytes = 1000000};
    CHECK(test_launch_code(&code, NULL, &shape) == ZE_RESULT_SUCCESS);
}

static void local_item(zed_item_t *item, const void *arguments)
{
    char *local = item->group->local;
    (void)arguments;
    CHECK((uintptr_t)local % 128 == 0);
    local[linear_of(item)] = (char)group_of(item);
    zed_rt_barrier(item, ZED_SCOPE_WORK_GROUP);
    CHECK(local[size_of(item) - 1 - linear_of(item)] == (char)group_of(item));
}

static void test_local(void)
{
    static const zed_kernel_code_t code = {.item = local_item};
    const test_shape shape = {.groups = {100, 1, 1}, .items = {64, 1, 1}, .local_bytes = 128 << 10};
    CHECK(test_launch_code(&code, NULL, &shape) == ZE_RESULT_SUCCESS);
}

/* ---- Group code ---------------------------------------------------------------------------- */

static void count_group(zed_group_t *group, const void *arguments)
{
    atomic_uint *const *counts = arguments;
    const uint64_t linear =
        (group->group_id[2] * group->group_count[1] + group->group_id[1]) * group->group_count[0] +
        group->group_id[0];
    atomic_fetch_add(&(*counts)[linear], 1);
}

static void count_item(zed_item_t *item, const void *arguments)
{
    count_group(item->group, arguments);
}

static void test_groups(void)
{
    static const zed_kernel_code_t code = {.item = count_item, .group = count_group};
    static const uint32_t counts[][3] = {{1, 1, 1}, {7, 1, 1}, {1000, 3, 1}, {13, 17, 19}};
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        const size_t total = (size_t)counts[i][0] * counts[i][1] * counts[i][2];
        atomic_uint *seen = calloc(total, sizeof(*seen));
        CHECK(seen != NULL);
        const test_shape shape = {.groups = {counts[i][0], counts[i][1], counts[i][2]},
                                  .items = {8, 1, 1}};
        for (int turn = 1; turn <= 20; turn++) {
            CHECK(test_launch_code(&code, &seen, &shape) == ZE_RESULT_SUCCESS);
            for (size_t g = 0; g < total; g++) {
                CHECK(seen[g] == (unsigned)turn);
            }
        }
        free((void *)seen);
    }
}

/* ---- Many launching threads ---------------------------------------------------------------- */

typedef struct pair_arguments {
    atomic_uint *mine;
    atomic_uint *other;
} pair_arguments;

/* Two launches that wait for each other. */
static void pair_item(zed_item_t *item, const void *arguments)
{
    const pair_arguments *a = arguments;
    const uint32_t group = group_of(item);
    for (uint32_t round = 1; round <= 20; round++) {
        if (linear_of(item) == 0) {
            atomic_store_explicit(&a->mine[group], round, memory_order_release);
            while (atomic_load_explicit(&a->other[group], memory_order_acquire) < round) {
                zed_rt_poll(item);
            }
        }
        zed_rt_barrier(item, ZED_SCOPE_WORK_GROUP);
    }
}

static void *pair_main(void *argument)
{
    static const zed_kernel_code_t code = {.item = pair_item};
    CHECK(test_launch(&code, argument, 8, 33) == ZE_RESULT_SUCCESS);
    return NULL;
}

static void *mixed_main(void *argument)
{
    (void)argument;
    for (int i = 0; i < 2; i++) {
        test_leaders();
        test_groups();
    }
    return NULL;
}

static void test_threads(void)
{
    enum { PAIRS = 4 };
    atomic_uint flags[2 * PAIRS][8] = {{0}};
    pair_arguments arguments[2 * PAIRS];
    pthread_t threads[2 * PAIRS + 2];

    for (int i = 0; i < 2 * PAIRS; i++) {
        arguments[i] = (pair_arguments){.mine = flags[i], .other = flags[i ^ 1]};
        CHECK(pthread_create(&threads[i], NULL, pair_main, &arguments[i]) == 0);
    }
    for (int i = 0; i < 2; i++) {
        CHECK(pthread_create(&threads[2 * PAIRS + i], NULL, mixed_main, NULL) == 0);
    }
    for (int i = 0; i < 2 * PAIRS + 2; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
}

/* ---- Items that lead ----------------------------------------------------------------------- */

typedef struct lead_arguments {
    uint32_t *words; /* an item's own */
    uint64_t *sums;  /* a group's own */
    uint32_t rounds;
    uint32_t every; /* every `every`th item leads in a round; 0: all in each */
    uint32_t leave; /* items end after fewer rounds; 0: none does */
} lead_arguments;

static bool leads(const lead_arguments *a, uint32_t index, uint32_t round)
{
    return a->every == 0 || (index + round) % a->every == 0;
}

/* Each item writes its word, the leaders add all words up, and every item sees the sum. */
static void lead_item(zed_item_t *item, const void *arguments)
{
    const lead_arguments *a = arguments;
    const uint32_t index = linear_of(item);
    const uint32_t count = size_of(item);
    uint32_t *words = a->words + (size_t)group_of(item) * count;
    uint64_t *sum = &a->sums[group_of(item)];
    for (uint32_t round = 1; round <= leaves_after(a->rounds, a->leave, index); round++) {
        uint64_t expected = 0;
        uint32_t leaders = 0;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t last = leaves_after(a->rounds, a->leave, i);
            expected += round < last ? round : last;
            leaders += leads(a, i, round) && round <= last;
        }
        words[index] = round;
        if (leads(a, index, round)) {
            zed_rt_lead(item);
            CHECK(zed_rt_item() == item);
            for (uint32_t i = 0; i < count; i++) {
                *sum += words[i];
            }
        }
        zed_rt_barrier(item, ZED_SCOPE_WORK_GROUP);
        CHECK(zed_rt_item() == item);
        CHECK(*sum == expected * leaders);
        zed_rt_barrier(item, ZED_SCOPE_WORK_GROUP);
        *sum = 0;
        zed_rt_barrier(item, ZED_SCOPE_WORK_GROUP);
    }
}

static void leading_check(const lead_arguments *given, uint32_t items)
{
    enum { GROUPS = 5 };
    static const zed_kernel_code_t code = {.item = lead_item};
    lead_arguments a = *given;
    a.words = calloc((size_t)items * GROUPS, sizeof(uint32_t));
    a.sums = calloc(GROUPS, sizeof(uint64_t));
    CHECK(a.words != NULL && a.sums != NULL);
    CHECK(test_launch(&code, &a, GROUPS, items) == ZE_RESULT_SUCCESS);
    for (uint32_t i = 0; i < items * GROUPS; i++) {
        CHECK(a.words[i] == leaves_after(a.rounds, a.leave, i % items));
    }
    free(a.words);
    free(a.sums);
}

static void test_leading(void)
{
    static const uint32_t sizes[] = {1, 2, 3, 16, 63, 64, 65, 256, 1000};
    static const uint32_t every[] = {0, 1, 2, 7, 64, 1024};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        for (size_t k = 0; k < sizeof(every) / sizeof(every[0]); k++) {
            for (uint32_t leave = 0; leave < 4; leave++) {
                const lead_arguments a = {.rounds = 4, .every = every[k], .leave = leave};
                leading_check(&a, sizes[i]);
            }
        }
    }
}

int main(void)
{
    zed_delay_start();
    test_barriers();
    test_leading();
    test_exchanges();
    test_polls();
    test_leaders();
    test_faults();
    test_private();
    test_local();
    test_groups();
    test_threads();
    return 0;
}
