/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The disk cache of compiled modules: one file a key, complete or absent.  Its size has a bound
 * (cache_trim.h).  An entry is a blob, or what the GPU's driver has made of one (../ptx.h).
 */
#ifndef ZED_COMPILE_CACHE_H
#define ZED_COMPILE_CACHE_H

#include "../blob_view.h"
#include "../compiler.h"
#include "../hash.h"
#include "cache_folder.h"
#include "engine/engine.h"

#include <string>

namespace zed {

/* cache_key.cpp: the hash of all that the code depends on: the module's words, flags and constants,
 * this driver's version of the compiler, and the machine. */
Hash cache_key(const zed_module_desc_t &desc, CompileTarget target);

/* What the code depends on apart from the module: this driver's version of the compiler, and the
 * machine: this processor, or the instructions that all of the GPUs have. */
Hash driver_key();
Hash machine_key(CompileTarget target);

/* False if there is no entry, or none that is good. */
bool cache_read(const Hash &key, bool (*is_good)(const Bytes &), Bytes *entry);

/* Failing to write costs a compilation later and nothing else. */
void cache_write(const Hash &key, const Bytes &entry);

/* cache_turn.cpp: processes that start together leave the work to one of them, which takes its turn
 * first.  The others wait as long as it is at work, and no longer than a compiler may take.  If it
 * stops, they do the work, too. */
class CacheTurn {
public:
    explicit CacheTurn(const Hash &key, uint64_t most_ns = compiler_patience_ns);
    ~CacheTurn();
    CacheTurn(const CacheTurn &) = delete;
    CacheTurn &operator=(const CacheTurn &) = delete;
    /* Another one has had its turn, and may have left an entry. */
    bool waited() const
    {
        return waited_;
    }
    /* Shows the others that the work goes on. */
    void beat();

private:
    void wait(uint64_t most_ns);

    CacheFolder folder_;
    std::string name_;
    int file_ = -1;
    bool waited_ = false;
    bool ours_ = false;
};

} // namespace zed

#endif
