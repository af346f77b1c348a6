/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A 128-bit hash for cache keys and checksums: no defence against an attacker,
 * who would have to write into the user's own cache directory anyway.
 */
#ifndef ZED_COMPILE_HASH_H
#define ZED_COMPILE_HASH_H

#include "blob.h"

#include <cstddef>
#include <string>

namespace zed {

/* Parts are hashed in order, each with its length, so that "ab","c" differs from "a","bc". */
class Hasher {
public:
    void add(const void *bytes, size_t count);
    void add(const std::string &text);
    void add(uint64_t value);
    Hash finish() const;

private:
    uint64_t a_ = 0x9e3779b97f4a7c15ULL;
    uint64_t b_ = 0xc2b2ae3d27d4eb4fULL;
};

} // namespace zed

#endif
