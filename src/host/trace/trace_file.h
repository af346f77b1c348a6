/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The file of this PE's trace (trace_format.h) while threads write it: each into its own chunk,
 * without locks.
 */
#ifndef ISHMEMI_TRACE_FILE_H
#define ISHMEMI_TRACE_FILE_H

#include "trace_format.h"
#include <stddef.h>

/* Creates the file pe-<PE>.ishmtrace, and the directory if necessary.  0, or -1 after an error
 * message. */
int ishmemi_trace_file_open(const char *directory, size_t limit);
/* No thread writes any longer.  Returns how many records were dropped. */
uint64_t ishmemi_trace_file_close(void);

ishmemi_trace_header_t *ishmemi_trace_file_header(void);

/* The number of a name, which is a constant string. */
uint16_t ishmemi_trace_file_name(const char *name);

/* The same for a name that may be freed. */
uint16_t ishmemi_trace_file_copied_name(const char *name);

/* For what kernels do; called by one thread at a time. */
void ishmemi_trace_file_write_kernels(const ishmemi_trace_record_t *record);
/* Any thread: the slot of its next record, until the record is complete; NULL: no room. */
ishmemi_trace_record_t *ishmemi_trace_file_begin(void);
void ishmemi_trace_file_end(void);
void ishmemi_trace_file_write(const ishmemi_trace_record_t *record);

#endif
