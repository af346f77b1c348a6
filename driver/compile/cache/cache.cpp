/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See cache.h.  An entry's file has its key and its contents, which include their own hash.
 * Entries are written under temporary names and renamed, so a reader in any process sees a whole
 * entry or none.  If a file with an entry's name is not an entry, or not this one, the entry counts
 * as absent, and a new one replaces the file.
 */
#include "cache.h"

#include "cache_trim.h"
#include "util/file_limit.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace zed {
namespace {

constexpr off_t most_bytes = off_t{1} << 30; /* no compiled module is larger */

bool write_all(int file, const void *from, size_t count)
{
    const uint8_t *bytes = static_cast<const uint8_t *>(from);
    while (count > 0) {
        ssize_t done = write(file, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        count -= static_cast<size_t>(done);
    }
    return true;
}

bool read_all(int file, void *to, size_t count)
{
    uint8_t *bytes = static_cast<uint8_t *>(to);
    while (count > 0) {
        ssize_t done = read(file, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        count -= static_cast<size_t>(done);
    }
    return true;
}

/* Reads the entry in the file, if the file belongs to the key. */
bool read_entry(int file, off_t bytes, const Hash &key, Bytes *entry)
{
    Hash written;
    if (bytes < static_cast<off_t>(sizeof written) || bytes > most_bytes ||
        !read_all(file, &written, sizeof written) || std::memcmp(&written, &key, sizeof key) != 0)
        return false;
    entry->resize(static_cast<size_t>(bytes) - sizeof written);
    return read_all(file, entry->data(), entry->size());
}

bool write_entry(int file, const Hash &key, const Bytes &entry)
{
    const bool good =
        write_all(file, &key, sizeof key) && write_all(file, entry.data(), entry.size());
    return close(file) == 0 && good;
}

std::string draft_name(const std::string &entry)
{
    static std::atomic<unsigned> counter;
    return entry + "." + std::to_string(getpid()) + "." + std::to_string(counter.fetch_add(1));
}

} // namespace

bool cache_read(const Hash &key, bool (*is_good)(const Bytes &), Bytes *entry)
{
    const CacheFolder folder(CacheFolder::Missing::Left);
    off_t bytes = 0;
    int file = folder.usable() ? folder.open_file(cache_entry_name(key), O_RDONLY, &bytes) : -1;
    if (file < 0)
        return false;
    Bytes found;
    const bool good = read_entry(file, bytes, key, &found) && is_good(found);
    if (good) {
        cache_touch(file);
        *entry = std::move(found);
    }
    close(file);
    return good;
}

void cache_write(const Hash &key, const Bytes &entry)
{
    const CacheFolder folder(CacheFolder::Missing::Made);
    if (!folder.usable())
        return;
    const std::string name = cache_entry_name(key), draft = draft_name(name);
    off_t bytes;
    int file = folder.open_file(draft, O_WRONLY | O_CREAT | O_EXCL, &bytes);
    if (file < 0)
        return;
    const ishmemi_file_limit_t limit = ishmemi_file_limit_begin();
    const bool written = write_entry(file, key, entry);
    ishmemi_file_limit_end(&limit);
    if (!written ||
        renameat(folder.descriptor(), draft.c_str(), folder.descriptor(), name.c_str()) != 0)
        unlinkat(folder.descriptor(), draft.c_str(), 0);
    cache_trim(folder.descriptor());
}

} // namespace zed
