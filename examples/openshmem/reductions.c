/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions of several types over a team of all PEs. */
#include <complex.h>
#include <shmem.h>
#include <stdio.h>

static int lowest, highest, number;
static unsigned char bits, all_bits;
static long double product, factor;
static double _Complex sum, term;

int main(void)
{
    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    long double factorial = 1;
    int wrong = 0;

    number = 7 - me;
    bits = (unsigned char)(1 << me);
    factor = me + 1;
    term = me + 1.0 * I;
    for (int i = 2; i <= n; i++)
        factorial *= i;

    wrong += shmem_min_reduce(SHMEM_TEAM_WORLD, &lowest, &number, 1);
    wrong += shmem_max_reduce(SHMEM_TEAM_WORLD, &highest, &number, 1);
    wrong += shmem_or_reduce(SHMEM_TEAM_WORLD, &all_bits, &bits, 1);
    wrong += shmem_prod_reduce(SHMEM_TEAM_WORLD, &product, &factor, 1);
    wrong += shmem_sum_reduce(SHMEM_TEAM_WORLD, &sum, &term, 1);
    wrong += lowest != 7 - (n - 1) || highest != 7;
    wrong += all_bits != (1 << n) - 1;
    wrong += product != factorial;
    wrong += creal(sum) != n * (n - 1) / 2 || cimag(sum) != n;
    if (wrong != 0)
        printf("PE %d: %d results are wrong\n", me, wrong);
    shmem_finalize();
    return wrong != 0;
}
