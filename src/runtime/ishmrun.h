/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What ishmrun and the processes that it starts say to each other: by two variables of the
 * environment, and by a socket that each process inherits.  The PEs meet by a unique id
 * (ishmemx_get_uniqueid) of ishmrun, another one for each start of the library.
 */
#ifndef ISHMEMI_ISHMRUN_H
#define ISHMEMI_ISHMRUN_H

#include <stdint.h>

#define ISHMEMI_ISHMRUN_RANK "ISHMRUN_RANK"
#define ISHMEMI_ISHMRUN_SIZE "ISHMRUN_SIZE"
#define ISHMEMI_ISHMRUN_LINE "ISHMRUN_LINE" /* the socket's descriptor */

/* The process asks for the id of its start number `start`, counted from 0; ishmrun answers with the
 * bytes of an ishmemx_uniqueid_t, the same for all processes that ask for the same start. */
typedef struct ishmemi_ishmrun_question {
    uint32_t start;
} ishmemi_ishmrun_question_t;

#endif
