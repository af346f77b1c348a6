/* SPDX-License-Identifier: BSD-3-Clause */
/* See hash.h.  Two multiply-and-fold lanes over 16 bytes a step. */
#include "hash.h"

#include <cstring>

namespace zed {
namespace {

/* Both halves of the 128-bit product, folded; by parts, since ISO C++ has no wider integer. */
uint64_t fold(uint64_t x, uint64_t y)
{
    uint64_t x0 = x & 0xffffffffU, x1 = x >> 32;
    uint64_t y0 = y & 0xffffffffU, y1 = y >> 32;
    uint64_t middle = (x0 * y0 >> 32) + (x1 * y0 & 0xffffffffU) + x0 * y1;
    uint64_t high = x1 * y1 + (x1 * y0 >> 32) + (middle >> 32);
    return (x * y) ^ high;
}

uint64_t word(const unsigned char *bytes)
{
    uint64_t value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

} // namespace

void Hasher::add(const void *bytes, size_t count)
{
    const unsigned char *at = static_cast<const unsigned char *>(bytes);
    size_t left = count;
    for (; left >= 16; left -= 16, at += 16) {
        uint64_t x = word(at), y = word(at + 8);
        a_ = fold(a_ ^ x, 0xa0761d6478bd642fULL ^ y) + b_;
        b_ = fold(b_ ^ y, 0xe7037ed1a0b428dbULL ^ x) + a_;
    }
    unsigned char tail[16] = {};
    if (left > 0)
        std::memcpy(tail, at, left);
    a_ = fold(a_ ^ word(tail), 0x8ebc6af09c88c6e3ULL ^ count) + b_;
    b_ = fold(b_ ^ word(tail + 8), 0x589965cc75374cc3ULL ^ count) + a_;
}

void Hasher::add(const std::string &text)
{
    add(text.data(), text.size());
}

void Hasher::add(uint64_t value)
{
    add(&value, sizeof value);
}

Hash Hasher::finish() const
{
    uint64_t a = fold(a_ ^ 0x1d8e4e27c47d124fULL, b_ ^ 0xeb44accab455d165ULL);
    uint64_t b = fold(b_ ^ 0x9e3779b97f4a7c15ULL, a ^ 0x2d358dccaa6c78a5ULL);
    return {{a, b}};
}

} // namespace zed
