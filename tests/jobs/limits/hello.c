/* SPDX-License-Identifier: BSD-3-Clause */
/* A program of OpenSHMEM's that starts and ends. */
#include <shmem.h>

int main(void)
{
    shmem_init();
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
