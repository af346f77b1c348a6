/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * moe's command line.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum check { CHECK_IF_SMALL, CHECK_ALWAYS, CHECK_NEVER } check_t;

typedef struct options {
    uint32_t tokens; /* of each PE */
    uint32_t hidden;
    uint32_t experts;
    uint32_t top_k;
    uint32_t seed;
    uint32_t repetitions;
    uint32_t groups; /* 0: as many as suit the device */
    uint32_t items;  /* likewise */
    const char *routing;
    check_t check;
    bool json;
    bool help;
} options_t;

/* Reads the command line into `options`; false, and a sentence in `error`, if it is bad. */
bool options_read(int argc, char **argv, options_t *options, char error[256]);

void options_print_usage(FILE *stream);

#endif
