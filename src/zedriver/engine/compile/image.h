/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A blob brought to life: its code and data mapped, its names searchable.
 */
#ifndef ZED_COMPILE_IMAGE_H
#define ZED_COMPILE_IMAGE_H

#include "blob.h"

#include <memory>
#include <string>
#include <vector>

namespace zed {

using Bytes = std::vector<uint8_t>;

/* Magic, size, hash and every table's bounds. */
bool blob_check(const Bytes &blob);

/* Closes a blob whose tables are written: sets its size and hash. */
void blob_seal(Bytes &blob);

class Image {
public:
    /* The blob has been checked.  NULL and a sentence in *error if it cannot be mapped or needs a
     * symbol that the engine does not have. */
    static std::unique_ptr<Image> load(Bytes blob, std::string *error);
    ~Image();
    Image(const Image &) = delete;
    Image &operator=(const Image &) = delete;

    const BlobHeader &header() const
    {
        return *reinterpret_cast<const BlobHeader *>(blob_.data());
    }
    const char *string(uint64_t offset) const;
    template <class T> const T *table(const BlobTable &which) const
    {
        return reinterpret_cast<const T *>(blob_.data() + which.offset);
    }
    void *address(uint64_t in_image) const
    {
        return base_ + in_image;
    }
    const BlobExport *find_export(const char *name) const;

    /* The blob as it was loaded, whatever the program has done to its variables since. */
    Bytes blob() const;

    /* Symbols from other modules. */
    bool resolved(uint32_t symbol) const
    {
        return addresses_[symbol] != nullptr;
    }
    void resolve(uint32_t symbol, void *address);
    uint32_t symbol_count() const
    {
        return static_cast<uint32_t>(header().symbols.count);
    }
    const BlobSymbol &symbol(uint32_t index) const
    {
        return table<BlobSymbol>(header().symbols)[index];
    }

private:
    Image() = default;
    bool map(std::string *error);
    bool find_symbols(std::string *error);

    Bytes blob_; /* up to the image, once that is mapped */
    Bytes data_; /* the rest of the blob from the read-only data on */
    uint8_t *base_ = nullptr;
    uint64_t mapped_ = 0;
    std::vector<void *> addresses_; /* of symbols; null: missing */
};

} // namespace zed

#endif
