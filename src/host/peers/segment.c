/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Maps the program's data of the other PEs.
 */
#include "segment.h"

#include "agree.h"
#include "allocate.h"
#include "bootstrap.h"
#include "env.h"
#include "ipc.h"
#include "job.h"
#include "log.h"
#include "segment_file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define WHY_BYTES ISHMEMI_SEGMENT_WHY_BYTES

static const ishmemi_segment_file_t *const file = &ishmemi_segment_file;
static char why[WHY_BYTES];

const char *ishmemi_segment_why(void)
{
    return why;
}

/* In a child of fork(). */
static void forget(const char *reason)
{
    memset(&ishmemi_segment, 0, sizeof ishmemi_segment);
    snprintf(why, sizeof why, "%s", reason);
}

static int take(void)
{
    const int error = ishmemi_segment_watch_forks(forget);
    if (error != 0) {
        snprintf(why, sizeof why, "cannot register fork handlers: %s", strerror(error));
        return -1;
    }
    return ishmemi_segment_file_take(why);
}

void ishmemi_segment_take(void)
{
    *why = '\0';
    if (!ishmemi_env.static_objects) {
        snprintf(why, sizeof why, "ISHMEM_STATIC_OBJECTS is 0");
        return;
    }
    if (file->shared == 0) {
        ishmemi_segment_file_find();
    }
    if (file->bytes == 0) {
        snprintf(why, sizeof why, "it has no writable data");
    } else if (file->shared == 0) {
        if (ishmemi_job.n_pes > 1) {
            (void)take();
        }
    } else if (file->shared < file->bytes) {
        snprintf(why, sizeof why, "its data could not be copied before");
    } else if (!ishmemi_segment_file_is(file->descriptor, file->device, file->inode)) {
        snprintf(why, sizeof why, "the program has closed the descriptor of their memory");
    }
}

/* What a PE sends about its data. */
typedef struct record {
    uint64_t identity;
    uint64_t bytes;
    uint64_t device;
    uint64_t inode;
    char why[WHY_BYTES];
} record_t;

/* Whether the data is the same on all PEs. */
static bool compare(const record_t *records)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (*records[pe].why) {
            snprintf(why, sizeof why, "%.200s (PE %d)", records[pe].why, pe);
            return false;
        }
        if (records[pe].identity != records[0].identity || records[pe].bytes != records[0].bytes) {
            snprintf(why, sizeof why, "PE %d runs a different executable from PE 0", pe);
            return false;
        }
    }
    return true;
}

static void unmap_peers(void)
{
    if (ishmemi_segment.peers_bytes > 0) {
        munmap((void *)ishmemi_segment.peers, ishmemi_segment.peers_bytes);
        ishmemi_segment.peers_bytes = 0;
    }
}

static int map_peer(int pe, const record_t *record, int descriptor, char *reason)
{
    const uintptr_t view = ishmemi_segment.peers + (size_t)pe * file->bytes;
    if (!ishmemi_segment_file_is(descriptor, record->device, record->inode)) {
        snprintf(reason, WHY_BYTES, "the file received from PE %d does not hold its data", pe);
        return -1;
    }
    if (mmap((void *)view, file->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor,
             0) == MAP_FAILED) {
        snprintf(reason, WHY_BYTES, "mapping the data of PE %d: %s", pe, strerror(errno));
        return -1;
    }
    return 0;
}

static int map_peers(const record_t *records, const int *descriptors, char *reason)
{
    const size_t bytes = (size_t)ishmemi_job.n_pes * file->bytes;
    void *const views =
        mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (views == MAP_FAILED) {
        snprintf(reason, WHY_BYTES, "no address space for the data of %d PEs", ishmemi_job.n_pes);
        return -1;
    }
    ishmemi_segment.peers = (uintptr_t)views;
    ishmemi_segment.peers_bytes = bytes;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_is_local(pe) && pe != ishmemi_job.my_pe &&
            map_peer(pe, &records[pe], descriptors[pe], reason) != 0) {
            return -1;
        }
    }
    (void)madvise(views, bytes, MADV_DONTFORK);
    return 0;
}

/* Collective. */
static bool exchange(const record_t *records)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    int *const descriptors =
        ishmemi_allocate("the descriptors of static objects", pes, sizeof *descriptors);
    char reason[WHY_BYTES] = "";
    if (ishmemi_ipc_share(file->descriptor, descriptors, reason) != 0) {
        snprintf(why, sizeof why, "%s", reason);
        free(descriptors);
        return false;
    }
    const int result = map_peers(records, descriptors, reason);
    for (size_t pe = 0; pe < pes; pe++) {
        if (descriptors[pe] >= 0) {
            close(descriptors[pe]);
        }
    }
    free(descriptors);
    const int failed = ishmemi_agree(result == 0);
    if (failed < 0) {
        return true;
    }
    if (result == 0) {
        snprintf(why, sizeof why, "PE %d cannot map them", failed);
    } else {
        snprintf(why, sizeof why, "%s", reason);
    }
    unmap_peers();
    return false;
}

static bool open_all(void)
{
    record_t mine;
    memset(&mine, 0, sizeof mine);
    memcpy(mine.why, why, sizeof mine.why);
    mine.identity = ishmemi_segment_identify();
    mine.bytes = file->bytes;
    mine.device = file->device;
    mine.inode = file->inode;
    record_t *const records = ishmemi_allocate_zeroed("the static objects of the PEs",
                                                      (size_t)ishmemi_job.n_pes, sizeof *records);
    ishmemi_allgather(&mine, records, sizeof mine);
    const bool opened = compare(records) && (ishmemi_job.n_pes == 1 || exchange(records));
    free(records);
    return opened;
}

void ishmemi_segment_open(void)
{
    if (!open_all()) {
        ishmemi_debug("static objects of the program are not symmetric: %s", why);
        return;
    }
    ishmemi_segment.start = file->start;
    ishmemi_segment.bytes = file->bytes;
    ishmemi_segment.extents = file->extents;
    ishmemi_segment.extent_count = file->count;
    ishmemi_debug("static objects of the program are symmetric: %zu bytes at %p",
                  ishmemi_segment.bytes, (void *)ishmemi_segment.start);
}

void ishmemi_segment_close(void)
{
    unmap_peers();
    memset(&ishmemi_segment, 0, sizeof ishmemi_segment);
}
