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
/* Who acts, of all PEs, and of one. */
#define ISHMEMI_RACES_AGENTS 128
#define ISHMEMI_RACES_TIMELINES 32
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

/* What a timeline of a PE stands for.  The first one is its program. */
typedef enum ishmemi_races_kind {
    ISHMEMI_TIMELINE_PROGRAM, /* with the threads of which nothing is told */
    ISHMEMI_TIMELINE_STREAM,  /* command lists with their kernels */
    ISHMEMI_TIMELINE_CONTEXT, /* only sends: what is sent on a context other than the default one */
    ISHMEMI_TIMELINE_THREAD,  /* of the program, that tells what it waits for */
    ISHMEMI_TIMELINE_KINDS
} ishmemi_races_kind_t;

/* Who acts.  What it puts is no part of its order: that has numbers of its own. */
typedef struct ishmemi_races_agent {
    uint32_t issued; /* the number of what it puts now */
    uint32_t
        has_kernels; /* of the program: whose calls are not seen.  It may have learnt anything at any time */
    /* By the number of what it put: where who put it was. */
    uint32_t start[ISHMEMI_RACES_STARTS];
    uint8_t starter[ISHMEMI_RACES_STARTS];
} ishmemi_races_agent_t;

/* A collect of a team: its number among them, and what its members have given. */
typedef struct ishmemi_races_collect {
    uint64_t number;
    uint64_t bytes;
} ishmemi_races_collect_t;

/* A member that returns from a collect has waited for all: at most two are under way. */
#define ISHMEMI_RACES_COLLECTS 2

typedef struct ishmemi_races_team {
    uint64_t id;   /* 0: free; UINT64_MAX: it ends, and its number may be another's already */
    int32_t began; /* of its members, the call that ends it */
    int32_t ended;
    uint64_t calls[ISHMEMI_RACES_PES];
    uint32_t collects[ISHMEMI_RACES_PES];
    ishmemi_races_collect_t collect[ISHMEMI_RACES_COLLECTS];
} ishmemi_races_team_t;

typedef struct ishmemi_races_common {
    pthread_mutex_t mutex;
    uint32_t has_unknown; /* what nobody sees may order accesses: each wait and fetch orders all */
    uint32_t races;
    uint32_t used_lines; /* the most that a PE has taken */
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
    size_t heap_bytes; /* static objects come after */
    size_t targets;    /* PEs towards which clocks tell what is sent apart; 1: they do not */
    int n;             /* PEs of this machine */
    int me;            /* this one among them */
    int timelines;     /* agents that a PE may have: its program is the first */
    int agent;         /* who acts now, under the mutex */
    int sender;        /* whose number what it sends has: its own, or that of a context */
    int taken;         /* of the timelines of this PE, but for the first */
    uint32_t job;      /* the number of this job in this process */
    bool had_threads;  /* of the program, beside its first, that tell */
    bool are_one; /* threads of the program wait for each other unseen: all of them count as one */
    uint8_t kind[ISHMEMI_RACES_TIMELINES];
    uint16_t users[ISHMEMI_RACES_TIMELINES]; /* threads of a timeline */
    int *number;                             /* [n_pes] the number among them, or -1 */
    int *world;                              /* [n] the number in the world */
} ishmemi_races_t;

extern ishmemi_races_t ishmemi_races __attribute__((visibility("hidden")));

static inline int ishmemi_races_agents(void)
{
    return ishmemi_races.n * ishmemi_races.timelines;
}

/* Agents are numbered timeline by timeline, so that those that nobody uses yet come last. */
static inline int ishmemi_races_agent_of(int timeline)
{
    return timeline * ishmemi_races.n + ishmemi_races.me;
}

static inline int ishmemi_races_pe_of(int agent)
{
    return agent % ishmemi_races.n;
}

/* Of an agent of this PE. */
static inline ishmemi_races_kind_t ishmemi_races_kind_of(int agent)
{
    return (ishmemi_races_kind_t)ishmemi_races.kind[agent / ishmemi_races.n];
}

/* Whether an agent of this PE is the program itself, or a thread of it. */
static inline bool ishmemi_races_is_program(int agent)
{
    const ishmemi_races_kind_t kind = ishmemi_races_kind_of(agent);
    return kind == ISHMEMI_TIMELINE_PROGRAM || kind == ISHMEMI_TIMELINE_THREAD;
}

/* The numbers of a clock (clocks.h): four of each agent's own, and two for what it has sent to each target. */
static inline size_t ishmemi_races_agent_words(void)
{
    return 4 + 2 * ishmemi_races.targets;
}

static inline size_t ishmemi_races_clock_words(void)
{
    return (size_t)ishmemi_races_agents() * ishmemi_races_agent_words();
}

/* How many timelines of a kind a PE may have. */
int ishmemi_races_most_of(ishmemi_races_kind_t kind);
/* A timeline of this kind, which others may have already; the first one: there are none.  Under the mutex. */
int ishmemi_races_take_timeline(ishmemi_races_kind_t kind);

/* Collective.  0, or -1 having said why. */
int ishmemi_races_common_open(void);
void ishmemi_races_common_close(void);

/* The timeline that this thread runs, and the one of its own; 0: it is the program's. */
extern _Thread_local int ishmemi_races_timeline;
extern _Thread_local int ishmemi_races_own_timeline;
/* Whether it is about to take the mutex, or has it. */
extern _Thread_local bool ishmemi_races_holds;

/* How many threads of the program run that tell what they wait for, beside its first.  Relaxed. */
extern unsigned ishmemi_races_running __attribute__((visibility("hidden")));

static inline bool ishmemi_races_have_threads(void)
{
    return __atomic_load_n(&ishmemi_races_running, __ATOMIC_RELAXED) > 0 && !ishmemi_races.are_one;
}

/* This thread is one of those from now on, in each job, until it is none. */
void ishmemi_races_be_thread(bool is_one);
/* Its timeline of this job, which it takes at its first call. */
int ishmemi_races_line_here(void);

/* Who acts is this thread, or another timeline. */
void ishmemi_races_lock(void);
void ishmemi_races_lock_as(int timeline);
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
