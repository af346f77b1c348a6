/* SPDX-License-Identifier: BSD-3-Clause */
/* kernels_ways.cl: the warp is asked which items are present only where some may be missing. */
#include "ptx_text.h"

int main()
{
    const Built built = build_file("kernels_ways.spv");
    CHECK(built.result == ZE_RESULT_SUCCESS && built.log.empty());
    size_t of_all = 0, of_some = 0;
    if (built.ptx)
        for (const auto &[name, entry] : entries_of(zed_ptx_text(built.ptx.get(), nullptr))) {
            const bool asks = entry.body.find("activemask") != std::string::npos;
            const bool some = name.rfind("some_", 0) == 0;
            if (asks != some)
                std::fprintf(stderr, "%s: %s\n", name.c_str(), asks ? "asks" : "does not ask");
            CHECK(asks == some);
            (some ? of_some : of_all)++;
        }
    CHECK(of_all == 4 && of_some == 4);
    return test_failures != 0;
}
