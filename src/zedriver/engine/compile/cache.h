/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The disk cache of compiled modules: one file a key, complete or absent.  Its size has a bound
 * (cache_trim.h).
 */
#ifndef ZED_COMPILE_CACHE_H
#define ZED_COMPILE_CACHE_H

#include "../engine.h"
#include "cache_folder.h"
#include "hash.h"
#include "image.h"

#include <pthread.h>
#include <string>

namespace zed {

/* cache_key.cpp: the hash of all that the code depends on: the module's words, flags and constants,
 * this driver's version of the compiler, and the processor. */
Hash cache_key(const zed_module_desc_t &desc);

/* What the code depends on apart from the module: this driver's version of the compiler, and the
 * processor. */
Hash driver_key();
Hash processor_key();

/* False if there is no entry, or none that can be trusted. */
bool cache_read(const Hash &key, Bytes *blob);

/* Failing to write costs a compilation later and nothing else. */
void cache_write(const Hash &key, const Bytes &blob);

/* cache_turn.cpp: processes that start together leave the work to one of them, which takes its turn
 * first.  The others wait as long as it is at work.  If it stops, they do the work, too. */
class CacheTurn {
public:
    explicit CacheTurn(const Hash &key);
    ~CacheTurn();
    CacheTurn(const CacheTurn &) = delete;
    CacheTurn &operator=(const CacheTurn &) = delete;
    /* Another one has had its turn, and may have left an entry. */
    bool waited() const
    {
        return waited_;
    }

private:
    void wait();
    static void *beat(void *turn);

    CacheFolder folder_;
    std::string name_;
    int file_ = -1;
    bool waited_ = false;
    bool ours_ = false;
    bool beats_ = false; /* the thread does */
    pthread_t thread_;
    pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER; /* over_ */
    pthread_cond_t ends_ = PTHREAD_COND_INITIALIZER;
    bool over_ = false;
};

} // namespace zed

#endif
