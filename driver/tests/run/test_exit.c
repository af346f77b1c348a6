/* SPDX-License-Identifier: BSD-3-Clause */
/* A process ends immediately and without a crash while one of its kernels spins on several
 * threads. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_uint begun;

static void spin_item(zed_item_t *item, const void *arguments)
{
    (void)arguments;
    atomic_fetch_add(&begun, 1);
    for (;;) {
        zed_rt_poll(item);
    }
}

static void *spin_main(void *unused)
{
    static const zed_kernel_code_t code = {.item = spin_item};
    (void)unused;
    test_launch(&code, NULL, 64, 4);
    abort();
}

int main(void)
{
    for (int turn = 0; turn < 10; turn++) {
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            pthread_t thread;
            alarm(20);
            CHECK(pthread_create(&thread, NULL, spin_main, NULL) == 0);
            while (atomic_load(&begun) < 64 * 4) {
                usleep(1000);
            }
            exit(0);
        }
        int status = -1;
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    return 0;
}
