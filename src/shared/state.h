/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The device ABI: the plain structs in device memory that the host library and the device bodies
 * share.
 *
 * Addresses are 64-bit integers here, so that the layout is the same for every compiler.
 * ISHMEMI_STATE_LAYOUT changes with the layout and is part of the name of the variable through
 * which a module is bound (ISHMEMI_DEFAULT_CTX).
 */
#ifndef ISHMEM_STATE_H
#define ISHMEM_STATE_H

#include "ishmem/device/handle.h"
#include "ishmem/type_lists.h"

/* The delta of a PE whose heap is not mapped here. */
#define ISHMEMI_UNREACHABLE ((int64_t)0x8000000000000000UL)

/* flags: the device is a processor, where a work-item copies a contiguous block instead of
 * interleaving with its neighbours. */
#define ISHMEMI_STATE_CPU 1u
/* flags: kernels check the arguments of the routines that they call (ISHMEM_CHECKS=2). */
#define ISHMEMI_STATE_CHECKS 2u
/* flags: the host reads mail (below), so a kernel may send it. */
#define ISHMEMI_STATE_MAIL 4u
/* flags: kernels report their calls in the log. */
#define ISHMEMI_STATE_LOG 8u
/* flags: a call needs more than the state, because arguments are checked, calls are reported, a PE
 * is far, or there are more PEs than first_deltas has.  Calls test this one flag, and leave all the
 * rest to a function that they seldom call. */
#define ISHMEMI_STATE_SLOW 16u

/* The number of PEs whose deltas are in the state itself. */
#define ISHMEMI_FIRST_DELTAS 128

/*
 * What a context handle points to.  The host writes it before any kernel sees it; it is constant
 * from then on.  A PE's symmetric address `a` is a + delta[pe] in the address space of the PE
 * that holds this state.
 */
typedef struct ishmemi_state {
    uint32_t layout; /* ISHMEMI_STATE_LAYOUT */
    uint32_t flags;
    int32_t my_pe;
    int32_t n_pes;
    uint64_t heap;       /* first byte of this PE's symmetric heap, the head included */
    uint64_t heap_bytes; /* of the head and the user's part; the teams' blocks follow */
    uint64_t delta;      /* int64_t[n_pes] in device memory */
    uint64_t head;       /* this PE's ishmemi_head, at the start of the heap */
    uint64_t teams;      /* this PE's ishmemi_team_table_t (team.h) */
    uint64_t choices;    /* the job's ishmemi_choices_t (collective/choice.h) */
    uint64_t ring;       /* this PE's ishmemi_ring_t (ring.h); 0: every PE is reachable */
    uint64_t pes;        /* int32_t[n_pes]: numbers in the world; 0: they are the same */
    uint64_t objects;    /* this PE's ishmemi_objects_t (below); 0: kernels do not check objects */
    uint64_t log;        /* this PE's ishmemi_log_t (kernel_log.h); with ISHMEMI_STATE_LOG */
    uint64_t world;      /* ishmemi_team_t of ISHMEM_TEAM_WORLD, which the table has as well */
    /* Of that team; 0: they are in it alone. */
    uint64_t world_flag;                        /* its first_flag */
    uint64_t world_block;                       /* its block */
    int64_t first_deltas[ISHMEMI_FIRST_DELTAS]; /* what `delta` begins with */
} ishmemi_state_t;

/* ---- The objects of the heap ----------------------------------------------------------------- */

/* The address that an allocating routine returned, and the number of bytes requested. */
typedef struct ishmemi_object {
    uint64_t start;
    uint64_t bytes;
} ishmemi_object_t;

/* Live objects in the order of their addresses; the objects follow this struct. */
typedef struct ishmemi_object_list {
    uint64_t room; /* how many objects fit: constant */
    uint64_t count;
} ishmemi_object_list_t;

/*
 * All live objects of the heap, against which kernels check their arguments (ISHMEM_CHECKS=2).
 *
 * word              written by                                  read by    ordering
 * version           the host, when lists[version & 1] is        kernels    load acquire; when the list
 *                   complete                                               is read, fence and relaxed
 * lists[i], *list   the host, while i is not version & 1        kernels    relaxed
 *
 * The host allocates and frees while kernels run, so a kernel may be reading a list when the host
 * writes it again.  By then the host has published another version.  A kernel loads version again
 * after it has read the list; if the number has changed, it discards what it has read and starts
 * again.  A list is not freed before the job ends, and no index into it exceeds its room.
 */
