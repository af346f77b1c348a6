/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A job of many PEs in one process: each is a fiber with a heap of its own, and one runs at a time.
 * Chance says which goes on, and when a PE's stores reach the others: what a PE has copied to
 * another may arrive late and out of order, but for what a release store behind it orders.
 * A run is the same each time for the same seed.
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
    unsigned char *heap;
    const void *choices;         /* the table that the PE's next call chooses from */
    bool may_load;               /* whether that call may read other PEs' heaps */
    void *argument;
    long messages;               /* copies and flags to other PEs */
    long bytes;                  /* in copies */
    long chain;                  /* messages, each sent only when the one before had come */
} simulation_pe_t;

/* The PE whose fiber runs. */
extern simulation_pe_t *simulation_me;

/* n PEs with heaps of heap_bytes, all 0.  in_order: no PE is ahead without need, and stores arrive
 * at once: for counting. */
void simulation_open(int n, size_t heap_bytes, uint64_t seed, bool in_order);
void simulation_close(void);
simulation_pe_t *simulation_pe(int pe);
void simulation_clear_counts(void);

/* Runs body on each PE to its end.  Ends the process, having said who waits for what, when no PE can
 * go on. */
void simulation_run(void (*body)(void *argument), void *const *arguments);

/* Another PE's copy of the object at `address` in the running PE's heap. */
uint64_t simulation_translate(uint64_t address, int pe);
/* Ends the process when it reads what it may not. */
void simulation_read(const void *source);
void simulation_copy(void *destination, const void *source, size_t bytes);
void simulation_store(uint64_t address, uint64_t value);
/* All that the PE has stored is there when it returns. */
void simulation_fence(void);
void simulation_wait(uint64_t address, uint64_t number);
/* A place where another PE may go on. */
void simulation_point(void);
/* The next of a row of numbers that look random. */
uint64_t simulation_random(void);

#endif
