/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * BLAKE2b, for cache keys and checksums: two inputs with the same hash are the same input, even if
 * somebody tries to construct two.
 */
#ifndef ZED_COMPILE_HASH_H
#define ZED_COMPILE_HASH_H

#include "blob.h"

#include <cstddef>
#include <sodium/crypto_generichash_blake2b.h>
#include <string>

namespace zed {

/* Parts are hashed in order, each with its length, so that "ab","c" differs from "a","bc". */
class Hasher {
public:
    Hasher();
    void add(const void *bytes, size_t count);
    void add(const std::string &text);
    void add(uint64_t value);
    Hash finish();

private:
    crypto_generichash_blake2b_state state_;
};

} // namespace zed

#endif
