/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program with more rights than the user who starts it must not take files, programs or addresses
 * from that user's environment.  The library reads its own variables with secure_getenv.  Level
 * Zero's loader, hwloc, MPI and the layers below MPI load modules and write files that variables
 * name, even then.  Such variables are therefore removed, as the C library removes its own.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#define NAME_BYTES 256

extern char **environ;

static const char *const beginnings[] = {
    "ZE_", "ZET_",  "ZES_",  "ZEL_",  "NEO",       "HWLOC_", "MPI", "MPICH_", "UCX_",  "UCC_",
    "FI_", "I_MPI", "OMPI_", "OPAL_", "PMIX_MCA_", "PRTE_",  "PSM", "CUDA_",  "HYDRA_"};

static bool is_of_others(const char *variable)
{
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (strncmp(variable, beginnings[i], strlen(beginnings[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Removing a variable moves those after it. */
static bool remove_first(void)
{
    for (char **variable = environ; variable && *variable; variable++) {
        char name[NAME_BYTES];
        const size_t length = strcspn(*variable, "=");
        if (length < sizeof name && is_of_others(*variable)) {
            memcpy(name, *variable, length);
            name[length] = '\0';
            return unsetenv(name) == 0;
        }
    }
    return false;
}

/* Runs before the library's other constructors, because one of them may start Level Zero's
 * loader. */
__attribute__((constructor(101))) static void drop_variables(void)
{
    if (getauxval(AT_SECURE) != 0) {
        while (remove_first()) {
        }
    }
}
