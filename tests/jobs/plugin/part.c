/* SPDX-License-Identifier: BSD-3-Clause */
/* A part that programs load and close: it starts the library, uses it, and finalizes it if it is asked to. */
#include <ishmem.h>
#include <stdbool.h>

bool use_library(bool finalizes);

__attribute__((visibility("default"))) bool use_library(bool finalizes)
{
    ishmem_init();
    const int n_pes = ishmem_n_pes();
    const int me = ishmem_my_pe();
    long *const word = ishmem_malloc(sizeof *word);
    ishmem_long_p(word, me + 1, (me + 1) % n_pes);
    ishmem_barrier_all();
    const bool good = *word == (me + n_pes - 1) % n_pes + 1;
    ishmem_free(word);
    if (finalizes) {
        ishmem_finalize();
    }
    return good;
}
