/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The wire's share and unshare: files in memory.
 */
#ifndef ISHMEMI_UCX_SHARE_H
#define ISHMEMI_UCX_SHARE_H

#include "proxy/messages/wire.h"

bool ishmemi_ucx_share(size_t (*need)(int processes), wire_memory_t *memory);
void ishmemi_ucx_unshare(wire_memory_t *memory);

#endif
