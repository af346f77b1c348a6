/* SPDX-License-Identifier: BSD-3-Clause */
/* kernels_mended.cl: halves are converted and not read as floats, rotations are by less than 64,
 * vectors of floats are passed where that is possible, and vectors of halves are compared as
 * floats. */
#include "ptx_text.h"

namespace {

size_t count_of(const std::string &text, const std::string &part)
{
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        count++;
    return count;
}

} // namespace

int main()
{
    const Built built = build_file("kernels_mended.spv");
    CHECK_TEXT(built.log, "");
    if (!built.ptx)
        return 1;
    const std::map<std::string, Entry> entries = entries_of(zed_ptx_text(built.ptx.get(), nullptr));
    CHECK(count_of(entries.at("widened").body, "cvt.f32.f16") == 8);
    CHECK(count_of(entries.at("rotated").body, ", 63;") >= 1);
    CHECK(count_of(entries.at("rotated_vector").body, ", 63;") >= 4);
    CHECK(entries.count("passed") == 1 && entries.count("unordered") == 1);
    return test_failures != 0;
}
