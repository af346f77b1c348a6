/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What programs print about a wrong command line, and the status with which they exit.  They are
 * the same for all programs.
 */
#ifndef TOOL_MISTAKE_H
#define TOOL_MISTAKE_H

#include <getopt.h>
#include <stddef.h>

/* The status of a program with a wrong command line. */
#define TOOL_MISUSED 2

/* getopt_long, given a string that begins with ':' or "+:", has returned `found`, which is '?' or
 * ':'.  The sentence names the option and what is wrong with it. */
void tool_describe_mistake(int found, char *const argv[], const struct option *options,
                           char *sentence, size_t bytes);

#endif
