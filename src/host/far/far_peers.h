/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Far PEs are those whose memory is not mapped here, ISHMEMI_UNREACHABLE in the delta table; and
 * the transport to them.
 */
#ifndef ISHMEMI_FAR_PEERS_H
#define ISHMEMI_FAR_PEERS_H

#include "job.h"
#include "runtime/transport.h"

/* NULL if all PEs are near; constant from ishmem_init to ishmem_finalize. */
extern const ishmemi_transport_t *ishmemi_far;

static inline bool ishmemi_far_is(int pe)
{
    return __builtin_expect(ishmemi_job.delta[pe] == ISHMEMI_UNREACHABLE, 0);
}

/* How many PEs are far. */
size_t ishmemi_far_count(void);

#endif
