/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The transport table: how data reaches a PE whose memory is not mapped here.  A transport is part
 * of the runtime's module (libishmem_mpi.so), or a module of its own (libishmem_ucx.so), found
 * through ISHMEMI_TRANSPORT_SYMBOL, so that libishmem itself links neither MPI nor UCX.
 *
 * A place names memory of a PE: an offset into its symmetric heap, or into its static objects with
 * ISHMEMI_PLACE_STATIC added.
 *
 * Calls.  open and close are collective and made by one thread.  Any thread may make all other
 * calls at any time, also from within done and sent.  A start returns at once.  It is refused
 * (false), with no effect, while too much is under way to that PE: call progress and try again.  A
 * transport that cannot continue calls request->fatal, which ends the job; there is no other
 * failure.
 *
 * Order.  Operations of one thread to one PE take effect in any order, unless a fence or a quiet
 * separates them.  The target executes atomic operations and signals, in the same way as those of
 * its near peers.
 *
 * Progress.  A start may send at once; everything else moves only inside progress: the initiator's,
 * which sends and collects, and the target's, which serves.
 *
 * The transport's runtime may limit which threads may call it: see callers.
 */
#ifndef ISHMEMI_TRANSPORT_H
#define ISHMEMI_TRANSPORT_H

#include "shared/state.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_TRANSPORT_ABI 10

#define ISHMEMI_PLACE_STATIC ((uint64_t)1 << 63)

/* Shorter than the idle time after which the proxy's thread (idle.h) sleeps long. */
#define ISHMEMI_SILENCE_NS 50000000

/* An operation under way, if the caller wants to know when it ends.  It is part of the caller's own
 * data, and the caller does not touch it until done.  A thread inside progress calls done and sent,
 * never from within a start. */
typedef struct ishmemi_transfer {
    /* The effect on the peer is complete, and fetched data has arrived.  The transport no longer
     * refers to the transfer. */
    void (*done)(struct ishmemi_transfer *transfer);
    /* A put's source may be reused; called once, before done.  NULL if nobody wants to know.  A put
     * of at most small_bytes(pe) may skip the call, because its source is free when the start
     * returns. */
    void (*sent)(struct ishmemi_transfer *transfer);
    struct ishmemi_transfer *next; /* this and number are the transport's */
    uint64_t number;
} ishmemi_transfer_t;

/* A job that the transport's module has not formed. */
typedef struct ishmemi_transport_job {
    int my_pe;
    int n_pes;
    const int *machine_of; /* [n_pes] an id that PEs of one machine share */
    bool initialize;       /* initialise the runtime if the program has not */
    /* Collective, for one thread at a time; does not return if it fails.  Valid in close, too. */
    void (*allgather)(const void *send, void *receive, size_t bytes_each);
} ishmemi_transport_job_t;

/* When puts and gets go by operations that need no processor of the target. */
typedef enum ishmemi_one_sided {
    ISHMEMI_ONE_SIDED_AUTO, /* where a card carries them out */
    ISHMEMI_ONE_SIDED_NEVER,
    ISHMEMI_ONE_SIDED_ALWAYS /* where the transport has them */
} ishmemi_one_sided_t;

/* What the transport needs from the library. */
typedef struct ishmemi_transport_request {
    const ishmemi_transport_job_t
        *job; /* NULL: the job of the module's bootstrap; valid until open returns */
    char *heap;
    size_t heap_bytes;
    /* The host may load and store heaps; else memory may be a tile's, and data goes through buffers
     * with copy.  The same on all PEs. */
    bool heap_host_mapped;
    ishmemi_one_sided_t one_sided; /* the same on all PEs */
    bool channels;            /* long data may go through shared memory to PEs of this machine */
    size_t nontemporal_bytes; /* data of at least this length should bypass the caches */
    char *statics;            /* NULL if static objects are not symmetric */
    size_t statics_bytes;
    /* Copies between host memory and the tile's memory, in either direction; blocking. */
    void (*copy)(void *destination, const void *source, size_t bytes);
    /* For long data on its way, where heaps are not mapped; under the transport's lock.  Host memory
     * that the tile copies fastest; NULL if there is none. */
    void *(*staging_allocate)(size_t bytes);
    void (*staging_release)(void *memory);
    /* Begins a copy.  Returns what staging_has_copied wants; NULL: the copy has already ended. */
    void *(*staging_copy)(void *destination, const void *source, size_t bytes);
    bool (*staging_has_copied)(void *copying); /* if true, the copy is forgotten */
    /* Executes an AMO on an object of this PE, atomically with those of the PEs of this host;
     * returns the value before. */
    uint64_t (*amo)(ishmemi_amo_t op, size_t bytes, void *object, uint64_t value, uint64_t cond);
    /* Wakes the thread that serves other PEs on pe, if possible.  Called when a request has been
     * sent to pe after a silence; anything sent within ISHMEMI_SILENCE_NS after that finds the
     * thread awake.  Also called for a reply after a silence, if the PE that it went to sends no
     * further request. */
    void (*wake)(int pe);
    void (*log_error)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    /* Logs the error and ends the job; does not return. */
    void (*fatal)(const char *format, ...) __attribute__((format(printf, 1, 2), __noreturn__));
} ishmemi_transport_request_t;