typedef struct ishmemi_objects {
    uint64_t version;
    uint64_t lists[2]; /* each an ishmemi_object_list_t */
} ishmemi_objects_t;

/* Atomic memory operations; ADD_FLOAT adds numbers in floating point. */
typedef enum ishmemi_amo {
    ISHMEMI_AMO_FETCH,
    ISHMEMI_AMO_SET,
    ISHMEMI_AMO_ADD,
    ISHMEMI_AMO_COMPARE_SWAP,
    ISHMEMI_AMO_SWAP,
    ISHMEMI_AMO_AND,
    ISHMEMI_AMO_OR,
    ISHMEMI_AMO_XOR,
    ISHMEMI_AMO_ADD_FLOAT
} ishmemi_amo_t;

/* ---- What is wrong with a call in a kernel ------------------------------------------------ */

/* What was expected instead of `value`. */
typedef enum ishmemi_expected {
    ISHMEMI_EXPECTED_RANGE = 1, /* an integer from `low` to `high` (both signed) */
    ISHMEMI_EXPECTED_REACHABLE, /* a PE whose heap can be reached from here */
    ISHMEMI_EXPECTED_SYMMETRIC, /* `count` elements of `size` bytes in the heap, low to high */
    ISHMEMI_EXPECTED_ALIGNED,   /* an address that is a multiple of `size` */
    ISHMEMI_EXPECTED_ADDRESS, /* an address that is not NULL, because there are `count` elements */
    ISHMEMI_EXPECTED_CMP,     /* one of ISHMEM_CMP_... */
    ISHMEMI_EXPECTED_SIG_OP,  /* one of ISHMEM_SIGNAL_... */
    ISHMEMI_EXPECTED_TEAM,    /* the handle of a live team of this PE */
    ISHMEMI_EXPECTED_OBJECT,  /* `count` elements of `size` bytes in one live object of the heap;
                                  * the last object that starts there or before has `high` bytes
                                  * at `low`, or 0 and 0 if there is none */
    ISHMEMI_EXPECTED_APART, /* `high` bytes that do not overlap the `count` * `size` bytes at `low` */
    ISHMEMI_EXPECTED_MATCH /* the same collective call on all members of the team `value`; the
                                  * signatures of this PE and of another are at `low` and `high` */
} ishmemi_expected_t;

/*
 * The first call that failed its checks.
 *
 * word      written by                            read by              ordering
 * claimed   the first to fail: swaps 0 for 1      all that fail        relaxed
 * ready     the same: 1 after all other fields    the host's watcher   store release, load acquire
 *
 * The same work-item then sets the PE's abort word to 1 + EXIT_FAILURE, which ends the kernels of
 * this PE.  A work-item that fails later returns without touching memory.
 */
typedef struct ishmemi_report {
    uint64_t claimed;
    uint64_t ready;
    uint64_t value; /* integers are sign-extended */
    uint64_t low;
    uint64_t high;
    uint64_t count;
    uint64_t size;
    uint32_t expected; /* ishmemi_expected_t */
    uint32_t pad;
    char argument[16]; /* the parameter's name, ended by 0 */
    char routine[80];  /* the routine's name, ended by 0 */
} ishmemi_report_t;

/* ---- Mail: requests of kernels to the host --------------------------------------------------- */

typedef enum ishmemi_mail_kind {
    ISHMEMI_MAIL_PRINT = 1, /* text: what to print, function and file, each ended by 0 */
    ISHMEMI_MAIL_TIMESTAMP, /* store the host's clock in the uint64_t at `address` */
    ISHMEMI_MAIL_NOTHING,   /* only answer */
    ISHMEMI_MAIL_TEST       /* print that the mail has come */
} ishmemi_mail_kind_t;

#define ISHMEMI_MAIL_SLOTS 8
#define ISHMEMI_MAIL_TEXT_BYTES 480

/*
 * One slot of a queue with many senders and one reader.  Mail t, from head.next_mail, is for slot
 * t mod ISHMEMI_MAIL_SLOTS in lap t div ISHMEMI_MAIL_SLOTS.
 *
 * word   written by                                      read by               ordering
 * turn   the sender: 2 * lap + 1, the slot is full       the host's watcher    store release, load acquire
 *        the watcher: 2 * lap + 2, the request is done   senders               store release, load acquire
 *
 * A sender waits for turn to be 2 * lap before it writes the other fields.
 */
