/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages with the location in a kernel.  All of it is safe in a signal handler: it formats its
 * own text and writes it at once.
 */
#ifndef ZED_RUN_LOCATION_H
#define ZED_RUN_LOCATION_H

#include "run/run.h"

#include <stddef.h>
#include <stdint.h>

#define ZED_TEXT_BYTES 2048

typedef struct zed_text {
    char bytes[ZED_TEXT_BYTES];
    size_t length;
} zed_text_t;

/* Omits what does not fit. */
void zed_text_add(zed_text_t *text, const char *words);
void zed_text_number(zed_text_t *text, uint64_t number, unsigned base);
void zed_text_write(const zed_text_t *text);

/* ", in work-item (5,0,0) of work-group (1,0,0)"; ", at scale.cl:7" */
void zed_text_item(zed_text_t *text, const uint64_t item[3], const uint64_t group[3]);
void zed_text_line(zed_text_t *text, const char *file, uint32_t line);

/* ", in work-item (5,0,0) of work-group (1,0,0), at scale.cl:7", as far as known. */
void zed_text_location(zed_text_t *text, const struct zed_run *run, uintptr_t instruction);

#endif
