/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before Level Zero's loader (LD_PRELOAD) and refuses some of the calls by which PEs map each
 * other's heaps, or answers as a driver with a fabric would.  REFUSE is one of
 *   map RANK          the process of the launcher's rank RANK maps nothing
 *   peer RANK N OF    of each OF calls of that process the one with number N is refused
 *   share             no process gets a handle to share
 *   access RANK       the tile of that process has access to no other one
 *   lifeline RANK     that process reaches none of those by whose connections it would learn of deaths
 *   fabric            nothing is refused, and tiles are joined by two edges
 */
#include <dlfcn.h>
#include <errno.h>
#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

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

static bool is_mode(const char *mode)
{
    const char *const refuse = getenv("REFUSE");
    return refuse && strcmp(refuse, mode) == 0;
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
    return is_mode("share") ? ZE_RESULT_ERROR_NOT_AVAILABLE : get(context, pointer, handle);
}

ze_result_t zeDeviceCanAccessPeer(ze_device_handle_t device, ze_device_handle_t peer,
                                  ze_bool_t *answer)
{
    ze_result_t (*ask)(ze_device_handle_t, ze_device_handle_t, ze_bool_t *);
    *(void **)&ask = next("zeDeviceCanAccessPeer");
    const char *const me = getenv("PMI_RANK");
    char mode[32];
    snprintf(mode, sizeof mode, "access %.8s", me ? me : "");
    const ze_result_t result = ask(device, peer, answer);
    if (is_mode(mode)) {
        *answer = 0;
    }
    return result;
}

/* ---- Connections ------------------------------------------------------------------------------- */

/* The C library's own type: a union of pointers to all kinds of addresses. */
int connect(int socket, __CONST_SOCKADDR_ARG given, socklen_t length)
{
    const struct sockaddr *const address = given.__sockaddr__;
    static const char name[] = "ishmem-lifeline";
    const char *const me = getenv("PMI_RANK");
    int (*call)(int, const struct sockaddr *, socklen_t);
    char mode[32];
    *(void **)&call = dlsym(RTLD_NEXT, "connect");
    snprintf(mode, sizeof mode, "lifeline %.8s", me ? me : "");
    if (is_mode(mode) && address->sa_family == AF_UNIX && length > 2 + sizeof name &&
        memcmp(((const struct sockaddr_un *)(const void *)address)->sun_path + 1, name,
               sizeof name - 1) == 0) {
        errno = ECONNREFUSED;
        return -1;
    }
    return call(socket, address, length);
}

/* ---- A fabric -------------------------------------------------------------------------------- */

enum { EDGES = 2 };
static char edges[EDGES];

ze_result_t zeDeviceGetFabricVertexExp(ze_device_handle_t device, ze_fabric_vertex_handle_t *vertex)
{
    *vertex = (ze_fabric_vertex_handle_t)(void *)device;
    return is_mode("fabric") ? ZE_RESULT_SUCCESS : ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
}

ze_result_t zeFabricEdgeGetExp(ze_fabric_vertex_handle_t a, ze_fabric_vertex_handle_t b,
                               uint32_t *count, ze_fabric_edge_handle_t *found)
{
    if (a == b) {
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    for (int i = 0; found && i < EDGES; i++) {
        found[i] = (ze_fabric_edge_handle_t)(void *)&edges[i];
    }
    *count = EDGES;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zeFabricEdgeGetPropertiesExp(ze_fabric_edge_handle_t edge,
                                         ze_fabric_edge_exp_properties_t *properties)
{
    if ((void *)edge != &edges[0]) {
        return ZE_RESULT_ERROR_INVALID_NULL_HANDLE;
    }
    snprintf(properties->model, sizeof properties->model, "Wire");
    properties->bandwidth = 26;
    properties->bandwidthUnit = ZE_BANDWIDTH_UNIT_BYTES_PER_NANOSEC;
    properties->latency = 1;
    properties->latencyUnit = ZE_LATENCY_UNIT_HOP;
    return ZE_RESULT_SUCCESS;
}
