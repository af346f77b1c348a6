/* SPDX-License-Identifier: BSD-3-Clause */
/* A job of one PE, with more rights than who started it: it says whose they are, and uses the library. */
#include "require.h"

#include <ishmemx.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    ishmem_init();
    long *const word = ishmem_calloc(1, sizeof *word);
    ishmem_long_p(word, 7, ishmem_my_pe());
    ishmem_barrier_all();
    REQUIRE(*word == 7);
    fprintf(stderr, "user %d with the rights of %d\n", (int)getuid(), (int)geteuid());
    ishmem_finalize();
    return 0;
}
