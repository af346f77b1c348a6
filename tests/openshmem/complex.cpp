/* SPDX-License-Identifier: BSD-3-Clause */
/* In C++ the routines of complex types take those of C as well as those of <complex>. */
#include "harness.h"

#include <cstring>

template <typename C, typename T>
static void try_sums(int (*sum)(shmem_team_t, C *, const C *, size_t), T *type)
{
    (void)type;
    C *const data = static_cast<C *>(shmem_malloc(2 * sizeof(C)));
    T parts[2] = {static_cast<T>(test_me + 1), 2};
    memcpy(&data[0], parts, sizeof parts);
    shmem_barrier_all();
    test_check(sum(SHMEM_TEAM_WORLD, &data[1], &data[0], 1) == 0, "sum_reduce", "C's complex", 0);
    memcpy(parts, &data[1], sizeof parts);
    test_check(parts[0] == static_cast<T>(test_n * (test_n + 1) / 2) &&
                   parts[1] == static_cast<T>(2 * test_n),
               "sum_reduce", "C's complex", 1);
    shmem_barrier_all();
    shmem_free(data);
}

int main()
{
    test_begin();
    try_sums<shmemi_complexf_t, float>(shmem_complexf_sum_reduce, nullptr);
    try_sums<shmemi_complexd_t, double>(shmem_complexd_sum_reduce, nullptr);
    try_sums<shmemi_complexf_t, float>(shmem_sum_reduce, nullptr);
    try_sums<shmemi_complexd_t, double>(shmem_sum_reduce, nullptr);
    try_sums<shmemi_complexd_t, double>(
        [](shmem_team_t, shmemi_complexd_t *dest, const shmemi_complexd_t *source, size_t count) {
            static long pSync[SHMEM_REDUCE_SYNC_SIZE];
            static shmemi_complexd_t work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
            shmem_complexd_sum_to_all(dest, source, static_cast<int>(count), 0, 0, test_n, work,
                                      pSync);
            return 0;
        },
        nullptr);
    std::complex<double> *const data =
        static_cast<std::complex<double> *>(shmem_malloc(2 * sizeof *data));
    data[0] = {1, 0};
    shmem_barrier_all();
    test_check(shmem_complexd_prod_reduce(SHMEM_TEAM_WORLD, data + 1, data, 1) == 0 &&
                   data[1] == data[0],
               "prod_reduce", "std::complex", 0);
    shmem_barrier_all();
    shmem_free(data);
    return test_end("complex");
}
