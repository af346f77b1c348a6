/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See driven.h.
 *
 * word      written by                read by      ordering
 * steps     threads that take a step  the watcher  relaxed: only the change counts
 * watcher   the watcher               the watcher  plain
 * the rest  open and close, on the    all          plain: no other thread is in a call; but
 *           program's thread                       ishmemi_spin_drives is relaxed for the watcher,
 *                                                  which runs a little longer
 */
#include "driven.h"

#include "far_peers.h"
#include "fatal.h"
#include "log.h"
#include "proxy/proxy.h"
#include "ring_open.h"
#include "util/clock.h"
#include <pthread.h>
#include <string.h>

/* Calls that do not wait take one step per this many. */
#define CALLS_A_STEP 8
/* How long a kernel's request may wait for a step before a warning. */
#define PATIENCE_NS 3000000000

static struct {
    ishmemi_callers_t callers;
    const char *why;
    pthread_t opener;
    uint64_t steps;
    struct {
        uint64_t steps; /* at the last look */
        uint64_t since; /* ns of CLOCK_MONOTONIC; 0: no request has waited since then */
        bool has_warned;
    } watcher;
} driven;

static bool may_call(void)
{
    return driven.callers != ISHMEMI_CALLERS_OPENER || pthread_equal(driven.opener, pthread_self());
}

/* A thread that must not call the transport waits for what the others receive. */
static bool carry(bool begins)
{
    (void)begins; /* the transport sends each request at once */
    if (!may_call()) {
        return false;
    }
    __atomic_store_n(&driven.steps, __atomic_load_n(&driven.steps, __ATOMIC_RELAXED) + 1,
                     __ATOMIC_RELAXED);
    return ishmemi_proxy_step();
}

void ishmemi_driven_pass(void)
{
    static _Thread_local unsigned calls __attribute__((tls_model("initial-exec")));
    if (++calls % CALLS_A_STEP == 0) {
        carry(false);
    }
}

void ishmemi_driven_enter(const char *routine)
{
    if (!may_call()) {
        ishmemi_fatal("%s: called for PEs of other hosts by a thread other than the one that "
                      "initialised this library; expected the same thread, because %s: pass "
                      "MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE to MPI_Init_thread",
                      routine, driven.why);
    }
    ishmemi_driven_pass();
}

static bool has_requests(void)
{
    const ishmemi_ring_host_t *const ring = ishmemi_ring_get();
    return ring && !ishmemi_ring_drained(ring, ishmemi_ring_made(ring));
}

void ishmemi_driven_look(void)
{
    if (!__atomic_load_n(&ishmemi_spin_drives, __ATOMIC_RELAXED) || driven.watcher.has_warned) {
        return;
    }
    const uint64_t steps = __atomic_load_n(&driven.steps, __ATOMIC_RELAXED);
    const uint64_t now = ishmemi_clock_now();
    if (steps != driven.watcher.steps || !has_requests()) {
        driven.watcher.steps = steps;
        driven.watcher.since = 0;
    } else if (driven.watcher.since == 0) {
        driven.watcher.since = now;
    } else if (now - driven.watcher.since > PATIENCE_NS) {
        driven.watcher.has_warned = true;
        ishmemi_warn("kernels wait for PEs of other hosts, and for %d seconds the program has not "
                     "called this library, which would serve them; expected calls of ishmem_quiet "
                     "while kernels run, because %s",
                     (int)(PATIENCE_NS / 1000000000), driven.why);
    }
}

bool ishmemi_driven_open(void)
{
    memset(&driven, 0, sizeof driven);
    driven.callers = ishmemi_far->callers(&driven.why);
    driven.opener = pthread_self();
    if (driven.callers == ISHMEMI_CALLERS_ALL) {
        return false;
    }
    ishmemi_debug("there is no proxy thread, because %s: the program's calls of this library serve "
                  "PEs of other hosts",
                  driven.why);
    ishmemi_spin_carry = carry;
    __atomic_store_n(&ishmemi_spin_drives, true, __ATOMIC_RELAXED);
    return true;
}

void ishmemi_driven_close(void)
{
    __atomic_store_n(&ishmemi_spin_drives, false, __ATOMIC_RELAXED);
    ishmemi_spin_carry = NULL;
}
