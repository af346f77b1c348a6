/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * zed_run: what a thread needs to take part in a launch, with its stacks and group records.  Runs
 * are cached for the whole process, so memory depends on the number of threads that launch at once.
 *
 * zed_launch_state_t: a launch under way, on the stack of the thread that launched.
 */
#ifndef ZED_RUN_RUN_H
#define ZED_RUN_RUN_H

#include "engine/abi.h"
#include "engine/engine.h"
#include "machine/idle.h"
#include "machine/sanitizer.h"
#include "memory/guard.h"
#include "run/group.h"
#include "run/stack.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct zed_launch_state {
    const zed_launch_t *launch;
    const zed_kernel_code_t *code;
    uint64_t groups;
    uint64_t chunk; /* groups that a thread takes at a time */
    uint32_t stack_class;
    /* The first group that no thread has taken.  Relaxed: it only assigns numbers. */
    _Alignas(64) _Atomic uint64_t next;
    /* Not ZE_RESULT_SUCCESS: the launch is abandoned, and groups are dropped where they stop.
     * Written by any thread of the launch, read relaxed; retiring the job orders it for the
     * caller. */
    _Atomic uint32_t result;
} zed_launch_state_t;

/* A zone that the thread has looked up.  Valid while zed_guard_version() is one less than
 * `version`; 0: none. */
typedef struct zed_known_zone {
    uint64_t version;
    zed_zone_t zone;
} zed_known_zone_t;
#define ZED_KNOWN_ZONES 8
#define ZED_KNOWN_SHIFT 21 /* adjacent zones share an entry */

struct zed_run {
    zed_group_record_t *record; /* the group of the running item; NULL: none runs */
    uint32_t index;             /* its linear id */
    const zed_group_t
        *group;         /* the group that group code runs, with all its items together; or NULL */
    uint32_t unbooked;  /* the first item whose arrival is not recorded; ZED_ITEM_NONE: all are */
    bool stopped;       /* the running item has arrived somewhere and returns */
    zed_stack_t *stack; /* that the running item uses if it has none of its own */
    zed_launch_state_t *state;
    zed_group_record_t *first; /* where a round over the resident groups begins */
    uint32_t resident;
    uint32_t rounds; /* since the last group was started */
    uint64_t ran;    /* finished groups of this launch */
    bool is_last;    /* all groups of the launch are taken */
    bool moved;      /* some item began, ended or met others in this round */
    zed_idle_t idle;
    void *root;    /* context of the thread's own stack */
    void *dropped; /* where contexts that never continue are saved */
    zed_sanitizer_t root_sanitizer;
    zed_stack_cache_t stacks;
    zed_group_record_t *free_records;
    char *local; /* of group code */
    size_t local_bytes;
    zed_known_zone_t known[ZED_KNOWN_ZONES];
    struct zed_run *next; /* in the cache */
};

/* From the cache, or new; NULL if there is no memory. */
struct zed_run *zed_run_acquire(void);
void zed_run_release(struct zed_run *run);

/* The calling thread's run; NULL outside launches.  It is in the static TLS block: one load, no
 * call, and every loader has 8 bytes to spare for it.  Items never change threads, so a value kept
 * across a switch stays valid. */
extern _Thread_local struct zed_run *zed_run_current __attribute__((tls_model("initial-exec")));

/* true for the first thread that abandons the launch; this one prints the reason. */
static inline bool zed_launch_fail(struct zed_run *run, ze_result_t result)
{
    uint32_t none = ZE_RESULT_SUCCESS;
    return atomic_compare_exchange_strong_explicit(&run->state->result, &none, (uint32_t)result,
                                                   memory_order_relaxed, memory_order_relaxed);
}

/* Runs groups of the launch until none is left that this run could start.  `run->state` is set.
 * Returns how many it ran. */
uint64_t zed_schedule_items(struct zed_run *run);

#endif
