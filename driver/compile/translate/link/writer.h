/* SPDX-License-Identifier: BSD-3-Clause */
/* How a blob is put together: tables and strings first, the image's sections at its end. */
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

    /* All else in the header is set already. */
    Bytes finish(BlobHeader header, const Bytes &text, const Bytes &rodata, const Bytes &data);

private:
    BlobTable bytes(const void *from, size_t size, uint64_t count); /* at a multiple of 8 */

    Bytes blob_;
    std::vector<char> strings_;
    std::map<std::string, uint32_t> string_offsets_;
};

} // namespace zed

#endif
