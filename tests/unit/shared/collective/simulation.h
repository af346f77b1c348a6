/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A job of many PEs in one process: each has a heap and a work-group of one or several lanes, which
 * are fibers, and one runs at a time.  Chance says which goes on, and when a lane's stores reach the
 * other PEs: what it has copied there may arrive late and out of order, but for what a release store
 * orders: what its lane stored before it, and what any lane of the group stored before a barrier that
 * came before it.  A run is the same each time for the same seed.
 *
 * PEs are on hosts.  What goes to another host neither stores nor barriers order: a far flag comes
 * after all that the PE has sent to the same PE, and simulation_complete waits for all.
 *
 * Each PE counts what it sends, and each flag carries how long the chain of messages behind it is.
 */
#ifndef SIMULATION_H
#define SIMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct simulation_pe {
    int me;
    int host; /* 0, unless the test says otherwise before it makes teams */
    unsigned char *heap;
    long messages;     /* copies and flags to other PEs */
    long bytes;        /* in copies */
    long chain;        /* messages, each sent only when the one before had come */
    long far_messages; /* of them, those to other hosts */
    long far_chain;
} simulation_pe_t;

typedef struct simulation_lane {
    simulation_pe_t *pe;
    int lane;
    const void *choices; /* the table that its next call chooses from */
    bool may_load;       /* whether that call may read other PEs' heaps */
    bool alone;          /* whether it makes that call without the other lanes */
    void *argument;
} simulation_lane_t;

/* The lane whose fiber runs. */
extern simulation_lane_t *simulation_me;

/* n PEs of so many lanes with heaps of heap_bytes, all 0.  in_order: no PE is ahead without need,
 * and stores arrive at once: for counting. */
void simulation_open(int n, int lanes, size_t heap_bytes, uint64_t seed, bool in_order);
void simulation_close(void);
simulation_pe_t *simulation_pe(int pe);
int simulation_lanes(void);

/* Runs body on each lane to its end, with the argument of its PE.  Ends the process, having said who
 * waits for what, when nobody can go on. */
void simulation_run(void (*body)(void *argument), void *const *arguments);

/* Another PE's copy of the object at `address` in the running PE's heap. */
uint64_t simulation_translate(uint64_t address, int pe);
/* Ends the process when it reads what it may not. */
void simulation_read(const void *source);
void simulation_copy(void *destination, const void *source, size_t bytes);
void simulation_store(uint64_t address, uint64_t value);
/* At once, but in no order. */
void simulation_store_relaxed(uint64_t address, uint64_t value);
/* All that the lane has stored on its host, or any of the group before a barrier, is there when it returns;
 * on all hosts. */
void simulation_fence(void);
void simulation_complete(void);
/* Whether the running PE is on another host; copies and stores to that one's copy of an object. */
bool simulation_is_far(int pe);
void simulation_copy_far(uint64_t address, const void *source, size_t bytes, int pe);
void simulation_store_far(uint64_t address, uint64_t value, int pe);
/* The word, if any, the data after it, and then the number: one message, by one lane. */
void simulation_tell_far(uint64_t address, const uint64_t *word, const void *source, size_t bytes,
                         uint64_t flag, uint64_t number, int pe);
void simulation_wait(uint64_t address, uint64_t number);
/* A place where another lane may go on. */
void simulation_point(void);

/* A barrier of the PE's lanes: what any of them has stored is there before a flag that any of them stores
 * after it, or when that one's fence returns. */
void simulation_barrier(void);
/* With a barrier before it and after it: lane 0's value, and the least of all lanes'. */
uint64_t simulation_broadcast(uint64_t value);
uint64_t simulation_min(uint64_t value);

/* The next of a row of numbers that look random. */
uint64_t simulation_random(void);

#endif
