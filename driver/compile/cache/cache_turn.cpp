/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Decides which process compiles: see cache.h.  The turn is a lock on a file beside the entry.  It
 * saves work and protects nothing, since entries are written under temporary names, so a process
 * may stop waiting for it at any time.
 *
 * The process that has its turn keeps updating the file's modification time while its compiler
 * computes.  The others wait while it changes.  If that process or its compiler is stopped, nothing
 * changes; a process that has died has lost the lock.  A compiler that never finishes is ended by
 * the process that started it, and the same limit applies to waiting: it counts from the start,
 * however many processes have their turns.
 */
#include "cache.h"

#include "util/clock.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace zed {
namespace {

/* The longest silence of a process that is still at work, on a busy machine. */
constexpr uint64_t silence_ns = 2000000000;

bool differ(const timespec &a, const timespec &b)
{
    return a.tv_sec != b.tv_sec || a.tv_nsec != b.tv_nsec;
}

timespec time_of(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 ? status.st_mtim : timespec{0, 0};
}

} // namespace

CacheTurn::CacheTurn(const Hash &key, uint64_t most_ns)
    : folder_(CacheFolder::Missing::Made), name_(cache_entry_name(key) + ".turn")
{
    off_t bytes;
    file_ = folder_.usable() ? folder_.open_file(name_, O_RDWR | O_CREAT, &bytes) : -1;
    if (file_ >= 0)
        wait(most_ns);
}

/* Waits until it is this process's turn, nobody seems to be at work, or the time is over. */
void CacheTurn::wait(uint64_t most_ns)
{
    const timespec pause = {0, 10000000};
    const uint64_t last = ishmemi_clock_now() + most_ns;
    timespec seen = time_of(file_);
    uint64_t end = ishmemi_clock_now() + silence_ns;
    for (;;) {
        ours_ = flock(file_, LOCK_EX | LOCK_NB) == 0;
        if (ours_ || (errno != EWOULDBLOCK && errno != EINTR) ||
            ishmemi_clock_now() >= std::min(end, last))
            return;
        waited_ = true;
        nanosleep(&pause, nullptr);
        const timespec now = time_of(file_);
        if (differ(now, seen)) {
            seen = now;
            end = ishmemi_clock_now() + silence_ns;
        }
    }
}

void CacheTurn::beat()
{
    if (ours_)
        futimens(file_, nullptr);
}

/* A process that waits on the removed file finds the entry; a later process makes a new file. */
CacheTurn::~CacheTurn()
{
    if (file_ < 0)
        return;
    if (ours_)
        unlinkat(folder_.descriptor(), name_.c_str(), 0);
    close(file_);
}

} // namespace zed
