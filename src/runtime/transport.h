/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The transport table: how bytes reach a PE whose memory is not mapped here.  A transport is a part
 * of the runtime's module (libishmem_mpi.so), found by ISHMEMI_TRANSPORT_SYMBOL, so that libishmem
 * itself links no MPI.
 *
 * A PE's memory is named by places: an offset into its symmetric heap, or into its static objects
 * with ISHMEMI_PLACE_STATIC added.
 *
 * Calls.  open and close are collective and made by one thread; all others may be made by any thread
 * at any time, also from within done and sent.  A start returns at once.  It is refused (false), and
 * nothing has happened, while too much is under way towards that PE: progress, and try again.  What
 * a transport cannot do any more, it says by request->fatal, which ends the job; there is no other
 * failure.
 *
 * Order.  Operations of one thread towards one PE take effect in any order, unless a fence or a
 * quiet stands between them.  Atomic operations and signals are executed by the PE that they change,
 * by the same means as those of its near peers.
 *
 * Nothing moves but in progress: of the initiator, who sends and collects, and of the target, who
 * serves.
 *
 * Which threads "any" are may be limited by the transport's runtime: see callers.
 */
#ifndef ISHMEMI_TRANSPORT_H
#define ISHMEMI_TRANSPORT_H

#include "shared/state.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_TRANSPORT_ABI 8

#define ISHMEMI_PLACE_STATIC ((uint64_t)1 << 63)

/* Shorter than the time without work after which the proxy's thread (idle.h) sleeps long. */
#define ISHMEMI_SILENCE_NS 50000000

/* An operation under way, where somebody wants to know: part of what the caller keeps of it, left
 * alone by the caller until done.  done and sent are called by a thread that is in progress, never
 * from within a start. */
typedef struct ishmemi_transfer {
    /* The effect on the peer is complete, and what was fetched is there.  The transport knows
     * nothing of the transfer any more. */
    void (*done)(struct ishmemi_transfer *transfer);
    /* A put's source may be used again; called once, before done.  NULL where nobody wants to know.
     * Not called for a put of at most small_bytes, which has its source after it when it returns. */
    void (*sent)(struct ishmemi_transfer *transfer);
    struct ishmemi_transfer *next; /* the transport's, as is number */
    uint64_t number;
} ishmemi_transfer_t;

/* A job that has come together without the transport's runtime. */
typedef struct ishmemi_transport_job {
    int my_pe;
    int n_pes;
    const int *machine_of; /* [n_pes] an id that PEs of one machine share */
    bool initialize;       /* initialise the runtime if the program has not */
    /* Collective, for one thread at a time; does not return if it fails. */
    void (*allgather)(const void *send, void *receive, size_t bytes_each);
} ishmemi_transport_job_t;

/* What the transport needs of the library. */
typedef struct ishmemi_transport_request {
    const ishmemi_transport_job_t
        *job; /* NULL: the job of the module's bootstrap; until open ends */
    char *heap;
    size_t heap_bytes;
    /* The host may load and store heaps; else memory may be a tile's and goes by copy, through
     * buffers.  The same on all PEs. */
    bool heap_host_mapped;
    bool channels; /* to PEs of this machine memory that they share may carry long data */
    size_t nontemporal_bytes; /* data so long had better go past the caches */
    char *statics;            /* NULL where static objects are not symmetric */
    size_t statics_bytes;
    /* Between host memory and memory of the tile, either way; blocking. */
    void (*copy)(void *destination, const void *source, size_t bytes);
    /* An AMO on an object of this PE, exclusive with those of the PEs of this host; returns the
     * value before. */
    uint64_t (*amo)(ishmemi_amo_t op, size_t bytes, void *object, uint64_t value, uint64_t cond);
    /* Wakes the thread that serves other PEs there, if it can.  Called when a request has been sent
     * to pe after a silence; what is sent within ISHMEMI_SILENCE_NS of that finds it awake.  And for
     * a reply after a silence, when who asked does not ask on. */
    void (*wake)(int pe);
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    /* Says it and ends the job; does not return. */
    void (*fatal)(const char *format, ...) __attribute__((format(printf, 1, 2), __noreturn__));
} ishmemi_transport_request_t;

