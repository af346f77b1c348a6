/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sizes up to which a kernel runs a queue-ordered operation.  The copy engine moves larger data.
 */
#ifndef ISHMEMI_HOST_CUTOVERS_H
#define ISHMEMI_HOST_CUTOVERS_H

#include "row.h"
#include <stdio.h>

/* X(field, name).  put_signal: copies and signals in one launch, which on a processor is as fast as
 * the copy alone.  strided: the size of one block; the copy engine copies all blocks with one
 * command. */
#define ISHMEMI_CUTOVERS(X)              \
    X(put_signal, "put_signal_on_queue") \
    X(strided, "strided_on_queue")

#define ISHMEMI_CUTOVER_FIELD(field, name) uint64_t field;
typedef struct ishmemi_cutovers {
    ISHMEMI_CUTOVERS(ISHMEMI_CUTOVER_FIELD)
} ishmemi_cutovers_t;

/* The ones in force, written at start-up. */
extern ishmemi_cutovers_t ishmemi_cutovers;

/* Empties the table. */
void ishmemi_cutovers_open(void);
/* The name of one that no source has set, or NULL. */
const char *ishmemi_cutovers_lacking(void);

/* Sets the cutover of the row NAME:kernel<bytes unless a source with more priority, or an earlier
 * row of the same source, has set it.  0; or -1 if it is not such a row. */
int ishmemi_cutovers_add(const ishmemi_row_t *row, ishmemi_source_t source);

void ishmemi_cutovers_print(FILE *out, ishmemi_row_print_fn print);

#endif
