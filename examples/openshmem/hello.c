/* SPDX-License-Identifier: BSD-3-Clause */
/* Each PE says who it is. */
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    int major, minor;
    char name[SHMEM_MAX_NAME_LEN];

    shmem_init();
    shmem_info_get_version(&major, &minor);
    shmem_info_get_name(name);
    printf("PE %d of %d: OpenSHMEM %d.%d by %s\n", shmem_my_pe(), shmem_n_pes(), major, minor,
           name);
    const int wrong = major != SHMEM_MAJOR_VERSION || minor != SHMEM_MINOR_VERSION;
    shmem_finalize();
    return wrong;
}
