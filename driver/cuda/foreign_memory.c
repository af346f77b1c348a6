/* SPDX-License-Identifier: BSD-3-Clause */
#include "cuda/foreign_memory.h"

#include "cuda/gpu.h"
#include "cuda/libcuda.h"
#include "cuda/range.h"

/* CUDA numbers its allocations as the engine does its own. */
#define FOREIGN_ID ((uint64_t)1 << 63)

static bool ask(const void *address, int attribute, void *value)
{
    return zed_cuda.cuPointerGetAttribute(value, attribute, (CUdeviceptr)address) == CUDA_SUCCESS;
}

static bool tile_of(CUdevice device, uint32_t *tile)
{
    for (*tile = 0; *tile < zed_gpu_count(); ++*tile) {
        if (zed_gpu_device(*tile) == device) {
            return true;
        }
    }
    return false;
}

static bool describe(const void *address, zed_memory_t *memory)
{
    int type = 0;
    int managed = 0;
    CUdevice device = 0;
    unsigned long long id = 0;
    if (!ask(address, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, &type) ||
        !ask(address, CU_POINTER_ATTRIBUTE_IS_MANAGED, &managed) ||
        !ask(address, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, &device) ||
        !ask(address, CU_POINTER_ATTRIBUTE_BUFFER_ID, &id)) {
        return false;
    }
    *memory = (zed_memory_t){.kind = managed != 0                   ? ZED_MEMORY_SHARED
                                     : type == CU_MEMORYTYPE_DEVICE ? ZED_MEMORY_DEVICE
                                                                    : ZED_MEMORY_HOST,
                             .id = id | FOREIGN_ID};
    return memory->kind == ZED_MEMORY_HOST || tile_of(device, &memory->tile);
}

bool zed_foreign_memory_find(const void *address, zed_memory_t *memory)
{
    if (zed_range_has(address) || zed_gpu_enter(0) != ZE_RESULT_SUCCESS) {
        return false;
    }
    const bool found = describe(address, memory);
    zed_gpu_leave();
    return found;
}

bool zed_gpu_memory_reached(const void *address)
{
    zed_memory_t memory = {0};
    return zed_range_has(address) || zed_foreign_memory_find(address, &memory);
}
