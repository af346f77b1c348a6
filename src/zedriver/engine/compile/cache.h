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

#include <string>

namespace zed {

/* cache_key.cpp: the hash of all that the code depends on: the module's words, flags and constants,
 * this driver's version of the compiler, and the processor. */
Hash cache_key(const zed_module_desc &desc);

/* What the code depends on apart from the module: this driver's version of the compiler, and the
 * processor. */
Hash driver_key();
Hash processor_key();

/* False if there is no entry, or none that can be trusted. */
bool cache_read(const Hash &key, Bytes *blob);

/* Failing to write costs a compilation later and nothing else. */
void cache_write(const Hash &key, const Bytes &blob);

/* cache_turn.cpp: processes that start together leave the work to one of them, which takes its turn
 * first.  The others wait for about as long as the work takes, and then do it, too: they need not
 * know whether the first one is slow, stopped or dead. */
class CacheTurn {
public:
    CacheTurn(const Hash &key, size_t image_bytes);
    ~CacheTurn();
    CacheTurn(const CacheTurn &) = delete;
    CacheTurn &operator=(const CacheTurn &) = delete;
    /* Another one has had its turn, and may have left an entry. */
    bool waited() const
    {
        return waited_;
    }

private:
    CacheFolder folder_;
    std::string name_;
    int file_ = -1;
    bool waited_ = false;
    bool ours_ = false;
};

} // namespace zed

#endif
