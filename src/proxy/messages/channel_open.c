/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The memory that contains the channels: each process's part of it holds the channels to that
 * process, in the order of the senders on the machine.  A process that can share memory with no
 * other has no channels.
 */
#include "channel.h"

#include <stdlib.h>
#include <string.h>

/* For all channels of a machine.  With fewer than two slots sender and receiver would take
 * turns. */
#define WINDOW_BYTES ((size_t)16 << 20)
#define SLOTS_MIN 2

channels_t ishmemi_channels;

static wire_memory_t machine; /* without processes: no channels */

static size_t channel_bytes(size_t slots)
{
    return sizeof(channel_t) + slots * CHANNEL_CHUNK_BYTES;
}

static size_t part_bytes(int processes)
{
    if (processes < 2 || !ishmemi_engine.request->channels) {
        return 0;
    }
    const size_t others = (size_t)processes - 1;
    const size_t slots = WINDOW_BYTES / ((size_t)processes * others) / CHANNEL_CHUNK_BYTES;
    return slots < SLOTS_MIN
               ? 0
               : others * channel_bytes(slots < CHANNEL_SLOTS_MAX ? slots : CHANNEL_SLOTS_MAX);
}

/* The channel from one process to another. */
static channel_t *channel_at(int sender, int receiver)
{
    const size_t before = (size_t)(sender - (sender > receiver));
    return (channel_t *)(void *)(machine.parts[receiver] +
                                 before * channel_bytes(ishmemi_channels.slots));
}

static void open_pairs(void)
{
    const size_t others = (size_t)machine.processes - 1;
    ishmemi_channels.slots =
        (unsigned)((machine.bytes / others - sizeof(channel_t)) / CHANNEL_CHUNK_BYTES);
    ishmemi_channels.pairs = ishmemi_engine_allocate(others, sizeof *ishmemi_channels.pairs);
    ishmemi_channels.count = (int)others;
    channel_pair_t *pair = ishmemi_channels.pairs;
    for (int i = 0; i < machine.processes; i++) {
        if (i == machine.mine) {
            continue;
        }
        peer_t *const peer = ishmemi_peer(machine.pes[i]);
        *pair = (channel_pair_t){.out.end = {.channel = channel_at(machine.mine, i), .peer = peer},
                                 .in = {.channel = channel_at(i, machine.mine), .peer = peer}};
        peer->channels = pair++;
    }
}

void ishmemi_channel_open(const channel_service_t *service)
{
    machine = (wire_memory_t){0};
    if (ishmemi_engine.request->heap_host_mapped &&
        ishmemi_engine.wire->share(part_bytes, &machine)) {
        ishmemi_channels.service = service;
        open_pairs();
    }
}

void ishmemi_channel_close(void)
{
    if (machine.processes > 0) {
        ishmemi_engine.wire->unshare(&machine);
        free(ishmemi_channels.pairs);
        ishmemi_channels = (channels_t){0};
    }
}
