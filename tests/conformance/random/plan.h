/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The plan of a step: calls of all PEs between two barriers.  A generator (rma.c and so on) adds
 * one item: calls that belong together, of one PE or several.  Items do not touch each other's
 * bytes (objects.h), so that the model may take them one after the other, in the plan's order; in
 * an item the calls' results must not depend on what the plan leaves open.
 *
 * A PE makes its calls on two streams: its host, and its tile, where kernels and operations on the
 * command list follow each other.  Each stream keeps the plan's order, so that waits end.
 */
#ifndef RANDOM_PLAN_H
#define RANDOM_PLAN_H

#include "caller.h"
#include "objects.h"

#define MAX_CALLS 512
#define SET_ELEMENTS 12
#define MAX_TEAMS 12
#define MAX_CONTEXTS 8
#define WORLD 0 /* index of the team; contexts: 0 is none */

/* What the result must be, once the call is applied to the model. */
typedef enum check {
    CHECK_NONE,
    CHECK_EXACT, /* `expected`, in as many bytes as `result_bytes` */
    CHECK_ANY,   /* the index of one element of `holds` */
    CHECK_SOME,  /* a number of indices of elements of `holds` */
    CHECK_LATER  /* with the results of other PEs: amo_contended_check */
} check_t;

typedef struct team {
    bool live;
    int n;
    int members[MAX_PES]; /* numbers in the world */
    ishmem_team_t handle; /* this PE's; ISHMEM_TEAM_INVALID if it is no member */
    unsigned mode;        /* of the step's collectives: 0 if there was none yet */
} team_t;

typedef struct context {
    bool live;
    int team;
    bool host_only;
    ishmem_ctx_t handle;
} context_t;

typedef struct call {
    unsigned number; /* of the routine */
    int pe;          /* the caller, in the world */
    unsigned mode;
    unsigned item;
    int context;
    int team;   /* of a collective; else -1 */
    int target; /* in the world */
    place_t dest;
    place_t source;
    place_t fetch;
    place_t signal_at;
    command_t command; /* but for addresses, handles and numbers in teams */
    uint64_t cmp_values[SET_ELEMENTS];
    int32_t status[SET_ELEMENTS];
    bool has_status;
    check_t check;
    size_t result_bytes;
    uint64_t expected;
    uint32_t holds; /* a bit for each element of a set */
    uint64_t seen;  /* the result; with CHECK_LATER on all PEs */
} call_t;

/* What a call needs beside its objects, in memory for host and kernels. */
typedef struct scratch {
    uint64_t result;
    uint64_t indices[SET_ELEMENTS];
    uint64_t cmp_values[SET_ELEMENTS];
    int32_t status[SET_ELEMENTS];
} scratch_t;

typedef struct plan {
    unsigned long step;
    unsigned items;
    int count;
    bool waits; /* some call waits for another: kernels keep to one work-group */
    call_t calls[MAX_CALLS];
} plan_t;

extern plan_t plan;
extern team_t teams[MAX_TEAMS];
extern context_t contexts[MAX_CONTEXTS];
/* MODE_... that are to be used. */
extern unsigned modes_wanted;

void plan_start(unsigned long step);
/* Whether there is room for so many more calls. */
bool plan_has_room(int calls);
/* A random one of these modes that are wanted; 0 if there is none. */
unsigned plan_mode(unsigned modes);
/* Adds a call to the current item. */
call_t *plan_add(unsigned number, int pe, unsigned mode, uint32_t form);
/* A context through which pe reaches target in this mode, or 0. */
int plan_context(int pe, int target, unsigned mode);
/* Ends an item. */
void plan_end_item(void);
/* A number of this PE's random form of kernels. */
uint32_t plan_form(void);

int team_number(const team_t *team, int pe);

/* ---- Generators: each adds an item, or nothing where it finds no room ----------------------- */

void rma_open(void);
void rma_plan(void);
void amo_open(void);
void amo_plan(void);
void amo_contended_plan(void);
void order_plan(void);
void signal_plan(void);
void wait_plan(void);
void test_plan(void);
void lock_plan(void);
void locks_open(void);
void locks_close(void);
void collective_open(void);
void collective_plan(void);
void sync_plan(void);
bool routine_is_get(const routine_t *routine);
/* A random routine of a copy of elements of `size` bytes (0: any) from the caller, or to it. */
unsigned rma_pick(bool gets, size_t size, unsigned mode);

/* ---- Between steps, by all PEs at once ------------------------------------------------------ */

void teams_open(void);
void teams_change(void);
void teams_close(void);
void allocation_change(void);

/* ---- The model ------------------------------------------------------------------------------ */

void apply(call_t *call);
void apply_collective(const call_t *call);
/* The value after an AMO on one that was `before`. */
uint64_t amo_after(const routine_t *routine, uint64_t before, uint64_t value, uint64_t cond);
bool compares(const routine_t *routine, int cmp, uint64_t a, uint64_t b);
/* Bits of a whole number in the routine's type; of bits, the lower ones. */
uint64_t number_bits(const routine_t *routine, int64_t value);
int64_t bits_number(const routine_t *routine, uint64_t bits);
/* NULL, or what is wrong with the results of contended AMOs, which then are in the model. */
const char *amo_contended_check(void);
bool plan_is_contended(void);

/* ---- Execution ------------------------------------------------------------------------------ */

void execute_open(const char *kernels);
void execute_close(void);
/* Makes this PE's calls and returns when they have ended. */
void execute(void);
const scratch_t *execute_scratch(const call_t *call);

#endif
