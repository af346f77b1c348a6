/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The memory in which the PEs of a machine look for races together: a file in memory that all of
 * them map.  Everything in it is read and written under its mutex, with these exceptions:
 *
 * word                written by               read by                              ordering
 * has_unknown         a PE that finds it out   any PE                               relaxed
 * races               under the mutex          ishmemi_races_close()                relaxed
 * shadow              under the mutex          any PE: ishmemi_shadow_knows()       relaxed
 * ISHMEMI_PROGRAM     under the mutex          its PE: ishmemi_shadow_knows()       relaxed
 * of an agent                                  and ishmemi_shadow_knows_own()
 */
#ifndef ISHMEMI_RACES_COMMON_H
#define ISHMEMI_RACES_COMMON_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_RACES_PES 64
/* The most agents of all PEs together, and the most timelines of one PE. */
#define ISHMEMI_RACES_AGENTS 128
#define ISHMEMI_RACES_TIMELINES 32
/* With more PEs, what a fence orders for one target counts as ordered for all. */
#define ISHMEMI_RACES_TARGETS 8
#define ISHMEMI_RACES_SITES 4096
#define ISHMEMI_RACES_SITE_BYTES 160
#define ISHMEMI_RACES_PAIRS 8192
#define ISHMEMI_RACES_TEAMS 256
/* How many calls of a team have their own clocks.  A later call continues with the clock of an
 * earlier one without clearing it: a slow PE may still be in the earlier call, after a root that
 * went ahead. */
#define ISHMEMI_RACES_CALLS 8
#define ISHMEMI_RACES_WORDS 16384
#define ISHMEMI_RACES_STARTS 256
#define ISHMEMI_RACES_SLOTS 4

/* What a timeline of a PE represents.  The first one is the PE's program. */
typedef enum ishmemi_races_kind {
    ISHMEMI_TIMELINE_PROGRAM, /* with the threads that do not report */
    ISHMEMI_TIMELINE_STREAM,  /* command lists with their kernels */
    ISHMEMI_TIMELINE_CONTEXT, /* only sends: what is sent on a context other than the default one */
    ISHMEMI_TIMELINE_THREAD,  /* a thread of the program that reports what it waits for */
    ISHMEMI_TIMELINE_KINDS
} ishmemi_races_kind_t;

/* An agent.  The operations that it sends have numbers of their own, apart from its accesses. */
typedef struct ishmemi_races_agent {
    uint32_t issued; /* how many operations it has sent */
    /* Of a program: it has kernels whose calls are not seen, and may acquire anything at any
     * time. */
    uint32_t has_kernels;
    /* By an operation's number: the progress of the agent that started it, and this agent. */
    uint32_t start[ISHMEMI_RACES_STARTS];
    uint8_t starter[ISHMEMI_RACES_STARTS];
} ishmemi_races_agent_t;

/* A collect of a team: its number among the team's collects, and the bytes that its members
 * contribute. */
typedef struct ishmemi_races_collect {
    uint64_t number;
    uint64_t bytes;
} ishmemi_races_collect_t;

/* A member that returns from a collect has waited for all others, so at most two are under way. */
#define ISHMEMI_RACES_COLLECTS 2

typedef struct ishmemi_races_team {
    /* 0: free; UINT64_MAX: the team is ending, and another may already have its number. */
    uint64_t id;
    int32_t began; /* members that have begun the call that ends the team */
    int32_t ended;
    uint64_t calls[ISHMEMI_RACES_PES];
    uint32_t collects[ISHMEMI_RACES_PES];
    ishmemi_races_collect_t collect[ISHMEMI_RACES_COLLECTS];
} ishmemi_races_team_t;

typedef struct ishmemi_races_common {
    pthread_mutex_t mutex;
    /* Unseen synchronisation may order accesses, so each wait and each fetch acquires
     * everything. */
    uint32_t has_unknown;
    uint32_t races;
    uint32_t used_lines; /* the most timelines that a PE uses */
    uint32_t n_sites;
    uint32_t pairs[ISHMEMI_RACES_PAIRS]; /* reported pairs; 0: free */
    char sites[ISHMEMI_RACES_SITES][ISHMEMI_RACES_SITE_BYTES];
    ishmemi_races_agent_t agents[ISHMEMI_RACES_AGENTS];
    ishmemi_races_team_t teams[ISHMEMI_RACES_TEAMS];
    uint64_t words[ISHMEMI_RACES_WORDS]; /* keys; 0: free */
} ishmemi_races_common_t;

