/* SPDX-License-Identifier: BSD-3-Clause */
/* Common parts of the executor's tests: a check that prints where it failed, and launches of
 * kernels that are C functions. */
#ifndef ZED_TEST_CHECK_H
#define ZED_TEST_CHECK_H

#include "engine/abi.h"
#include "engine/engine.h"
#include "run/launch.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

typedef struct test_shape {
    uint32_t groups[3];
    uint32_t items[3];
    uint32_t local_bytes;
    uint32_t stack_bytes;
} test_shape;

static inline ze_result_t test_launch_code(const zed_kernel_code_t *code, const void *arguments,
                                           const test_shape *shape)
{
    const zed_kernel_t kernel = {.name = "test",
                                 .code = code,
                                 .waits = code->group == NULL,
                                 .private_bytes = shape->stack_bytes,
                                 .stack_bytes = shape->stack_bytes};
    zed_launch_t launch = {
        .kernel = &kernel, .arguments = arguments, .local_bytes = shape->local_bytes};
    for (int i = 0; i < 3; i++) {
        launch.group_count[i] = shape->groups[i];
        launch.group_size[i] = shape->items[i];
        launch.global_offset[i] = 10u * (uint32_t)i;
    }
    return zed_launch_run(&launch);
}

/* One-dimensional. */
static inline ze_result_t test_launch(const zed_kernel_code_t *code, const void *arguments,
                                      uint32_t groups, uint32_t items)
{
    const test_shape shape = {.groups = {groups, 1, 1}, .items = {items, 1, 1}};
    return test_launch_code(code, arguments, &shape);
}

#endif
