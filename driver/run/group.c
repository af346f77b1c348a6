/* SPDX-License-Identifier: BSD-3-Clause */
/* Records of work-groups: layout and reuse.  One arena holds everything whose size depends on the
 * kernel; parts that a kernel does not touch never occupy memory. */
#include "run/group.h"
#include "util/align.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGNMENT 4096 /* of local memory; a multiple of any type's alignment */
#define LINE 64
#define FRAMES_KEEP ((size_t)1 << 20)

static size_t part(size_t *total, size_t bytes)
{
    const size_t offset = *total;
    *total = ishmemi_align_up(offset + bytes, ALIGNMENT);
    return offset;
}

static void give_back(char **base, size_t *held)
{
    if (*base) {
        munmap(*base, *held);
    }
    *base = NULL;
    *held = 0;
}

/* At least `bytes` of memory.  The contents are lost if it was smaller. */
static bool grow(char **base, size_t *held, size_t bytes)
{
    if (*base && bytes <= *held) {
        return true;
    }
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    give_back(base, held);
    *base = memory;
    *held = bytes;
    return true;
}

static void ids_fill(zed_group_record_t *record)
{
    uint32_t linear = 0;
    for (uint32_t z = 0; z < record->shape[2]; z++) {
        for (uint32_t y = 0; y < record->shape[1]; y++) {
            for (uint32_t x = 0; x < record->shape[0]; x++, linear++) {
                record->item[linear] = (zed_item_t){
                    .local_id = {x, y, z}, .linear_id = linear, .group = &record->group};
            }
        }
    }
}

static void destroy(zed_group_record_t *record)
{
    give_back(&record->arena, &record->arena_bytes);
    give_back(&record->frames, &record->frames_bytes);
    free(record);
}

zed_group_record_t *zed_group_prepare(zed_group_record_t *reuse, const uint32_t shape[3],
                                      uint32_t local_bytes)
{
    zed_group_record_t *record = reuse;
    if (!record) {
        record = calloc(1, sizeof(*record));
        if (!record) {
            return NULL;
        }
    } else if (memcmp(record->shape, shape, sizeof(record->shape)) == 0 &&
               record->local_bytes >= local_bytes) {
        return record;
    }

    const uint32_t items = shape[0] * shape[1] * shape[2];
    size_t total = 0;
    const size_t local = part(&total, local_bytes);
    const size_t item = part(&total, items * sizeof(zed_item_t));
    const size_t context = part(&total, items * sizeof(void *));
    const size_t stack = part(&total, items * sizeof(zed_stack_t *));
    const size_t whole = part(&total, (size_t)ZED_GROUP_BUFFERS * items * ZED_SLOT_BYTES);
    const size_t sub = part(&total, (size_t)ZED_GROUP_BUFFERS * items * ZED_SLOT_BYTES);
    const size_t lane = part(&total, (size_t)items * ZED_SLOT_BYTES);
    const size_t call = part(&total, (size_t)(items + ZED_GROUP_SUBS) * ZED_SLOT_BYTES);
    const size_t wait = part(&total, items * sizeof(zed_wait_t));
    if (!grow(&record->arena, &record->arena_bytes, total)) {
        destroy(record);
        return NULL;
    }
    record->group.local = record->arena + local;
    record->item = (zed_item_t *)(void *)(record->arena + item);
    record->context = (void **)(void *)(record->arena + context);
    record->stack = (zed_stack_t **)(void *)(record->arena + stack);
    record->wait = (zed_wait_t *)(void *)(record->arena + wait);
    record->whole_slots = record->arena + whole;
    record->sub_slots = record->arena + sub;
    record->lane_slots = record->arena + lane;
    record->call_slots = record->arena + call;
    record->items = items;
    record->words = (items + 63) / 64;
    record->local_bytes = local_bytes;
    memcpy(record->shape, shape, sizeof(record->shape));
    memset(record->stack, 0, items * sizeof(zed_stack_t *));
    ids_fill(record);
    return record;
}

void zed_group_trim(zed_group_record_t *record)
{
    if (record->frames_bytes > FRAMES_KEEP) {
        give_back(&record->frames, &record->frames_bytes);
    }
}

zed_frame_t *zed_group_frame(zed_group_record_t *record, uint32_t index, uint64_t bytes,
                             uint64_t alignment)
{
    if (record->frame_stride == 0) {
        const uint64_t unit = alignment > LINE ? alignment : LINE;
        const uint64_t stride = (bytes + unit - 1) / unit * unit;
        if (!grow(&record->frames, &record->frames_bytes, stride * record->items)) {
            return NULL;
        }
        record->frame_stride = stride;
    }
    record->frameless--;
    return (zed_frame_t *)(void *)(record->frames + record->frame_stride * index);
}

void zed_group_reset(zed_group_record_t *record)
{
    for (uint32_t i = 0; i < record->words; i++) {
        const uint32_t rest = record->items - i * 64;
        record->live[i] = rest >= 64 ? UINT64_MAX : (UINT64_C(1) << rest) - 1;
        record->ready[i] = record->live[i];
        record->leading[i] = 0;
    }
    record->stackless = record->items;
    record->frameless = record->items;
    record->frame_stride = 0;
    record->at_lanes = 0;
    record->whole = (zed_meeting_t){.live = (uint16_t)record->items};
    for (uint32_t i = 0; i * ZED_SUB_GROUP_SIZE < record->items; i++) {
        const uint32_t rest = record->items - i * ZED_SUB_GROUP_SIZE;
        record->sub[i] = (zed_meeting_t){
            .live = (uint16_t)(rest < ZED_SUB_GROUP_SIZE ? rest : ZED_SUB_GROUP_SIZE)};
    }
}
