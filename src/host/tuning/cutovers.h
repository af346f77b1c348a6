/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sizes up to which a queue-ordered operation is carried out by a kernel; from then on the copy
 * engine does it.
 */
#ifndef ISHMEMI_HOST_CUTOVERS_H
#define ISHMEMI_HOST_CUTOVERS_H

#include "row.h"
#include <stdio.h>

/* X(field, name).  put_signal: copies and signals in one launch, which a processor does as fast as
 * the copy alone.  strided: of one block; the copy engine takes all blocks in one command. */
#define ISHMEMI_CUTOVERS(X)              \
    X(put_signal, "put_signal_on_queue") \
    X(strided, "strided_on_queue")

#define ISHMEMI_CUTOVER_FIELD(field, name) uint64_t field;
typedef struct ishmemi_cutovers {
    ISHMEMI_CUTOVERS(ISHMEMI_CUTOVER_FIELD)
} ishmemi_cutovers_t;

/* Those in force: written at start-up. */
extern ishmemi_cutovers_t ishmemi_cutovers;

/* There are none. */
void ishmemi_cutovers_open(void);
/* The name of one that no source has given, or NULL. */
const char *ishmemi_cutovers_lacking(void);

/* Takes the row NAME:kernel<bytes unless one of a source that counts more, or an earlier one of the
 * same source, has been taken.  0; or -1 where it is no such row. */
int ishmemi_cutovers_add(const ishmemi_row_t *row, ishmemi_source_t source);

void ishmemi_cutovers_print(FILE *out, ishmemi_row_print_fn print);

#endif
