/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ptx_modules FILE.spv...: each file becomes complete PTX.  Prints sizes and times.
 */
#include "ptx_text.h"

#include <chrono>

namespace {

double seconds()
{
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/* Neither a library of functions nor a program has imports. */
void test_file(const char *name)
{
    const double start = seconds();
    const Built built = build_file(name);
    const double compiled = seconds();
    size_t bytes;
    zed_ptx_text(built.ptx.get(), &bytes);
    CHECK_TEXT(built.log, "");
    CHECK_TEXT(problems_of(built.ptx.get()), "");
    std::printf("%8zu bytes of PTX, %5.1f s, then %5.1f s of ptxas: %s\n", bytes, compiled - start,
                seconds() - compiled, name);
}

} // namespace

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++)
        test_file(arguments[i]);
    return test_failures != 0;
}
