/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The disk cache of compiled modules: one file a key, complete or absent.  Its size has a bound
 * (cache_trim.h).
 */
#ifndef ZED_COMPILE_CACHE_H
#define ZED_COMPILE_CACHE_H

#include "../engine.h"
#include "hash.h"
#include "image.h"

#include <string>

namespace zed {

/* All that the code depends on: the module's words, flags and constants, this driver's version of
 * the compiler, and the processor. */
Hash cache_key(const zed_module_desc &desc);

/* What the code depends on apart from the module: this driver's version of the compiler, and the
 * processor. */
Hash driver_key();
Hash processor_key();

/* False if there is no entry, or none that can be trusted. */
bool cache_read(const Hash &key, Bytes *blob);

/* Whoever is to compile for a key takes its turn, so that processes that start together leave the
 * work to one of them.  A turn that does not come within a minute is taken nevertheless. */
class CacheTurn {
public:
    explicit CacheTurn(const Hash &key);
    ~CacheTurn();
    CacheTurn(const CacheTurn &) = delete;
    CacheTurn &operator=(const CacheTurn &) = delete;
    /* Another one had its turn before, and may have left an entry. */
    bool waited() const { return waited_; }

private:
    std::string name_;
    int file_ = -1;
    bool waited_ = false;
};

/* Failing to write costs a compilation later and nothing else. */
void cache_write(const Hash &key, const Bytes &blob);

} // namespace zed

#endif
