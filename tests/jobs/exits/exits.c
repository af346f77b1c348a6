/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * exits HOW [STATUS]: PE 1 of a job ends by HOW while the others wait for it in a barrier: _exit, exit,
 * global_exit with the status, or a signal: segv, kill.
 */
#include <ishmem.h>
#include <ishmemx.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void end(const char *how, int status)
{
    if (strcmp(how, "_exit") == 0) {
        _exit(status);
    } else if (strcmp(how, "exit") == 0) {
        exit(status);
    } else if (strcmp(how, "global_exit") == 0) {
        ishmem_global_exit(status);
    } else if (strcmp(how, "segv") == 0) {
        raise(SIGSEGV);
    } else if (strcmp(how, "kill") == 0) {
        raise(SIGKILL);
    }
    abort();
}

int main(int argc, char **argv)
{
    const char *const how = argc > 1 ? argv[1] : "";
    ishmem_init();
    if (ishmem_my_pe() == 1) {
        end(how, argc > 2 ? atoi(argv[2]) : 0);
    }
    ishmem_barrier_all();
    ishmem_finalize();
    return 0;
}
