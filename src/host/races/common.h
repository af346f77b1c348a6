/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The memory in which the PEs of a machine look for races together: a file in memory that all of them map.
 * Everything in it is read and written under its mutex, but for the words that are named here.
 *
 * word          written by             read by       ordering
 * has_unknown   who finds it out       everybody     relaxed
 */
#ifndef ISHMEMI_RACES_COMMON_H
#define ISHMEMI_RACES_COMMON_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_RACES_PES 64
/* Who acts: a PE's program, and its command lists with their kernels, which share what is left.  With many PEs
 * those of a PE count as one. */
#define ISHMEMI_RACES_AGENTS 128
#define ISHMEMI_RACES_LINES 4
/* With more PEs, what a fence orders to one PE counts as ordered to all. */
#define ISHMEMI_RACES_TARGETS 8
#define ISHMEMI_RACES_SITES 4096
#define ISHMEMI_RACES_SITE_BYTES 160
#define ISHMEMI_RACES_PAIRS 8192
#define ISHMEMI_RACES_TEAMS 256
/* So many calls of a team have clocks of their own.  A later one goes on with the clock of an earlier one, and
 * does not empty it: a slow PE may still be in that one, after a root that went ahead. */
#define ISHMEMI_RACES_CALLS 8
#define ISHMEMI_RACES_WORDS 16384
#define ISHMEMI_RACES_STARTS 256
#define ISHMEMI_RACES_SLOTS 4

/* Who acts.  What it puts is no part of its order: that has numbers of its own. */
typedef struct ishmemi_races_agent {
    uint32_t issued;                      /* the number of what it puts now */
    uint32_t fenced[ISHMEMI_RACES_LINES]; /* its fence stands behind these of its PE's agents */
    uint32_t
        has_kernels; /* of the program: whose calls are not seen.  It may have learnt anything at any time */
    /* By the number of what it put: where its program was. */
    uint32_t start[ISHMEMI_RACES_STARTS];
} ishmemi_races_agent_t;

typedef struct ishmemi_races_team {
    uint64_t id;   /* 0: free; UINT64_MAX: it ends, and its number may be another's already */
    int32_t began; /* of its members, the call that ends it */
    int32_t ended;
    uint64_t calls[ISHMEMI_RACES_PES];
} ishmemi_races_team_t;

typedef struct ishmemi_races_common {
    pthread_mutex_t mutex;
    uint32_t has_unknown; /* what nobody sees may order accesses: each wait and fetch orders all */
    uint32_t races;
    uint32_t n_sites;
    uint32_t pairs[ISHMEMI_RACES_PAIRS]; /* that were reported; 0: free */
    char sites[ISHMEMI_RACES_SITES][ISHMEMI_RACES_SITE_BYTES];
    ishmemi_races_agent_t agents[ISHMEMI_RACES_AGENTS];
    ishmemi_races_team_t teams[ISHMEMI_RACES_TEAMS];
    uint64_t words[ISHMEMI_RACES_WORDS]; /* keys; 0: free */
} ishmemi_races_common_t;

typedef struct ishmemi_races {
    ishmemi_races_common_t *common; /* NULL: nobody looks for races */
    size_t bytes;
    uint32_t *clocks;  /* of the agents, then of teams' calls, then of words */
    uint64_t *shadow;  /* slots of the PEs' memory */
    size_t units;      /* of 8 bytes, in a PE's memory */
    size_t heap_bytes; /* static objects come behind */
    size_t targets;    /* PEs towards which clocks tell what is sent apart; 1: they do not */
    int n;             /* PEs of this machine */
    int me;            /* this one among them */
    int lines;         /* agents of a PE: its program is the first */
    int agent;         /* who acts now, under the mutex */
    int *number;       /* [n_pes] the number among them, or -1 */
    int *world;        /* [n] the number in the world */
} ishmemi_races_t;

extern ishmemi_races_t ishmemi_races __attribute__((visibility("hidden")));

static inline int ishmemi_races_agents(void)
{
    return ishmemi_races.n * ishmemi_races.lines;
}

/* The agent of this PE's program, or of one of its lines. */
static inline int ishmemi_races_agent_of(int line)
{
    return ishmemi_races.me * ishmemi_races.lines + line;
}

/* The numbers of a clock (clocks.h): three of each agent's own, and two for what it has sent to each target. */
static inline size_t ishmemi_races_agent_words(void)
{
    return 3 + 2 * ishmemi_races.targets;
}

static inline size_t ishmemi_races_clock_words(void)
{
    return (size_t)ishmemi_races_agents() * ishmemi_races_agent_words();
}

/* Collective.  0, or -1 having said why. */
int ishmemi_races_common_open(void);
void ishmemi_races_common_close(void);

/* The line that this thread runs; 0: it is the program's. */
extern _Thread_local int ishmemi_races_line;

/* Who acts is this thread, or another line. */
void ishmemi_races_lock(void);
void ishmemi_races_lock_as(int line);
void ishmemi_races_unlock(void);

/* This PE has kernels from now on whose calls are not seen.  Without the mutex. */
void ishmemi_races_set_unseen(void);

/* From now on there may be orders that nobody sees. */
static inline void ishmemi_races_set_unknown(void)
{
    __atomic_store_n(&ishmemi_races.common->has_unknown, 1, __ATOMIC_RELAXED);
}

static inline bool ishmemi_races_has_unknown(void)
{
    return __atomic_load_n(&ishmemi_races.common->has_unknown, __ATOMIC_RELAXED) != 0;
}

#endif
