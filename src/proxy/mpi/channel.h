/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Channels carry flows between two processes of one machine through memory that they share, a
 * window of MPI's: the sender copies a chunk in while the receiver copies another out.  Messages
 * would have to be matched, and long ones have their pages looked up by the kernel.
 *
 * The chunks of a channel belong to several flows by turns; each names its flow by the tag that a
 * message would have.
 *
 * A put that fits into one chunk is a direct one where no large put has still to write chunks: its
 * own chunk says all that there is to know of it, so that no message is sent.  It waits for the
 * packets that were sent before it, and requests after it wait for it (ITEM_BEHIND); large puts
 * before it are in chunks in front of it.  So the peer executes it in its order, and none of what
 * it waits for can be after it.
 */
#ifndef ISHMEMI_MPI_CHANNEL_H
#define ISHMEMI_MPI_CHANNEL_H

#include "flow.h"
#include "peer.h"

/* About what a processor's own cache holds: it still has what it wrote when another reads it. */
#define CHANNEL_SLOTS_MAX 32
#define CHANNEL_CHUNK_BYTES ((size_t)32 << 10)

/* The longest put that goes in a packet although there are channels, where others are under way:
 * several fit into one. */
#define CHANNEL_PACKET_BYTES ((size_t)1 << 10)

/* No flow's tag. */
#define CHANNEL_DIRECT 0

/* One line: who polls it has it all. */
typedef struct channel_chunk {
    _Alignas(64) uint64_t number; /* from 1 on */
    uint32_t tag;
    uint32_t bytes;
    /* A direct put's. */
    uint64_t behind; /* packets of requests and notes */
    item_t item;     /* place, length, and as in ITEM_LARGE_PUT */
    item_signal_t signal;
} channel_chunk_t;

/*
 * One direction, in shared memory; slots of CHANNEL_CHUNK_BYTES follow.
 *
 * word      written by    read by     ordering
 * number    sender        receiver    release after the rest of the chunk and its slot; acquire
 * taken     receiver      sender      release after reading the slot; acquire
 */
typedef struct channel {
    _Alignas(64) uint64_t taken; /* chunks, ever */
    channel_chunk_t chunks[CHANNEL_SLOTS_MAX];
    _Alignas(4096) char slots[];
} channel_t;

/* What one of the two keeps of a channel. */
typedef struct channel_end {
    channel_t *channel;
    uint64_t own;      /* chunks written, or taken */
    flow_list_t flows; /* under way */
    peer_t *peer;
} channel_end_t;

/* The peer takes up a put after a fence when the puts before that fence are there.  So the put
 * sends nothing until those have sent their last byte: its chunks would stand in front of theirs
 * for ever. */
typedef struct channel_out {
    channel_end_t end;
    unsigned turn;      /* chunks that the first flow has sent in a row */
    uint64_t fences;    /* of the puts under way */
    size_t puts;        /* under way */
    flow_list_t behind; /* puts after later fences, in order */
    uint64_t taken;     /* chunks, as last seen */
    uint64_t ended;     /* chunks whose direct puts have ended */
    size_t direct;      /* direct puts under way */
    /* A slot's. */
    bool is_direct[CHANNEL_SLOTS_MAX];
    ishmemi_transfer_t *transfers[CHANNEL_SLOTS_MAX];
} channel_out_t;

typedef struct channel_pair {
    channel_out_t out;
    channel_end_t in;
} channel_pair_t;

/* What is done with a direct put of the peer, whose data is at `data`: take carries it out; done,
 * when its slot is free again, says so to what waits for it. */
typedef struct channel_service {
    void (*take)(peer_t *peer, const item_t *item, const item_signal_t *signalled,
                 const char *data);
    void (*done)(peer_t *peer);
} channel_service_t;

/* Of this process; constant from open to close. */
typedef struct channels {
    channel_pair_t *pairs;
    int count;
    unsigned slots; /* of every channel */
    const channel_service_t *service;
} channels_t;

extern channels_t ishmemi_channels;

/* Collective, when peers are open and nothing is under way: makes channels to and from the peers on
 * this machine, if there is room for them. */
void ishmemi_channel_open(const channel_service_t *service);
/* Collective, when nothing is under way any more. */
void ishmemi_channel_close(void);

/* Whether a put may be direct now. */
bool ishmemi_channel_takes(channel_pair_t *pair, size_t bytes);
/* Then: the source is free again.  False: there is no room, and nothing has happened. */
bool ishmemi_channel_put(channel_pair_t *pair, uint64_t place, const void *source, size_t bytes,
                         const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer);

/* A note (wire.h) as a direct put, of which nobody hears when it has ended.  False: it must go in a
 * packet. */
bool ishmemi_channel_note(channel_pair_t *pair, uint64_t place, const void *source, size_t bytes,
                          const ishmemi_transport_signal_t *signal);

/* Starts a flow whose fields up to `ended` are set, by channel if its peer has channels, else as
 * messages; bytes is not 0. */
void ishmemi_carry(flow_t *flow);
/* Whether anything moved. */
bool ishmemi_channel_progress(void);

#endif
