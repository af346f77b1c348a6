/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What happens before what: vector clocks.
 *
 * Each PE has several agents, its timelines (common.h): its program, threads of it that tell what they wait for, some of its
 * command lists, and contexts, which do nothing but send.  A clock has for each agent
 *
 *     ISHMEMI_PROGRAM    how far it is,
 *     issued             what it had sent by then,
 *     fenced             after how much of it a fence stands, for who sends on the same context,
 *     ISHMEMI_SENT       by PE: which of the operations that it has sent there are complete,
 *     ISHMEMI_SIGNALLED  by PE: which of its put_signals' data are there,
 *     ISHMEMI_HELD       which of the operations that it has sent use no memory any more that they read or fetch into.
 *
 * An access has a part, a number, and is ordered before everything whose clock has that number at least.
 * What an agent sends is complete for itself after a quiet, and for the target with what follows a fence, by itself
 * or by another agent of its PE that knows of it.  Only a quiet ends ISHMEMI_HELD.  All of this is called under the mutex (common.h), for the agent
 * that has it.
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

/* By one PE, before the others call anything. */
void ishmemi_clocks_begin(void);

/* The number that an access of the agent has now. */
uint32_t ishmemi_clock_number(int agent, ishmemi_part_t part);

/* Whether this agent's clock has seen the other's access to PE pe's memory with this number.  sends: what this
 * agent sends there now, which comes after a fence. */
bool ishmemi_clock_has(int agent, ishmemi_part_t part, int pe, uint32_t number, bool sends);

/* Whether this agent has learnt of anything that the other has done after it sent this. */
bool ishmemi_clock_knows_sender(int agent, uint32_t number);

/* Whether the programs of all PEs have it, in PE pe's memory. */
bool ishmemi_clock_everybody_has(int agent, ishmemi_part_t part, int pe, uint32_t number);

/* A call begins that sends; its number is that of ISHMEMI_SENT. */
void ishmemi_clock_send(void);
void ishmemi_clock_fence(void);
/* All that this PE is known to have sent is complete: on the context of the sender (common.h), or on all. */
void ishmemi_clock_quiet(bool all);

/* Whether the clocks of this PE's program and of all its threads have it, in this PE's memory. */
bool ishmemi_clock_all_have(int agent, ishmemi_part_t part, uint32_t number);

/* This agent changes the word at `place` of PE pe: who finds the value there knows what this agent knows.
 * with_data: of the put_signal that it sends now. */
void ishmemi_clock_release(int pe, uint64_t place, bool with_data);
/* This agent has found a value there. */
void ishmemi_clock_acquire(int pe, uint64_t place);

/* What this agent knows, ishmemi_races_clock_words() of numbers, for who learns it. */
void ishmemi_clock_release_to(uint32_t *known);
void ishmemi_clock_acquire_from(const uint32_t *known);

/* All that any PE of this machine has done by now happens before what this agent does next. */
void ishmemi_clock_join_all(void);
/* The same of all that this PE's program has done, by all its threads. */
void ishmemi_clock_join_program(void);

/* A collective of a team. */
typedef struct ishmemi_clock_call {
    size_t team;      /* its place; SIZE_MAX: there are too many */
    uint64_t number;  /* on this PE, from 1 */
    int32_t members;  /* of a team that ends with this call; 0: it does not */
    uint32_t collect; /* its number among the collects, from 1; 0: it is none */
} ishmemi_clock_call_t;

ishmemi_clock_call_t ishmemi_clock_join_begin(uint64_t team, int32_t members, bool gives);
void ishmemi_clock_join_end(const ishmemi_clock_call_t *call, bool takes);

/* The call is a collect, to which this PE gives so much: between its beginning and its end. */
void ishmemi_clock_collect(ishmemi_clock_call_t *call, uint64_t bytes);
/* How much all members of this machine have given, once the call has waited for them; 0: it is not known. */
uint64_t ishmemi_clock_collected(const ishmemi_clock_call_t *call);

#endif
