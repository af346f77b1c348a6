/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Common parts of the driver's tests: checks, one device with a context, a module of kernels.cl,
 * and functions that are missing from Level Zero 1.4's headers.
 */
#ifndef ZED_TEST_FIXTURE_H
#define ZED_TEST_FIXTURE_H

#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

#define CHECK_RESULT(call, expected)                                                    \
    do {                                                                                \
        ze_result_t check_got = (call);                                                 \
        if (check_got != (expected)) {                                                  \
            fprintf(stderr, "%s:%d: %s gave 0x%x, not %s\n", __FILE__, __LINE__, #call, \
                    (unsigned)check_got, #expected);                                    \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

#define CHECK_SUCCESS(call) CHECK_RESULT(call, ZE_RESULT_SUCCESS)

#define FOREVER UINT64_MAX

typedef struct test_device {
    ze_driver_handle_t driver;
    ze_device_handle_t root;
    bool gpu; /* false for a processor that reports itself as a GPU */
    uint32_t tile_count;
    ze_device_handle_t *tiles;
    ze_context_handle_t context;
} test_device;

/* The type of fixture_device_memory's memory. */
ze_memory_type_t fixture_memory_type(const test_device *device);

/* Initialises Level Zero; ends the test if the driver is not ours. */
void fixture_start(test_device *device);
void fixture_end(test_device *device);

/* Whether the loader returns objects of its own instead of ours.  It then dereferences null and
 * stale handles, and does not wrap the log of a failure. */
bool fixture_wraps_handles(void);
/* Whether this is a result of the validation layer, which in newer loaders knows few of the
 * structures that query extensions. */
bool fixture_layer_refuses(ze_result_t result);
/* Whether the engine is the double of engine_double.c. */
bool fixture_is_double(void);

void *fixture_device_memory(test_device *device, size_t bytes);
void *fixture_host_memory(test_device *device, size_t bytes);
ze_command_list_handle_t fixture_immediate(test_device *device, uint32_t ordinal,
                                           ze_command_queue_mode_t mode);
ze_command_list_handle_t fixture_list(test_device *device, uint32_t ordinal);
ze_command_queue_handle_t fixture_queue(test_device *device, uint32_t ordinal,
                                        ze_command_queue_mode_t mode);
ze_event_pool_handle_t fixture_pool(test_device *device, ze_event_pool_flags_t flags,
                                    uint32_t count);
ze_event_handle_t fixture_event(ze_event_pool_handle_t pool, uint32_t index);

/* Reads a file that was built next to the tests; the caller frees it. */
uint8_t *fixture_file(const char *name, size_t *bytes);
ze_module_handle_t fixture_module(test_device *device, const char *name);
ze_kernel_handle_t fixture_kernel(ze_module_handle_t module, const char *name);
void fixture_argument(ze_kernel_handle_t kernel, uint32_t index, size_t bytes, const void *value);

/* A function of the driver, from zeDriverGetExtensionFunctionAddress; it takes the driver's own
 * handles. */
void *fixture_function(test_device *device, const char *name);

#endif