/* The change of a signal word after a put's data. */
typedef struct ishmemi_transport_signal {
    uint64_t place;
    uint64_t value;
    bool add; /* else set */
} ishmemi_transport_signal_t;

/* A put of at most ISHMEMI_BRIEF_BYTES, or an AMO without a result. */
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
    ISHMEMI_CALLERS_ALL,     /* all, at any time, including this library's */
    ISHMEMI_CALLERS_IN_TURN, /* the program's, inside calls of this library, one at a time */
    ISHMEMI_CALLERS_OPENER   /* the one that opened it, inside calls of this library */
} ishmemi_callers_t;

typedef struct ishmemi_transport {
    int abi; /* ISHMEMI_TRANSPORT_ABI */
    const char *name;
    /* A put of at most this many bytes to pe has read its source when it returns. */
    size_t (*small_bytes)(int pe);
    /* The longest note. */
    size_t note_bytes;

    /* Collective.  The transport keeps the request; what it points to stays valid until close,
     * unless stated otherwise.  Returns 0, or -1 after logging why; PEs may differ, so the caller
     * makes them agree. */
    int (*open)(const ishmemi_transport_request_t *request);
    /* Collective, when all PEs are quiet. */
    void (*close)(void);
    /* Call it after open; the same on all PEs.  *why: a text that gives the reason, to follow
     * "because". */
    ishmemi_callers_t (*callers)(const char **why);

    /* ---- Starts: return false if refused.  transfer: NULL if nobody wants to know. ---- */

    /* signal: NULL for none; else changed after the data, never before. */
    bool (*put)(int pe, uint64_t place, const void *source, size_t bytes,
                const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer);
    /* A put of at most note_bytes, or of none, that is sent at once and takes effect after
     * everything that was started to pe before, as if after a fence.  It has read its source when
     * it returns.  Its completion is not reported, and quiet does not wait for it: its signal
     * informs the peer.  The sender limits how many notes the peer has not seen.  signal: NULL for
     * none. */
    bool (*note)(int pe, uint64_t place, const void *source, size_t bytes,
                 const ishmemi_transport_signal_t *signal);
    bool (*get)(int pe, void *destination, uint64_t place, size_t bytes,
                ishmemi_transfer_t *transfer);
    /* bytes: 4 or 8.  fetched: host memory of `bytes` bytes for the value before; NULL if it is not
     * wanted. */
    bool (*amo)(int pe, ishmemi_amo_t op, size_t bytes, uint64_t place, uint64_t value,
                uint64_t cond, void *fetched, ishmemi_transfer_t *transfer);
    /* Starts as many of the `count` operations as possible, from the first on, as if with one call
     * each; returns how many.  It has read their words when it returns, and the transfer ends when
     * all that were started have taken effect. */
    size_t (*brief)(int pe, const ishmemi_transport_brief_t *operations, size_t count,
                    ishmemi_transfer_t *transfer);
    /* Puts, AMOs and signals that are started to pe (-1: to each PE) from now on take effect after
     * all that were started before.  Never refused. */
    void (*fence)(int pe);

    /* ---- Progress ---- */

    /* Small operations are held back while others are under way to the same PE, and then go as one
     * message.  flush sends those that were started so far. */
    void (*flush)(void);
    /* Returns whether everything that was started to pe (-1: to each PE) is complete; flushes if
     * not.  all_wait: the other PEs wait, too. */
    bool (*is_quiet)(int pe, bool all_wait);
    /* For a wait that has become long: wakes the thread that serves other PEs on pe (-1: on each PE
     * that has not answered), which may rest because its program has just left a call. */
    void (*urge)(int pe);
    /* Drives what is under way and serves peers' requests; returns whether anything moved.  Returns
     * at once if another thread is at it. */
    bool (*progress)(void);
    /* Returns whether long data is under way, which may move only while a thread calls progress: a
     * thread that is about to sleep should not. */
    bool (*is_carrying)(void);
} ishmemi_transport_t;

typedef const ishmemi_transport_t *(*ishmemi_transport_get_fn)(void);
#define ISHMEMI_TRANSPORT_SYMBOL "ishmemi_transport_get"

#endif
