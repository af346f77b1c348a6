/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ring: how kernels hand operations on PEs that they cannot reach to their host's proxy thread.
 * Part of the device ABI (state.h); a PE that reaches all others by load and store has none.
 *
 * Requests lie in host memory, so that the proxy polls and reads without touching the device; all
 * that a kernel polls lies in device memory.  A kernel stores into host memory and reads there only
 * data that it was told to be ready; it makes no atomic operation there.
 *
 * A request.  Ticket t, from tickets, is slot t mod n_requests.
 *
 *   1  kernel: t = tickets++
 *   2  kernel: waits until consumed > t - n_requests: the proxy has read what was in the slot
 *   3  kernel: stores the request but for its sequence, and its staged data
 *   4  kernel: release fence, then stores sequence = t + 1, then, if there is a bell, rings it
 *   5  proxy: sees sequence = t + 1 (acquire), copies the request or has it started
 *   6  proxy: stores consumed = t + 1 (release), or more than that for several at once
 *   7  proxy: when the requests 0 to u - 1 have all taken full effect, stores completed = u
 *      (release)
 *
 * The proxy reads slots in the order of tickets, starts operations in that order and completes them
 * in any.  Whoever waits for completed >= tickets, as he read it, has waited for all operations
 * before: that is quiet, and needs no request.  Nobody waits between 1 and 4 but for the proxy and
 * for kernels that are between 1 and 4, too, so a full ring always drains.
 *
 * An answer.  Who waits for one operation, or wants its result, takes an answer before he takes a
 * ticket.  He tries one after the other, so that none who waits for long keeps others from theirs:
 * answer ticket a, from answer_tickets, is answer a mod n_answers.
 *
 *   1  kernel: a = answer_tickets++
 *   2  kernel: swaps held from 0 to 1 (acquire); where it is 1 already, back to 1
 *   3  kernel: makes the request, with answer = a + 1
 *   4  proxy: stores value, status and staged data, then number = a + 1 (release)
 *   5  kernel: sees number = a + 1 (acquire), reads the result
 *   6  kernel: stores held = 0 (release)
 *
 * word             written by            read by              ordering
 * tickets          kernels, add          kernels              relaxed
 * answer_tickets   kernels, add          kernels              relaxed
 * consumed         the proxy             kernels              store release, load acquire
 * completed        the proxy             kernels              store release, load acquire
 * sequence         the kernel with the   the proxy            plain store behind a release fence,
 *                  ticket                                     load acquire
 * number           the proxy             the answer's holder  store release, load acquire
 * held             who takes the answer  the same             swap acquire, store release
 * the bell         kernels               nobody               plain store behind that of sequence
 *
 * The bell is for kernels that run on the processor, and wakes the proxy (src/proxy/bell.h): the
 * store into it is what counts, not the value.  By then the request is there for the proxy, even
 * where the system holds up the store.
 *
 * Where the host cannot store into device memory, the proxy's stores are copies, which end in the
 * order in which they were started.
 */
#ifndef ISHMEM_RING_H
#define ISHMEM_RING_H

#include "state.h"

/* What a request carries itself, and what lies in its slot's staging buffer; a get whose
 * destination the host does not know has such a buffer in its answer. */
#define ISHMEMI_INLINE_BYTES 24
#define ISHMEMI_STAGING_BYTES 1024

/* Each request rings in a line, of so many in turn, that other kernels seldom have stored into. */
#define ISHMEMI_BELL_BYTES 4096
#define ISHMEMI_BELL_LINE 64

typedef enum ishmemi_request_kind {
    ISHMEMI_REQUEST_PUT = 1,
    ISHMEMI_REQUEST_GET,
    ISHMEMI_REQUEST_AMO,
    /* Puts, AMOs and signals of later requests take effect behind those of earlier ones, PE by
     * PE. */
    ISHMEMI_REQUEST_FENCE
} ishmemi_request_kind_t;

/* flags: where the data is.  Neither: at data.array.address, in memory that the host knows. */
#define ISHMEMI_REQUEST_INLINE 1u    /* a put's in data.words, a get's in the answer's value */
#define ISHMEMI_REQUEST_STAGED 2u    /* in the staging buffer of the slot (put) or answer (get) */
/* A put changes a signal word behind its data. */
#define ISHMEMI_REQUEST_SIGNAL 4u
/* The answer to a put: its source may be used again.  Without this flag, as to any other request:
 * it has taken full effect. */
#define ISHMEMI_REQUEST_SENT 8u

typedef struct ishmemi_request {
    uint64_t sequence;
    uint8_t kind;                    /* ishmemi_request_kind_t */
    uint8_t flags;
    uint8_t op;                      /* AMO: ishmemi_amo_t; signal: ISHMEM_SIGNAL_... */
    uint8_t pad;
    int32_t pe;                      /* the target; fence: none */
    uint64_t offset;                 /* into the target's heap, the head included */
    uint64_t bytes;
    union {
        uint64_t words[ISHMEMI_INLINE_BYTES / sizeof(uint64_t)];
        struct {
            uint64_t address;
            uint64_t signal;         /* the value */
            uint64_t signal_offset;
        } array;
        struct {
            uint64_t value;
            uint64_t cond;
            uint64_t fetch;          /* where the host stores the value before, or 0 */
        } amo;
    } data;
    uint64_t answer;                 /* 0: nobody waits */
} ishmemi_request_t;

typedef enum ishmemi_answer_status {
    ISHMEMI_ANSWER_DONE,
    ISHMEMI_ANSWER_REFUSED           /* the request made no sense; the job ends */
} ishmemi_answer_status_t;

typedef struct ishmemi_answer {
    uint64_t number;
    uint64_t value;
    uint64_t status;                 /* ishmemi_answer_status_t */
    uint64_t held;
    uint64_t pad[4];
} ishmemi_answer_t;

/* In device memory. */
typedef struct ishmemi_ring {
    /* Constant.  Addresses; numbers are powers of 2. */
    uint64_t requests;               /* ishmemi_request_t[n_requests], in host memory */
    uint64_t staging;                /* ISHMEMI_STAGING_BYTES for each, in host memory */
    uint64_t answers;                /* ishmemi_answer_t[n_answers], in device memory */
    uint64_t answer_staging;         /* ISHMEMI_STAGING_BYTES for each, in host memory */
    uint64_t n_requests;
    uint64_t n_answers;
    uint64_t bell;                   /* ISHMEMI_BELL_BYTES of host memory; 0: there is none */
    uint64_t pad;
    ishmemi_counter_t tickets;
    ishmemi_counter_t answer_tickets;
    struct {
        uint64_t consumed;
        uint64_t completed;
        uint64_t pad[6];
    } progress;
} ishmemi_ring_t;

#endif
