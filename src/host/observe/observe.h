/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where calls of host routines are seen.  The body of a routine says once what its call is, in a line
 * that lasts to the end of the block:
 *
 *     ISHMEMI_OBSERVE(PUT, routine, pe, .bytes = nelems * size);
 *
 * Observers (statistics, the trace, a tool of the user's) are told when the call begins and when it ends.
 * Calls that the library makes inside of a call are not told.  Where nobody observes, the line is a load
 * and a branch that is not taken.  The shortest ways of put, get and AMO have no line: while somebody
 * observes, ishmemi_reach_open closes them, and calls take the long way, which has one.
 */
#ifndef ISHMEMI_OBSERVE_H
#define ISHMEMI_OBSERVE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ishmemi_observe_kind {
    ISHMEMI_OBSERVE_PUT,
    ISHMEMI_OBSERVE_GET,
    ISHMEMI_OBSERVE_AMO,
    ISHMEMI_OBSERVE_SIGNAL,     /* changes a signal word; put_signal, with data */
    ISHMEMI_OBSERVE_WAIT,       /* until a word compares */
    ISHMEMI_OBSERVE_TEST,       /* whether it does */
    ISHMEMI_OBSERVE_COLLECTIVE, /* on a team */
    ISHMEMI_OBSERVE_ORDER,      /* fence and quiet */
    ISHMEMI_OBSERVE_LOCK,
    ISHMEMI_OBSERVE_MEMORY, /* malloc and its kin: collective over the world */
    ISHMEMI_OBSERVE_TEAM,   /* makes or ends a team or a context */
    ISHMEMI_OBSERVE_KINDS
} ishmemi_observe_kind_t;

typedef enum ishmemi_observe_path {
    ISHMEMI_PATH_NONE, /* no single PE is meant */
    ISHMEMI_PATH_NEAR,
    ISHMEMI_PATH_FAR,
    ISHMEMI_PATH_QUEUE, /* the call puts the operation on a command list */
    ISHMEMI_PATH_KERNEL,
    ISHMEMI_PATHS
} ishmemi_observe_path_t;

/* What a call does to the word `object` at PE `pe`. */
typedef enum ishmemi_observe_effect {
    ISHMEMI_EFFECT_NONE,
    ISHMEMI_EFFECT_SET,
    ISHMEMI_EFFECT_ADD,
    ISHMEMI_EFFECT_SEEN /* a wait: this PE's word, and the value that ended it */
} ishmemi_observe_effect_t;

/* What else there is to know of a call. */
enum {
    ISHMEMI_CALL_NBI = 1,     /* it may be under way when the routine returns */
    ISHMEMI_CALL_FETCHES = 2, /* an AMO that returns the value before */
    ISHMEMI_CALL_WRITES = 4,  /* an AMO that stores */
    ISHMEMI_CALL_COMPLETES =
        8, /* it ends what this PE has sent before: quiet, barriers and their kin */
    ISHMEMI_CALL_FROM_ONE = 16, /* a collective whose members wait for one of them at most, */
    ISHMEMI_CALL_IS_ONE = 32,   /* and this PE is that one */
    ISHMEMI_CALL_PUT_SIGNAL = 64,
    ISHMEMI_CALL_ENDS_TEAM = 128, /* it is the last on its team */
    ISHMEMI_CALL_OWN_COUNTS =
        256 /* a collective whose dest has what each member gives, of any size */
};

/* Memory that a call reads or writes: `blocks` blocks of `bytes`, whose starts are `stride` bytes apart. */
typedef struct ishmemi_observed_memory {
    const void *start; /* by this PE's address */
    uint64_t bytes;
    uint64_t blocks;
    uint64_t stride;
} ishmemi_observed_memory_t;

/* The same of one block: each thread keeps the call that it is in, and has little room. */
typedef struct ishmemi_observed_bytes {
    const void *start;
    uint64_t bytes;
} ishmemi_observed_bytes_t;

/* A call.  What a kind does not have is 0. */
typedef struct ishmemi_observed {
    const char *routine; /* a constant string: its address stands for the routine */
    const void *object;  /* the word of `effect`, by this PE's address */
    uint64_t value;      /* of `effect`; of a collective: its number on the team, from 1 */
    uint64_t bytes; /* of data between this PE and `pe`; of a collective: that each member gives */
    uint64_t
        team; /* of a collective: a number that its members share, and no other team has; not 0 */
    const void *context; /* on which it sends, orders or completes; NULL: the default one */
    int32_t pe;          /* in the world; -1: none */
    int32_t members;     /* of the team that the call ends, or of `pes` */
    uint8_t kind;        /* ishmemi_observe_kind_t */
    uint8_t path;        /* ishmemi_observe_path_t */
    uint8_t effect;      /* ishmemi_observe_effect_t */
    uint16_t flags;      /* ISHMEMI_CALL_ */
    uint64_t began;      /* ticks (util/ticks.h) */
    uint64_t ended;      /* at the end */
    uint64_t waited;     /* at the end: ticks of them that were waiting for others */
    /* For observers of memory alone.
     * What is written: of a put, an AMO or a signal, at `pe`; of a get or a collective, at this PE; of a wait
     * or a test, its objects. */
    ishmemi_observed_memory_t dest;
    ishmemi_observed_memory_t source; /* what is read: of a get, at `pe`; else at this PE */
    /* What an operation on a command list uses beside that, at this PE: its result, and indices; and what says
     * which objects count, and the values with which they are compared. */
    ishmemi_observed_bytes_t also_writes[2];
    ishmemi_observed_bytes_t also_reads[2];
    /* Of a broadcast: [members] their numbers in the world.  The one writes its `bytes` into dest at all others,
     * which need not have called. */
    const int32_t *pes;
} ishmemi_observed_t;

