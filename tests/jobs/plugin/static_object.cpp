// SPDX-License-Identifier: BSD-3-Clause
// static_object HOW: a static object uses the library in its destructor, which frees memory (free), finalizes as well
// (finalize), or first meets the other PEs (barrier); one PE may end by exit() meanwhile (exit), or main finalizes and
// the destructor frees nothing (early).
#include <ishmem.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {
const char *how = "";

struct holder {
    long *word = nullptr;

    ~holder()
    {
        if (!word) {
            return;
        }
        if (std::strcmp(how, "barrier") == 0) {
            const int next = (ishmem_my_pe() + 1) % ishmem_n_pes();
            ishmem_long_p(word, 5, next);
            ishmem_barrier_all();
            std::fprintf(stderr, *word == 5 ? "the destructor has met all\n"
                                            : "the destructor has lost a put\n");
        }
        ishmem_free(word);
        if (std::strcmp(how, "free") != 0 && std::strcmp(how, "exit") != 0) {
            ishmem_finalize();
        }
    }
};
holder here;
} // namespace

int main(int argc, char **argv)
{
    how = argc > 1 ? argv[1] : "";
    ishmem_init();
    here.word = static_cast<long *>(ishmem_malloc(sizeof(long)));
    ishmem_barrier_all();
    if (std::strcmp(how, "early") == 0) {
        ishmem_free(here.word);
        here.word = nullptr;
        ishmem_finalize();
    } else if (std::strcmp(how, "exit") == 0 && ishmem_my_pe() == 0) {
        std::exit(0);
    }
    return 0;
}
