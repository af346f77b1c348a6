// SPDX-License-Identifier: BSD-3-Clause
/*
 * A token goes round a ring of PEs: each PE waits for it, adds its number and sends it on. The host submits
 * everything to a SYCL queue and waits once, at the end.
 */
#include <sycl/sycl.hpp>

#include <ishmemx.h>

#include <cstdio>
#include <cstdlib>

int main()
{
    sycl::queue queue{sycl::property::queue::in_order{}};
    ishmem_init();
    const int me = ishmem_my_pe();
    const int pes = ishmem_n_pes();
    const int next = (me + 1) % pes;

    long *token = static_cast<long *>(ishmem_calloc(1, sizeof(long)));
    uint64_t *arrived = static_cast<uint64_t *>(ishmem_calloc(1, sizeof(uint64_t)));
    long *mine = sycl::malloc_shared<long>(1, queue);
    *mine = 1;
    ishmem_barrier_all();

    /* PE 0 starts the token, all others wait for it first. */
    if (me != 0) {
        ishmemx_signal_wait_until_on_queue(arrived, ISHMEM_CMP_EQ, 1, nullptr, queue);
        ishmemx_long_atomic_add_on_queue(token, me + 1, me, queue);
        ishmemx_long_atomic_fetch_on_queue(token, me, mine, queue);
    }
    ishmemx_long_put_signal_on_queue(token, mine, 1, arrived, 1, ISHMEM_SIGNAL_SET, next, queue);
    if (me == 0) {
        ishmemx_signal_wait_until_on_queue(arrived, ISHMEM_CMP_EQ, 1, nullptr, queue);
    }
    ishmemx_barrier_all_on_queue(queue);
    queue.memcpy(mine, token, sizeof(long));
    queue.wait_and_throw();

    bool right = true;
    if (me == 0) {
        const long sum = static_cast<long>(pes) * (pes + 1) / 2;
        right = *mine == sum;
        std::printf("The token returns with %ld, the sum of 1 to %d is %ld\n", *mine, pes, sum);
    }
    sycl::free(mine, queue);
    ishmem_free(arrived);
    ishmem_free(token);
    ishmem_finalize();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
