/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before Level Zero's loader (LD_PRELOAD) and refuses some of the calls by which PEs map each
 * other's heaps.  REFUSE is one of
 *   map RANK          the process of the launcher's rank RANK maps nothing
 *   peer RANK N OF    of each OF calls of that process the one with number N is refused
 *   share             no process gets a handle to share
 */
#include <dlfcn.h>
#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *next(const char *name)
{
    static void *loader;
    if (!loader) {
        loader = dlopen("libze_loader.so.1", RTLD_NOW);
    }
    void *const symbol = loader ? dlsym(loader, name) : NULL;
    if (!symbol) {
        abort();
    }
    return symbol;
}

static bool is_refused(void)
{
    static int calls;
    const char *const refuse = getenv("REFUSE");
    const char *const me = getenv("PMI_RANK");
    int rank;
    int number = 0;
    int of = 1;
    if (!refuse || !me ||
        (sscanf(refuse, "map %d", &rank) != 1 &&
         sscanf(refuse, "peer %d %d %d", &rank, &number, &of) != 3)) {
        return false;
    }
    return atoi(me) == rank && calls++ % of == number;
}

ze_result_t zeMemOpenIpcHandle(ze_context_handle_t context, ze_device_handle_t device,
                               ze_ipc_mem_handle_t handle, ze_ipc_memory_flags_t flags,
                               void **pointer)
{
    ze_result_t (*open)(ze_context_handle_t, ze_device_handle_t, ze_ipc_mem_handle_t,
                        ze_ipc_memory_flags_t, void **);
    *(void **)&open = next("zeMemOpenIpcHandle");
    return is_refused() ? ZE_RESULT_ERROR_NOT_AVAILABLE
                        : open(context, device, handle, flags, pointer);
}

ze_result_t zeMemGetIpcHandle(ze_context_handle_t context, const void *pointer,
                              ze_ipc_mem_handle_t *handle)
{
    ze_result_t (*get)(ze_context_handle_t, const void *, ze_ipc_mem_handle_t *);
    *(void **)&get = next("zeMemGetIpcHandle");
    const char *const refuse = getenv("REFUSE");
    return refuse && strcmp(refuse, "share") == 0 ? ZE_RESULT_ERROR_NOT_AVAILABLE
                                                  : get(context, pointer, handle);
}
