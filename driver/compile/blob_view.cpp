/* SPDX-License-Identifier: BSD-3-Clause */
/* See blob_view.h. */
#include "blob_view.h"
#include "engine/abi.h"
#include "engine/engine.h"
#include "hash.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace zed {
namespace {

Hash blob_hash(const Bytes &blob)
{
    constexpr size_t start = offsetof(BlobHeader, target);
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
    /* A correct hash proves the rest; bounds are checked because of blobs of other versions. */
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
           table_fits(header.functions, sizeof(BlobFunction), blob.size()) &&
           table_fits(header.lines, sizeof(zed_code_line_t), blob.size()) &&
           table_fits(header.debug_file, 1, blob.size()) &&
           table_fits(header.debug_words, sizeof(uint64_t), blob.size()) &&
           table_fits(header.strings, 1, blob.size()) && header.strings.count > 0;
}

void blob_seal(Bytes &blob)
{
    BlobHeader *header = reinterpret_cast<BlobHeader *>(blob.data());
    header->magic = blob_magic;
    header->bytes = blob.size();
    header->hash = blob_hash(blob);
}

const BlobExport *BlobView::find_export(const char *name) const
{
    const BlobExport *low = table<BlobExport>(header().exports);
    uint64_t count = header().exports.count;
    while (count > 0) {
        uint64_t half = count / 2;
        int order = std::strcmp(string(low[half].name), name);
        if (order == 0)
            return &low[half];
        if (order < 0) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return nullptr;
}

} // namespace zed
