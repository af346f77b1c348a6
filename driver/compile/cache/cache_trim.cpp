/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See cache_trim.h.  A process that reads an entry while it is removed has it open and reads all of
 * it; a later process compiles.  Processes that trim at the same time choose the same entries: what
 * another one has removed counts as removed.
 */
#include "cache_trim.h"

#include "cache_folder.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <vector>

namespace zed {
namespace {

constexpr uint64_t default_bound = UINT64_C(1) << 30;
constexpr time_t draft_seconds = 3600; /* no entry takes so long to write */

struct Entry {
    std::string name;
    uint64_t bytes;
    timespec used;
};

/* A number of bytes, with an optional suffix K, M or G. */
bool parse_bytes(const char *text, uint64_t *bytes)
{
    char *end = nullptr;
    errno = 0;
    uint64_t value = *text >= '0' && *text <= '9' ? std::strtoull(text, &end, 10) : 0;
    if (!end || errno != 0)
        return false;
    unsigned shift = *end == 'K' || *end == 'k'   ? 10
                     : *end == 'M' || *end == 'm' ? 20
                     : *end == 'G' || *end == 'g' ? 30
                                                  : 0;
    if (end[shift != 0] != '\0' || value > UINT64_MAX >> shift)
        return false;
    *bytes = value << shift;
    return true;
}

uint64_t bound()
{
    static std::atomic<bool> warned;
    const char *text = secure_getenv("ZECPU_CACHE_SIZE");
    uint64_t bytes = default_bound;
    if (text && *text && !parse_bytes(text, &bytes) && !warned.exchange(true))
        std::fprintf(
            stderr,
            "zed: ZECPU_CACHE_SIZE=%.64s: expected bytes, with an optional suffix K, M or G; "
            "using 1G\n",
            text);
    return bytes;
}

bool ends_with(const std::string &text, const std::string &end)
{
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool is_draft(const std::string &name)
{
    size_t at = name.find(cache_entry_end);
    return at != std::string::npos &&
           name.find_first_not_of("0123456789.", at + std::string(cache_entry_end).size()) ==
               std::string::npos &&
           !ends_with(name, cache_entry_end);
}

std::vector<Entry> entries_of(int directory)
{
    std::vector<Entry> found;
    int listed = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = listed >= 0 ? fdopendir(listed) : nullptr;
    if (!list) {
        if (listed >= 0)
            close(listed);
        return found;
    }
    const time_t now = time(nullptr);
    while (const dirent *entry = readdir(list)) { /* NOLINT(concurrency-mt-unsafe): our own list */
        struct stat status;
        const std::string name = entry->d_name;
        if (fstatat(directory, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(status.st_mode))
            continue;
        if (ends_with(name, cache_entry_end))
            found.push_back({name, static_cast<uint64_t>(status.st_size), status.st_atim});
        else if (is_draft(name) && now - status.st_mtime > draft_seconds)
            unlinkat(directory, entry->d_name, 0);
    }
    closedir(list);
    return found;
}

bool used_before(const Entry &a, const Entry &b)
{
    if (a.used.tv_sec != b.used.tv_sec)
        return a.used.tv_sec < b.used.tv_sec;
    return a.used.tv_nsec != b.used.tv_nsec ? a.used.tv_nsec < b.used.tv_nsec : a.name < b.name;
}

} // namespace

void cache_trim(int directory)
{
    std::vector<Entry> entries = entries_of(directory);
    std::sort(entries.begin(), entries.end(), used_before);
    uint64_t total = 0;
    for (const Entry &entry : entries)
        total += entry.bytes;
    const uint64_t most = bound();
    for (const Entry &entry : entries) {
        if (total <= most)
            break;
        if (unlinkat(directory, entry.name.c_str(), 0) == 0 || errno == ENOENT)
            total -= entry.bytes;
    }
}

void cache_touch(int file)
{
    const timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
    futimens(file, times);
}

} // namespace zed
