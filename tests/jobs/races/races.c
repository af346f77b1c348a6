/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs small programs (case.h): all of a list, or one.
 *
 *     races wrong|wrong_collectives|wrong_contexts|right|right_contexts [NAME]
 */
#include "case.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

volatile int sink;

static const char *unseen_path(void)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/ishmem-races-%ld", (long)getppid());
    return path;
}

void tell_unseen(void)
{
    const int file = open(unseen_path(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0) {
        close(file);
    }
}

void await_unseen(void)
{
    while (unlink(unseen_path()) != 0) {
        sched_yield();
    }
}

static void run(const races_case_t *one, int me)
{
    memory_t *const m = ishmem_calloc(1, sizeof *m);
    if (!m) {
        ishmem_global_exit(EXIT_FAILURE);
    }
    ishmem_barrier_all();
    one->run(m, me);
    ishmem_barrier_all();
    ishmem_free(m);
    if (me == 0) {
        printf("has run %s\n", one->name);
    }
}

static const races_case_t *find(const char *list)
{
    static const struct {
        const char *name;
        const races_case_t *cases;
    } lists[] = {{"wrong", wrong_cases},
                 {"wrong_collectives", wrong_collective_cases},
                 {"wrong_contexts", wrong_context_cases},
                 {"right", right_cases},
                 {"right_contexts", right_context_cases}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (strcmp(list, lists[i].name) == 0) {
            return lists[i].cases;
        }
    }
    ishmem_global_exit(EXIT_FAILURE);
    return NULL;
}

int main(int argc, char **argv)
{
    ishmem_init();
    const int me = ishmem_my_pe();
    const char *const name = argc > 2 ? argv[2] : NULL;
    for (const races_case_t *one = find(argc > 1 ? argv[1] : "right"); one->name; one++) {
        if (!name || strcmp(one->name, name) == 0) {
            run(one, me);
        }
    }
    ishmem_finalize();
    return EXIT_SUCCESS;
}
