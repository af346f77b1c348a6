/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where calls of host routines are observed.  The body of a routine describes its call once, in a
 * line that lasts to the end of the block:
 *
 *     ISHMEMI_OBSERVE(PUT, routine, pe, .bytes = nelems * size);
 *
 * Observers (statistics, the trace, a tool of the user's) are notified when the call begins and
 * when it ends, but not of calls that the library makes inside it.  Without observers, the line
 * costs a load and a branch that is not taken.  The short ways of put, get and AMO have no such
 * line: while there are observers, ishmemi_reach_open closes these ways, and calls take the long
 * way, which has one.
 */
#ifndef ISHMEMI_OBSERVE_H
#define ISHMEMI_OBSERVE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ishmemi_observe_kind {
    ISHMEMI_OBSERVE_PUT,
    ISHMEMI_OBSERVE_GET,
    ISHMEMI_OBSERVE_AMO,
    ISHMEMI_OBSERVE_SIGNAL,     /* changes a signal word; put_signal also has data */
    ISHMEMI_OBSERVE_WAIT,       /* until a comparison of a word holds */
    ISHMEMI_OBSERVE_TEST,       /* whether a comparison of a word holds */
    ISHMEMI_OBSERVE_COLLECTIVE, /* on a team */
    ISHMEMI_OBSERVE_ORDER,      /* fence and quiet */
    ISHMEMI_OBSERVE_LOCK,
    ISHMEMI_OBSERVE_MEMORY, /* malloc and similar: collective over the world */
    ISHMEMI_OBSERVE_TEAM,   /* makes or ends a team or a context */
    ISHMEMI_OBSERVE_KINDS
} ishmemi_observe_kind_t;

typedef enum ishmemi_observe_path {
    ISHMEMI_PATH_NONE, /* no particular PE */
    ISHMEMI_PATH_NEAR,
    ISHMEMI_PATH_FAR,
    ISHMEMI_PATH_QUEUE, /* the call puts the operation on a command list */
    ISHMEMI_PATH_KERNEL,
    ISHMEMI_PATHS
} ishmemi_observe_path_t;

/* The call's effect on the word `object` at PE `pe`. */
typedef enum ishmemi_observe_effect {
    ISHMEMI_EFFECT_NONE,
    ISHMEMI_EFFECT_SET,
    ISHMEMI_EFFECT_ADD,
    ISHMEMI_EFFECT_SEEN /* of a wait, on this PE's word; `value` is what ended it */
} ishmemi_observe_effect_t;

/* Other properties of a call. */
enum {
    ISHMEMI_CALL_NBI = 1,     /* it may still be under way when the routine returns */
    ISHMEMI_CALL_FETCHES = 2, /* an AMO that returns the previous value */
    ISHMEMI_CALL_WRITES = 4,  /* an AMO that stores */
    ISHMEMI_CALL_COMPLETES =
        8, /* it completes what this PE has sent before: quiet, barriers and similar */
    ISHMEMI_CALL_FROM_ONE = 16, /* a collective whose members wait for at most one of them */
    ISHMEMI_CALL_IS_ONE = 32,   /* and this PE is that one */
    ISHMEMI_CALL_PUT_SIGNAL = 64,
    ISHMEMI_CALL_ENDS_TEAM = 128, /* the last call on its team */
    ISHMEMI_CALL_OWN_COUNTS =
        256 /* a collective whose members contribute different sizes to dest */
};

/* Memory that a call reads or writes: `blocks` blocks of `bytes`, whose starts are `stride` bytes
 * apart. */
typedef struct ishmemi_observed_memory {
    const void *start; /* this PE's address */
    uint64_t bytes;
    uint64_t blocks;
    uint64_t stride;
} ishmemi_observed_memory_t;

/* The same for a single block, because each thread keeps its call and has little room. */
typedef struct ishmemi_observed_bytes {
    const void *start;
    uint64_t bytes;
} ishmemi_observed_bytes_t;

