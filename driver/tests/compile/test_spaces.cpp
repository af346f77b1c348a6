/* SPDX-License-Identifier: BSD-3-Clause */
/* The address spaces of generic pointers (kernels_spaces.cl). */
#include "harness.h"

namespace {

enum { in_global = 0x211, in_local = 0x112, in_private = 0x214, is_null = 0x200 };

void test_spaces(const char *flags)
{
    zed_module_t *module = test_module("kernels_spaces.spv", flags);
    std::vector<int> to(128 * 4);
    Launch visible(module, "visible");
    visible.pointer(to.data()).run(2, 64);
    for (size_t i = 0; i < 128; i++) {
        CHECK_SAME(to[4 * i], in_global);
        CHECK_SAME(to[4 * i + 1], in_local);
        CHECK_SAME(to[4 * i + 2], in_private);
        CHECK_SAME(to[4 * i + 3], is_null);
    }
    if (!flags)
        CHECK(!visible.kernel()->waits);
    std::vector<uint64_t> box(128 * 4);
    Launch(module, "hidden").pointer(to.data()).pointer(box.data()).local(64 * 4).run(2, 64);
    for (size_t i = 0; i < 128; i++) {
        CHECK_SAME(to[4 * i], in_global);
        CHECK_SAME(to[4 * i + 1], in_local);
        CHECK_SAME(to[4 * i + 2], in_private);
        CHECK_SAME(to[4 * i + 3], in_global);
    }
    Launch(module, "recursive").pointer(to.data()).run(1, 20);
    for (size_t i = 0; i < 20; i++) {
        CHECK_SAME(to[2 * i], in_private + 1000 * in_private);
        CHECK_SAME(to[2 * i + 1], in_global + 1000 * in_global);
    }
    zed_engine_get()->module_destroy(module);
}

} // namespace

int main()
{
    test_start();
    test_spaces(nullptr);
    test_spaces("-ze-opt-disable");
    return test_failures != 0;
}
