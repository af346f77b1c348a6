/* SPDX-License-Identifier: BSD-3-Clause */
/* Computes the keys of cache entries. */
#include "cache.h"

#include "../spec_constants.h"
#include "build_id.h"
#include "engine/abi.h"

#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace zed {
namespace {

/* The lines of /proc/cpuinfo that identify the first processor; other lines change from read to
 * read. */
std::string processor()
{
    char text[8192];
    int file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return "";
    size_t length = 0;
    for (ssize_t got = 1; got > 0 && length < sizeof text - 1; length += static_cast<size_t>(got)) {
        got = read(file, text + length, sizeof text - 1 - length);
        if (got < 0)
            got = 0;
    }
    close(file);
    text[length] = '\0';
    static const char *const wanted[] = {"vendor_id", "cpu family",      "model",    "stepping",
                                         "flags",     "CPU implementer", "CPU part", "Features"};
    std::string found;
    for (char *line = text; line && *line && *line != '\n';) {
        char *end = std::strchr(line, '\n');
        for (const char *name : wanted)
            if (std::strncmp(line, name, std::strlen(name)) == 0)
                found.append(line, end ? static_cast<size_t>(end - line) : std::strlen(line));
        line = end ? end + 1 : nullptr;
    }
    return found;
}

/* See optimise.cpp. */
std::string wanted_features()
{
    const char *wanted = secure_getenv("ZECPU_FEATURES");
    return wanted ? wanted : "";
}

} // namespace

Hash driver_key()
{
    Hasher hasher;
    hasher.add(static_cast<uint64_t>(ZED_CODE_VERSION));
    hasher.add(std::string(ZED_BUILD_ID));
    return hasher.finish();
}

Hash machine_key(CompileTarget target)
{
    static const std::string cpu = processor(), features = wanted_features();
    Hasher hasher;
    hasher.add(target == CompileTarget::Ptx ? "PTX 7.5 for sm_80" : cpu);
    if (target != CompileTarget::Ptx)
        hasher.add(features);
    if (is_checked(target))
        hasher.add(std::string("with checks"));
    if (is_reporting(target))
        hasher.add(std::string("reporting"));
    return hasher.finish();
}

Hash cache_key(const zed_module_desc_t &desc, CompileTarget target)
{
    const Hash driver = driver_key();
    const Hash machine = machine_key(target);
    Hasher hasher;
    hasher.add(&driver, sizeof driver);
    hasher.add(&machine, sizeof machine);
    hasher.add(static_cast<uint64_t>(desc.image_count));
    for (uint32_t i = 0; i < desc.image_count; i++) {
        hasher.add(desc.images[i], desc.image_bytes[i]);
        hasher.add(std::string(desc.build_flags && desc.build_flags[i] ? desc.build_flags[i] : ""));
        for (const std::pair<uint32_t, uint64_t> &constant : spec_constants(desc, i)) {
            hasher.add(static_cast<uint64_t>(constant.first));
            hasher.add(constant.second);
        }
    }
    return hasher.finish();
}

} // namespace zed
