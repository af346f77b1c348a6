/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Exchange of IPC handles.  There are two kinds.  In one, the first bytes are a file descriptor of
 * the exporting process, and the importing process must replace it with its own copy.  The other
 * must be passed on unchanged, because the driver fetches the descriptor itself.  Nothing in a
 * handle says which kind it is.  So a guess sets the order in which the methods are tried, and a
 * method has worked if every PE of the job reads, through each mapping, the pattern that the owner
 * has written into its heap.  PEs without a working method are treated as PEs of different hosts.
 */
#include "ipc.h"

#include "agree.h"
#include "allocate.h"
#include "bootstrap.h"
#include "env.h"
#include "ipc_method.h"
#include "job.h"
#include "log.h"
#include "mapping.h"
#include "part.h"
#include "probe.h"
#include "ze_error.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct method {
    const char *name;
    int (*exchange)(int descriptor, int *descriptors,
                    char *why); /* NULL: the handle is passed on unchanged */
} method_t;

static const method_t by_pidfd = {"pidfd_getfd", ishmemi_ipc_pidfd};
static const method_t by_socket = {"SCM_RIGHTS", ishmemi_ipc_socket};
static const method_t as_it_is = {"the driver's own handles", NULL};
#define METHODS 3

static const method_t *agreed; /* the method that exchanged the heaps; NULL before */

/* ---- Kinds of handles ------------------------------------------------------------------------ */

static int descriptor_in(const ze_ipc_mem_handle_t *handle)
{
    int descriptor;
    memcpy(&descriptor, handle->data, sizeof descriptor);
    return descriptor;
}

/* A driver that fetches descriptors itself needs the exporter's process id. */
static bool holds_process_id(const ze_ipc_mem_handle_t *handle)
{
    const int32_t pid = getpid();
    for (size_t at = sizeof(uint64_t); at < sizeof handle->data; at += sizeof pid) {
        if (memcmp(handle->data + at, &pid, sizeof pid) == 0) {
            return true;
        }
    }
    return false;
}

/* The methods to try, in this order.  Every PE must try the same ones, so PE 0's guess counts. */
static int order_methods(const ze_ipc_mem_handle_t *handle, const method_t *methods[METHODS])
{
    const bool has_descriptor = fcntl(descriptor_in(handle), F_GETFD) >= 0;
    const struct {
        int32_t has_descriptor, holds_process_id;
    } mine = {has_descriptor, holds_process_id(handle)},
      *views = ishmemi_allocate("what the PEs know of IPC handles", (size_t)ishmemi_job.n_pes,
                                sizeof mine);
    ishmemi_allgather(&mine, (void *)views, sizeof mine);
    const bool descriptors = views[0].has_descriptor;
    const bool opaque = !descriptors || views[0].holds_process_id;
    free((void *)views);
    int count = 0;
    if (opaque) {
        methods[count++] = &as_it_is;
    }
    if (descriptors && ishmemi_env.ipc != ISHMEMI_IPC_SOCKET) {
        methods[count++] = &by_pidfd;
    }
    if (descriptors && ishmemi_env.ipc != ISHMEMI_IPC_PIDFD) {
        methods[count++] = &by_socket;
    }
    if (!opaque) {
        methods[count++] = &as_it_is;
    }
    return count;
}

/* ---- Mapping --------------------------------------------------------------------------------- */

static int open_peer(int pe, ze_ipc_mem_handle_t handle, int descriptor, char *why)
{
    if (descriptor >= 0) {
        const uint64_t word = (uint64_t)descriptor;
        memcpy(handle.data, &word, sizeof word);
    }
    void *mapping = NULL;
    const ze_result_t result =
        zeMemOpenIpcHandle(ishmemi_job.context, ishmemi_job.device, handle, 0, &mapping);
    if (result != ZE_RESULT_SUCCESS) {
        snprintf(why, ISHMEMI_IPC_WHY_BYTES, "zeMemOpenIpcHandle of the heap of PE %d: 0x%x, %s",
                 pe, (unsigned)result, ishmemi_ze_error(result));
        return -1;
    }
    ishmemi_mapping_set(pe, mapping);
    if (!ishmemi_probe_is_heap_of(pe)) {
        snprintf(why, ISHMEMI_IPC_WHY_BYTES, "the memory mapped for PE %d is not its heap", pe);
        ishmemi_mapping_close_peer(pe);
        return -1;
    }
    return 0;
}