/* A call.  Members that a kind does not have are 0. */
typedef struct ishmemi_observed {
    const char *routine; /* a constant string, whose address identifies the routine */
    const void *object;  /* the word of `effect`, at this PE's address */
    uint64_t value;      /* of `effect`; for a collective, its number on the team, from 1 */
    uint64_t bytes; /* between this PE and `pe`; for a collective, what each member contributes */
    uint64_t team;  /* of a collective: a number that only its members share; not 0 */
    const void *context; /* on which it sends, orders or completes; NULL: the default context */
    int32_t pe;          /* in the world; -1: none */
    int32_t members;     /* of the team that the call ends, or of `pes` */
    uint8_t kind;        /* ishmemi_observe_kind_t */
    uint8_t path;        /* ishmemi_observe_path_t */
    uint8_t effect;      /* ishmemi_observe_effect_t */
    uint16_t flags;      /* ISHMEMI_CALL_ */
    uint64_t began;      /* ticks (util/ticks.h) */
    uint64_t ended;      /* at the end */
    uint64_t waited;     /* at the end: how many of these ticks it waited for others */
    /* Only for observers of memory.  The memory that is written: for a put, an AMO or a signal at
     * `pe`; for a get or a collective at this PE; for a wait or a test, its objects. */
    ishmemi_observed_memory_t dest;
    ishmemi_observed_memory_t
        source; /* the memory that is read: for a get at `pe`, else at this PE */
    /* What else an operation on a command list uses at this PE: its result and indices; and the
     * array that says which objects count, and the values with which they are compared. */
    ishmemi_observed_bytes_t also_writes[2];
    ishmemi_observed_bytes_t also_reads[2];
    /* For a broadcast: [members] their numbers in the world.  The root writes its `bytes` into dest
     * at all others, which need not have called yet. */
    const int32_t *pes;
} ishmemi_observed_t;

/* begin and seen may be NULL.  The thread that makes the call calls them all, and they must not
 * call routines of the library.  `call` is valid until they return. */
typedef struct ishmemi_observer {
    void (*begin)(const ishmemi_observed_t *call);
    void (*end)(const ishmemi_observed_t *call);
    /* A wait or a test has found the value that it looks for in this word, or this PE has got the
     * lock. */
    void (*seen)(const ishmemi_observed_t *call, const void *word);
    bool is_of_memory; /* it reads dest and source */
} ishmemi_observer_t;

#define ISHMEMI_OBSERVERS 4

/* observer: constant and never freed, because a call that has begun may still end.  Threads may be
 * in calls.  Afterwards the caller calls ishmemi_reach_open.  false: there are ISHMEMI_OBSERVERS
 * already. */
bool ishmemi_observe_add(const ishmemi_observer_t *observer);
void ishmemi_observe_remove(const ishmemi_observer_t *observer);

/* The number of observers.  Relaxed: a call that begins while an observer is added may go
 * unobserved. */
extern unsigned ishmemi_observers __attribute__((visibility("hidden")));

static inline __attribute__((always_inline)) bool ishmemi_is_observed(void)
{
    return __builtin_expect(__atomic_load_n(&ishmemi_observers, __ATOMIC_RELAXED) != 0, 0);
}

/* false: this call is inside another one. */
bool ishmemi_observe_begin(const ishmemi_observed_t *call) __attribute__((cold, noinline));
void ishmemi_observe_finish(void) __attribute__((cold, noinline));

static inline __attribute__((always_inline)) void ishmemi_observe_end(const bool *observed)
{
    if (__builtin_expect(*observed, 0)) {
        ishmemi_observe_finish();
    }
}

/* Notified of operations that the proxy carries out for kernels; NULL: none.  Relaxed. */
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

/* COUNT objects at the pointer, or none if it is NULL. */
#define ISHMEMI_OBSERVED_ALSO(POINTER, COUNT, SIZE) \
    {                                               \
        (POINTER), (POINTER) ? (COUNT) * (SIZE) : 0 \
    }

/* This thread's next call is on this context, if it is of this routine. */
void ishmemi_observe_note_context(const char *routine, const void *context)
    __attribute__((cold, noinline));

/* This thread's observed call has found this value; the call's end reports it. */
void ishmemi_observe_note_word(const void *object, uint64_t value) __attribute__((cold, noinline));
/* The same for a word that the call may find without ending. */
void ishmemi_observe_note_seen(const void *object) __attribute__((cold, noinline));
/* The number of a collective's call on its team.  Only the first one counts. */
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

/* A test of this word has ended. */
static inline __attribute__((always_inline)) bool ishmemi_observe_tested(const void *object,
                                                                         bool holds)
{
    if (holds && ishmemi_is_observed()) {
        ishmemi_observe_note_seen(object);
    }
    return holds;
}

#endif
