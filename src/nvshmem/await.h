/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A get on a command list whose caller waits for the data.
 */
#ifndef NVSHMEM_AWAIT_H
#define NVSHMEM_AWAIT_H

#include <ishmemx.h>

/* Appends a get of `bytes` to the list and returns when dest holds the data.  If the host cannot
 * wait for the list, because it is not an immediate one, this ends the job. */
void nvshmem_await_get(const char *routine, void *dest, const void *source, size_t bytes, int pe,
                       ze_command_list_handle_t stream);

#endif
