/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Describes the source in a blob: the table of lines, and the file for debuggers.
 */
#ifndef ZED_TRANSLATE_DEBUG_FILE_H
#define ZED_TRANSLATE_DEBUG_FILE_H

#include "writer.h"

#include <llvm/Object/ELFObjectFile.h>
#include <map>
#include <string>
#include <vector>

namespace zed {

/* One part's object, and the addresses of its sections in the image, by their indices. */
struct DebugObject {
    const llvm::object::ELF64LEObjectFile *elf;
    std::map<uint64_t, uint64_t> sections;
};

struct DebugFunction {
    uint64_t address; /* in the image */
    uint64_t bytes;
    std::string name;
};

/* Writes nothing for objects without lines. */
bool describe_source(const std::vector<DebugObject> &objects,
                     const std::vector<DebugFunction> &functions, uint64_t text_bytes,
                     BlobWriter *writer, BlobHeader *header, std::string *log);

} // namespace zed

#endif
