/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blobs (blob.h): the compiler seals them, readers check them and read them through a view.
 */
#ifndef ZED_COMPILE_BLOB_VIEW_H
#define ZED_COMPILE_BLOB_VIEW_H

#include "blob.h"

#include <string>
#include <utility>
#include <vector>

namespace zed {

using Bytes = std::vector<uint8_t>;

/* Magic, size, hash and every table's bounds. */
bool blob_check(const Bytes &blob);

/* Completes a blob whose tables are written: sets its size and hash. */
void blob_seal(Bytes &blob);

class BlobView {
public:
    /* The blob has been checked. */
    explicit BlobView(Bytes blob) : blob_(std::move(blob))
    {
    }

    const BlobHeader &header() const
    {
        return *reinterpret_cast<const BlobHeader *>(blob_.data());
    }
    const char *string(uint64_t offset) const
    {
        return reinterpret_cast<const char *>(blob_.data() + header().strings.offset + offset);
    }
    template <class T> const T *table(const BlobTable &which) const
    {
        return reinterpret_cast<const T *>(blob_.data() + which.offset);
    }
    const BlobExport *find_export(const char *name) const;
    uint32_t symbol_count() const
    {
        return static_cast<uint32_t>(header().symbols.count);
    }
    const BlobSymbol &symbol(uint32_t index) const
    {
        return table<BlobSymbol>(header().symbols)[index];
    }
    const Bytes &bytes() const
    {
        return blob_;
    }

protected:
    Bytes blob_;
};

} // namespace zed

#endif
