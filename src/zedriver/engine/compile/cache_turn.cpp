/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Who compiles: see cache.h.  The turn is a lock of a file beside the entry.  It saves work and
 * protects nothing, since entries are written under names of their own: so everyone may stop
 * waiting for it at any time.
 *
 * A thread of the process that has its turn sets the file's time of modification again and again.
 * The others wait as long as that changes.  A process that is stopped or hangs as a whole changes
 * nothing; one that has died has lost the lock.
 */
#include "cache.h"

#include "processor/clock.h"
#include "processor/thread.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace zed {
namespace {

constexpr uint64_t beat_ns = 200000000;
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

CacheTurn::CacheTurn(const Hash &key)
    : folder_(CacheFolder::Missing::Made), name_(cache_entry_name(key) + ".turn")
{
    off_t bytes;
    file_ = folder_.usable() ? folder_.open_file(name_, O_RDWR | O_CREAT, &bytes) : -1;
    if (file_ < 0)
        return;
    wait();
    if (ours_)
        beats_ = ishmemi_thread_create(&thread_, nullptr, beat, this) == 0;
}

/* Until it is this process's turn, or nobody seems to be at work. */
void CacheTurn::wait()
{
    const timespec pause = {0, 10000000};
    timespec seen = time_of(file_);
    uint64_t end = ishmemi_clock_now() + silence_ns;
    for (;;) {
        ours_ = flock(file_, LOCK_EX | LOCK_NB) == 0;
        if (ours_ || (errno != EWOULDBLOCK && errno != EINTR) || ishmemi_clock_now() >= end)
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

void *CacheTurn::beat(void *turn)
{
    CacheTurn *self = static_cast<CacheTurn *>(turn);
    pthread_mutex_lock(&self->mutex_);
    while (!self->over_) {
        futimens(self->file_, nullptr);
        const uint64_t next = ishmemi_clock_read(CLOCK_REALTIME) + beat_ns;
        const timespec until = {static_cast<time_t>(next / 1000000000),
                                static_cast<long>(next % 1000000000)};
        pthread_cond_timedwait(&self->ends_, &self->mutex_, &until);
    }
    pthread_mutex_unlock(&self->mutex_);
    return nullptr;
}

/* Who waits on the file that has lost its name finds the entry; who comes later makes a new one. */
CacheTurn::~CacheTurn()
{
    if (beats_) {
        pthread_mutex_lock(&mutex_);
        over_ = true;
        pthread_cond_signal(&ends_);
        pthread_mutex_unlock(&mutex_);
        pthread_join(thread_, nullptr);
    }
    if (file_ < 0)
        return;
    if (ours_)
        unlinkat(folder_.descriptor(), name_.c_str(), 0);
    close(file_);
}

} // namespace zed
