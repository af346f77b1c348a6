/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Host routines on far PEs.  A routine that must wait drives the transport meanwhile, so that it
 * receives an answer from a running PE as soon as it arrives, whatever the thread of far_thread.c
 * does.  Each routine first calls ishmemi_drive_enter (driven.h).
 */
#include "far.h"

#include "access.h"
#include "compare.h"
#include "driven.h"
#include "far_thread.h"
#include "host_reach.h"
#include "ring_open.h"
#include "spin.h"
#include "util/clock.h"
#include <string.h>

/* Threads that wait for kernels' requests, which only the proxy's thread completes.  Those threads
 * change it, all that drive read it; relaxed, because a late change only makes a wait longer. */
static unsigned drainers;

bool ishmemi_far_poll(bool begins)
{
    if (begins) {
        ishmemi_far->flush();
    }
    if (__atomic_load_n(&drainers, __ATOMIC_RELAXED) == 0) {
        ishmemi_far_thread_rest();
    }
    return ishmemi_far->progress();
}

uint64_t ishmemi_far_place(const void *symmetric)
{
    const uint64_t offset = (uintptr_t)symmetric - (uintptr_t)ishmemi_job.heap;
    return offset < ishmemi_job.heap_bytes + ishmemi_job.team_bytes
               ? offset
               : ISHMEMI_PLACE_STATIC | ((uintptr_t)symmetric - ishmemi_segment.start);
}

/* ---- Waiting for one operation --------------------------------------------------------------- */

typedef struct operation {
    ishmemi_transfer_t transfer; /* first: a transfer's address is its operation's */
    int is_sent;
    int is_done; /* set last: the operation may then be gone */
} operation_t;

static void set_sent(ishmemi_transfer_t *transfer)
{
    __atomic_store_n(&((operation_t *)transfer)->is_sent, 1, __ATOMIC_RELEASE);
}

static void set_done(ishmemi_transfer_t *transfer)
{
    __atomic_store_n(&((operation_t *)transfer)->is_done, 1, __ATOMIC_RELEASE);
}

static operation_t begin(void)
{
    return (operation_t){.transfer = {.done = set_done, .sent = set_sent}};
}

/* Longer than an answer over a network takes. */
#define PATIENCE_NS 100000

/* How long a wait for PEs has lasted. */
typedef struct patience {
    uint64_t since; /* ns of CLOCK_MONOTONIC; 0: a first look is still to come */
    bool has_ended;
} patience_t;

/* The thread that serves the PE (-1: each PE) may rest, because its program was in a call a moment
 * ago.  Wakes it when the wait has become long. */
static void try_patience(patience_t *patience, int pe)
{
    if (patience->has_ended) {
        return;
    }
    const uint64_t now = ishmemi_clock_now();
    if (patience->since == 0) {
        patience->since = now;
    } else if (now - patience->since > PATIENCE_NS) {
        patience->has_ended = true;
        ishmemi_far->urge(pe);
    }
}

static void wait_for(const char *routine, int pe, const int *flag)
{
    ishmemi_spin_t spin = {0};
    patience_t patience = {0};
    while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE)) {
        ishmemi_spin_pause(&spin, ishmemi_wait_pe(routine, pe));
        try_patience(&patience, pe);
    }
    ishmemi_spin_end(&spin);
}

/* Retries a refused start when something may have moved. */
#define START(routine, pe, start)                                              \
    do {                                                                       \
        ishmemi_spin_t start_spin = {0};                                       \
        while (!(start)) {                                                     \
            ishmemi_spin_pause(&start_spin, ishmemi_wait_pe((routine), (pe))); \
        }                                                                      \
        ishmemi_spin_end(&start_spin);                                         \
    } while (0)

/* Leaves data that nobody waits for to the proxy's thread.  Small data does not need it: the data
 * has been sent, or goes with the next acknowledgement, after which the peer wakes that thread if
 * it gets no further request. */
static void leave(size_t bytes, int pe)
{
    if (bytes > ishmemi_far->small_bytes(pe)) {
        ishmemi_far_thread_wake();
    }
}

/* ---- Remote memory access -------------------------------------------------------------------- */

