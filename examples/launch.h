/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the examples need of Level Zero to run a kernel: a program (module, immediate command list
 * and one event) and launches of its kernels, one at a time.  Every function that fails says why,
 * in one line, and ends the job.
 */
#ifndef LAUNCH_H
#define LAUNCH_H

#include "ishmemx.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct launch_program {
    ze_module_handle_t module;
    ze_command_list_handle_t list;
    ze_event_pool_handle_t events;
    ze_event_handle_t done;
} launch_program_t;

/* One kernel argument: LAUNCH_ARGUMENT(variable) passes a variable by value. */
typedef struct launch_argument {
    size_t bytes;
    const void *value;
} launch_argument_t;

/* clang-format off */
#define LAUNCH_ARGUMENT(variable) {sizeof(variable), &(variable)}
/* clang-format on */

/* Loads `file`, which lies in the executable's directory, for this PE's tile and binds it. */
void launch_open(const char *file, launch_program_t *program);
void launch_close(launch_program_t *program);

/* One more immediate list of the tile. */
void launch_list_create(ze_command_list_handle_t *list);
void launch_list_destroy(ze_command_list_handle_t list);

/* The kernel `name` with work-groups of `items` work-items and its arguments set. */
void launch_kernel_create(const launch_program_t *program, const char *name, uint32_t items,
                          uint32_t argument_count, const launch_argument_t *arguments,
                          ze_kernel_handle_t *kernel);
void launch_kernel_destroy(ze_kernel_handle_t kernel);

/* Gives the kernel work-groups of `items` work-items, or of the next power of two below at which the
 * tile takes them.  Returns how many that is. */
uint32_t launch_widen_groups(ze_kernel_handle_t kernel, uint32_t items);

/* How many work-groups of the kernel the tile can run at the same time. */
uint32_t launch_max_resident_groups(ze_kernel_handle_t kernel);

/* Starts `groups` work-groups.  resident: all of them must run at the same time, because they wait
 * for one another. */
void launch_start(const launch_program_t *program, ze_kernel_handle_t kernel, uint32_t groups,
                  bool resident);
/* Waits until the launch has ended. */
void launch_wait(const launch_program_t *program);

/* Ends the job with a message unless `result` is success.  `what` names what was tried. */
void launch_check(ze_result_t result, const char *what);

/* Prints the text after this PE's number, and ends the job with exit status 1. */
void launch_fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
