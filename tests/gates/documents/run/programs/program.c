/* SPDX-License-Identifier: BSD-3-Clause */
/* The program of pages that show none: each PE sends its number round, and waits for a signal. */
#include <ishmemx.h>
#include <stdlib.h>

int main(void)
{
    ishmem_init();
    const int me = ishmem_my_pe();
    const int n = ishmem_n_pes();
    int *from = (int *)ishmem_calloc(1, sizeof *from);
    uint64_t *signal = (uint64_t *)ishmem_calloc(1, sizeof *signal);
    ishmem_int_put_signal(from, &me, 1, signal, 1, ISHMEM_SIGNAL_SET, (me + 1) % n);
    ishmem_signal_wait_until(signal, ISHMEM_CMP_EQ, 1);
    const int right = ishmem_int_g(from, me) == (me + n - 1) % n;
    ishmem_finalize();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
