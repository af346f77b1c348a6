/* SPDX-License-Identifier: BSD-3-Clause */
/* See hash.h. */
#include "hash.h"

#include <sodium/core.h>

namespace zed {

Hasher::Hasher()
{
    static const int ready = sodium_init(); /* selects the fastest implementation; any works */
    static_cast<void>(ready);
    crypto_generichash_blake2b_init(&state_, nullptr, 0, sizeof(Hash));
}

void Hasher::add(const void *bytes, size_t count)
{
    const uint64_t length = count;
    crypto_generichash_blake2b_update(&state_, reinterpret_cast<const unsigned char *>(&length),
                                      sizeof length);
    if (count > 0)
        crypto_generichash_blake2b_update(&state_, static_cast<const unsigned char *>(bytes),
                                          count);
}

void Hasher::add(const std::string &text)
{
    add(text.data(), text.size());
}

void Hasher::add(uint64_t value)
{
    add(&value, sizeof value);
}

Hash Hasher::finish()
{
    Hash hash;
    crypto_generichash_blake2b_final(&state_, reinterpret_cast<unsigned char *>(&hash),
                                     sizeof hash);
    return hash;
}

} // namespace zed
