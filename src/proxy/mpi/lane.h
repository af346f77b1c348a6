/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lanes carry streams between two processes of one machine through memory that they share, a window
 * of MPI's: the sender copies a chunk in while the receiver copies another out.  Messages would have
 * to be matched, and long ones have their pages looked up by the kernel.
 *
 * The chunks of a lane belong to several streams by turns; each names its stream by the tag that a
 * message would have.
 *
 * A put that fits into one chunk is a direct one where no large put has still to write chunks: its own
 * chunk says all that there is to know of it, so that no message is sent.  It waits for the packets that
 * were sent before it, and requests behind it wait for it (ITEM_BEHIND); large puts before it are in
 * chunks in front of it.  So the peer executes it in its order, and none of what it waits for can be
 * behind it.
 */
#ifndef ISHMEMI_MPI_LANE_H
#define ISHMEMI_MPI_LANE_H

#include "link.h"
#include "stream.h"

/* About what a processor's own cache holds: it still has what it wrote when the other one reads it. */
#define LANE_SLOTS_MAX 32
#define LANE_CHUNK_BYTES ((size_t)32 << 10)

/* The longest put that goes in a packet although there are lanes: several fit into one. */
#define LANE_PACKET_BYTES ((size_t)1 << 10)

/* No stream's tag. */
#define LANE_DIRECT 0

/* One line: who polls it has it all. */
typedef struct lane_chunk {
    _Alignas(64) uint64_t number; /* from 1 on */
    uint32_t tag;
    uint32_t bytes;
    /* A direct put's. */
    uint64_t behind;             /* counted packets */
    item_t item;                 /* place, length, and as in ITEM_LARGE_PUT */
    item_signal_t signal;
} lane_chunk_t;

/*
 * One direction, in shared memory; slots of LANE_CHUNK_BYTES follow.
 *
 * word      written by    read by     ordering
 * number    sender        receiver    release behind the rest of the chunk and its slot; acquire
 * taken     receiver      sender      release behind reading the slot; acquire
 */
typedef struct lane {
    _Alignas(64) uint64_t taken; /* chunks, ever */
    lane_chunk_t chunks[LANE_SLOTS_MAX];
    _Alignas(4096) char slots[];
} lane_t;

/* What one of the two keeps of a lane. */
typedef struct lane_end {
    lane_t *lane;
    uint64_t own;                /* chunks written, or taken */
    stream_list_t streams;       /* under way */
    link_t *link;
} lane_end_t;

/* The peer takes up a put behind a fence when the puts before that fence are there.  So the put sends
 * nothing until those have sent their last byte: its chunks would stand in front of theirs for ever. */
typedef struct lane_out {
    lane_end_t end;
    unsigned turn;               /* chunks that the first stream has sent in a row */
    uint64_t fences;             /* of the puts under way */
    size_t puts;                 /* under way */
    stream_list_t behind;        /* puts behind later fences, in order */
    uint64_t taken;              /* chunks, as last seen */
    uint64_t ended;              /* chunks whose direct puts have ended */
    size_t direct;               /* direct puts under way */
    /* A slot's. */
    bool is_direct[LANE_SLOTS_MAX];
    ishmemi_transfer_t *transfers[LANE_SLOTS_MAX];
} lane_out_t;

typedef struct lane_pair {
    lane_out_t out;
    lane_end_t in;
} lane_pair_t;

/* What is done with a direct put of the link's PE, whose data is at `data`: take carries it out; done,
 * when its slot is free again, says so to what waits for it. */
typedef struct lane_service {
    void (*take)(link_t *link, const item_t *item, const item_signal_t *signalled, const char *data);
    void (*done)(link_t *link);
} lane_service_t;

/* Of this process; constant from open to close. */
typedef struct lanes {
    lane_pair_t *pairs;
    int count;
    unsigned slots;              /* of every lane */
    const lane_service_t *service;
} lanes_t;

extern lanes_t ishmemi_lanes;

/* Collective, when links are open and nothing is under way: gives lanes to the links to processes
 * of this machine, if there is room for them. */
void ishmemi_lane_open(const lane_service_t *service);
/* Collective, when nothing is under way any more. */
void ishmemi_lane_close(void);

/* Whether a put may be direct now. */
bool ishmemi_lane_takes(lane_pair_t *pair, size_t bytes);
/* Then: the source is free again.  False: there is no room, and nothing has happened. */
bool ishmemi_lane_put(lane_pair_t *pair, uint64_t place, const void *source, size_t bytes,
                      const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer);

/* Starts a stream whose fields up to `ended` are set, by lane if its link has lanes, else as messages;
 * bytes is not 0. */
void ishmemi_carry(stream_t *stream);
/* Whether anything moved. */
bool ishmemi_lane_progress(void);

#endif
