/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Peers: the packets between this PE and another, with their windows and acknowledgements.
 *
 * Requests are sent at once while nothing is unacknowledged.  Otherwise they gather in one packet
 * until an acknowledgement arrives, the packet is full, a thread begins to wait, a caller flushes, or
 * HELD_NS (peer.c) have passed.  Where the engine hands over, each request is sent at once, because
 * the program may wait for the peer's response outside this library.  A note is always sent at once,
 * with the requests that wait to be sent.
 *
 * A peer is made when something is first sent to it or comes from it.
 */
#ifndef ISHMEMI_MESSAGES_PEER_H
#define ISHMEMI_MESSAGES_PEER_H

#include "engine.h"
#include "format.h"
#include "util/sparse.h"

typedef struct packet {
    struct packet *next;
    wire_message_t message;
    size_t bytes; /* head and items */
    size_t at;    /* next item to execute, in a packet that is held */
    union {
        packet_head_t head;
        char data[PACKET_BYTES];
    };
} packet_t;

typedef struct peer {
    struct peer *next; /* of those that have been made */
    int pe;
    struct side *side;             /* its one-sided operations; NULL: there were none */
    struct channel_pair *channels; /* to and from it; NULL: none, flows go as messages */
    bool dirty;                    /* in the list of peers with something to send */
    bool hurry;                    /* send requests as soon as the window allows */
    uint64_t held_since; /* ns of CLOCK_MONOTONIC, when a pass first held them; 0: none has */
    packet_t *requests;  /* open packets; NULL: none */
    packet_t *replies;
    uint64_t awake_at;         /* ns of CLOCK_MONOTONIC_COARSE, when it was last sent to or woken */
    uint64_t wake_pass;        /* pass in which to wake it for what was sent; 0: none */
    uint64_t wake_since;       /* ns of CLOCK_MONOTONIC_COARSE, when it was sent */
    struct peer *next_to_wake; /* in the list of peers to wake */
    uint64_t sent;             /* counted packets sent */
    uint64_t acknowledged;     /* of those, executed by the peer */
    uint64_t executed;         /* counted packets of the peer, executed here */
    uint64_t confirmed;        /* of those, acknowledged to the peer */
    bool awaited;              /* the peer waits for the acknowledgement */
    uint64_t waits;        /* this PE's waits for acknowledgements, when it last sent requests */
    uint64_t ordered_sent; /* packets of requests and notes sent */
    uint64_t ordered_done; /* the same of the peer, executed here */
    /* Transfers that end with the counted packet of their number, oldest first. */
    ishmemi_transfer_t *first;
    ishmemi_transfer_t *last;
    size_t pending;            /* operations under way that end with a reply or their data */
    uint64_t direct_sent;      /* direct puts (channel.h) so far */
    uint64_t direct_announced; /* of those, announced to the peer as before the next request */
    uint64_t direct_done;      /* direct puts of the peer, executed here */
    bool unfenced;             /* a large put has been started since the last fence */
    /* Where the wire has one-sided operations (one_sided.h). */
    bool touched;         /* something has been started since the last fence */
    bool behind;          /* perhaps something from before the last fence is under way */
    bool gated;           /* one-sided puts from before the last fence are under way */
    size_t written;       /* one-sided puts under way */
    bool fence_due;       /* the next request follows a fence */
    uint64_t fences;      /* 1 + fences that requests have followed */
    size_t inbound;       /* large puts of the peer under way */
    packet_t *first_held; /* packets of the peer that wait for them, or for direct puts */
    packet_t *last_held;
    struct peer *next_dirty;
} peer_t;

void ishmemi_peer_open(void);
void ishmemi_peer_close(void);

/* Those that have been made. */
extern ishmemi_sparse_t ishmemi_peers;

/* NULL if it has not been made; for any thread, without the lock. */
static inline peer_t *ishmemi_peer_found(int pe)
{
    return (peer_t *)ishmemi_sparse_get(&ishmemi_peers, (size_t)pe);
}

peer_t *ishmemi_peer_make(int pe);

