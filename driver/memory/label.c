/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads and writes labels, and checks the files that contain them. */
#include "memory/label.h"
#include "engine/engine.h"
#include "machine/settings.h"
#include "util/hash.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define LABEL_MAGIC UINT32_C(0x6c64657a) /* "zedl" in memory */

#ifndef F_SEAL_EXEC
#define F_SEAL_EXEC 0x0020 /* Linux sets it on its own if vm.memfd_noexec says so */
#endif

typedef struct label_words {
    uint32_t magic;
    uint32_t check; /* checksum of all that follows */
    uint64_t offset;
    uint64_t bytes;
    uint16_t kind;
    uint16_t tile;
    uint32_t unused;
} label_words_t;

_Static_assert(sizeof(label_words_t) == ZED_LABEL_BYTES, "a label has its place's size");

uint32_t zed_label_checksum(const void *bytes, uint64_t count)
{
    return (uint32_t)ishmemi_hash(ISHMEMI_HASH_START, bytes, count);
}

static uint32_t words_check(const label_words_t *words)
{
    const size_t start = offsetof(label_words_t, offset);
    return zed_label_checksum((const char *)words + start, sizeof(*words) - start);
}

static bool words_write(int descriptor, uint64_t position, const label_words_t *words)
{
    return pwrite(descriptor, words, sizeof(*words), (off_t)position) == (ssize_t)sizeof(*words);
}

bool zed_label_write(int descriptor, uint64_t position, const zed_label_t *label)
{
    label_words_t words = {.magic = LABEL_MAGIC,
                           .offset = label->offset,
                           .bytes = label->bytes,
                           .kind = label->kind,
                           .tile = label->tile};
    words.check = words_check(&words);
    return words_write(descriptor, position, &words);
}

void zed_label_clear(int descriptor, uint64_t position)
{
    const label_words_t nothing = {0};
    words_write(descriptor, position, &nothing);
}

/* Whether a mapping of the file is writable and never faults.  Huge pages are refused, because a
 * mapping may find none left. */
static bool file_fits(int descriptor)
{
    const int flags = fcntl(descriptor, F_GETFL);
    const int seals = fcntl(descriptor, F_GET_SEALS);
    struct statfs system;
    return flags >= 0 && (flags & O_ACCMODE) == O_RDWR && seals >= 0 &&
           (seals & ~F_SEAL_EXEC) == (F_SEAL_SHRINK | F_SEAL_GROW) &&
           fstatfs(descriptor, &system) == 0 && (uint32_t)system.f_type == TMPFS_MAGIC;
}

bool zed_label_read(int descriptor, uint64_t position, zed_label_t *label)
{
    label_words_t words;
    if (!file_fits(descriptor) || position > INT64_MAX ||
        pread(descriptor, &words, sizeof(words), (off_t)position) != (ssize_t)sizeof(words)) {
        return false;
    }
    if (words.magic != LABEL_MAGIC || words.check != words_check(&words) || words.bytes == 0 ||
        words.bytes > position || words.offset > position - words.bytes ||
        words.kind > ZED_MEMORY_SHARED || words.tile >= zed_settings_get()->tiles) {
        return false;
    }
    *label = (zed_label_t){
        .offset = words.offset, .bytes = words.bytes, .kind = words.kind, .tile = words.tile};
    return true;
}
