/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Who compiles: see cache.h.  The turn is a lock of a file beside the entry.  It saves work and
 * protects nothing, since entries are written under names of their own: so everyone may stop
 * waiting for it at any time.
 */
#include "cache.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

namespace zed {
namespace {

/* What a module takes on a slow processor that others use, too. */
constexpr uint64_t least_ns = 500000000;
constexpr uint64_t byte_ns = 10000;
constexpr uint64_t most_ns = 10000000000;

uint64_t patience_ns(size_t image_bytes)
{
    const uint64_t bytes = image_bytes;
    return bytes >= (most_ns - least_ns) / byte_ns ? most_ns : least_ns + bytes * byte_ns;
}

uint64_t now_ns()
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

} // namespace

CacheTurn::CacheTurn(const Hash &key, size_t image_bytes)
    : folder_(CacheFolder::Missing::Made), name_(cache_entry_name(key) + ".turn")
{
    const timespec pause = {0, 10000000};
    off_t bytes;
    file_ = folder_.usable() ? folder_.open_file(name_, O_RDWR | O_CREAT, &bytes) : -1;
    const uint64_t end = now_ns() + patience_ns(image_bytes);
    while (file_ >= 0 && !ours_) {
        ours_ = flock(file_, LOCK_EX | LOCK_NB) == 0;
        if (ours_ || (errno != EWOULDBLOCK && errno != EINTR) || now_ns() >= end)
            break;
        waited_ = true;
        nanosleep(&pause, nullptr);
    }
}

/* Who waits on the file that has lost its name finds the entry; who comes later makes a new one. */
CacheTurn::~CacheTurn()
{
    if (file_ < 0)
        return;
    if (ours_)
        unlinkat(folder_.descriptor(), name_.c_str(), 0);
    close(file_);
}

} // namespace zed
