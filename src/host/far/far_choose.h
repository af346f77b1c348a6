/* SPDX-License-Identifier: BSD-3-Clause */
/* Chooses and loads the transport to far PEs. */
#ifndef ISHMEMI_FAR_CHOOSE_H
#define ISHMEMI_FAR_CHOOSE_H

#include "runtime/transport.h"

/* Collective: all PEs choose the same.  Returns NULL after logging why. */
const ishmemi_transport_t *ishmemi_far_choose(void);

/* Whether the transport is the one of MPI's module, which has formed the job, too. */
bool ishmemi_far_is_of_job(void);

#endif
