/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Channels carry flows between two processes of one machine through shared memory: the
 * sender copies a chunk in while the receiver copies another out.  Messages would have to be
 * matched, and Linux would have to look up the pages of long ones.
 *
 * Several flows share the chunks of a channel; each chunk names its flow with the tag that a
 * message would have.
 *
 * A put that fits into one chunk is a direct put if no large put still has chunks to write: its own
 * chunk describes it completely, so that no message is sent.  It waits for the packets that were
 * sent before it, and later requests wait for it (ITEM_BEHIND); earlier large puts have their
 * chunks in front of it.  So the peer executes it in order, and nothing that it waits for can come
 * after it.
 */
#ifndef ISHMEMI_MESSAGES_CHANNEL_H
#define ISHMEMI_MESSAGES_CHANNEL_H

#include "flow.h"
#include "peer.h"

/* About the size of a processor's own cache, which still holds what the processor wrote when
 * another one reads it. */
#define CHANNEL_SLOTS_MAX 32
#define CHANNEL_CHUNK_BYTES ((size_t)32 << 10)

/* The longest put that goes in a packet although there are channels, while CHANNEL_FEW others are
 * under way: several fit into one packet.  Data and the word that announces it are few. */
#define CHANNEL_PACKET_BYTES ((size_t)1 << 10)
#define CHANNEL_FEW 2

/* Not the tag of any flow. */
#define CHANNEL_DIRECT 0

/* One cache line, so that a poll fetches all of it. */
typedef struct channel_chunk {
    _Alignas(64) uint64_t number; /* from 1 on */
    uint32_t tag;
    uint32_t bytes;
    /* Fields of a direct put. */
    uint64_t behind; /* packets of requests and notes that precede it */
    item_t item;     /* place and length; flags and op as in ITEM_LARGE_PUT */
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
    _Alignas(64) uint64_t taken; /* chunks taken so far */
    channel_chunk_t chunks[CHANNEL_SLOTS_MAX];
    _Alignas(4096) char slots[];
} channel_t;

/* One process's end of a channel. */
typedef struct channel_end {
    channel_t *channel;
    uint64_t own;      /* chunks written by the sender, or taken by the receiver */
    flow_list_t flows; /* under way */
    peer_t *peer;
} channel_end_t;

/* The peer accepts a put after a fence when the puts before that fence have arrived.  So the put
 * sends nothing until those have sent their last byte: otherwise its chunks would block theirs for
 * ever. */
typedef struct channel_out {
    channel_end_t end;
    unsigned turn;      /* consecutive chunks of the first flow */
    uint64_t fences;    /* fence count of the puts under way */
    size_t puts;        /* under way */
    flow_list_t behind; /* puts after later fences, in order */
    uint64_t taken;     /* chunks that the peer had taken at the last look */
    uint64_t ended;     /* chunks whose direct puts have ended */
    size_t direct;      /* direct puts under way */
    /* For each slot. */
    bool is_direct[CHANNEL_SLOTS_MAX];
    ishmemi_transfer_t *transfers[CHANNEL_SLOTS_MAX];
} channel_out_t;

typedef struct channel_pair {
    channel_out_t out;
    channel_end_t in;
} channel_pair_t;

/* How the receiver executes the peer's direct puts.  take executes one, whose data is at `data`;
 * done, when its slot is free again, releases what waits for it. */
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
 * this machine, if there is memory for them. */
void ishmemi_channel_open(const channel_service_t *service);
/* Collective, when nothing is under way any more. */
void ishmemi_channel_close(void);

/* Whether a put may be direct now. */
bool ishmemi_channel_takes(channel_pair_t *pair, size_t bytes);
/* Makes a direct put; the source is free again on return.  Returns false, with no effect, if there
 * is no room. */
bool ishmemi_channel_put(channel_pair_t *pair, uint64_t place, const void *source, size_t bytes,
                         const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer);

/* Makes a note (format.h) a direct put, whose completion is not reported.  Returns false if it must
 * go in a packet. */
bool ishmemi_channel_note(channel_pair_t *pair, uint64_t place, const void *source, size_t bytes,
                          const ishmemi_transport_signal_t *signal);

/* Starts a flow whose fields up to `ended` are set; bytes is not 0.  It goes through a channel if
 * its peer has channels, else as messages. */
void ishmemi_carry(flow_t *flow);
/* Returns whether anything moved. */
bool ishmemi_channel_progress(void);

#endif
