/* SPDX-License-Identifier: BSD-3-Clause */
/* Private memory: as much as requested, up to a limit, and an error beyond it. */
#include "harness.h"

#include <thread>

namespace {

uint32_t sum_of(uint32_t seed, uint32_t elements)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < elements; i += 1024)
        sum += seed + i;
    return sum;
}

void check_runs(zed_module_t *module, const char *kernel, uint32_t elements, uint32_t arrays,
                uint32_t groups, uint32_t items)
{
    std::vector<uint32_t> to(groups * items);
    Launch launch(module, kernel);
    launch.pointer(to.data()).run(groups, items);
    CHECK(launch.kernel()->private_bytes >= arrays * elements * sizeof(uint32_t));
    /* A function that is called twice may have been inlined twice. */
    CHECK(launch.kernel()->private_bytes < 2 * arrays * elements * sizeof(uint32_t) + 65536);
    for (uint32_t i = 0; i < to.size(); i++)
        CHECK_SAME(to[i], arrays * sum_of(i, elements));
}

void check_refused(zed_module_t *module, const char *kernel, uint32_t items)
{
    std::vector<uint32_t> to(items);
    Launch launch(module, kernel);
    CHECK_SAME(launch.pointer(to.data()).outcome(1, 1, 1, items, 1, 1),
               ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
    CHECK(launch.kernel()->private_bytes >= 1u << 30);
}

void check_all(zed_module_t *module)
{
    check_runs(module, "large", 4 << 20, 1, 4, 2);
    check_runs(module, "large_waits", 4 << 20, 1, 3, 4);
    check_runs(module, "chain", 256 << 10, 8, 8, 2);
    check_runs(module, "chain_waits", 256 << 10, 8, 3, 4);
}

} // namespace

int main(int argc, char **argv)
{
    test_start();
    zed_module_t *module = test_module("kernels_private.spv", argc > 1 ? argv[1] : nullptr);
    check_all(module);
    check_refused(module, "too_large", 1);
    check_refused(module, "too_large_waits", 1000);
    /* Launches from several threads at once, whose own stacks are smaller. */
    std::thread others[3];
    for (std::thread &other : others)
        other = std::thread(check_all, module);
    for (std::thread &other : others)
        other.join();
    zed_engine_get()->module_destroy(module);
    return test_failures != 0;
}