typedef struct ishmemi_mail {
    uint64_t turn;
    uint32_t kind;        /* ishmemi_mail_kind_t */
    int32_t message_type; /* ISHMEMX_MSG_... */
    int64_t line;
    uint64_t address;
    char text[ISHMEMI_MAIL_TEXT_BYTES];
} ishmemi_mail_t;

/* ---- Waits of kernels ------------------------------------------------------------------------ */

typedef enum ishmemi_kernel_wait_kind {
    ISHMEMI_KERNEL_WAIT_WORD = 1, /* until the object at `address` compares with `wanted` */
    ISHMEMI_KERNEL_WAIT_SET,      /* until an object of `count` from `address` on compares */
    ISHMEMI_KERNEL_WAIT_TEAM,     /* in a collective */
    ISHMEMI_KERNEL_WAIT_LOCK,     /* for a lock whose home, PE `count`, is far */
    ISHMEMI_KERNEL_WAIT_RING      /* until the host has done what kernels asked for */
} ishmemi_kernel_wait_kind_t;

#define ISHMEMI_KERNEL_WAITS 8
#define ISHMEMI_NO_GROUP 0xFFFFFFFFu
/* The routine of a wait that the host has asked for and reports itself. */
#define ISHMEMI_KERNEL_WAIT_OF_HOST "a host's wait"

/*
 * A work-item whose wait has become long publishes what it waits for, so that the host can report a
 * wait that does not end.
 *
 * word    written by                                        read by               ordering
 * turn    a work-item that waits: 0 to 1, the slot is its   others that wait      swap, relaxed
 *         own; then a number that no wait had before it     the host's watcher    store release, load
 *         and, when it no longer waits, 0                   and lifelines         acquire
 * others  the same, between 1 and the number                the same, and then    plain
 *                                                           turn again
 */
typedef struct ishmemi_kernel_wait {
    uint64_t turn;
    uint64_t address;
    uint64_t wanted;
    uint64_t count;
    uint32_t kind;     /* ishmemi_kernel_wait_kind_t */
    int32_t cmp;       /* ISHMEM_CMP_... */
    uint32_t bytes;    /* of the object: 4 or 8 */
    int32_t is_signed; /* 1: its type is */
    int32_t team;      /* handle; of a collective */
    uint32_t group[3]; /* the work-group; [0] ISHMEMI_NO_GROUP: not known */
    char routine[64];  /* ended by 0; empty: not known */
} ishmemi_kernel_wait_t;

/* ---- The head of the heap ------------------------------------------------------------------ */

/* Each counter has its own cache line, so that polling one does not disturb the others. */
typedef struct ishmemi_counter {
    uint64_t value;
    uint64_t pad[7];
} ishmemi_counter_t;

/*
 * The head of every symmetric heap: the words of the PE that do not belong to a team (team_block.h
 * has those).
 *
 * word          written by                        read by                 ordering
 * abort         any PE, host or kernel, once      every wait of this PE,  relaxed; store release after
 *                                                 the host's watcher      a report, load acquire for it
 * searches,     this PE, in wait_until_any and    the same                relaxed: where a search of a set
 * found         test_any                                                  begins (search_start.h)
 * next_mail     senders of mail                   the same                relaxed add
 * next_wait     kernels' waits that are long      the same                relaxed add
 * report, mail, see above
 * waits
 *
 * abort is 0 while the job runs, and then 1 + the exit status that was passed to
 * ishmem_global_exit.
 */
#define ISHMEMI_SEARCH_ENTRIES 16 /* sets whose last search is remembered */
typedef struct ishmemi_head {
    ishmemi_counter_t abort;
    ishmemi_counter_t searches;
    uint64_t found[ISHMEMI_SEARCH_ENTRIES];
    ishmemi_counter_t next_mail;
    ishmemi_report_t report;
    uint64_t pad[4];
    ishmemi_mail_t mail[ISHMEMI_MAIL_SLOTS];
    ishmemi_counter_t next_wait;
    ishmemi_kernel_wait_t waits[ISHMEMI_KERNEL_WAITS];
} ishmemi_head_t;

/* Bytes at the start of the heap that the allocator does not use. */
#define ISHMEMI_HEAD_BYTES 8192

#endif
