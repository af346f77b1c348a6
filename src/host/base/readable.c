/* SPDX-License-Identifier: BSD-3-Clause */
#include "readable.h"

#include <errno.h>
#include <stdint.h>
#include <sys/uio.h>
#include <unistd.h>

/* Pages are at least this large, so one byte per STEP covers every page. */
#define STEP 4096

static bool is_readable_byte(uintptr_t address)
{
    char byte;
    const struct iovec to = {.iov_base = &byte, .iov_len = 1};
    const struct iovec from = {.iov_base = (void *)address, .iov_len = 1};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1 || errno != EFAULT;
}

bool ishmemi_is_readable(const void *address, size_t bytes)
{
    const uintptr_t first = (uintptr_t)address;
    uintptr_t last;
    if (bytes == 0) {
        return true;
    }
    if (__builtin_add_overflow(first, bytes - 1, &last)) {
        return false;
    }
    for (uintptr_t at = first; at < last && last - at >= STEP; at += STEP) {
        if (!is_readable_byte(at)) {
            return false;
        }
    }
    return is_readable_byte(first) && is_readable_byte(last);
}
