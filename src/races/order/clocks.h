/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Vector clocks: which accesses happen before which.
 *
 * Each PE has several agents, one per timeline (common.h): its program, the threads of it that
 * report what they wait for, some of its command lists, and contexts, which only send.  For each
 * agent, a clock holds its progress, and numbers of its operations:
 *
 *     ISHMEMI_PROGRAM    the agent's progress
 *     issued             the last operation that it had sent by then
 *     fenced             the last one that a fence orders before what the same context sends next
 *     ISHMEMI_SENT       per PE: the last operation that is complete there
 *     ISHMEMI_SIGNALLED  per PE: the last put_signal whose data has arrived there
 *     ISHMEMI_HELD       the last one that no longer uses the memory that it reads or fetches into
 *
 * An access has a part and a number.  It happens before everything whose clock has at least this
 * number in this part.  A quiet completes what an agent has sent, for the agent itself.  For the
 * target, it is complete once something arrives that was sent after a fence, by the agent or by
 * another agent of its PE that has acquired it.  Only a quiet advances ISHMEMI_HELD.
 *
 * The caller holds the mutex (common.h) and acts for ishmemi_races.agent.  Only
 * ishmemi_shadow_knows() and ishmemi_shadow_knows_own() call ishmemi_clock_number() without the
 * mutex.
 */
#ifndef ISHMEMI_RACES_CLOCKS_H
#define ISHMEMI_RACES_CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ishmemi_part {
    ISHMEMI_PROGRAM,
    ISHMEMI_SENT,
    ISHMEMI_SIGNALLED,
    ISHMEMI_HELD
} ishmemi_part_t;

/* Called by one PE, before the others call anything. */
void ishmemi_clocks_begin(void);

/* The number of an access that the agent makes now. */
uint32_t ishmemi_clock_number(int agent, ishmemi_part_t part);

/* Whether this agent's clock includes the other's access to PE pe's memory with this number.
 * sends: the new access is data that this agent sends there, which a fence orders. */
bool ishmemi_clock_has(int agent, ishmemi_part_t part, int pe, uint32_t number, bool sends);

/* Whether this agent has acquired anything that the other one released after it sent this
 * operation. */
bool ishmemi_clock_knows_sender(int agent, uint32_t number);

/* Whether the programs of all PEs have acquired this access to PE pe's memory. */
bool ishmemi_clock_everybody_has(int agent, ishmemi_part_t part, int pe, uint32_t number);

/* Begins an operation that sends; ishmemi_clock_number() of ISHMEMI_SENT is its number. */
void ishmemi_clock_send(void);
void ishmemi_clock_fence(void);
/* Completes what this PE has sent, as far as this agent's clock includes it: on the context of the
 * sender (common.h), or on all contexts. */
void ishmemi_clock_quiet(bool all);

/* Whether this PE's program and all its threads have acquired this access to this PE's memory. */
bool ishmemi_clock_all_have(int agent, ishmemi_part_t part, uint32_t number);

/* This agent changes the word at `place` of PE pe and releases its clock there, for any agent that
 * finds the value.  with_data: the put_signal that it sends now also releases its data. */
void ishmemi_clock_release(int pe, uint64_t place, bool with_data);
/* This agent has found a value in the word and acquires the word's clock. */
void ishmemi_clock_acquire(int pe, uint64_t place);

/* Releases to, and acquires from, a clock of ishmemi_races_clock_words() numbers. */
void ishmemi_clock_release_to(uint32_t *known);
void ishmemi_clock_acquire_from(const uint32_t *known);

/* Everything that any PE of this machine has done so far happens before what this agent does
 * next. */
void ishmemi_clock_join_all(void);
/* The same for what all threads of this PE's program have done. */
void ishmemi_clock_join_program(void);

/* A call of a team's collective. */
typedef struct ishmemi_clock_call {
    size_t team;      /* its index in the table of teams; SIZE_MAX: the table is full */
    uint64_t number;  /* of the call on this PE, from 1 */
    int32_t members;  /* of the team, if this call ends it; else 0 */
    uint32_t collect; /* its number among the team's collects, from 1; 0: not a collect */
} ishmemi_clock_call_t;

ishmemi_clock_call_t ishmemi_clock_join_begin(uint64_t team, int32_t members, bool gives);
void ishmemi_clock_join_end(const ishmemi_clock_call_t *call, bool takes);

/* Between the beginning and the end of a collect: this PE contributes `bytes`. */
void ishmemi_clock_collect(ishmemi_clock_call_t *call, uint64_t bytes);
/* What all members on this machine contribute, once the call has waited for them; 0: not known. */
uint64_t ishmemi_clock_collected(const ishmemi_clock_call_t *call);

#endif
