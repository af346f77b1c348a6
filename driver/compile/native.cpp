/* SPDX-License-Identifier: BSD-3-Clause */
/* See native.h.  The most likely errors are checked first. */
#include "native.h"

#include "cache/cache.h"
#include "hash.h"

#include <cstddef>
#include <cstring>

namespace zed {
namespace {

constexpr uint64_t native_magic = 0x7669746e64657aULL; /* "zedntiv" */
constexpr uint64_t native_version = 1;

struct NativeHeader {
    uint64_t magic;
    uint64_t version; /* of this struct */
    uint64_t bytes;   /* header and blob */
    Hash driver;
    Hash machine;
    Hash contents; /* of the header before this word, and of the blob */
};

bool same(const Hash &a, const Hash &b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/* A binary that does not report may run among those that do, and one that reports may run without a
 * listener, so reporting is not part of the key. */
Hash key_of(CompileTarget target)
{
    return machine_key(target == CompileTarget::Ptx ? target
                       : is_checked(target)         ? CompileTarget::Checked
                                                    : CompileTarget::Processor);
}

Hash contents_hash(const NativeHeader &header, const uint8_t *blob, size_t count)
{
    Hasher hasher;
    hasher.add(&header, offsetof(NativeHeader, contents));
    hasher.add(blob, count);
    return hasher.finish();
}

} // namespace

Bytes native_wrap(const Bytes &blob, CompileTarget target)
{
    NativeHeader header = {};
    header.magic = native_magic;
    header.version = native_version;
    header.bytes = sizeof header + blob.size();
    header.driver = driver_key();
    header.machine = key_of(target);
    header.contents = contents_hash(header, blob.data(), blob.size());
    Bytes whole(sizeof header + blob.size());
    std::memcpy(whole.data(), &header, sizeof header);
    std::memcpy(whole.data() + sizeof header, blob.data(), blob.size());
    return whole;
}

bool native_unwrap(const uint8_t *bytes, size_t count, CompileTarget target, Bytes *blob,
                   std::string *error)
{
    NativeHeader header;
    if (count < sizeof header || std::memcmp(bytes, &native_magic, sizeof native_magic) != 0) {
        *error = "error: the binary does not come from this driver's zeModuleGetNativeBinary\n";
        return false;
    }
    std::memcpy(&header, bytes, sizeof header);
    if (header.version != native_version || !same(header.driver, driver_key())) {
        *error = "error: the native binary was made by another version of this driver; build the "
                 "module from SPIR-V again\n";
        return false;
    }
    if (!same(header.machine, key_of(target))) {
        *error = std::string("error: the native binary was made for a processor other than ") +
                 (target == CompileTarget::Ptx ? "NVIDIA's GPUs" : "this machine's") +
                 (is_checked(target) ? ", or without ZECPU_SANITIZE=1" : "") +
                 "; build the module from SPIR-V again\n";
        return false;
    }
    if (header.bytes != count) {
        *error = "error: the native binary has " + std::to_string(count) + " bytes; expected " +
                 std::to_string(header.bytes) + "\n";
        return false;
    }
    const uint8_t *begin = bytes + sizeof header;
    if (!same(header.contents, contents_hash(header, begin, count - sizeof header))) {
        *error = "error: the native binary is damaged: its contents do not match its checksum\n";
        return false;
    }
    blob->assign(begin, bytes + count);
    if (!blob_check(*blob)) {
        *error = "error: the native binary is damaged: its tables are inconsistent\n";
        return false;
    }
    return true;
}

} // namespace zed
