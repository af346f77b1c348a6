/* SPDX-License-Identifier: BSD-3-Clause */
/* See host_memory.h. */
#include "cuda/host_memory.h"

#include "cuda/gpu.h"
#include "cuda/range.h"
#include "memory/slab.h"

/* Portable: for all contexts of the process.  libcuda still requires a current one. */
static bool mapped(void *base, size_t bytes)
{
    if (zed_gpu_enter(zed_gpu_home()) != ZE_RESULT_SUCCESS) {
        return false;
    }
    const CUresult result = zed_cuda.cuMemHostRegister(
        base, bytes, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP);
    bool good =
        zed_cuda_status(result, "register host memory with the GPU", NULL) == ZE_RESULT_SUCCESS;
    if (good && !zed_range_add(base, bytes)) {
        zed_cuda.cuMemHostUnregister(base);
        good = false;
    }
    zed_gpu_leave();
    return good;
}

static void unmapping(void *base)
{
    zed_range_remove(base);
    if (zed_gpu_enter(zed_gpu_home()) == ZE_RESULT_SUCCESS) {
        zed_cuda.cuMemHostUnregister(base);
        zed_gpu_leave();
    }
}

void zed_host_memory_open(void)
{
    static const zed_mapping_calls_t calls = {.mapped = mapped, .unmapping = unmapping};
    zed_mapping_watch(&calls);
}
