/* SPDX-License-Identifier: BSD-3-Clause */
/* Constructs that DPC++ writes and other compilers do not. */
#include "harness.h"

#include <memory>

namespace {

const zed_engine_t *engine;

struct Destroy {
    void operator()(zed_module_t *module) const
    {
        engine->module_destroy(module);
    }
};
using Module = std::unique_ptr<zed_module_t, Destroy>;

/* kernels_components.spvasm */
void test_components()
{
    const Module module(test_module("kernels_components.spv"));
    std::vector<int64_t> to(20 * 12 * 8);
    Launch(module.get(), "components").pointer(to.data()).run(4, 3, 1, 5, 2, 2);
    for (int64_t y = 0; y < 6; y++)
        for (int64_t x = 0; x < 20; x++) {
            const int64_t *found = &to[static_cast<size_t>(y * 20 + x) * 8];
            CHECK_SAME(found[0], x);
            CHECK_SAME(found[1], y);
            CHECK(found[2] == 0 || found[2] == 1);
            CHECK_SAME(found[3], x % 5);
            CHECK_SAME(found[4], x);
            CHECK_SAME(found[5], y);
            CHECK_SAME(found[6], y);
            CHECK_SAME(found[7], 20);
        }
}

int *variable(zed_module_t *module, const char *name)
{
    void *address = nullptr;
    size_t bytes = 0;
    CHECK_SAME(engine->module_global(module, name, &address, &bytes), ZE_RESULT_SUCCESS);
    CHECK_SAME(bytes, sizeof(int));
    return static_cast<int *>(address);
}

/* kernels_host_names.spvasm */
void test_host_names()
{
    const Module module(test_module("kernels_host_names.spv"));
    const char *const names[] = {"_Z8exported", "____ZL3own", "_ZN1a5laterE"};
    for (int round = 1; round < 3; round++) {
        int to[3] = {0, 0, 0};
        Launch(module.get(), "add").pointer(to).run(1, 1);
        for (int i = 0; i < 3; i++) {
            int *const found = variable(module.get(), names[i]);
            CHECK_SAME(to[i], 100 * round + i + 1);
            CHECK(found && *found == to[i]);
            if (found)
                *found = 200;
        }
    }
}

/* kernels_assert.cl: 24 items; those from the limit on fail. */
void launch_asserting(const char *kernel, int limit)
{
    const Module module(test_module("kernels_assert.spv"));
    std::vector<int> to(24);
    Launch(module.get(), kernel).pointer(to.data()).value(limit).run(2, 2, 1, 3, 2, 1);
    for (int i = 0; i < 24; i++)
        CHECK_SAME(to[static_cast<size_t>(i)], i);
}

} // namespace

int main(int argc, char **argv)
{
    uint32_t count;
    const zed_device_info_t *devices;
    engine = zed_engine_get();
    engine->start(&count, &devices);
    if (argc == 2) {
        launch_asserting(argv[1], 23);
        return 0; /* the call should not have returned */
    }
    launch_asserting("together", 24);
    launch_asserting("apart", 24);
    test_components();
    test_host_names();
    return test_failures != 0;
}
