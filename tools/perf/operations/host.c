/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations that the host starts.
 */
#include "host.h"

#include "kernel.h"
#include "types.h"

/* Operations between two quiets, where many are under way at once. */
#define WINDOW 64

void perf_host_put(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 1; i <= count; i++) {
        ishmem_putmem_nbi(job->dest, job->source, bytes, job->peer);
        if (i % WINDOW == 0 || i == count) {
            ishmem_quiet();
        }
    }
}

void perf_host_get(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 1; i <= count; i++) {
        ishmem_getmem_nbi(job->dest, job->source, bytes, job->peer);
        if (i % WINDOW == 0 || i == count) {
            ishmem_quiet();
        }
    }
}

void perf_host_p(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    uint64_t *const dest = (uint64_t *)(void *)job->dest;
    for (size_t i = 0; i < count; i++) {
        ishmem_uint64_p(dest, i, job->peer);
    }
    ishmem_quiet();
}

void perf_host_g(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    const uint64_t *const source = (const uint64_t *)(const void *)job->source;
    for (size_t i = 0; i < count; i++) {
        (void)ishmem_uint64_g(source, job->peer);
    }
}

void perf_host_put_quiet(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ishmem_putmem(job->dest, job->source, bytes, job->peer);
        ishmem_quiet();
    }
}

void perf_host_get_each(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ishmem_getmem(job->dest, job->source, bytes, job->peer);
    }
}

void perf_host_p_quiet(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    uint64_t *const dest = (uint64_t *)(void *)job->dest;
    for (size_t i = 0; i < count; i++) {
        ishmem_uint64_p(dest, i, job->peer);
        ishmem_quiet();
    }
}

/* ---- Turns between two PEs; PE 0 serves ------------------------------------------------------ */

/* Sends the turn's message. */
typedef void (*send_fn)(perf_job_t *job, size_t bytes);

static void send_put(perf_job_t *job, size_t bytes)
{
    if (bytes > sizeof *job->word) {
        ishmem_putmem(job->dest, job->source, bytes - sizeof *job->word, job->peer);
        ishmem_fence();
    }
    ishmem_uint64_p(job->word, job->turn, job->peer);
}

static void send_put_signal(perf_job_t *job, size_t bytes)
{
    ishmem_putmem_signal(job->dest, job->source, bytes, job->word, job->turn, ISHMEM_SIGNAL_SET,
                         job->peer);
}

static void send_signal(perf_job_t *job, size_t bytes)
{
    (void)bytes;
    ishmemx_signal_set(job->word, job->turn, job->peer);
}

static inline __attribute__((always_inline)) void play(perf_job_t *job, size_t bytes, size_t count,
                                                       send_fn send)
{
    for (size_t i = 0; i < count; i++) {
        job->turn++;
        if (job->me == 0) {
            send(job, bytes);
        }
        ishmem_signal_wait_until(job->word, ISHMEM_CMP_GE, job->turn);
        if (job->me != 0) {
            send(job, bytes);
        }
    }
}

void perf_host_put_ping_pong(perf_job_t *job, size_t bytes, size_t count)
{
    play(job, bytes, count, send_put);
}

void perf_host_put_signal_ping_pong(perf_job_t *job, size_t bytes, size_t count)
{
    play(job, bytes, count, send_put_signal);
}

void perf_host_signal_ping_pong(perf_job_t *job, size_t bytes, size_t count)
{
    play(job, bytes, count, send_signal);
}

/* Only the peer writes it (release); loads acquire.  It is a static object because the host's own
 * loads and stores may not reach the heap. */
static _Alignas(64) uint64_t line[8];

uint64_t *perf_host_line_address(const perf_job_t *job)
{
    return ishmem_ptr(line, job->peer);
}

/* A PE that waits long for an answer lets the library wait, which leaves the processor to the
 * peer. */
static void await_line(uint64_t turn)
{
    for (int polls = 0; polls < PERF_LINE_POLLS; polls++) {
        if (__atomic_load_n(line, __ATOMIC_ACQUIRE) >= turn) {
            return;
        }
    }
    ishmem_signal_wait_until(line, ISHMEM_CMP_GE, turn);
}

void perf_host_line(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    uint64_t *const theirs = perf_host_line_address(job);
    for (size_t i = 0; i < count; i++) {
        job->line_turn++;
        if (job->me == 0) {
            __atomic_store_n(theirs, job->line_turn, __ATOMIC_RELEASE);
        }
        await_line(job->line_turn);
        if (job->me != 0) {
            __atomic_store_n(theirs, job->line_turn, __ATOMIC_RELEASE);
        }
    }
}

/* ---- Atomics --------------------------------------------------------------------------------- */

static int atomic_operation(const perf_job_t *job)
{
    return perf_operation_find(perf_atomic_operations, job->options->operation);
}

void perf_host_atomic(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    perf_type_find(job->options->type)->atomic(atomic_operation(job), job->dest, job->peer, count);
    ishmem_quiet();
}

void perf_host_atomic_quiet(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    const perf_atomic_fn atomic = perf_type_find(job->options->type)->atomic;
    const int operation = atomic_operation(job);
    for (size_t i = 0; i < count; i++) {
        atomic(operation, job->dest, job->peer, 1);
        ishmem_quiet();
    }
}

void perf_atomic_ping_pong_begin(perf_job_t *job, uint64_t idle)
{
    ishmem_uint64_p(job->word + PERF_WORD_ATOMIC, idle, job->me);
    ishmem_quiet();
    play(job, 0, 1, send_signal);
}

/* Every operation but fetch changes a word that is `idle`.  The PE that has seen the change makes
 * the word idle again before the other PE's next turn. */
void perf_host_atomic_ping_pong(perf_job_t *job, size_t bytes, size_t count)
{
    (void)bytes;
    const perf_atomic_fn atomic = perf_type_find(job->options->type)->atomic;
    const int operation = atomic_operation(job);
    uint64_t *const word = job->word + PERF_WORD_ATOMIC;
    const uint64_t idle = perf_atomic_idle(operation);
    perf_atomic_ping_pong_begin(job, idle);
    for (size_t i = 0; i < count; i++) {
        if (job->me == 0) {
            atomic(operation, word, job->peer, 1);
        }
        ishmem_uint64_wait_until(word, ISHMEM_CMP_NE, idle);
        ishmem_uint64_p(word, idle, job->me);
        ishmem_fence();
        if (job->me != 0) {
            atomic(operation, word, job->peer, 1);
        }
    }
}
