/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See driven.h.  What is stored here changes only in open and close.
 */
#include "driven.h"

#include "far.h"
#include "fatal.h"
#include "log.h"
#include "proxy/proxy.h"
#include <pthread.h>

/* Calls that do not wait, for one step. */
#define CALLS_A_STEP 8

static struct {
    ishmemi_callers_t callers;
    const char *why;
    pthread_t opener;
} driven;

static bool may_call(void)
{
    return driven.callers != ISHMEMI_CALLERS_OPENER || pthread_equal(driven.opener, pthread_self());
}

/* A thread that may not call waits for what the others bring. */
static bool carry(void)
{
    return may_call() && ishmemi_proxy_step();
}

void ishmemi_driven_pass(void)
{
    static _Thread_local unsigned calls __attribute__((tls_model("initial-exec")));
    if (++calls % CALLS_A_STEP == 0) {
        carry();
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

bool ishmemi_driven_open(void)
{
    driven.callers = ishmemi_far->callers(&driven.why);
    driven.opener = pthread_self();
    if (driven.callers == ISHMEMI_CALLERS_ALL) {
        return false;
    }
    ishmemi_debug("there is no proxy thread, because %s: the program's calls of this library serve "
                  "PEs of other hosts",
                  driven.why);
    ishmemi_spin_carry = carry;
    ishmemi_spin_drives = true;
    return true;
}

void ishmemi_driven_close(void)
{
    ishmemi_spin_drives = false;
    ishmemi_spin_carry = NULL;
}
