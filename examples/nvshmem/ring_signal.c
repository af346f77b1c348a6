/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A token goes round all PEs: each waits for the signal that comes with it, adds its own number and passes
 * the token on.
 */
#include <nvshmem.h>
#include <stdio.h>

int main(void)
{
    nvshmem_init();
    const int me = nvshmem_my_pe(), n = nvshmem_n_pes();
    long *const token = nvshmem_calloc(2, sizeof *token); /* what arrives, and what is sent */
    uint64_t *const arrived = nvshmem_calloc(1, sizeof *arrived);

    if (me != 0) {
        nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_EQ, 1);
    }
    const long passed_on = (me != 0 ? nvshmem_long_g(token, me) : 0) + me;
    nvshmem_long_p(token + 1, passed_on, me);
    nvshmem_quiet();
    nvshmem_putmem_signal(token, token + 1, sizeof *token, arrived, 1, NVSHMEM_SIGNAL_SET,
                          (me + 1) % n);
    nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_EQ, 1);
    const long sum = nvshmem_long_g(token, 0);
    const int is_wrong = me == 0 && sum != (long)n * (n - 1) / 2;
    if (me == 0) {
        printf("the token brings %ld: %s\n", sum, is_wrong ? "WRONG" : "right");
    }
    nvshmem_barrier_all();
    nvshmem_free(arrived);
    nvshmem_free(token);
    nvshmem_finalize();
    return is_wrong;
}
