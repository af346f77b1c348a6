/* SPDX-License-Identifier: BSD-3-Clause */
/* Where another PE's memory can be reached by loads and stores, shmem_ptr says at which address. */
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    int wrong = 0;

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    int *const word = shmem_malloc(sizeof *word);
    int local;

    *word = me;
    shmem_barrier_all();
    for (int pe = 0; pe < n; pe++) {
        const int *const theirs = shmem_ptr(word, pe);
        wrong += shmem_int_g(word, pe) != pe;
        wrong += !shmem_pe_accessible(pe) || !shmem_addr_accessible(word, pe);
        wrong += theirs != NULL && theirs != word && *theirs != pe;
    }
    wrong += shmem_ptr(word, me) == NULL;
    wrong += shmem_ptr(&local, me) != NULL || shmem_addr_accessible(&local, me);
    if (wrong != 0)
        printf("PE %d: %d results are wrong\n", me, wrong);
    shmem_barrier_all();
    shmem_free(word);
    shmem_finalize();
    return wrong != 0;
}
