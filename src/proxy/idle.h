/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the proxy's thread does when it finds nothing to do.  A device cannot wake it, so it looks
 * again by itself: at once while there was work a moment ago, giving the processor away in between;
 * then after naps, which are as short as an answer within 50 us needs; and when there was nothing
 * for a long time, naps that together cost less than a fiftieth of a processor on this machine,
 * where a short nap may cost more than it lasts.
 *
 * From those it is woken: by a doorbell (doorbell.h), where kernels can ring one, and by letters of other
 * PEs.  Neither is lost: the doorbell is armed and letters are taken, then the thread looks once more,
 * then it sleeps, which a letter that comes after that ends.  Who wakes it waits: it takes no
 * letter then.  A thread of the program that leaves something to be carried on sends one itself, if
 * this thread lies down: it stores that it does, then looks once more.  For what rings nothing,
 * which is a kernel on a device and a PE to which there is no line, the naps stay what ends the
 * sleep; where everything rings they are longer.
 *
 * word      written by      read by                  ordering
 * asleep    the thread      threads of the program   a full fence on either side: after the store,
 *                                                    before looking; after what is left, before the
 *                                                    load
 * the rest  the thread      the thread               plain
 */
#ifndef ISHMEMI_PROXY_IDLE_H
#define ISHMEMI_PROXY_IDLE_H

#include "doorbell.h"
#include <stdbool.h>
#include <stdint.h>

/* Looks in a row, before others may run between two. */
#define ISHMEMI_IDLE_EAGER_LOOKS 16

/* How other PEs, and threads of this one, wake the thread. */
typedef struct ishmemi_letters {
    int descriptor;         /* to be polled: readable while there are letters */
    uint64_t (*take)(void); /* how many have come since it was called last */
    void (*send)(void);     /* one to this PE's own thread; by any thread */
    bool from_all;          /* every PE that wants something sends one */
} ishmemi_letters_t;

typedef struct ishmemi_idle {
    unsigned looks; /* since something moved, until naps begin */
    uint64_t since; /* ns of CLOCK_MONOTONIC, when it found nothing; 0: it did */
    uint64_t naps;
    uint64_t used;       /* ns of the thread's processor time, when the naps were counted */
    uint64_t nap_ns;     /* the cheap ones' length; 0: not known yet */
    uint64_t resting_ns; /* the next one's while others carry the transport on */
    bool rested;         /* they did before the last look */
    ishmemi_doorbell_t *doorbell;     /* NULL: none */
    const ishmemi_letters_t *letters; /* NULL: none come */
    uint64_t n_letters;               /* that have been taken */
    bool all_ring;                    /* what the thread may be wanted for */
    bool asleep;                      /* lies down, or naps */
    bool woken; /* what that was about is looked for before the doorbell is disarmed,
                                  * which takes a while */
} ishmemi_idle_t;

/* Of {0}, by the thread itself, before anything else: naps of this thread end when they are due.
 * has_kernels: they may ask for something; doorbell, letters: NULL where there are none. */
void ishmemi_idle_begin(ishmemi_idle_t *idle, bool has_kernels, ishmemi_doorbell_t *doorbell,
                        const ishmemi_letters_t *letters);

/* For ishmemi_idle_end. */
void ishmemi_idle_get_up(ishmemi_idle_t *idle);

static inline void ishmemi_idle_end(ishmemi_idle_t *idle)
{
    idle->looks = 0;
    idle->since = 0;
    idle->woken = false;
    idle->rested = false;
    if (idle->asleep) {
        idle->looks = ISHMEMI_IDLE_EAGER_LOOKS;
        ishmemi_idle_get_up(idle);
    }
}

/* By any thread: whether the thread may not see what was left to it before the call. */
static inline bool ishmemi_idle_is_asleep(const ishmemi_idle_t *idle)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return __atomic_load_n(&idle->asleep, __ATOMIC_RELAXED);
}

/* Between two looks, when only looking carries on what is under way: others may run, no nap. */
void ishmemi_idle_yield(ishmemi_idle_t *idle);
/* Between two looks that found nothing.  rest: another thread needs the processor more. */
void ishmemi_idle_wait(ishmemi_idle_t *idle, bool rest);

/* Takes the letters that have come. */
void ishmemi_idle_take_letters(ishmemi_idle_t *idle);

#endif
