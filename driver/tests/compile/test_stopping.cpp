/* SPDX-License-Identifier: BSD-3-Clause */
/* Code that LLVM cannot compile for this processor: the module is created nevertheless, or its log
 * says which kernel failed and why. */
#include "harness.h"

#include <cstdlib>
#include <string>

namespace {

ze_result_t build(const char *file, zed_module_t **module, std::string *log)
{
    std::vector<uint8_t> bytes = test_file(file);
    const uint8_t *image = bytes.data();
    size_t size = bytes.size();
    const char *flags = nullptr;
    zed_module_desc_t desc = {1, &image, &size, &flags, nullptr, false};
    char *text = nullptr;
    ze_result_t result = zed_engine_get()->module_create(0, &desc, module, &text);
    *log = text ? text : "";
    std::free(text);
    return result;
}

/* 1, -2, 0.5, nan and -0 as halves. */
constexpr uint16_t one = 0x3c00, minus_two = 0xc000, half = 0x3800, nan = 0x7e00, zero = 0;

void test_halves(zed_module_t *module)
{
    const uint16_t from[5] = {one, minus_two, half, half, nan};
    uint16_t to[16];
    Launch(module, "extremes").pointer(to).pointer(from).run(1, 4);
    const uint16_t wanted[3][2] = {{one, minus_two}, {half, minus_two}, {half, half}};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 4; k++)
            CHECK_SAME(to[4 * i + k], wanted[i][k % 2]);
    CHECK_SAME(to[12], half); /* the number, not the NaN */
    CHECK_SAME(to[13], half);
    alignas(16) const uint16_t vectors[16] = {one,  half, nan, zero, one,       one, one, one,
                                              half, one,  one, one,  minus_two, one, one, one};
    alignas(16) uint16_t extremes[32];
    Launch(module, "extremes_of_vectors").pointer(extremes).pointer(vectors).run(1, 1);
    const uint16_t larger[8] = {one, one, one, one, one, one, one, one};
    const uint16_t smaller[8] = {half, half, one, zero, minus_two, one, one, one};
    for (size_t k = 0; k < 8; k++) {
        CHECK_SAME(extremes[k], larger[k]);
        CHECK_SAME(extremes[8 + k], smaller[k]);
        if (k == 2) /* max and min are undefined there */
            continue;
        CHECK_SAME(extremes[16 + k], larger[k]);
        CHECK_SAME(extremes[24 + k], smaller[k]);
    }
}

/* For processors other than this one, so the kernels only have to compile. */
void test_halves_elsewhere()
{
    for (const char *features :
         {"+f16c,-avx2", "+f16c,+avx2,-avx512f", "+avx512f,+avx512bw,+avx512vl"}) {
        zed_module_t *module;
        std::string log;
        setenv("ZECPU_FEATURES", features, 1);
        CHECK(build("kernels_half.spv", &module, &log) == ZE_RESULT_SUCCESS);
        CHECK(log.empty());
        if (!log.empty())
            std::fprintf(stderr, "%s: %s\n", features, log.c_str());
    }
}

/* LLVM has no code for a 64-bit processor without them. */
void test_second_try()
{
    zed_module_t *module = nullptr;
    std::string log;
    setenv("ZECPU_FEATURES", "-64bit", 1);
    CHECK(build("kernels_half.spv", &module, &log) == ZE_RESULT_SUCCESS);
    CHECK(log.find("warning: LLVM stopped") == 0);
    CHECK(log.find("; the module is compiled without this processor's extensions\n") != log.npos);
    if (module)
        test_halves(module);
    unsetenv("ZECPU_FEATURES");
}

void test_no_way()
{
    zed_module_t *module;
    std::string log;
    CHECK(build("kernels_stopping.spv", &module, &log) == ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
    CHECK(log ==
          "error: LLVM stopped in kernel 'stopping': Cannot select: intrinsic %llvm.aarch64.dmb\n");
    if (test_failures)
        std::fprintf(stderr, "%s\n", log.c_str());
}

} // namespace

int main()
{
    zed_module_t *module;
    std::string log;
    CHECK(build("kernels_half.spv", &module, &log) == ZE_RESULT_SUCCESS);
    CHECK(log.empty());
    test_halves(module);
#ifdef __x86_64__
    test_halves_elsewhere();
    test_second_try();
    test_no_way();
#endif
    return test_failures != 0;
}
