/* SPDX-License-Identifier: BSD-3-Clause */
/* Sealing and checking blobs (blob.h), for the compiler that writes and the loader that reads. */
#include "../engine.h"
#include "hash.h"
#include "image.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace zed {
namespace {

Hash blob_hash(const Bytes &blob)
{
    constexpr size_t start = offsetof(BlobHeader, image);
    Hasher hasher;
    hasher.add(blob.data() + start, blob.size() - start);
    return hasher.finish();
}

bool table_fits(const BlobTable &table, size_t entry_bytes, uint64_t total)
{
    return table.offset <= total && table.offset % 8 == 0 &&
           table.count <= (total - table.offset) / entry_bytes;
}

} // namespace

bool blob_check(const Bytes &blob)
{
    if (blob.size() < sizeof(BlobHeader))
        return false;
    const BlobHeader &header = *reinterpret_cast<const BlobHeader *>(blob.data());
    if (header.magic != blob_magic || header.bytes != blob.size())
        return false;
    Hash hash = blob_hash(blob);
    if (std::memcmp(&hash, &header.hash, sizeof hash) != 0)
        return false;
    /* A hash that fits vouches for the rest; bounds are for a blob of another version. */
    uint64_t left = blob.size() - std::min<uint64_t>(header.image, blob.size());
    for (uint64_t part : {header.text_bytes, header.rodata_bytes, header.data_bytes}) {
        if (part > left)
            return false;
        left -= part;
    }
    return table_fits(header.fixups, sizeof(BlobFixup), blob.size()) &&
           table_fits(header.symbols, sizeof(BlobSymbol), blob.size()) &&
           table_fits(header.exports, sizeof(BlobExport), blob.size()) &&
           table_fits(header.kernels, sizeof(BlobKernel), blob.size()) &&
           table_fits(header.arguments, sizeof(zed_argument_t), blob.size()) &&
           table_fits(header.needs, sizeof(uint32_t), blob.size()) &&
           table_fits(header.strings, 1, blob.size()) && header.strings.count > 0;
}

void blob_seal(Bytes &blob)
{
    BlobHeader *header = reinterpret_cast<BlobHeader *>(blob.data());
    header->magic = blob_magic;
    header->bytes = blob.size();
    header->hash = blob_hash(blob);
}

} // namespace zed
