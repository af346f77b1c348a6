/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See far_choose.h.  MPI's transport is in the module of the MPI that formed the job, or that can
 * join it; UCX's has a module of its own.
 */
#include "far_choose.h"

#include "allocate.h"
#include "bootstrap.h"
#include "bootstrap_module.h"
#include "env.h"
#include "job.h"
#include "library.h"
#include "log.h"
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define UCX_FILE "libishmem_ucx.so"

/* What a PE tells the others. */
typedef struct wish {
    int32_t wanted;    /* ISHMEM_TRANSPORT */
    int32_t one_sided; /* ISHMEM_UCX_ONE_SIDED */
    int32_t has_mpi;   /* a module for MPI, as far as its file shows */
} wish_t;

static int chosen; /* ISHMEMI_TRANSPORT_MPI or ISHMEMI_TRANSPORT_UCX */

static bool is_same(const char *variable, const char *mine, const char *other, int pe)
{
    if (mine != other) {
        ishmemi_error("%s is %s for PE 0 and %s for PE %d: it must be the same for all", variable,
                      mine, other, pe);
    }
    return mine == other;
}

/* Returns ISHMEMI_TRANSPORT_AUTO if the PEs differ. */
static int choose_from(const wish_t *wishes)
{
    static const char *const transports[] = {"auto", "mpi", "ucx"};
    static const char *const one_sided[] = {"auto", "0", "1"};
    bool have_mpi = true;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (!is_same("ISHMEM_TRANSPORT", transports[wishes[0].wanted],
                     transports[wishes[pe].wanted], pe) ||
            !is_same("ISHMEM_UCX_ONE_SIDED", one_sided[wishes[0].one_sided],
                     one_sided[wishes[pe].one_sided], pe)) {
            return ISHMEMI_TRANSPORT_AUTO;
        }
        have_mpi = have_mpi && wishes[pe].has_mpi;
    }
    if (wishes[0].wanted != ISHMEMI_TRANSPORT_AUTO) {
        return wishes[0].wanted;
    }
    return have_mpi ? ISHMEMI_TRANSPORT_MPI : ISHMEMI_TRANSPORT_UCX;
}

static int choose(void)
{
    wish_t *const wishes =
        ishmemi_allocate("the transports of the PEs", (size_t)ishmemi_job.n_pes, sizeof *wishes);
    const wish_t mine = {.wanted = ishmemi_env.transport,
                         .one_sided = ishmemi_env.ucx_one_sided,
                         .has_mpi = ishmemi_bootstrap_module_has_mpi()};
    ishmemi_allgather(&mine, wishes, sizeof mine);
    const int choice = choose_from(wishes);
    free(wishes);
    return choice;
}

static ishmemi_transport_get_fn load_ucx(void)
{
    ishmemi_transport_get_fn get = NULL;
    char path[ISHMEMI_PATH_BYTES];
    if (!ishmemi_library_beside(UCX_FILE, path)) {
        /* The system's loader searches for it. */
        snprintf(path, sizeof path, "%s", UCX_FILE);
    }
    /* It stays loaded, because UCX does not survive unloading. */
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library) {
        *(void **)&get = dlsym(library, ISHMEMI_TRANSPORT_SYMBOL);
    }
    if (!get) {
        ishmemi_error("the transport by UCX cannot be loaded: %s; expected " UCX_FILE
                      " next to libishmem.so, and UCX",
                      dlerror());
    }
    return get;
}

static ishmemi_transport_get_fn load(void)
{
    if (chosen == ISHMEMI_TRANSPORT_UCX) {
        return load_ucx();
    }
    return (ishmemi_transport_get_fn)ishmemi_bootstrap_module_transport(ISHMEMI_TRANSPORT_SYMBOL);
}

const ishmemi_transport_t *ishmemi_far_choose(void)
{
    chosen = choose();
    if (chosen == ISHMEMI_TRANSPORT_AUTO) {
        return NULL;
    }
    const ishmemi_transport_get_fn get = load();
    const ishmemi_transport_t *const transport = get ? get() : NULL;
    if (!transport) {
        ishmemi_error("the job has PEs that cannot map each other's memory, and no transport: "
                      "start all PEs on one host, or install libishmem_mpi.so or " UCX_FILE);
        return NULL;
    }
    if (transport->abi != ISHMEMI_TRANSPORT_ABI) {
        ishmemi_error("the transport over %s was built for another version of this library: its "
                      "interface is %d, this library's is %d",
                      transport->name, transport->abi, ISHMEMI_TRANSPORT_ABI);
        return NULL;
    }
    return transport;
}

bool ishmemi_far_is_of_job(void)
{
    return chosen == ISHMEMI_TRANSPORT_MPI && ishmemi_job.bootstrap->mpi != ISHMEMI_MPI_UNKNOWN;
}
