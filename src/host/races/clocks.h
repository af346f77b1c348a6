/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What happens before what: vector clocks.
 *
 * Each PE has one agent, all of whose threads count as one.  A clock has for each agent
 *
 *     ISHMEMI_PROGRAM  how far its program is,
 *     ISHMEMI_SENT     by PE: which of the operations that it has sent there are complete,
 *     ISHMEMI_SIGNALLED  by PE: which of its put_signals' data are there.
 *
 * An access has a part, a number, and is ordered before everything whose clock has that number at least.
 * What a PE sends is complete for itself after a quiet, and for the target with what follows a fence.
 * All of this is called under the mutex (common.h).
 */
#ifndef ISHMEMI_RACES_CLOCKS_H
#define ISHMEMI_RACES_CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ishmemi_part { ISHMEMI_PROGRAM, ISHMEMI_SENT, ISHMEMI_SIGNALLED } ishmemi_part_t;

/* By one PE, before the others call anything. */
void ishmemi_clocks_begin(void);

/* The number that an access of this PE has now. */
uint32_t ishmemi_clock_number(ishmemi_part_t part);

/* Whether this PE's clock has seen the agent's access to PE pe's memory with this number.  sends: what this
 * PE sends there now, which comes behind a fence. */
bool ishmemi_clock_has(int agent, ishmemi_part_t part, int pe, uint32_t number, bool sends);

/* Whether this PE has learnt of anything that the agent's program has done after it sent this. */
bool ishmemi_clock_knows_sender(int agent, uint32_t number);

/* A call begins that sends; its number is that of ISHMEMI_SENT. */
void ishmemi_clock_send(void);
void ishmemi_clock_fence(void);
/* All that this PE has sent is complete. */
void ishmemi_clock_quiet(void);
/* A put_signal begins; its number is that of ISHMEMI_SIGNALLED. */
void ishmemi_clock_signal(void);

/* This PE changes the word at `place` of PE pe: who finds the value there knows what this PE knows.
 * with_data: of the last put_signal. */
void ishmemi_clock_release(int pe, uint64_t place, bool with_data);
/* This PE has found a value there. */
void ishmemi_clock_acquire(int pe, uint64_t place);

/* All that any PE of this machine has done by now happens before what this PE does next. */
void ishmemi_clock_join_all(void);

/* A collective of a team. */
typedef struct ishmemi_clock_call {
    size_t team;     /* its place; SIZE_MAX: there are too many */
    uint64_t number; /* on this PE, from 1 */
    int32_t members; /* of a team that ends with this call; 0: it does not */
} ishmemi_clock_call_t;

ishmemi_clock_call_t ishmemi_clock_join_begin(uint64_t team, int32_t members, bool gives);
void ishmemi_clock_join_end(const ishmemi_clock_call_t *call, bool takes);

#endif
