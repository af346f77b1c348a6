/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The routines without a type.
 */
#include "define.h"
#include "host/api/openshmem.h"
#include "routines.h"
#include "team.h"
#include <stdio.h>
#include <stdlib.h>

OPENSHMEM_RENAMED(OPENSHMEM_JUMP)

/* Prints the version if the environment has SHMEM_VERSION. */
static void print_version(void)
{
    const char *const asks = secure_getenv("SHMEM_VERSION");
    const char *const asked = asks ? asks : secure_getenv("SMA_VERSION");
    if (asked && *asked && ishmem_my_pe() == 0) {
        printf("%s " ISHMEM_LIBRARY_VERSION ", OpenSHMEM %d.%d\n", SHMEM_VENDOR_STRING,
               SHMEM_MAJOR_VERSION, SHMEM_MINOR_VERSION);
        fflush(stdout);
    }
}

void pshmem_init(void)
{
    ishmemi_openshmem.speak();
    ishmem_init();
    print_version();
}
OPENSHMEM_ALIAS(void, init, (void))

int pshmem_init_thread(int requested, int *provided)
{
    ishmemi_openshmem.speak();
    const int result = ishmem_init_thread(requested, provided);
    print_version();
    return result;
}
OPENSHMEM_ALIAS(int, init_thread, (int requested, int *provided))

void pshmem_info_get_version(int *major, int *minor)
{
    ishmem_info_get_version(major, minor); /* checks its arguments */
    *major = SHMEM_MAJOR_VERSION;
    *minor = SHMEM_MINOR_VERSION;
}
OPENSHMEM_ALIAS(void, info_get_version, (int *major, int *minor))

void pshmem_global_exit(int status)
{
    ishmem_global_exit(status);
    abort();
}
OPENSHMEM_ALIAS(SHMEM_NORETURN void, global_exit, (int status))

/* Profiling libraries define it again; this library has no profiling to control. */
void pshmem_pcontrol(int level, ...)
{
    (void)level;
}
OPENSHMEM_ALIAS(void, pcontrol, (int level, ...))