static inline peer_t *ishmemi_peer(int pe)
{
    peer_t *const peer = ishmemi_peer_found(pe);
    return __builtin_expect(peer != NULL, 1) ? peer : ishmemi_peer_make(pe);
}

/* Returns room for items of `bytes` (a multiple of 8, at most those of a put of EAGER_BYTES) in one
 * packet, to be filled before the next call; NULL if too much is under way. */
void *ishmemi_peer_request(peer_t *peer, size_t bytes);
/* The same, also while one-sided puts hold the peer's requests back. */
void *ishmemi_peer_request_ungated(peer_t *peer, size_t bytes);
/* The same as ishmemi_peer_request for a note.  Pass *note to ishmemi_peer_send_note when it is filled. */
void *ishmemi_peer_note(peer_t *peer, size_t bytes, packet_t **note);
void ishmemi_peer_send_note(peer_t *peer, packet_t *note);
/* The same for replies, which are never refused. */
void *ishmemi_peer_reply(peer_t *peer, size_t bytes);

/* Sets in a put's item whether a signal changes after its data.  Returns the signal, which goes
 * after the item, or with it. */
item_signal_t ishmemi_peer_signal(item_t *item, const ishmemi_transport_signal_t *signal);

/* Ends the transfer (or NULL) when the peer has executed the latest request. */
void ishmemi_peer_ends(peer_t *peer, ishmemi_transfer_t *transfer);
/* Call it when a request is filled: sends it if nothing else is under way, or if the engine hands
 * over. */
void ishmemi_peer_push(peer_t *peer);
void ishmemi_peer_flush(peer_t *peer);
/* Whether any peer may have something to flush.  For any thread, without the lock: true if the thread
 * itself has left something. */
bool ishmemi_peer_has_open(void);
/* Flushes each peer with something to send. */
void ishmemi_peer_flush_all(void);

/* Small requests take effect in their order; only large puts, which are noted here, need fences. */
void ishmemi_peer_note_large_put(peer_t *peer);
void ishmemi_peer_fence(peer_t *peer);
void ishmemi_peer_fence_all(void);

/* Sends the open packet of requests, so that something else can follow all of them: it follows
 * peer->ordered_sent packets.  Returns false if too much is under way. */
bool ishmemi_peer_close_packet(peer_t *peer);
/* A direct put was sent; later requests follow it. */
void ishmemi_peer_note_direct(peer_t *peer);

/* Wakes the peer, unless a recent message has done so, for something that was just sent. */
void ishmemi_peer_wake(peer_t *peer);

/* A one-sided put begins, or its last message has been sent. */
void ishmemi_peer_note_written(peer_t *peer);
void ishmemi_peer_end_written(peer_t *peer);

/* An operation on this peer that ends with a reply begins, or ends. */
void ishmemi_peer_begin(peer_t *peer);
void ishmemi_peer_end(peer_t *peer);

/* Whether this peer, or every peer, has executed everything. */
bool ishmemi_peer_is_quiet(const peer_t *peer);
bool ishmemi_peer_all_quiet(void);
/* Whether nothing but this many of the operations that end with a reply is under way to it. */
bool ishmemi_peer_has_only(const peer_t *peer, size_t pending);

/* Handles the head of a packet that has arrived. */
void ishmemi_peer_acknowledge(peer_t *peer, const packet_head_t *head);
/* Counts the peer's packet with this head as executed, if such packets are counted. */
void ishmemi_peer_executed(peer_t *peer, const packet_head_t *head);

/* This PE waits for acknowledgements of PEs that may be busy. */
void ishmemi_peer_note_wait(void);
/* A wait has become long: wakes the peer, or (NULL) each that has not acknowledged everything. */
void ishmemi_peer_urge(peer_t *peer);

/* Sends what may be sent, and reuses sent packets; returns whether anything moved.
 * has_received: this pass has received something.  A thread that waited for it will probably send
 * to the peer at once, so an acknowledgement may wait for the next pass. */
bool ishmemi_peer_progress(bool has_received);

packet_t *ishmemi_packet_take(void);
void ishmemi_packet_give(packet_t *packet);

#endif
