/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Finds and loads the bootstrap module, and joins the job through it.
 */
#include "bootstrap.h"

#include "env.h"
#include "job.h"
#include "library.h"
#include "log.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MODULE_NAME "libishmem_mpi.so"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* The module stays loaded: the runtime behind it does not survive being unloaded. */
static void *module;

static int load(void)
{
    char beside[ISHMEMI_PATH_BYTES];
    const char *path = ishmemi_env.bootstrap_module;
    if (module) {
        return 0;
    }
    if (!*path) {
        path = ishmemi_library_beside(MODULE_NAME, beside) ? beside : MODULE_NAME;
    }
    module = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!module) {
        ishmemi_error("the bootstrap module cannot be loaded: %s; it is installed beside "
                      "libishmem.so, or named by ISHMEM_BOOTSTRAP_MODULE", dlerror());
        return -1;
    }
    return 0;
}

void (*ishmemi_bootstrap_symbol(const char *name))(void)
{
    void (*symbol)(void) = NULL;
    if (load() == 0) {
        *(void **)&symbol = dlsym(module, name);
        if (!symbol) {
            ishmemi_error("the bootstrap module has no %s", name);
        }
    }
    return symbol;
}

static const ishmemi_bootstrap_t *find_table(void)
{
    const ishmemi_bootstrap_get_fn get =
        (ishmemi_bootstrap_get_fn)ishmemi_bootstrap_symbol(ISHMEMI_BOOTSTRAP_SYMBOL);
    const ishmemi_bootstrap_t *const table = get ? get() : NULL;
    if (table && table->abi != ISHMEMI_BOOTSTRAP_ABI) {
        ishmemi_error("the bootstrap module is of another version of this library: its interface "
                      "is %d, this library's is %d", table->abi, ISHMEMI_BOOTSTRAP_ABI);
        return NULL;
    }
    return table;
}

static int agree_on_pes_per_node(void)
{
    const int pes = ishmemi_job.n_pes;
    const int mine = ishmemi_env.pes_per_node;
    int *const all = malloc((size_t)pes * sizeof *all);
    if (!all) {
        ishmemi_error("no memory for the table of %d PEs", pes);
        return -1;
    }
    int result = ishmemi_job.bootstrap->allgather(&mine, all, sizeof mine);
    for (int pe = 0; pe < pes && result == 0; pe++) {
        if (all[pe] != mine) {
            ishmemi_error("ISHMEM_PES_PER_NODE is %d for PE %d and %d for PE %d: it must be the same "
                          "for all", mine, ishmemi_job.my_pe, all[pe], pe);
            result = -1;
        }
    }
    free(all);
    return result;
}

/* host_of holds the machines: makes hosts of them, of ISHMEM_PES_PER_NODE PEs each. */
static void divide_machines(int *host_of)
{
    const int each = ishmemi_env.pes_per_node;
    const int *const machine_of = ishmemi_job.machine_of;
    for (int pe = 0; pe < ishmemi_job.n_pes && each > 0; pe++) {
        int before = 0;          /* on its machine */
        int previous = pe;
        for (int other = 0; other < pe; other++) {
            if (machine_of[other] == machine_of[pe]) {
                before++;
                previous = other;
            }
        }
        host_of[pe] = before % each == 0 ? pe : host_of[previous];
    }
}

static void count_local(void)
{
    const int my_pe = ishmemi_job.my_pe;
    ishmemi_job.local_size = 0;
    ishmemi_job.local_rank = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_job.host_of[pe] == ishmemi_job.host_of[my_pe]) {
            ishmemi_job.local_size++;
            ishmemi_job.local_rank += pe < my_pe;
        }
    }
}

int ishmemi_bootstrap_join(const ishmemi_bootstrap_request_t *request)
{
    const ishmemi_bootstrap_t *const bootstrap =
        request->unique_id ? &ishmemi_bootstrap_unique_id : find_table();
    if (!bootstrap) {
        return -1;
    }
    int rank, size, level;
    if (bootstrap->init(request, &rank, &size, &level) != 0) {
        return -1;
    }
    int *const host_of = malloc((size_t)size * sizeof *host_of);
    int *const machine_of = malloc((size_t)size * sizeof *machine_of);
    if (!host_of || !machine_of) {
        ishmemi_error("no memory for the table of %d PEs", size);
        return -1;
    }
    ishmemi_job.my_pe = rank;
    ishmemi_job.n_pes = size;
    ishmemi_job.bootstrap = bootstrap;
    ishmemi_job.host_of = host_of;
    ishmemi_job.machine_of = machine_of;
    if (bootstrap->hosts(&ishmemi_job.local_rank, &ishmemi_job.machine_size, machine_of) != 0) {
        return -1;
    }
    memcpy(host_of, machine_of, (size_t)size * sizeof *host_of);
    if (agree_on_pes_per_node() != 0) {
        return -1;
    }
    divide_machines(host_of);
    count_local();
    ishmemi_debug("%s: PE %d of %d, %d of %d on this host, thread level %d", bootstrap->name, rank,
                  size, ishmemi_job.local_rank, ishmemi_job.local_size, level);
    return 0;
}

void ishmemi_bootstrap_set_hosts(const int *host_of)
{
    memcpy((void *)ishmemi_job.host_of, host_of, (size_t)ishmemi_job.n_pes * sizeof *host_of);
    count_local();
}

void ishmemi_bootstrap_leave(void)
{
    (void)ishmemi_job.bootstrap->finalize();
    free((void *)ishmemi_job.host_of);
    free((void *)ishmemi_job.machine_of);
    ishmemi_job.host_of = NULL;
    ishmemi_job.machine_of = NULL;
    ishmemi_job.bootstrap = NULL;
}

void ishmemi_allgather(const void *send, void *receive, size_t bytes_each)
{
    pthread_mutex_lock(&mutex);
    const int result = ishmemi_job.bootstrap->allgather(send, receive, bytes_each);
    pthread_mutex_unlock(&mutex);
    if (result != 0) {
        ishmemi_fatal("the PEs cannot agree through %s", ishmemi_job.bootstrap->name);
    }
}
