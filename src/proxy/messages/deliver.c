/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A queue of notifications in a circular buffer that grows.
 */
#include "deliver.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 256
#define BATCH 64

typedef struct note {
    ishmemi_transfer_t *transfer;
    bool sent; /* else done */
} note_t;

static struct {
    note_t *notes;
    size_t room; /* a power of two */
    size_t first;
    size_t count;
    bool delivering;
} queue;

static void grow(void)
{
    const size_t room = queue.room ? queue.room * 2 : FIRST_ROOM;
    note_t *const notes = ishmemi_engine_allocate(room, sizeof *notes);
    for (size_t i = 0; i < queue.count; i++) {
        notes[i] = queue.notes[(queue.first + i) & (queue.room - 1)];
    }
    free(queue.notes);
    queue.notes = notes;
    queue.room = room;
    queue.first = 0;
}

static void add(ishmemi_transfer_t *transfer, bool sent)
{
    if (queue.count == queue.room) {
        grow();
    }
    queue.notes[(queue.first + queue.count++) & (queue.room - 1)] = (note_t){transfer, sent};
}

void ishmemi_deliver_done(ishmemi_transfer_t *transfer)
{
    if (transfer) {
        add(transfer, false);
    }
}

void ishmemi_deliver_sent(ishmemi_transfer_t *transfer)
{
    if (transfer && transfer->sent) {
        add(transfer, true);
    }
}

void ishmemi_deliver(void (*lock)(void), void (*unlock)(void))
{
    if (queue.delivering) {
        return;
    }
    queue.delivering = true;
    while (queue.count > 0) {
        note_t batch[BATCH];
        const size_t count = queue.count < BATCH ? queue.count : BATCH;
        for (size_t i = 0; i < count; i++) {
            batch[i] = queue.notes[queue.first++ & (queue.room - 1)];
        }
        queue.count -= count;
        unlock();
        for (size_t i = 0; i < count; i++) {
            if (batch[i].sent) {
                batch[i].transfer->sent(batch[i].transfer);
            } else {
                batch[i].transfer->done(batch[i].transfer);
            }
        }
        lock();
    }
    queue.delivering = false;
}

void ishmemi_deliver_close(void)
{
    free(queue.notes);
    memset(&queue, 0, sizeof queue);
}
