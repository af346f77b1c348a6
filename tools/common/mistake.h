/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What programs say of a command line that is wrong, and the status that they end with: the same for all.
 */
#ifndef TOOL_MISTAKE_H
#define TOOL_MISTAKE_H

#include <getopt.h>
#include <stddef.h>

/* The status of a program whose command line is wrong. */
#define TOOL_MISUSED 2

/* getopt_long, given a string that begins with ':' or "+:", has returned `found`, which is '?' or ':': the
 * sentence says of which option, and what is wrong with it. */
void tool_describe_mistake(int found, char *const argv[], const struct option *options,
                           char *sentence, size_t bytes);

#endif
