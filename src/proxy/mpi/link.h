/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Links: the packets between this PE and another, their windows and acknowledgements.
 *
 * Requests are sent at once while nothing is unacknowledged; behind that they gather in one packet
 * until an acknowledgement comes, the packet is full, or a flush.
 */
#ifndef ISHMEMI_MPI_LINK_H
#define ISHMEMI_MPI_LINK_H

#include "engine.h"
#include "wire.h"

typedef struct packet {
    struct packet *next;
    MPI_Request request;
    size_t bytes;                /* head and items */
    size_t at;                   /* of items that are executed, in a packet that is held */
    union {
        packet_head_t head;
        char data[PACKET_BYTES];
    };
} packet_t;

typedef struct link {
    int pe;
    struct lane_pair *lanes;     /* to and from the peer; NULL: none, streams go as messages */
    bool dirty;                  /* in the list of those that have something to send */
    bool hurry;                  /* requests are to be sent as soon as the window allows */
    packet_t *requests;          /* open packets; NULL: none */
    packet_t *replies;
    uint64_t awake_at;           /* ns of CLOCK_MONOTONIC_COARSE, when the peer was to be awake */
    uint64_t ring_pass;          /* the pass in which to ring for what was sent; 0: none */
    uint64_t ring_since;         /* ns of CLOCK_MONOTONIC_COARSE, when it was sent */
    struct link *next_ring;      /* of those that are to be rung for */
    uint64_t sent;               /* counted packets sent */
    uint64_t acknowledged;       /* of them, executed by the peer */
    uint64_t executed;           /* counted packets of the peer, executed here */
    uint64_t told;               /* of them, acknowledged to the peer */
    /* Transfers that end with the counted packet of their number, oldest first. */
    ishmemi_transfer_t *first;
    ishmemi_transfer_t *last;
    size_t pending;              /* operations under way that end with a reply or their data */
    uint64_t direct_sent;        /* direct puts (lane.h), ever */
    uint64_t direct_told;        /* of them, the peer knows to be before the next request */
    uint64_t direct_done;        /* direct puts of the peer, executed here */
    bool unfenced;               /* a large put has been started since the last fence */
    bool fence_due;              /* the next request goes behind a fence */
    uint64_t fences;             /* that requests have gone behind, and 1 */
    size_t inbound;              /* large puts of the peer under way */
    packet_t *first_held;        /* packets of the peer that wait behind a fence for them */
    packet_t *last_held;
    struct link *next_dirty;
} link_t;

void ishmemi_link_open(void);
void ishmemi_link_close(void);

link_t *ishmemi_link(int pe);

/* Room for items of `bytes` (a multiple of 8) in one packet, to be filled before the next call;
 * NULL where too much is under way. */
void *ishmemi_link_request(link_t *link, size_t bytes);
/* The same for replies, which are never refused. */
void *ishmemi_link_reply(link_t *link, size_t bytes);

/* Says in a put's item whether a signal changes behind its data; what goes behind the item, or with it. */
item_signal_t ishmemi_link_signal(item_t *item, const ishmemi_transport_signal_t *signal);

/* Lets the transfer (or NULL) end when the peer has executed what was requested last. */
void ishmemi_link_ends(link_t *link, ishmemi_transfer_t *transfer);
/* When a request is filled: sends it if nothing else is under way. */
void ishmemi_link_push(link_t *link);
void ishmemi_link_flush(link_t *link);
/* As flush, for each link that has something to send. */
void ishmemi_link_flush_all(void);

/* Small requests take effect in their order: only large puts, which are noted here, need fences. */
void ishmemi_link_note_large_put(link_t *link);
void ishmemi_link_fence(link_t *link);
void ishmemi_link_fence_all(void);

/* Sends the open packet of requests, so that something can be said to be behind all of them: behind
 * link->sent packets.  False: too much is under way. */
bool ishmemi_link_close_packet(link_t *link);
/* A direct put has gone; what is requested from now on is behind it. */
void ishmemi_link_note_direct(link_t *link);

/* An operation on this link that ends with a reply begins, and ends. */
void ishmemi_link_begin(link_t *link);
void ishmemi_link_end(link_t *link);

/* Whether the peer has executed everything; everybody has. */
bool ishmemi_link_is_quiet(const link_t *link);
bool ishmemi_link_all_quiet(void);

/* Takes the head of a packet that has come. */
void ishmemi_link_acknowledge(link_t *link, const packet_head_t *head);
/* Counts a packet of the peer as executed. */
void ishmemi_link_executed(link_t *link);

/* Sends what may be sent, acknowledgements among it, and reuses what is sent; whether anything
 * moved. */
bool ishmemi_link_progress(void);

packet_t *ishmemi_packet_take(void);
void ishmemi_packet_give(packet_t *packet);

#endif
