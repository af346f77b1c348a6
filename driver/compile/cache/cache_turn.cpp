/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Who compiles: see cache.h.  The turn is a lock of a file beside the entry.  It saves work and
 * protects nothing, since entries are written under names of their own: so everyone may stop
 * waiting for it at any time.
 *
 * The process that has its turn sets the file's time of modification again and again, as long as its
 * compiler computes.  The others wait as long as that changes.  If that process or its compiler is
 * stopped, nothing changes; a process that has died has lost the lock.  A compiler that computes for
 * ever is ended by the process that started it, and the same bound holds for all waiting: it counts
 * from the start, however many processes have their turns.
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

/* Of a process that is still at work, on a busy machine. */
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

/* Until it is this process's turn, or nobody seems to be at work, or it has taken too long. */
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
