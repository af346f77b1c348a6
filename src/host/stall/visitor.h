/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Visitors: programs of the same user on this machine that ask what the job does, through a name in
 * the abstract Unix namespace (ishmem-info --job).  All but open and close are for the lifelines'
 * thread.
 */
#ifndef ISHMEMI_VISITOR_H
#define ISHMEMI_VISITOR_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_VISITORS 8
#define ISHMEMI_VISITOR_POLLS (1 + ISHMEMI_VISITORS)

/* Accepts visitors from now on.  job: a number that the PEs of a job share, and no others.  A
 * failure is not an error: there are no visitors then. */
void ishmemi_visitor_open(uint64_t job);
void ishmemi_visitor_close(void);

/* Stores what to poll for; returns how many. */
size_t ishmemi_visitor_watch(struct pollfd *polls);

/* Accepts new visitors and receives their requests; returns whether one waits for an answer. */
bool ishmemi_visitor_serve(void);

/* Whether a visitor waits for text, or for JSON. */
bool ishmemi_visitor_wants(bool json);
/* Answers those visitors and closes their connections. */
void ishmemi_visitor_answer_text(const char *text, size_t bytes);
void ishmemi_visitor_answer_json(const char *text, size_t bytes);

#endif
