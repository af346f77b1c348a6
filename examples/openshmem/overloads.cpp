/* SPDX-License-Identifier: BSD-3-Clause */
/* In C++ the names without a type are overloaded functions. */
#include <complex>
#include <cstdio>
#include <shmem.h>

static std::complex<double> term, sum;
static long inbox = -1;

int main()
{
    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();
    int wrong = 0;

    term = std::complex<double>(me, 1);
    wrong += shmem_sum_reduce(SHMEM_TEAM_WORLD, &sum, &term, 1);
    wrong += sum != std::complex<double>(n * (n - 1) / 2, n);
    shmem_p(SHMEM_CTX_DEFAULT, &inbox, me, (me + 1) % n);
    shmem_wait_until(&inbox, SHMEM_CMP_NE, -1);
    wrong += inbox != (me + n - 1) % n;
    wrong += shmem_sync(SHMEM_TEAM_WORLD);
    if (wrong != 0)
        std::printf("PE %d: %d results are wrong\n", me, wrong);
    shmem_finalize();
    return wrong != 0;
}
