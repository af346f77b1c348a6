/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a blob: first tables and strings, at the end the image's sections. */
#ifndef ZED_TRANSLATE_WRITER_H
#define ZED_TRANSLATE_WRITER_H

#include "../../blob_view.h"

#include <map>
#include <string>
#include <vector>

namespace zed {

class BlobWriter {
public:
    BlobWriter();

    /* The offset of the text in the string table; equal texts are one. */
    uint32_t string(const std::string &text);

    template <class T> BlobTable table(const std::vector<T> &entries)
    {
        return bytes(entries.data(), entries.size() * sizeof(T), entries.size());
    }

    /* The caller has set everything else in the header. */
    Bytes finish(BlobHeader header, const Bytes &text, const Bytes &rodata, const Bytes &data);

private:
    BlobTable bytes(const void *from, size_t size, uint64_t count); /* at a multiple of 8 */

    Bytes blob_;
    std::vector<char> strings_;
    std::map<std::string, uint32_t> string_offsets_;
};

} // namespace zed

#endif
