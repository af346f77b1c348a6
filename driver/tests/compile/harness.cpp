/* SPDX-License-Identifier: BSD-3-Clause */
/* See harness.h. */
#include "harness.h"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

void test_start()
{
    uint32_t count;
    const zed_device_info_t *devices;
    zed_engine_get()->start(&count, &devices);
}

zed_module_t *test_module(const char *file, const char *flags)
{
    std::vector<uint8_t> bytes = test_file(file);
    const uint8_t *image = bytes.data();
    size_t size = bytes.size();
    zed_module_desc_t desc = {1, &image, &size, &flags, nullptr, false};
    zed_module_t *module = nullptr;
    char *log = nullptr;
    ze_result_t result = zed_engine_get()->module_create(0, &desc, &module, &log);
    if (result != ZE_RESULT_SUCCESS) {
        std::fprintf(stderr, "%s: 0x%x\n%s\n", file, result, log ? log : "(no log)");
        std::exit(1);
    }
    std::free(log);
    return module;
}

static bool files_mention(const std::string &directory, const char *name)
{
    for (const auto &entry : std::filesystem::recursive_directory_iterator(directory)) {
        std::ifstream stream(entry.path(), std::ios::binary);
        std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        if (bytes.find(name) != std::string::npos)
            return true;
    }
    return false;
}

zed_module_t *test_module_calling(const char *file, const char *flags,
                                  std::initializer_list<const char *> routines)
{
    std::string directory = (std::filesystem::temp_directory_path() / "zed-code-XXXXXX").string();
    CHECK(mkdtemp(directory.data()) != nullptr);
    setenv("ZECPU_CACHE_DIR", directory.c_str(), 1);
    zed_module_t *module = test_module(file, flags);
    bool calls = false;
    for (const char *routine : routines)
        calls = calls || files_mention(directory, routine);
    CHECK(calls);
    std::filesystem::remove_all(directory);
    return module;
}

Launch::Launch(zed_module_t *module, const char *name)
{
    ze_result_t result = zed_engine_get()->kernel_get(module, name, &kernel_);
    if (result != ZE_RESULT_SUCCESS) {
        std::fprintf(stderr, "kernel %s: 0x%x\n", name, result);
        std::exit(1);
    }
    block_.resize(kernel_->argument_block_bytes / 8 + 1);
    local_bytes_ = kernel_->local_static_bytes;
}

Launch &Launch::pointer(const void *address)
{
    CHECK(kernel_->arguments[next_].kind == ZED_ARGUMENT_POINTER);
    uint64_t value = reinterpret_cast<uint64_t>(address);
    return raw(&value, sizeof value);
}

Launch &Launch::local(uint32_t bytes)
{
    CHECK(kernel_->arguments[next_].kind == ZED_ARGUMENT_LOCAL);
    uint64_t at = local_bytes_;
    local_bytes_ += bytes;
    return raw(&at, sizeof at);
}

Launch &Launch::raw(const void *bytes, size_t count)
{
    const zed_argument_t &argument = kernel_->arguments[next_++];
    CHECK_SAME(argument.bytes, count);
    std::memcpy(reinterpret_cast<char *>(block_.data()) + argument.offset, bytes, count);
    return *this;
}

Launch &Launch::offset(uint32_t x, uint32_t y, uint32_t z)
{
    offset_[0] = x;
    offset_[1] = y;
    offset_[2] = z;
    return *this;
}

void Launch::run(uint32_t gx, uint32_t gy, uint32_t gz, uint32_t sx, uint32_t sy, uint32_t sz)
{
    CHECK_SAME(outcome(gx, gy, gz, sx, sy, sz), ZE_RESULT_SUCCESS);
}

ze_result_t Launch::outcome(uint32_t gx, uint32_t gy, uint32_t gz, uint32_t sx, uint32_t sy,
                            uint32_t sz)
{
    CHECK_SAME(next_, kernel_->argument_count);
    zed_launch_t launch = {};
    launch.kernel = kernel_;
    launch.arguments = block_.data();
    launch.local_bytes = local_bytes_;
    const uint32_t groups[3] = {gx, gy, gz}, sizes[3] = {sx, sy, sz};
    std::memcpy(launch.group_count, groups, sizeof groups);
    std::memcpy(launch.group_size, sizes, sizeof sizes);
    std::memcpy(launch.global_offset, offset_, sizeof offset_);
    return zed_engine_get()->launch(&launch);
}
