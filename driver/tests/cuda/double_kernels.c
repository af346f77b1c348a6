/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernels of driver/tests/api/kernels.cl and the engine's own (cuda/own_kernels.c), in C.
 * Arguments are addresses in the form that streams use.
 */
#include "cuda/own_kernels.h"
#include "double.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

static uint32_t global_id(const double_item_t *item, int dimension)
{
    return item->global_offset[dimension] +
           item->group_id[dimension] * item->group_size[dimension] + item->local_id[dimension];
}

static void nothing(const double_item_t *item, const void *arguments)
{
    (void)item;
    (void)arguments;
}

typedef struct words {
    CUdeviceptr to;
    uint32_t value;
} words_t;

static void store(const double_item_t *item, const void *arguments)
{
    const words_t *given = arguments;
    if (global_id(item, 0) == 0) {
        *(uint32_t *)double_reach(given->to) = given->value;
    }
}

static void add(const double_item_t *item, const void *arguments)
{
    const words_t *given = arguments;
    ((uint32_t *)double_reach(given->to))[global_id(item, 0)] += given->value;
}

static void copy(const double_item_t *item, const void *arguments)
{
    const CUdeviceptr *given = arguments;
    const uint32_t i = global_id(item, 0);
    ((uint64_t *)double_reach(given[0]))[i] = ((uint64_t *)double_reach(given[1]))[i];
}

typedef struct unpack_arguments {
    CUdeviceptr to;
    struct {
        uint32_t first;
        uint64_t second;
        uint8_t bytes[5];
    } record;
} unpack_arguments_t;

static void unpack(const double_item_t *item, const void *arguments)
{
    const unpack_arguments_t *given = arguments;
    uint64_t *to = double_reach(given->to);
    (void)item;
    to[0] = given->record.first;
    to[1] = given->record.second;
    for (int i = 0; i < 5; i++) {
        to[2 + i] = given->record.bytes[i];
    }
}

typedef struct locals_arguments {
    CUdeviceptr to;
    uint64_t left;
    uint64_t right;
} locals_arguments_t;

static void locals(const double_item_t *item, const void *arguments)
{
    const locals_arguments_t *given = arguments;
    uint64_t *to = double_reach(given->to);
    uint32_t *left = (uint32_t *)(void *)(item->local + given->left);
    uint64_t *right = (uint64_t *)(void *)(item->local + given->right);
    to[0] = given->left;
    to[1] = given->right;
    left[item->local_id[0]] = 1;
    right[item->local_id[0]] = 2;
    to[2] = left[item->local_id[0]] + right[item->local_id[0]];
}

static void ids(const double_item_t *item, const void *arguments)
{
    uint32_t *to = double_reach(*(const CUdeviceptr *)arguments);
    const uint32_t *size = item->group_size;
    const uint32_t linear =
        item->local_id[0] + size[0] * (item->local_id[1] + size[1] * item->local_id[2]);
    for (int i = 0; i < 3; i++) {
        to[3 * linear + (unsigned)i] = global_id(item, i);
    }
}

static void meet(const double_item_t *item, const void *arguments)
{
    const words_t *given = arguments;
    _Atomic uint32_t *arrived = double_reach(given->to);
    (void)item;
    atomic_fetch_add(arrived, 1);
    while (atomic_load(arrived) < given->value) {
        sched_yield();
    }
}

/* The GPU's clock has a different origin from the host's. */
static void stamp(const double_item_t *item, const void *arguments)
{
    const zed_stamp_arguments_t *given = arguments;
    struct timespec now;
    (void)item;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t time =
        1000000000000u + (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    *(uint64_t *)double_reach(given->device_time) = time;
    if (given->host_time != 0) {
        *(uint64_t *)double_reach(given->host_time) = time + given->difference;
    }
}

static void fill(const double_item_t *item, const void *arguments)
{
    const zed_fill_arguments_t *given = arguments;
    unsigned char *to = double_reach(given->to);
    const uint64_t all = (uint64_t)item->group_count[0] * item->group_size[0];
    const uint64_t first = (uint64_t)item->group_id[0] * item->group_size[0] + item->local_id[0];
    for (uint64_t i = first; i < given->bytes; i += all) {
        to[i] = given->pattern[i % given->pattern_bytes];
    }
}

static const struct {
    const char *name;
    double_kernel_fn function;
    size_t bytes;
    bool waits;
} kernels[] = {
    {"nothing", nothing, 0, false},
    {"store", store, 12, false},
    {"add", add, 12, false},
    {"copy", copy, 16, false},
    {"unpack", unpack, sizeof(unpack_arguments_t), false},
    {"locals", locals, sizeof(locals_arguments_t), false},
    {"ids", ids, 8, false},
    {"meet", meet, 12, true},
    {"zed_stamp", stamp, sizeof(zed_stamp_arguments_t), false},
    {"zed_fill", fill, sizeof(zed_fill_arguments_t), false},
};

#define KERNELS (sizeof kernels / sizeof *kernels)

static size_t find(const char *name)
{
    size_t i = 0;
    while (i < KERNELS && strcmp(kernels[i].name, name) != 0) {
        i++;
    }
    return i;
}

double_kernel_fn double_kernel_find(const char *name)
{
    const size_t i = find(name);
    return i < KERNELS ? kernels[i].function : NULL;
}

size_t double_kernel_stack(const char *name)
{
    return strncmp(name, "zed_", 4) == 0 ? 0 : 3000;
}

size_t double_kernel_bytes(const char *name)
{
    const size_t i = find(name);
    return i < KERNELS ? kernels[i].bytes : 0;
}

bool double_kernel_waits(const char *name)
{
    const size_t i = find(name);
    return i < KERNELS && kernels[i].waits;
}
