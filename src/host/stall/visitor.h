/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Visitors: programs of this machine's same user that ask the job what it does, by a name in the
 * abstract Unix namespace (ishmem-info --job).  All but open is the lifelines' thread's.
 */
#ifndef ISHMEMI_VISITOR_H
#define ISHMEMI_VISITOR_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_VISITORS 8
#define ISHMEMI_VISITOR_POLLS (1 + ISHMEMI_VISITORS)

/* From now on visitors are let in.  job: a number that the PEs of a job share, and no others.  What
 * goes wrong is no error: then nobody comes. */
void ishmemi_visitor_open(uint64_t job);
void ishmemi_visitor_close(void);

/* Stores what to poll for and returns how many. */
size_t ishmemi_visitor_watch(struct pollfd *polls);

/* Lets in who has come and hears what they want; returns whether one waits for an answer. */
bool ishmemi_visitor_serve(void);

/* Whether one waits for text, or JSON. */
bool ishmemi_visitor_wants(bool json);
/* Answers those, who leave. */
void ishmemi_visitor_answer_text(const char *text, size_t bytes);
void ishmemi_visitor_answer_json(const char *text, size_t bytes);

#endif
