/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A loaded blob: its code and data are mapped, and its names can be looked up.
 */
#ifndef ZED_COMPILE_IMAGE_H
#define ZED_COMPILE_IMAGE_H

#include "compile/blob_view.h"
#include "debugger.h"
#include "run/code.h"

#include <memory>
#include <string>
#include <vector>

namespace zed {

class Image : public BlobView {
public:
    /* The blob has been checked.  NULL, and a message in *error, if it cannot be mapped or needs a
     * symbol that the engine does not have. */
    static std::unique_ptr<Image> load(Bytes blob, std::string *error);
    ~Image();
    Image(const Image &) = delete;
    Image &operator=(const Image &) = delete;

    void *address(uint64_t in_image) const
    {
        return base_ + in_image;
    }

    /* The blob as it was loaded, without the program's later changes to variables. */
    Bytes blob() const;

    /* Symbols from other modules. */
    bool resolved(uint32_t symbol) const
    {
        return addresses_[symbol] != nullptr;
    }
    void resolve(uint32_t symbol, void *address);

private:
    using BlobView::BlobView;
    bool map(std::string *error);
    bool find_symbols(std::string *error);
    void describe();

    /* Once the image is mapped, blob_ ends where the image began. */
    Bytes data_; /* the rest of the blob from the read-only data on */
    uint8_t *base_ = nullptr;
    uint64_t mapped_ = 0;
    std::vector<void *> addresses_; /* of symbols; null: missing */
    zed_code_t code_ = {};          /* registered (run/code.h) if `end` is set */
    std::unique_ptr<DebuggerEntry> debugger_;
};

} // namespace zed

#endif
