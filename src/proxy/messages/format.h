/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The wire format between two PEs.
 *
 * Packets hold a head, then items.  A PE executes the items of another in the
 * order in which they were sent, and its direct puts (channel.h) at their place in that order.  The
 * data of large puts and gets is not in that order: it has its own tags and moves directly from
 * memory to memory.
 *
 * Requests and replies have separate packets.  Packets of requests are counted: each packet says
 * how many of the receiver's its sender has executed; everything in those is complete.  At most a
 * window of them is unacknowledged.  A packet that only acknowledges costs as much as one with
 * data, so it is left out for a moment if its receiver does not seem to wait for it.  Packets of
 * replies are not counted and never wait, so that two PEs with full windows still serve each other.
 *
 * A note is a request whose end nobody waits for, because its content informs the receiver.  It
 * goes in the open packet of requests if there is one.  Otherwise it goes, in the order of the
 * requests, in a packet of its own, which is neither counted nor acknowledged.
 */
#ifndef ISHMEMI_MESSAGES_FORMAT_H
#define ISHMEMI_MESSAGES_FORMAT_H

#include "shared/state.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SMALL_BYTES 4096
/* To a PE of another machine a put of this length is quicker in one packet, although it is copied
 * twice, than with an announcement and an answer. */
#define EAGER_BYTES 32768
#define PACKET_BYTES (EAGER_BYTES + 128)
/* What gathers in a packet, at most: two of the longest small puts.  Between processes of one machine
 * UCX sends it in one piece, of 8256 bytes with its own head. */
#define GATHERED_BYTES 8248
#define WINDOW 16
/* Where each small request is a packet, and the peer may be away for long: 8 MiB. */
#define WINDOW_HANDED_OVER 1024

/* The longest note.  To a PE of another machine it is one packet. */
#define NOTE_MOST_BYTES EAGER_BYTES
/* The most data of a note in a packet to a PE of this machine, next to the items around it. */
#define NOTE_BYTES 8160

typedef enum packet_kind { PACKET_REPLIES, PACKET_REQUESTS, PACKET_NOTE } packet_kind_t;

typedef struct packet_head {
    uint64_t kind : 2;    /* packet_kind_t */
    uint64_t sender : 22; /* the PE */
    uint64_t waits : 1;   /* of requests: the sender waits, or has just waited, for their end */
    /* Counted packets of the receiver, executed by the sender: the low bits, because a receiver
     * knows the rest. */
    uint64_t executed : 39;
} packet_head_t;
#define SENDER_MOST (UINT64_MAX >> 42)
#define EXECUTED_MOST (UINT64_MAX >> 25)

typedef enum item_kind {
    /* Requests. */
    ITEM_PUT = 1,   /* length bytes follow */
    ITEM_AMO,       /* cond follows; ITEM_FETCH set: reply with ITEM_VALUE */
    ITEM_GET,       /* length bytes are wanted: in ITEM_DATA, or under the get's tag */
    ITEM_LARGE_PUT, /* length bytes come under the put's tag; a signal follows */
    ITEM_BEHIND,    /* later items take effect after the first `length` direct puts */
    ITEM_FENCE,     /* the same, and after the large puts before it */
    /* Replies. */
    ITEM_VALUE,
    ITEM_DATA, /* length bytes follow */
    ITEM_LARGE_DONE
} item_kind_t;

enum { ITEM_FETCH = 1, ITEM_SIGNAL = 2 };

typedef struct item {
    uint8_t kind;  /* item_kind_t */
    uint8_t op;    /* AMO, or what happens to the signal: ishmemi_amo_t */
    uint8_t bytes; /* AMO: 4 or 8 */
    uint8_t flags;
    uint32_t token; /* the initiator's name for the operation */
    uint64_t place;
    uint64_t length; /* or an AMO's value */
} item_t;

/* After ITEM_LARGE_PUT. */
typedef struct item_signal {
    uint64_t place;
    uint64_t value;
} item_signal_t;

static inline void ishmemi_item_amo(item_t *item, ishmemi_amo_t op, size_t bytes, uint64_t place,
                                    uint64_t value, uint64_t cond)
{
    *item = (item_t){.kind = ITEM_AMO,
                     .op = (uint8_t)op,
                     .bytes = (uint8_t)bytes,
                     .place = place,
                     .length = value};
    memcpy(item + 1, &cond, sizeof cond);
}

/* Items begin at multiples of 8. */
#define ITEM_PADDED(bytes) (((size_t)(bytes) + 7) & ~(size_t)7)

/* Tags: the data of an initiator's put and of its get must not be confused. */
#define TAG_PUT(token) (1 + 2 * (token))
#define TAG_GET(token) (2 + 2 * (token))

#endif
