/* SPDX-License-Identifier: BSD-3-Clause */
/* See obtain.h. */
#include "obtain.h"

#include "cache/cache.h"
#include "compiler.h"
#include "native.h"

namespace zed {
namespace {

bool is_for(const Bytes &blob, CompileTarget target)
{
    return blob_check(blob) && reinterpret_cast<const BlobHeader *>(blob.data())->target == target;
}

ze_result_t compile(const zed_module_desc_t &desc, CompileTarget target, const Hash &key,
                    Bytes *blob, std::string *log)
{
    CacheTurn turn(key);
    if (turn.waited() && cache_read(key, blob_check, blob))
        return ZE_RESULT_SUCCESS;
    ze_result_t result = compiler_build(
        desc, target, [&turn] { turn.beat(); }, blob, log);
    if (result != ZE_RESULT_SUCCESS)
        return result;
    if (!is_for(*blob, target)) {
        *log += "error: the compiler's output is damaged\n";
        return ZE_RESULT_ERROR_MODULE_BUILD_FAILURE;
    }
    cache_write(key, *blob);
    return ZE_RESULT_SUCCESS;
}

} // namespace

ze_result_t obtain_blob(const zed_module_desc_t &desc, CompileTarget target, Bytes *blob,
                        std::string *log)
{
    if (desc.native)
        return native_unwrap(desc.images[0], desc.image_bytes[0], target, blob, log)
                   ? ZE_RESULT_SUCCESS
                   : ZE_RESULT_ERROR_INVALID_NATIVE_BINARY;
    Hash key = cache_key(desc, target);
    return cache_read(key, blob_check, blob) ? ZE_RESULT_SUCCESS
                                             : compile(desc, target, key, blob, log);
}

} // namespace zed
