/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of the test frame that do not depend on who runs the kernels: the engine (harness.cpp),
 * or a driver (builtins/harness_level_zero.cpp). */
#include "harness.h"

int test_failures;

void test_same(double found, double wanted, const char *what, const char *file, int line)
{
    if (found == wanted || (found != found && wanted != wanted))
        return;
    std::fprintf(stderr, "%s:%d: %s is %.17g, not %.17g\n", file, line, what, found, wanted);
    test_failures++;
}

std::vector<uint8_t> test_file(const char *name)
{
    const char *others = std::getenv("TEST_KERNELS");
    const std::string directory = others ? others : TEST_KERNELS;
    std::ifstream stream(directory + "/" + name, std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    if (bytes.empty()) {
        std::fprintf(stderr, "%s/%s cannot be read\n", directory.c_str(), name);
        std::exit(1);
    }
    return {bytes.begin(), bytes.end()};
}

void Launch::run(uint32_t groups, uint32_t items)
{
    run(groups, 1, 1, items, 1, 1);
}
