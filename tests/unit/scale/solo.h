/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One PE of a job of any size, alone in a process.  Its tables are those that the library's own code
 * makes, and the bodies of its collectives are the library's.  What it waits for has come, whatever
 * it is, so it goes on to the end and can be counted without the others.
 *
 * The heaps of the PEs of its host are its own heap, mapped once more for each.
 */
#ifndef SOLO_H
#define SOLO_H

#include "host_team.h"
#include <stddef.h>
#include <stdint.h>

/* What a PE has done since solo_begin. */
typedef struct solo_count {
    long messages; /* to PEs of other hosts */
    long near;     /* to PEs of its own */
    long rounds;   /* times that it has waited for a PE of another host, or of its own */
    int partners;  /* PEs of other hosts to which it has sent */
} solo_count_t;

/* The bytes of this PE's tables. */
typedef struct solo_bytes {
    size_t host;   /* in host memory */
    size_t arena;  /* in the teams' memory, without the blocks */
    size_t blocks; /* of the teams, in the same memory */
} solo_bytes_t;

/* PE `me` of n_pes, of which per_host run on each host in the order of their numbers. */
void solo_open(int me, int n_pes, int per_host);
void solo_close(void);
solo_bytes_t solo_bytes(void);

void solo_begin(void);
solo_count_t solo_end(void);
/* Whether it has sent to PE pe of another host since solo_open. */
bool solo_has_sent(int pe);

#endif