/* Returns how many PEs of this host cannot be mapped; why: the reason of the first one, if it is
 * empty. */
static int open_peers(const method_t *method, const ze_ipc_mem_handle_t *handles,
                      const int *descriptors, uint8_t *failed, char *why)
{
    int failures = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        char reason[ISHMEMI_IPC_WHY_BYTES] = "its descriptor did not arrive";
        const bool fails = pe != ishmemi_job.my_pe && ishmemi_is_local(pe) &&
                           ((method->exchange && descriptors[pe] < 0) ||
                            open_peer(pe, handles[pe], descriptors[pe], reason) != 0);
        failed[pe] = fails ? ISHMEMI_APART_MAP : ISHMEMI_APART_NOT;
        if (fails) {
            failures++;
            if (!*why) {
                snprintf(why, ISHMEMI_IPC_WHY_BYTES, "%s", reason);
            }
        }
    }
    return failures;
}

static void close_all(const int *descriptors)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (descriptors[pe] >= 0) {
            close(descriptors[pe]);
        }
    }
}

static int total(int number)
{
    int *const numbers = ishmemi_allocate("the number of mappings that failed",
                                          (size_t)ishmemi_job.n_pes, sizeof *numbers);
    int sum = 0;
    ishmemi_allgather(&number, numbers, sizeof number);
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        sum += numbers[pe];
    }
    free(numbers);
    return sum;
}

/* Collective: returns how many mappings of the job have failed.  The others stay open. */
static int try_method(const method_t *method, const ze_ipc_mem_handle_t *handles, uint8_t *failed,
                      char *why)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    int *const descriptors =
        ishmemi_allocate("the descriptors of the heaps", pes, sizeof *descriptors);
    memset(descriptors, 0xff, pes * sizeof *descriptors);
    if (method->exchange) {
        (void)method->exchange(descriptor_in(&handles[ishmemi_job.my_pe]), descriptors, why);
    }
    const int failures = total(open_peers(method, handles, descriptors, failed, why));
    close_all(descriptors);
    free(descriptors);
    if (failures == 0) {
        ishmemi_debug("heaps are exchanged by %s", method->name);
    } else {
        ishmemi_debug("%d heaps cannot be exchanged by %s%s%s", failures, method->name,
                      *why ? ": " : "", why);
    }
    return failures;
}

/* Newer drivers must be told when a handle is no longer needed; older ones keep no record. */
static void put_handle(ze_ipc_mem_handle_t handle)
{
    ze_result_t (*put)(ze_context_handle_t, ze_ipc_mem_handle_t);
    *(void **)&put = dlsym(RTLD_DEFAULT, "zeMemPutIpcHandle");
    if (put) {
        (void)put(ishmemi_job.context, handle);
    }
}

static uint8_t *new_table(void)
{
    return ishmemi_allocate_zeroed("the heaps that cannot be mapped", (size_t)ishmemi_job.n_pes,
                                   sizeof(uint8_t));
}

/* Uses the first method that maps all heaps of each host, or else the one that maps most. */
static void exchange(const ze_ipc_mem_handle_t *mine)
{
    ze_ipc_mem_handle_t *const handles = ishmemi_allocate_zeroed(
        "the IPC handles of the heaps", (size_t)ishmemi_job.n_pes, sizeof *handles);
    uint8_t *const failed = new_table();
    ishmemi_allgather(mine, handles, sizeof *mine);
    const method_t *methods[METHODS];
    const int count = order_methods(mine, methods);
    char reasons[METHODS * (ISHMEMI_IPC_WHY_BYTES + 64)] = "";
    int used = 0;
    int best = 0;
    int least = 0;
    int failures = 1;
    for (int i = 0; i < count && failures > 0; i++) {
        char why[ISHMEMI_IPC_WHY_BYTES] = "";
        failures = try_method(methods[i], handles, failed, why);
        agreed = methods[i];
        if (i == 0 || failures < least) {
            best = i;
            least = failures;
        }
        if (failures > 0) {
            ishmemi_mapping_close_peers();
            /* No PE may export again while another still has its heap mapped. */
            ishmemi_agree(true);
        }
        if (*why && used < (int)sizeof reasons) {
            used += snprintf(reasons + used, sizeof reasons - (size_t)used, "%sby %s: %s",
                             used > 0 ? "; " : "", methods[i]->name, why);
        }
    }
    if (failures > 0) {
        char why[ISHMEMI_IPC_WHY_BYTES] = "";
        agreed = methods[best];
        (void)try_method(methods[best], handles, failed, why);
        ishmemi_part(failed, reasons);
    }
    free(failed);
    free(handles);
}

