/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The directory of the cache.  Its entries contain code, so it is used only if nobody else may put
 * a file into it.  Entries are opened relative to its descriptor, so it is the directory that was
 * checked, whatever happens to its name.
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

    /* Opens a regular file to which only this user may write; -1: there is none with that name.
     * Never waits, for example for the other end of a pipe. */
    int open_file(const std::string &name, int flags, off_t *bytes) const;

private:
    int descriptor_ = -1;
};

/* The suffix of an entry's name; the nth draft that process p writes ends with .zemod.p.n. */
constexpr const char *cache_entry_end = ".zemod";

std::string cache_entry_name(const Hash &key);

} // namespace zed

#endif
