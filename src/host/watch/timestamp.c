/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Timestamps: ns of CLOCK_MONOTONIC.
 */
#include "timestamp.h"

#include "fatal.h"
#include "host_reach.h"
#include "log.h"
#include "tile_copy.h"
#include "util/clock.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

noreturn void ishmemi_timestamp_refuse(const char *routine, ishmemx_ts_handle_t cell)
{
    ishmemi_fatal_argument(routine, "dst", ishmemi_text("0x%" PRIxPTR, cell).text,
                           "the address of a uint64_t");
}

/* Linux stores the value, so that a program's mistake raises no signal on a thread of the
 * library. */
static bool can_store(uint64_t *cell, uint64_t value)
{
    const struct iovec from = {.iov_base = &value, .iov_len = sizeof value};
    const struct iovec to = {.iov_base = cell, .iov_len = sizeof value};
    return process_vm_writev(getpid(), &from, 1, &to, 1, 0) == (ssize_t)sizeof value ||
           errno != EFAULT;
}

void ishmemi_timestamp_store(ishmemx_ts_handle_t cell)
{
    static const char routine[] = "ishmemx_timestamp, in a kernel";
    uint64_t *const object = (uint64_t *)cell;
    if (!ishmemi_timestamp_is_cell(cell)) {
        ishmemi_timestamp_refuse(routine, cell);
    }
    const uint64_t now = ishmemi_clock_now();
    if (!ishmemi_host_reaches(object)) {
        if (ishmemi_tile_copy(object, &now, sizeof now) != 0) {
            ishmemi_timestamp_refuse(routine, cell);
        }
    } else if (can_store(object, now)) {
        /* Release: for a thread that polls the last of several timestamps. */
        __atomic_store_n(object, now, __ATOMIC_RELEASE);
    } else {
        ishmemi_timestamp_refuse(routine, cell);
    }
}
