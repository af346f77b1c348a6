/* SPDX-License-Identifier: BSD-3-Clause */
/* The program of the page about OpenSHMEM, in C and C++: each PE puts its number to the next one. */
#include <shmem.h>
#include <stdlib.h>

int main(void)
{
    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    int *from = (int *)shmem_malloc(sizeof *from);
    shmem_int_p(from, me, (me + 1) % n);
    shmem_barrier_all();
    const int right = shmem_int_g(from, me) == (me + n - 1) % n;
    shmem_finalize();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