/* No heap can be shared, so each PE is alone on its host. */
static void exchange_nothing(const char *why)
{
    uint8_t *const failed = new_table();
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        failed[pe] = pe != ishmemi_job.my_pe && ishmemi_is_local(pe) ? ISHMEMI_APART_SHARE
                                                                     : ISHMEMI_APART_NOT;
    }
    ishmemi_part(failed, why);
    free(failed);
}

static void report_far(void)
{
    int far = 0;
    int first = 0;
    for (int pe = ishmemi_job.n_pes - 1; pe >= 0; pe--) {
        if (!ishmemi_is_local(pe)) {
            far++;
            first = pe;
        }
    }
    if (far > 0) {
        ishmemi_debug(
            "%d PEs, PE %d the first, are reached through %s, not by load and store: they "
            "run on %s",
            far, first, ishmemi_job.bootstrap->name,
            ishmemi_env.pes_per_node > 0 ? "other hosts, or ISHMEM_PES_PER_NODE treats them so"
                                         : "other hosts");
    }
}

int ishmemi_ipc_open(void)
{
    ishmemi_mapping_open();
    report_far();
    if (ishmemi_job.n_pes == 1) {
        return 0;
    }
    ze_ipc_mem_handle_t mine;
    memset(&mine, 0, sizeof mine);
    const ze_result_t got = zeMemGetIpcHandle(ishmemi_job.context, ishmemi_job.heap, &mine);
    if (ishmemi_agree(ishmemi_probe_mark() == 0) >= 0) {
        return -1;
    }
    if (ishmemi_agree(got == ZE_RESULT_SUCCESS) >= 0) {
        char why[ISHMEMI_IPC_WHY_BYTES];
        snprintf(why, sizeof why,
                 "the tile's driver cannot share the heap: zeMemGetIpcHandle: 0x%x, "
                 "%s",
                 (unsigned)got, ishmemi_ze_error(got));
        exchange_nothing(why);
    } else {
        exchange(&mine);
    }
    if (got == ZE_RESULT_SUCCESS) {
        put_handle(mine);
    }
    return 0;
}

void ishmemi_ipc_close(void)
{
    ishmemi_mapping_close();
    agreed = NULL;
}

/* ---- Other descriptors ----------------------------------------------------------------------- */

static bool may_share_by(const method_t *method)
{
    if (agreed && agreed->exchange) {
        return method == agreed;
    }
    return ishmemi_env.ipc == ISHMEMI_IPC_AUTO ||
           (ishmemi_env.ipc == ISHMEMI_IPC_PIDFD) == (method == &by_pidfd);
}

int ishmemi_ipc_share(int descriptor, int *descriptors, char *why)
{
    static const method_t *const methods[] = {&by_pidfd, &by_socket};
    const size_t pes = (size_t)ishmemi_job.n_pes;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (!may_share_by(methods[i])) {
            continue;
        }
        memset(descriptors, 0xff, pes * sizeof *descriptors);
        const int result = methods[i]->exchange(descriptor, descriptors, why);
        const int failed = ishmemi_agree(result == 0);
        if (failed < 0) {
            return 0;
        }
        if (result == 0) {
            snprintf(why, ISHMEMI_IPC_WHY_BYTES, "%s failed for PE %d", methods[i]->name, failed);
        }
        close_all(descriptors);
    }
    return -1;
}