typedef struct ishmemi_races {
    ishmemi_races_common_t *common; /* NULL: races are not looked for */
    size_t bytes;
    uint32_t *clocks;  /* of agents, then of teams' calls, then of words */
    uint64_t *shadow;  /* slots of the PEs' memory */
    size_t units;      /* of 8 bytes in each PE's memory */
    size_t heap_bytes; /* the static objects come after these */
    size_t targets;    /* PEs that clocks distinguish as targets; 1: none */
    int n;             /* PEs of this machine */
    int me;            /* this PE's number among them */
    int timelines;     /* the most agents of a PE; the first is its program */
    int agent;         /* that acts now, under the mutex */
    int sender;        /* the agent that numbers what is sent now: `agent`, or a context's */
    int taken;         /* timelines of this PE that are in use, without the first */
    uint32_t job;      /* the number of this job in this process */
    bool had_threads;  /* the program has had other threads than its first that report */
    bool are_one;      /* the program's threads synchronise unseen, so all of them count as one */
    uint8_t kind[ISHMEMI_RACES_TIMELINES];
    uint16_t users[ISHMEMI_RACES_TIMELINES]; /* how many share a timeline */
    int *number;                             /* [n_pes] a PE's number on this machine, or -1 */
    int *world;                              /* [n] its number in the world */
} ishmemi_races_t;

extern ishmemi_races_t ishmemi_races __attribute__((visibility("hidden")));

static inline int ishmemi_races_agents(void)
{
    return ishmemi_races.n * ishmemi_races.timelines;
}

/* Agents are numbered timeline by timeline, so that unused ones come last. */
static inline int ishmemi_races_agent_of(int timeline)
{
    return timeline * ishmemi_races.n + ishmemi_races.me;
}

static inline int ishmemi_races_pe_of(int agent)
{
    return agent % ishmemi_races.n;
}

/* The kind of an agent of this PE. */
static inline ishmemi_races_kind_t ishmemi_races_kind_of(int agent)
{
    return (ishmemi_races_kind_t)ishmemi_races.kind[agent / ishmemi_races.n];
}

/* Whether an agent of this PE is the program or one of its threads. */
static inline bool ishmemi_races_is_program(int agent)
{
    const ishmemi_races_kind_t kind = ishmemi_races_kind_of(agent);
    return kind == ISHMEMI_TIMELINE_PROGRAM || kind == ISHMEMI_TIMELINE_THREAD;
}

/* Numbers per agent in a clock (clocks.h): four, and two for each target. */
static inline size_t ishmemi_races_agent_words(void)
{
    return 4 + 2 * ishmemi_races.targets;
}

static inline size_t ishmemi_races_clock_words(void)
{
    return (size_t)ishmemi_races_agents() * ishmemi_races_agent_words();
}

/* The most timelines of a kind that a PE may have. */
int ishmemi_races_most_of(ishmemi_races_kind_t kind);
/* Takes a timeline of this kind, which others may share; the first timeline if there are none of
 * the kind.  The caller holds the mutex. */
int ishmemi_races_take_timeline(ishmemi_races_kind_t kind);

/* Collective.  0, or -1 after an error message. */
int ishmemi_races_common_open(void);
void ishmemi_races_common_close(void);

/* The timeline that this thread runs now, and its own; 0: the program's. */
extern _Thread_local int ishmemi_races_timeline;
extern _Thread_local int ishmemi_races_own_timeline;
/* Whether this thread holds the mutex or is about to lock it. */
extern _Thread_local bool ishmemi_races_holds;

/* How many threads of the program report what they wait for, without its first.  Relaxed. */
extern unsigned ishmemi_races_running __attribute__((visibility("hidden")));

static inline bool ishmemi_races_have_threads(void)
{
    return __atomic_load_n(&ishmemi_races_running, __ATOMIC_RELAXED) > 0 && !ishmemi_races.are_one;
}

/* Makes this thread one of them, in each job; false: it is no longer one. */
void ishmemi_races_be_thread(bool is_one);
/* This thread's timeline in this job, which it takes at its first call. */
int ishmemi_races_line_here(void);

/* Locks the mutex; the agent is then this thread, or another timeline. */
void ishmemi_races_lock(void);
void ishmemi_races_lock_as(int timeline);
void ishmemi_races_unlock(void);

/* From now on this PE has kernels whose calls are not seen.  The caller does not hold the mutex. */
void ishmemi_races_set_unseen(void);

/* From now on accesses may be ordered in ways that are not seen. */
static inline void ishmemi_races_set_unknown(void)
{
    __atomic_store_n(&ishmemi_races.common->has_unknown, 1, __ATOMIC_RELAXED);
}

static inline bool ishmemi_races_has_unknown(void)
{
    return __atomic_load_n(&ishmemi_races.common->has_unknown, __ATOMIC_RELAXED) != 0;
}

#endif
