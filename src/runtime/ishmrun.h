/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The protocol between ishmrun and the processes that it starts: environment variables, and a
 * socket that each process inherits.  The PEs meet through a unique id (ishmemx_get_uniqueid) that
 * ishmrun makes, a new one for each start of the library.
 */
#ifndef ISHMEMI_ISHMRUN_H
#define ISHMEMI_ISHMRUN_H

#include <stdint.h>

#define ISHMEMI_ISHMRUN_RANK "ISHMRUN_RANK"
#define ISHMEMI_ISHMRUN_SIZE "ISHMRUN_SIZE"
#define ISHMEMI_ISHMRUN_SOCKET "ISHMRUN_SOCKET" /* the socket's descriptor */

/* A process requests the id of its start number `start`, counted from 0.  ishmrun answers with the
 * bytes of an ishmemx_uniqueid_t, the same for all processes that request the same start. */
typedef struct ishmemi_ishmrun_question {
    uint32_t start;
} ishmemi_ishmrun_question_t;

#endif
