/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The disk cache of compiled modules: one file for each key, complete or absent, within a total
 * size (cache_trim.h).  An entry is a blob, or the GPU driver's machine code for one (../ptx.h).
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

/* cache_key.cpp: the hash of everything that the code depends on: the module's words, flags and
 * constants, the version of the driver's compiler, and the machine. */
Hash cache_key(const zed_module_desc_t &desc, CompileTarget target);

/* Keys of what the code depends on apart from the module: the version of the driver's compiler; and
 * the machine, which is this processor, or the instructions that all supported GPUs have. */
Hash driver_key();
Hash machine_key(CompileTarget target);

/* False if there is no entry, or no good one. */
bool cache_read(const Hash &key, bool (*is_good)(const Bytes &), Bytes *entry);

/* A failure to write only costs a later compilation. */
void cache_write(const Hash &key, const Bytes &entry);

/* cache_turn.cpp: when several processes need the same entry, one of them takes its turn first and
 * compiles.  The others wait as long as it is at work, but no longer than a compiler may take.  If
 * it stops, they compile, too. */
class CacheTurn {
public:
    explicit CacheTurn(const Hash &key, uint64_t most_ns = compiler_patience_ns);
    ~CacheTurn();
    CacheTurn(const CacheTurn &) = delete;
    CacheTurn &operator=(const CacheTurn &) = delete;
    /* Another process may have had its turn and left an entry. */
    bool waited() const
    {
        return waited_;
    }
    /* Shows the other processes that the work continues. */
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