/* begin and seen may be NULL.  All are called by the thread whose call it is, and may call no routine of the
 * library.  `call` lasts until they return. */
typedef struct ishmemi_observer {
    void (*begin)(const ishmemi_observed_t *call);
    void (*end)(const ishmemi_observed_t *call);
    /* A wait or a test has found what it looks for in this word, or the lock is this PE's. */
    void (*seen)(const ishmemi_observed_t *call, const void *word);
    bool is_of_memory; /* it reads dest and source */
} ishmemi_observer_t;

#define ISHMEMI_OBSERVERS 4

/* observer: constant, and never freed, as a call that has begun may still end.  Threads may be in calls;
 * then ishmemi_reach_open is to be called.  False: there are ISHMEMI_OBSERVERS. */
bool ishmemi_observe_add(const ishmemi_observer_t *observer);
void ishmemi_observe_remove(const ishmemi_observer_t *observer);

/* How many observers there are.  Relaxed: a call that begins while one comes may go unseen. */
extern unsigned ishmemi_observers __attribute__((visibility("hidden")));

static inline __attribute__((always_inline)) bool ishmemi_is_observed(void)
{
    return __builtin_expect(__atomic_load_n(&ishmemi_observers, __ATOMIC_RELAXED) != 0, 0);
}

/* False: this is a call inside of another. */
bool ishmemi_observe_begin(const ishmemi_observed_t *call) __attribute__((cold, noinline));
void ishmemi_observe_finish(void) __attribute__((cold, noinline));

static inline __attribute__((always_inline)) void ishmemi_observe_end(const bool *observed)
{
    if (__builtin_expect(*observed, 0)) {
        ishmemi_observe_finish();
    }
}

/* Who is told of operations that the proxy carries out for kernels; NULL: nobody.  Relaxed. */
typedef void (*ishmemi_observe_operation_fn)(const char *operation, int pe, uint64_t bytes,
                                             uint64_t began, uint64_t ended);
extern ishmemi_observe_operation_fn ishmemi_observe_operation;

/* PE: -1 for none.  Then fields of ishmemi_observed_t. */
#define ISHMEMI_OBSERVE(KIND, ROUTINE, PE, ...) \
    ISHMEMI_OBSERVE_AS(ISHMEMI_OBSERVE_##KIND, ROUTINE, PE, __VA_ARGS__)
/* The same, with the kind as a value. */
#define ISHMEMI_OBSERVE_AS(KIND, ROUTINE, PE, ...)                              \
    const bool observed __attribute__((cleanup(ishmemi_observe_end), unused)) = \
        ishmemi_is_observed() &&                                                \
        ishmemi_observe_begin(&(const ishmemi_observed_t){                      \
            .kind = (KIND), .routine = (ROUTINE), .pe = (PE), __VA_ARGS__})
/* One block. */
#define ISHMEMI_OBSERVED_BLOCK(START, BYTES) \
    (const ishmemi_observed_memory_t)        \
    {                                        \
        (START), (BYTES), 1, 0               \
    }

/* As many objects as there are at the pointer, or nowhere. */
#define ISHMEMI_OBSERVED_ALSO(POINTER, COUNT, SIZE) \
    {                                               \
        (POINTER), (POINTER) ? (COUNT) * (SIZE) : 0 \
    }

/* This thread's next call is on this context; routine: as it will say. */
void ishmemi_observe_note_context(const char *routine, const void *context)
    __attribute__((cold, noinline));

/* The call of this thread that is being observed has found this, in time for its end. */
void ishmemi_observe_note_word(const void *object, uint64_t value) __attribute__((cold, noinline));
/* The same of a word that the call may find without an end. */
void ishmemi_observe_note_seen(const void *object) __attribute__((cold, noinline));
/* The number of a collective's call on its team; the first counts. */
void ishmemi_observe_note_number(uint64_t number) __attribute__((cold, noinline));

/* A wait for this word has ended with a value. */
static inline __attribute__((always_inline)) uint64_t ishmemi_observe_seen_at(const void *object,
                                                                              uint64_t value)
{
    if (ishmemi_is_observed()) {
        ishmemi_observe_note_word(object, value);
    }
    return value;
}

/* A test of this word. */
static inline __attribute__((always_inline)) bool ishmemi_observe_tested(const void *object,
                                                                         bool holds)
{
    if (holds && ishmemi_is_observed()) {
        ishmemi_observe_note_seen(object);
    }
    return holds;
}

#endif
