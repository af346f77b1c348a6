/* SPDX-License-Identifier: BSD-3-Clause */
/* A module that is compiled in parts: variables and functions that the parts share. */
#include "harness.h"

#include <sched.h>

namespace {

constexpr int items = 16;

uint32_t mixed(uint32_t start, const int *values)
{
    uint32_t x = start;
    for (int i = 0; i < 32; i++)
        x = (x ^ (x >> 7)) * 747796405U + static_cast<uint32_t>(values[(x >> 3) & 15]);
    return x;
}

void check(zed_module_t *module)
{
    const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    int values[128], result[items + 2], total = 0;
    for (int i = 0; i < 128; i++)
        values[i] = i * i - 40;
    for (int tens = 1; tens <= 6; tens++)
        for (int n = 10 * tens; n < 10 * tens + 6; n++) {
            const std::string number = std::to_string(n);
            Launch(module, ("add_" + number).c_str()).pointer(values).pointer(result).run(1, items);
            for (int i = 0; i < items; i++)
                CHECK_SAME(static_cast<uint32_t>(result[i]),
                           mixed(static_cast<uint32_t>(n + i), values));
            total += n;
            int squares = 0;
            for (int i = 0; i < n; i++)
                squares += values[i] * values[i];
            Launch(module, ("meet_" + number).c_str())
                .pointer(values)
                .pointer(result)
                .run(1, items);
            for (int i = 0; i < items; i++)
                CHECK_SAME(result[i], items * (items - 1) / 2 + table[i & 7] + squares);
        }
    Launch(module, "caller").pointer(values).pointer(result).run(1, 1);
    CHECK_SAME(static_cast<uint32_t>(result[0]), mixed(10, values));
    CHECK_SAME(result[16], 7 + total + 10);
    CHECK_SAME(result[17], 100 + total + 10);

    size_t bytes = 0;
    void *address = nullptr;
    CHECK_SAME(zed_engine_get()->module_global(module, "exported_counter", &address, &bytes),
               ZE_RESULT_SUCCESS);
    CHECK_SAME(bytes, sizeof(int));
    CHECK(address && *static_cast<int *>(address) == 100 + total + 10);
    CHECK(zed_engine_get()->module_global(module, "own_counter", &address, &bytes) !=
          ZE_RESULT_SUCCESS);
}

} // namespace

int main()
{
    check(test_module("kernels_parts.spv"));
    check(test_module("kernels_parts.spv", "-ze-opt-disable"));
    /* A process that may use only one processor compiles in one part. */
    cpu_set_t set, one;
    CHECK_SAME(sched_getaffinity(0, sizeof set, &set), 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &set))
            CPU_SET(i, &one);
    CHECK_SAME(sched_setaffinity(0, sizeof one, &one), 0);
    check(test_module("kernels_parts.spv"));
    return test_failures != 0;
}
