/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmrun: what its files share.  One process, one thread: it starts the PEs, answers their questions
 * (src/runtime/ishmrun.h), passes on their output if it is to be labelled, and waits for their end.
 */
#ifndef ISHMRUN_H
#define ISHMRUN_H

#include <stdbool.h>
#include <sys/types.h>

#define ISHMRUN_PES_MAX 4096

typedef struct options {
    int pes;
    bool label;
    bool bind;
    char **command; /* NULL-terminated */
} options_t;

/* Returns, or ends the program: with --help, with --version, or with a sentence. */
options_t options_read(int argc, char **argv);

/* One stream of a PE's output, passed on line by line. */
typedef struct output {
    int from; /* -1: at its end */
    int to;
    char *line; /* begun */
    size_t bytes;
    size_t capacity;
} output_t;

typedef struct child {
    pid_t process; /* 0: ended */
    int line;      /* for its questions; -1: closed */
    output_t output[2];
} child_t;

/* Starts all; false, having said why, if one cannot be. */
bool children_start(const options_t *options, child_t *children);
void children_signal(const child_t *children, int count, int number);
/* Collects those that have ended.  Returns how many there were; *status becomes that of the first that
 * failed, as a shell tells it, and which it was is said. */
int children_collect(child_t *children, int count, int *status);

/* Reads what there is and writes its whole lines, each with "[pe] " before it. */
void output_pass(output_t *output, int pe);
/* The last line, if it has no end. */
void output_finish(output_t *output, int pe);

/* Answers a PE's question; false if its line is closed. */
bool ids_answer(int line);

#endif
