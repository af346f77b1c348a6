/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ring: kernels pass operations on PEs that they cannot reach to their host's proxy thread.  It
 * is part of the device ABI (state.h).  A PE that reaches all others by load and store has no ring.
 *
 * Requests, answers and the proxy's progress lie in host memory, so that the proxy touches the device
 * for data alone.  A kernel stores and polls there, and uses no read-modify-write operations, which
 * GPUs do not have on host memory; the words that need them lie in device memory.
 *
 * A request.  Request t, from next, is for slot t mod n_requests.
 *
 *   1  kernel: t = next++
 *   2  kernel: waits until consumed > t - n_requests: the proxy has read the slot's last request
 *   3  kernel: stores the request except its sequence, and its staged data
 *   4  kernel: release fence, then stores sequence = t + 1, then, if there is a doorbell, rings it
 *   5  proxy: sees sequence = t + 1 (acquire), copies the request or starts it
 *   6  proxy: stores consumed = t + 1 (release), or a larger number for several requests at once
 *   7  proxy: when the requests 0 to u - 1 have all taken full effect, stores completed = u
 *      (release)
 *
 * The proxy reads slots in the order of their numbers, starts operations in that order and
 * completes them in any order.  A kernel that reads next and waits for completed to reach that
 * number has waited for all earlier operations: that is quiet, and it needs no request.  Between 1
 * and 4 a kernel waits only for the proxy and for kernels that are also between 1 and 4, so a full
 * ring always drains.
 *
 * An answer.  A kernel that waits for one operation, or for its result, takes an answer before it
 * takes a number.  It tries one answer after the other, so that a long wait of one kernel does not
 * hold up the others: answer number a, from next_answer, is for answer a mod n_answers.
 *
 *   1  kernel: a = next_answer++
 *   2  kernel: swaps holds[a mod n_answers] from 0 to 1 (acquire); if it is 1 already, goes back to 1
 *   3  kernel: makes the request, with answer = a + 1
 *   4  proxy: stores value, status and staged data, then number = a + 1 (release)
 *   5  kernel: sees number = a + 1 (acquire), reads the result
 *   6  kernel: stores holds[a mod n_answers] = 0 (release)
 *
 * word             written by            read by              ordering
 * next             kernels, add          kernels              relaxed
 * next_answer      kernels, add          kernels              relaxed
 * consumed         the proxy             kernels              store release, load acquire
 * completed        the proxy             kernels              store release, load acquire
 * sequence         the kernel with the   the proxy            plain store after a release fence,
 *                  number                                     load acquire
 * number           the proxy             the answer's holder  store release, load acquire
 * holds[]          the answer's holder   the same             swap acquire, store release
 * the doorbell     kernels               nobody               plain store after that of sequence
 *
 * The doorbell is for kernels that run on the processor.  A store into it wakes the proxy
 * (src/proxy/doorbell.h), whatever the value.  By then the proxy can see the request, even if the
 * system holds up the store.
 */
#ifndef ISHMEM_RING_H
#define ISHMEM_RING_H

#include "state.h"

/* The bytes that a request carries itself, and those in its slot's staging buffer.  A get whose
 * destination the host cannot reach has such a buffer in its answer. */
#define ISHMEMI_INLINE_BYTES 24
#define ISHMEMI_STAGING_BYTES 1024

/* Requests use the lines of the doorbell in turn, so that other kernels have seldom stored into a
 * request's line. */
#define ISHMEMI_DOORBELL_BYTES 4096
#define ISHMEMI_DOORBELL_LINE 64

typedef enum ishmemi_request_kind {
    ISHMEMI_REQUEST_PUT = 1,
    ISHMEMI_REQUEST_GET,
    ISHMEMI_REQUEST_AMO,
    /* Puts, AMOs and signals of later requests take effect after those of earlier ones, for each
     * PE. */
    ISHMEMI_REQUEST_FENCE
} ishmemi_request_kind_t;

/* flags: where the data is.  With neither: at data.array.address, in memory that the host can
 * reach. */
#define ISHMEMI_REQUEST_INLINE 1u /* a put's in data.words, a get's in the answer's value */
#define ISHMEMI_REQUEST_STAGED 2u /* in the staging buffer of the slot (put) or answer (get) */
/* A put changes a signal word after its data. */
#define ISHMEMI_REQUEST_SIGNAL 4u
/* The answer to a put means that its source may be used again.  Without this flag, and for any
 * other request, an answer means that the request has taken full effect. */
#define ISHMEMI_REQUEST_SENT 8u
/* A put with a signal, and with no data or staged data, that takes effect after all the kernel's
 * earlier requests to this PE.  It is complete when it has been sent, because the peer sees its
 * signal. */
#define ISHMEMI_REQUEST_NOTE 16u

typedef struct ishmemi_request {
    uint64_t sequence;
    uint8_t kind; /* ishmemi_request_kind_t */
    uint8_t flags;
    uint8_t op; /* AMO: ishmemi_amo_t; signal: ISHMEM_SIGNAL_... */
    uint8_t pad;
    int32_t pe;      /* the target; fence: none */
    uint64_t offset; /* into the target's heap, the head included */
    uint64_t bytes;
    union {
        uint64_t words[ISHMEMI_INLINE_BYTES / sizeof(uint64_t)];
        struct {
            uint64_t address;
            uint64_t signal; /* the value */
            uint64_t signal_offset;
        } array;
        struct {
            uint64_t value;
            uint64_t cond;
            uint64_t fetch; /* where the host stores the previous value, or 0 */
        } amo;
    } data;
    uint64_t answer; /* 0: nobody waits */
} ishmemi_request_t;

typedef enum ishmemi_answer_status {
    ISHMEMI_ANSWER_DONE,
    ISHMEMI_ANSWER_REFUSED /* the request made no sense; the job ends */
} ishmemi_answer_status_t;

typedef struct ishmemi_answer {
    uint64_t number;
    uint64_t value;
    uint64_t status; /* ishmemi_answer_status_t */
    uint64_t pad[5];
} ishmemi_answer_t;

typedef struct ishmemi_ring_progress {
    uint64_t consumed;
    uint64_t completed;
    uint64_t pad[6];
} ishmemi_ring_progress_t;

/* In device memory. */
typedef struct ishmemi_ring {
    /* Constant.  Addresses; numbers are powers of 2. */
    uint64_t requests;       /* ishmemi_request_t[n_requests], in host memory */
    uint64_t staging;        /* ISHMEMI_STAGING_BYTES for each, in host memory */
    uint64_t answers;        /* ishmemi_answer_t[n_answers], in host memory */
    uint64_t answer_staging; /* ISHMEMI_STAGING_BYTES for each, in host memory */
    uint64_t n_requests;
    uint64_t n_answers;
    uint64_t doorbell; /* ISHMEMI_DOORBELL_BYTES of host memory; 0: there is none */
    uint64_t progress; /* an ishmemi_ring_progress_t, in host memory */
    uint64_t holds; /* ishmemi_counter_t[n_answers], in device memory: whether an answer is taken */
    uint64_t pad[7];
    ishmemi_counter_t next;
    ishmemi_counter_t next_answer;
} ishmemi_ring_t;

#endif
