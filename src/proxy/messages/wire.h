/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The wire: what carries messages between PEs.  A module has one and hands it to
 * ishmemi_messages_transport (messages.h).  All calls but open and close are made under the
 * transport's lock.  A wire that cannot continue ends the job, with a text that names the PE, if it
 * is known.
 *
 * Packets of one PE to another arrive in the order in which they were sent.  Long messages have
 * tags and no order; both ends know the length.
 */
#ifndef ISHMEMI_MESSAGES_WIRE_H
#define ISHMEMI_MESSAGES_WIRE_H

#include "runtime/transport.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A message under way, in the wire's own form: its handle, or what it points to. */
typedef struct wire_message {
    uint64_t handle;
} wire_message_t;

/* Memory that processes of one machine share: a part of each. */
typedef struct wire_memory {
    int processes;
    int mine;     /* this process's index among them */
    size_t bytes; /* of each part */
    int *pes;     /* [processes] */
    char **parts; /* [processes] where they are mapped here; zeros at first */
} wire_memory_t;

/* From how many bytes on puts and gets are one-sided; SIZE_MAX: never. */
typedef struct wire_limits {
    size_t put_least; /* more than SMALL_BYTES (format.h) */
    size_t get_least; /* more than a word, which is loaded in one access */
    bool by_target;   /* the target's processor carries them out after all, and must be awake */
} wire_limits_t;

#define WIRE_TOGETHER 16

typedef struct wire {
    const char *name;
    const char *carrier; /* what "through" is followed by in a message: MPI or UCX */

    /* Collective.  Sets what engine.h leaves to the wire.  Returns 0, or -1 after logging why; PEs
     * may differ. */
    int (*open)(const ishmemi_transport_request_t *request);
    /* Collective, when nothing is under way. */
    void (*close)(void);
    ishmemi_callers_t (*callers)(const char **why);

    /* Collective, while open returns 0 on all PEs, before any message.  need: how much each of a
     * number of processes should give; they give the least of these.  Returns whether there is
     * memory: for all processes of a machine or for none.  unshare is collective, too. */
    bool (*share)(size_t (*need)(int processes), wire_memory_t *memory);
    void (*unshare)(wire_memory_t *memory);

    /* The packet stays valid until the message has ended. */
    void (*send)(int pe, const void *packet, size_t bytes, wire_message_t *message);
    /* Calls ishmemi_serve_packet (serve.h) for a few of the packets that have arrived, if possible
     * for one: a thread may wait for what it brings.  Returns whether anything moved. */
    bool (*receive)(void);
    void (*send_long)(int pe, uint32_t tag, const void *data, size_t bytes,
                      wire_message_t *message);
    void (*receive_long)(int pe, uint32_t tag, void *data, size_t bytes, wire_message_t *message);
    /* One-sided operations on a PE's memory; limits is NULL if the wire has none, and its answer is
     * constant.  A write has ended when its source may be reused, and a read when its data is
     * there.  settle ends when all earlier writes to the PE have taken effect. */
    const wire_limits_t *(*limits)(int pe);
    void (*write)(int pe, uint64_t place, const void *source, size_t bytes,
                  wire_message_t *message);
    void (*read)(int pe, void *destination, uint64_t place, size_t bytes, wire_message_t *message);
    void (*settle)(int pe, wire_message_t *message);
    /* Whether a message has ended, and is then forgotten.  pe: -1 if it is not known. */
    bool (*has_ended)(int pe, wire_message_t *message);
    /* The same for packets, at most WIRE_TOGETHER: whether all have ended.  One call costs about as
     * much as one of has_ended. */
    bool (*have_ended)(wire_message_t *const *messages, size_t count);
} wire_t;

#endif