void ishmemi_far_put_signal(const char *routine, void *dest, const void *source, size_t bytes,
                            const ishmemi_transport_signal_t *signal, int pe, bool nbi)
{
    const uint64_t place = ishmemi_far_place(dest);
    ishmemi_drive_enter(routine);
    if (nbi || bytes <= ishmemi_far->small_bytes(pe)) {
        START(routine, pe, ishmemi_far->put(pe, place, source, bytes, signal, NULL));
        leave(bytes, pe);
        return;
    }
    /* Waits for done, not for sent, because the operation is on this thread's stack. */
    operation_t operation = begin();
    START(routine, pe, ishmemi_far->put(pe, place, source, bytes, signal, &operation.transfer));
    wait_for(routine, pe, &operation.is_done);
}

void ishmemi_far_put(const char *routine, void *dest, const void *source, size_t bytes, int pe,
                     bool nbi)
{
    ishmemi_far_put_signal(routine, dest, source, bytes, NULL, pe, nbi);
}

/* ---- After kernels --------------------------------------------------------------------------- */

/* Requests of kernels that have ended count too.  They reach the transport at any later time, so
 * that they are in order only once they are complete. */
static void drain_ring(const char *routine)
{
    const ishmemi_ring_host_t *const ring = ishmemi_ring_get();
    const uint64_t made = ring ? ishmemi_ring_made(ring) : 0;
    if (!ring || ishmemi_ring_drained(ring, made)) {
        return;
    }
    ishmemi_spin_t spin = {0};
    __atomic_fetch_add(&drainers, 1, __ATOMIC_RELAXED);
    ishmemi_far_thread_rouse();
    while (!ishmemi_ring_drained(ring, made)) {
        ishmemi_spin_pause(&spin, ishmemi_wait_pe(routine, -1));
    }
    __atomic_fetch_sub(&drainers, 1, __ATOMIC_RELAXED);
    ishmemi_spin_end(&spin);
}

/* ---- Notes of collectives -------------------------------------------------------------------- */

/* A word and at most this much data are packed into one message. */
#define PACKED_BYTES 16384

static void note(const char *routine, void *dest, const void *source, size_t bytes,
                 const ishmemi_transport_signal_t *signal, int pe)
{
    const uint64_t place = ishmemi_far_place(dest);
    START(routine, pe, ishmemi_far->note(pe, place, source, bytes, signal));
}

void ishmemi_far_notify(const char *routine, void *dest, const uint64_t *word, const void *source,
                        size_t bytes, void *flag, uint64_t number, int pe)
{
    char packed[sizeof *word + PACKED_BYTES];
    const ishmemi_transport_signal_t signal = {.place = ishmemi_far_place(flag), .value = number};
    ishmemi_drive_enter(routine);
    /* A kernel's flag for the same word must not arrive after this one. */
    drain_ring(routine);
    if (word && bytes <= PACKED_BYTES) {
        memcpy(packed, word, sizeof *word);
        memcpy(packed + sizeof *word, source, bytes);
        note(routine, dest, packed, sizeof *word + bytes, &signal, pe);
        return;
    }
    if (word) {
        note(routine, dest, word, sizeof *word, NULL, pe);
        dest = (char *)dest + sizeof *word;
    }
    if (bytes <= ishmemi_far->note_bytes) {
        note(routine, dest, source, bytes, &signal, pe);
    } else {
        ishmemi_far->fence(pe);
        ishmemi_far_put_signal(routine, dest, source, bytes, &signal, pe, false);
    }
}

/* ---- Gets ------------------------------------------------------------------------------------ */

void ishmemi_far_get(const char *routine, void *dest, const void *source, size_t bytes, int pe,
                     bool nbi)
{
    const uint64_t place = ishmemi_far_place(source);
    ishmemi_drive_enter(routine);
    if (nbi) {
        START(routine, pe, ishmemi_far->get(pe, dest, place, bytes, NULL));
        leave(bytes, pe);
        return;
    }
    operation_t operation = begin();
    START(routine, pe, ishmemi_far->get(pe, dest, place, bytes, &operation.transfer));
    wait_for(routine, pe, &operation.is_done);
}