/* What happens to a signal word after a put's data. */
typedef struct ishmemi_transport_signal {
    uint64_t place;
    uint64_t value;
    bool add; /* else set */
} ishmemi_transport_signal_t;

/* A put of at most ISHMEMI_BRIEF_BYTES, or an AMO whose result nobody wants. */
#define ISHMEMI_BRIEF_BYTES 24
typedef struct ishmemi_transport_brief {
    uint64_t place;
    const uint64_t *words; /* a put's data; an AMO's value and cond */
    uint32_t bytes;
    bool is_amo;
    ishmemi_amo_t op; /* an AMO's */
} ishmemi_transport_brief_t;

/* Which threads may call a transport. */
typedef enum ishmemi_callers {
    ISHMEMI_CALLERS_ALL,     /* all, at any time; threads of this library, too */
    ISHMEMI_CALLERS_IN_TURN, /* the program's, in its calls of this library, one at a time */
    ISHMEMI_CALLERS_OPENER   /* the one that opened it, in its calls of this library */
} ishmemi_callers_t;

typedef struct ishmemi_transport {
    int abi; /* ISHMEMI_TRANSPORT_ABI */
    const char *name;
    /* A put of at most so many bytes has read its source when it returns. */
    size_t small_bytes;
    /* The most that a note takes. */
    size_t note_bytes;

    /* Collective.  The request is kept; what it points to stays until close, if not said otherwise.
     * 0, or -1 having said why, which may be so on some PEs only: the caller has them agree. */
    int (*open)(const ishmemi_transport_request_t *request);
    /* Collective, when all PEs are quiet. */
    void (*close)(void);
    /* When it is open; the same on all PEs.  Stores a text that says why, to follow "because". */
    ishmemi_callers_t (*callers)(const char **why);

    /* ---- Starts: false if refused.  transfer: NULL where nobody wants to know. ---- */

    /* signal: NULL for none; else changed after the data, never before. */
    bool (*put)(int pe, uint64_t place, const void *source, size_t bytes,
                const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer);
    /* A put, of no bytes or of note_bytes at most, that is sent at once, after all that was started
     * towards pe before, as if after a fence; it has read its source when it returns.  Its completion
     * is not reported, and quiet does not wait for it: its signal informs the peer.  The sender of
     * notes bounds how many of them the peer has not seen.  signal: NULL for none. */
    bool (*note)(int pe, uint64_t place, const void *source, size_t bytes,
                 const ishmemi_transport_signal_t *signal);
    bool (*get)(int pe, void *destination, uint64_t place, size_t bytes,
                ishmemi_transfer_t *transfer);
    /* bytes: 4 or 8.  fetched: host memory for `bytes` bytes, the value before; NULL where it is
     * not wanted. */
    bool (*amo)(int pe, ishmemi_amo_t op, size_t bytes, uint64_t place, uint64_t value,
                uint64_t cond, void *fetched, ishmemi_transfer_t *transfer);
    /* The first of `count` operations, as many as can be started now, as if one after the other;
     * returns how many.  Their words have been read then, and the transfer ends when all that were
     * started have taken effect. */
    size_t (*brief)(int pe, const ishmemi_transport_brief_t *operations, size_t count,
                    ishmemi_transfer_t *transfer);
    /* Puts, AMOs and signals that are started towards pe (-1: each PE) from now on take effect
     * after all that were started before.  Never refused. */
    void (*fence)(int pe);

    /* ---- Carrying on ---- */

    /* Small operations are held back while others are under way to the same PE, to go as one
     * message; after flush (pe -1: for each PE) those so far are not. */
    void (*flush)(int pe);
    /* Whether all that was started towards pe (-1: towards each PE) is complete; flushes if not. */
    bool (*is_quiet)(int pe);
    /* Carries on what is under way and serves what peers ask; whether anything moved.  Returns at
     * once where another thread is at it. */
    bool (*progress)(void);
    /* Whether long data is under way, which may move only while somebody progresses: who is about to
     * sleep should not. */
    bool (*is_carrying)(void);
} ishmemi_transport_t;

typedef const ishmemi_transport_t *(*ishmemi_transport_get_fn)(void);
#define ISHMEMI_TRANSPORT_SYMBOL "ishmemi_transport_get"

#endif
