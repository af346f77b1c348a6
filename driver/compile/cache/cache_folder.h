/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The directory of the cache.  Its entries hold code, so it is used only if nobody else may put a
 * file into it; entries are reached through its descriptor, so that it is the directory that was
 * looked at, whatever happens to its name.
 */
#ifndef ZED_COMPILE_CACHE_FOLDER_H
#define ZED_COMPILE_CACHE_FOLDER_H

#include "../hash.h"

#include <string>
#include <sys/types.h>

namespace zed {

class CacheFolder {
public:
    enum class Missing { Left, Made };
    explicit CacheFolder(Missing missing);
    ~CacheFolder();
    CacheFolder(const CacheFolder &) = delete;
    CacheFolder &operator=(const CacheFolder &) = delete;

    /* False: there is no cache to use. */
    bool usable() const
    {
        return descriptor_ >= 0;
    }
    int descriptor() const
    {
        return descriptor_;
    }

    /* A regular file that nobody but this user may write to; -1: there is none of that name.  Never
     * waits for anybody who may hold the other end of something else. */
    int open_file(const std::string &name, int flags, off_t *bytes) const;

private:
    int descriptor_ = -1;
};

/* The end of the name of an entry; the draft of one that process p writes as its nth ends with
 * .zemod.p.n. */
constexpr const char *cache_entry_end = ".zemod";

std::string cache_entry_name(const Hash &key);

} // namespace zed

#endif