void ishmemi_far_put_blocks(const char *routine, void *dest, const void *source, size_t dst,
                            size_t sst, size_t block, size_t nblocks, int pe)
{
    for (size_t i = 0; i < nblocks; i++) {
        ishmemi_far_put(routine, (char *)dest + i * dst, (const char *)source + i * sst, block, pe,
                        true);
    }
    if (block > ishmemi_far->small_bytes(pe)) {
        ishmemi_far_quiet(routine, pe);
    }
}

void ishmemi_far_get_blocks(const char *routine, void *dest, const void *source, size_t dst,
                            size_t sst, size_t block, size_t nblocks, int pe)
{
    for (size_t i = 0; i < nblocks; i++) {
        ishmemi_far_get(routine, (char *)dest + i * dst, (const char *)source + i * sst, block, pe,
                        true);
    }
    ishmemi_far_quiet(routine, pe);
}

void ishmemi_far_store(const char *routine, void *object, size_t bytes, uint64_t value, int pe)
{
    ishmemi_far_put(routine, object, &value, bytes, pe, false);
}

uint64_t ishmemi_far_load(const char *routine, const void *object, size_t bytes, int pe)
{
    uint64_t value = 0;
    ishmemi_far_get(routine, &value, object, bytes, pe, false);
    return value;
}

/* ---- Atomic operations ----------------------------------------------------------------------- */

void ishmemi_far_amo_nbi(const char *routine, ishmemi_amo_t op, void *fetch, void *object,
                         size_t bytes, uint64_t value, uint64_t cond, int pe)
{
    ishmemi_drive_enter(routine);
    START(routine, pe,
          ishmemi_far->amo(pe, op, bytes, ishmemi_far_place(object), value, cond, fetch, NULL));
}

uint64_t ishmemi_far_amo(const char *routine, ishmemi_amo_t op, bool returns, void *object,
                         size_t bytes, uint64_t value, uint64_t cond, int pe)
{
    uint64_t before = 0;
    if (!returns) {
        ishmemi_far_amo_nbi(routine, op, NULL, object, bytes, value, cond, pe);
        return before;
    }
    ishmemi_drive_enter(routine);
    operation_t operation = begin();
    START(routine, pe,
          ishmemi_far->amo(pe, op, bytes, ishmemi_far_place(object), value, cond, &before,
                           &operation.transfer));
    wait_for(routine, pe, &operation.is_done);
    return before;
}

uint64_t ishmemi_far_wait(const char *routine, const void *object, size_t bytes, bool is_signed,
                          int cmp, uint64_t value, int pe)
{
    const ishmemi_compare_t compare =
        ishmemi_compare_make(is_signed, cmp, ishmemi_compare_extend(value, bytes, is_signed));
    ishmemi_spin_t spin = {0};
    for (;;) {
        const uint64_t seen =
            ishmemi_compare_extend(ishmemi_far_load(routine, object, bytes, pe), bytes, is_signed);
        if (ishmemi_compare_holds(&compare, seen)) {
            ishmemi_spin_end(&spin);
            return seen;
        }
        ishmemi_spin_pause(
            &spin, ishmemi_wait_seeing(
                       ishmemi_wait_word(routine, object, bytes, is_signed, cmp, value, pe), seen));
    }
}

/* ---- Order ----------------------------------------------------------------------------------- */

void ishmemi_far_fence(const char *routine, int pe)
{
    ishmemi_drive_enter(routine);
    drain_ring(routine);
    ishmemi_far->fence(pe);
}

static void complete(const char *routine, int pe, bool all_wait)
{
    ishmemi_spin_t spin = {0};
    patience_t patience = {0};
    ishmemi_drive_enter(routine);
    if (ishmemi_spin_drives) {
        /* A program may call this repeatedly while its kernels run. */
        ishmemi_spin_miss();
    }
    drain_ring(routine);
    while (!ishmemi_far->is_quiet(pe, all_wait)) {
        ishmemi_spin_pause(&spin, ishmemi_wait_pe(routine, pe));
        try_patience(&patience, pe);
    }
    ishmemi_spin_end(&spin);
}

void ishmemi_far_quiet(const char *routine, int pe)
{
    complete(routine, pe, false);
}

void ishmemi_far_quiet_together(const char *routine)
{
    complete(routine, -1, true);
}
