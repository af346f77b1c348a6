/* SPDX-License-Identifier: BSD-3-Clause */
/* Two contexts: quiet on the first completes only what was put on it. */
#include <shmem.h>
#include <stdio.h>

#define N 256

static int first[N], second[N], flag;

int main(void)
{
    shmem_ctx_t one, two;
    int source[N];

    shmem_init();
    const int me = shmem_my_pe();
    const int next = (me + 1) % shmem_n_pes();
    int wrong = 0;

    if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &one) != 0 ||
        shmem_ctx_create(SHMEM_CTX_SERIALIZED | SHMEM_CTX_NOSTORE, &two) != 0) {
        printf("PE %d: no contexts\n", me);
        shmem_global_exit(1);
    }
    for (int i = 0; i < N; i++)
        source[i] = me + i;
    shmem_put_nbi(one, first, source, N, next);
    shmem_put_nbi(two, second, source, N, next);
    shmem_ctx_quiet(one);
    shmem_p(one, &flag, 1, next);
    shmem_wait_until(&flag, SHMEM_CMP_EQ, 1);
    const int previous = (me + shmem_n_pes() - 1) % shmem_n_pes();
    for (int i = 0; i < N; i++)
        wrong += first[i] != previous + i;
    shmem_ctx_quiet(two);
    shmem_barrier_all();
    for (int i = 0; i < N; i++)
        wrong += second[i] != previous + i;
    if (wrong != 0)
        printf("PE %d: %d elements are wrong\n", me, wrong);
    shmem_ctx_destroy(two);
    shmem_ctx_destroy(one);
    shmem_finalize();
    return wrong != 0;
}
