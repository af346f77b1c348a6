/* SPDX-License-Identifier: BSD-3-Clause */
/* See writer.h. */
#include "writer.h"

#include <cstring>

namespace zed {
namespace {

void align(Bytes *blob)
{
    blob->resize((blob->size() + 7) / 8 * 8);
}

} // namespace

BlobWriter::BlobWriter()
{
    blob_.resize(sizeof(BlobHeader));
}

uint32_t BlobWriter::string(const std::string &text)
{
    auto added = string_offsets_.try_emplace(text, static_cast<uint32_t>(strings_.size()));
    if (added.second)
        strings_.insert(strings_.end(), text.c_str(), text.c_str() + text.size() + 1);
    return added.first->second;
}

BlobTable BlobWriter::bytes(const void *from, size_t size, uint64_t count)
{
    align(&blob_);
    BlobTable made = {blob_.size(), count};
    const uint8_t *begin = static_cast<const uint8_t *>(from);
    blob_.insert(blob_.end(), begin, begin + size);
    return made;
}

Bytes BlobWriter::finish(BlobHeader header, const Bytes &text, const Bytes &rodata,
                         const Bytes &data)
{
    header.strings = table(strings_);
    align(&blob_);
    header.image = blob_.size();
    for (const Bytes *section : {&text, &rodata, &data})
        blob_.insert(blob_.end(), section->begin(), section->end());
    header.text_bytes = text.size();
    header.rodata_bytes = rodata.size();
    header.data_bytes = data.size();
    std::memcpy(blob_.data(), &header, sizeof header);
    blob_seal(blob_);
    return std::move(blob_);
}

} // namespace zed
