/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See refuse.h.
 */
#include "refuse.h"

#include "nvshmem.h"
#include <ishmemx.h>
#include <stdio.h>
#include <unistd.h>

enum { LINE_BYTES = 512 };

void nvshmem_complain(const char *routine, const char *argument, const char *value,
                      const char *expected)
{
    char line[LINE_BYTES];
    int is_initialized = 0;
    ishmemx_query_initialized(&is_initialized);
    int bytes = is_initialized ? snprintf(line, sizeof line, "ishmem: PE %d: ", ishmem_my_pe())
                               : snprintf(line, sizeof line, "ishmem: ");
    bytes += snprintf(line + bytes, sizeof line - (size_t)bytes,
                      "%s: argument %s is %s, expected %s\n", routine, argument, value, expected);
    /* In one piece, because other PEs may write at the same time. */
    fwrite(line, 1, (size_t)bytes < sizeof line ? (size_t)bytes : sizeof line - 1, stderr);
    fflush(stderr);
}

void nvshmem_refuse(const char *routine, const char *argument, const char *value,
                    const char *expected)
{
    nvshmem_complain(routine, argument, value, expected);
    ishmem_global_exit(1);
}

void nvshmem_check_sig_op(const char *routine, int sig_op)
{
    if (sig_op != NVSHMEM_SIGNAL_SET && sig_op != NVSHMEM_SIGNAL_ADD) {
        char value[32];
        snprintf(value, sizeof value, "%d", sig_op);
        nvshmem_refuse(routine, "sig_op", value, "NVSHMEM_SIGNAL_SET or NVSHMEM_SIGNAL_ADD");
    }
}
