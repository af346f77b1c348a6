/* SPDX-License-Identifier: BSD-3-Clause */
/* See ptx.h.  A zed_ptx_t never changes after it was made. */
#include "ptx.h"

#include "blob_view.h"
#include "cache/cache.h"
#include "native.h"
#include "obtain.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

struct zed_ptx {
    explicit zed_ptx(zed::Bytes blob) : view(std::move(blob))
    {
    }

    zed::BlobView view;
    std::vector<zed_kernel_t> kernels;
};

namespace {

using zed::Bytes;
using zed::Hash;

const zed::BlobKernel &kernel_blob(const zed_ptx_t &ptx, uint32_t index)
{
    return ptx.view.table<zed::BlobKernel>(ptx.view.header().kernels)[index];
}

const char *text_of(const zed_ptx_t &ptx)
{
    return reinterpret_cast<const char *>(ptx.view.bytes().data() + ptx.view.header().image);
}

void make_kernels(zed_ptx_t *ptx)
{
    const zed::BlobHeader &header = ptx->view.header();
    const zed_argument_t *arguments = ptx->view.table<zed_argument_t>(header.arguments);
    ptx->kernels.resize(header.kernels.count);
    for (uint32_t i = 0; i < header.kernels.count; i++) {
        const zed::BlobKernel &blob = kernel_blob(*ptx, i);
        zed_kernel_t &record = ptx->kernels[i];
        record = {};
        record.name = ptx->view.string(blob.name);
        record.attributes = ptx->view.string(blob.attributes);
        record.argument_count = blob.argument_count;
        record.arguments = arguments;
        record.argument_block_bytes = blob.argument_block_bytes;
        record.local_static_bytes = blob.local_static_bytes;
        std::copy_n(blob.required_group_size, 3, record.required_group_size);
        record.waits = !blob.is_group;
        arguments += blob.argument_count;
    }
}

ze_result_t create(const zed_module_desc_t &desc, zed_ptx_t **ptx, std::string *log)
{
    Bytes blob;
    ze_result_t result = zed::obtain_blob(desc, zed::CompileTarget::Ptx, &blob, log);
    if (result != ZE_RESULT_SUCCESS)
        return result;
    std::unique_ptr<zed_ptx_t> made(new zed_ptx_t(std::move(blob)));
    *log = made->view.string(made->view.header().log);
    make_kernels(made.get());
    *ptx = made.release();
    return ZE_RESULT_SUCCESS;
}

/* NULL and 0 if memory is exhausted. */
uint8_t *copy_of(const uint8_t *from, size_t count, size_t *bytes)
{
    uint8_t *copy = static_cast<uint8_t *>(std::malloc(std::max<size_t>(count, 1)));
    if (copy && count > 0)
        std::memcpy(copy, from, count);
    *bytes = copy ? count : 0;
    return copy;
}

/* An entry is the hash of the binary, followed by the binary. */
Hash cubin_hash(const uint8_t *cubin, size_t bytes)
{
    zed::Hasher hasher;
    hasher.add(cubin, bytes);
    return hasher.finish();
}

bool cubin_is_whole(const Bytes &entry)
{
    if (entry.size() <= sizeof(Hash))
        return false;
    const Hash hash = cubin_hash(entry.data() + sizeof hash, entry.size() - sizeof hash);
    return std::memcmp(&hash, entry.data(), sizeof hash) == 0;
}

Hash cubin_key(const zed_ptx_t &ptx, const char *device_key)
{
    const Hash driver = zed::driver_key();
    zed::Hasher hasher;
    hasher.add(std::string("cubin"));
    hasher.add(&driver, sizeof driver);
    hasher.add(text_of(ptx), ptx.view.header().text_bytes);
    hasher.add(std::string(device_key));
    return hasher.finish();
}

} // namespace

ze_result_t zed_ptx_create(const zed_module_desc_t *desc, zed_ptx_t **ptx, char **log)
{
    std::string text;
    ze_result_t result;
    try {
        result = create(*desc, ptx, &text);
    } catch (const std::bad_alloc &) {
        result = ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    *log = text.empty() ? nullptr : strdup(text.c_str());
    return result;
}

void zed_ptx_destroy(zed_ptx_t *ptx)
{
    delete ptx;
}

const char *zed_ptx_text(const zed_ptx_t *ptx, size_t *bytes)
{
    if (bytes)
        *bytes = ptx->view.header().text_bytes - 1;
    return text_of(*ptx);
}

uint32_t zed_ptx_kernel_count(const zed_ptx_t *ptx)
{
    return static_cast<uint32_t>(ptx->kernels.size());
}

const zed_kernel_t *zed_ptx_kernel(const zed_ptx_t *ptx, uint32_t index)
{
    return &ptx->kernels[index];
}

bool zed_ptx_symbol(const zed_ptx_t *ptx, uint32_t index, zed_module_symbol_t *symbol)
{
    const zed::BlobTable &exports = ptx->view.header().exports;
    if (index < exports.count) {
        *symbol = {ptx->view.string(ptx->view.table<zed::BlobExport>(exports)[index].name), true,
                   false};
        return true;
    }
    if (index - exports.count >= ptx->view.symbol_count())
        return false;
    const zed::BlobSymbol &found = ptx->view.symbol(static_cast<uint32_t>(index - exports.count));
    *symbol = {ptx->view.string(found.name), false, found.import != 0};
    return true;
}

ze_result_t zed_ptx_native(const zed_ptx_t *ptx, uint8_t **binary, size_t *bytes)
{
    try {
        const Bytes whole = zed::native_wrap(ptx->view.bytes(), zed::CompileTarget::Ptx);
        uint8_t *copy = copy_of(whole.data(), whole.size(), bytes);
        if (!copy)
            return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
        *binary = copy;
        return ZE_RESULT_SUCCESS;
    } catch (const std::bad_alloc &) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
}

bool zed_ptx_cubin_read(const zed_ptx_t *ptx, const char *device_key, uint8_t **cubin,
                        size_t *bytes)
{
    try {
        Bytes entry;
        if (!zed::cache_read(cubin_key(*ptx, device_key), cubin_is_whole, &entry))
            return false;
        *cubin = copy_of(entry.data() + sizeof(Hash), entry.size() - sizeof(Hash), bytes);
        return *cubin != nullptr;
    } catch (const std::bad_alloc &) {
        return false;
    }
}

void zed_ptx_cubin_write(const zed_ptx_t *ptx, const char *device_key, const uint8_t *cubin,
                         size_t bytes)
{
    try {
        const Hash hash = cubin_hash(cubin, bytes);
        Bytes entry(sizeof hash + bytes);
        std::memcpy(entry.data(), &hash, sizeof hash);
        std::memcpy(entry.data() + sizeof hash, cubin, bytes);
        zed::cache_write(cubin_key(*ptx, device_key), entry);
    } catch (const std::bad_alloc &) {
        /* The next process compiles it again. */
    }
}
