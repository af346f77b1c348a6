/* SPDX-License-Identifier: BSD-3-Clause */
/* Spans: see device_memory.h. */
#include "cuda/device_memory.h"

#include "cuda/range.h"

#include <unistd.h>

/* Makes the span readable and writable for every GPU that reaches the owner. */
static CUresult grant(const zed_span_t *span)
{
    CUmemAccessDesc access[ZED_CUDA_GPUS_MAX];
    size_t count = 0;
    for (uint32_t tile = 0; tile < zed_gpu_count(); tile++) {
        if (zed_gpu_reaches(tile, span->tile)) {
            access[count++] =
                (CUmemAccessDesc){.location = {CU_MEM_LOCATION_TYPE_DEVICE, zed_gpu_device(tile)},
                                  .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
        }
    }
    return zed_cuda.cuMemSetAccess(span->base, span->bytes, access, count);
}

/* On failure, undoes everything except the handle. */
static CUresult map(zed_span_t *span, size_t alignment)
{
    CUresult result = zed_cuda.cuMemAddressReserve(&span->base, span->bytes, alignment, 0, 0);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    result = zed_cuda.cuMemMap(span->base, span->bytes, 0, span->handle, 0);
    if (result == CUDA_SUCCESS) {
        result = grant(span);
        if (result == CUDA_SUCCESS && !zed_range_add((const void *)span->base, span->bytes)) {
            result = CUDA_ERROR_OUT_OF_MEMORY;
        }
        if (result == CUDA_SUCCESS) {
            return result;
        }
        zed_cuda.cuMemUnmap(span->base, span->bytes);
    }
    zed_cuda.cuMemAddressFree(span->base, span->bytes);
    return result;
}

static ze_result_t map_or_release(zed_span_t *span, size_t alignment)
{
    const CUresult result = map(span, alignment);
    if (result != CUDA_SUCCESS) {
        zed_cuda.cuMemRelease(span->handle);
    }
    return zed_cuda_status(result, "map memory of the GPU", NULL);
}

static CUmemAllocationProp properties_of(uint32_t tile)
{
    return (CUmemAllocationProp){.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                 .location = {CU_MEM_LOCATION_TYPE_DEVICE, zed_gpu_device(tile)}};
}

/* Prints no message if memory is exhausted: the caller gets the result. */
ze_result_t zed_span_create(uint32_t tile, size_t bytes, size_t alignment, zed_span_t *span)
{
    const size_t page = zed_gpu_info(tile)->page_bytes;
    const CUmemAllocationProp properties = properties_of(tile);
    ze_result_t result = zed_gpu_enter(tile);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *span = (zed_span_t){.bytes = (bytes + page - 1) / page * page, .tile = tile, .descriptor = -1};
    const CUresult created = zed_cuda.cuMemCreate(&span->handle, span->bytes, &properties, 0);
    result = created == CUDA_ERROR_OUT_OF_MEMORY ? ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY
             : created != CUDA_SUCCESS
                 ? zed_cuda_status(created, "allocate memory of the GPU", NULL)
                 : map_or_release(span, alignment > page ? alignment : page);
    zed_gpu_leave();
    return result;
}

/* The handle shows the memory's owner, whatever the descriptor's sender claims. */
static ze_result_t owner_of(CUmemGenericAllocationHandle handle, uint32_t *tile)
{
    CUmemAllocationProp properties;
    const CUresult result = zed_cuda.cuMemGetAllocationPropertiesFromHandle(&properties, handle);
    if (result != CUDA_SUCCESS) {
        return zed_cuda_status(result, "look at memory of another process", NULL);
    }
    return zed_gpu_tile_of(properties.location.id, tile) ? ZE_RESULT_SUCCESS
                                                         : ZE_RESULT_ERROR_INVALID_ARGUMENT;
}

ze_result_t zed_span_import(uint32_t tile, size_t bytes, int descriptor, zed_span_t *span)
{
    ze_result_t result = zed_gpu_enter(tile);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    *span = (zed_span_t){.bytes = bytes, .descriptor = -1};
    result = zed_cuda.cuMemImportFromShareableHandle(&span->handle, (void *)(uintptr_t)descriptor,
                                                     CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) ==
                     CUDA_SUCCESS
                 ? owner_of(span->handle, &span->tile)
                 : ZE_RESULT_ERROR_INVALID_ARGUMENT;
    if (result == ZE_RESULT_SUCCESS) {
        result = map_or_release(span, zed_gpu_info(tile)->page_bytes);
    }
    zed_gpu_leave();
    return result;
}

void zed_span_destroy(zed_span_t *span)
{
    zed_range_remove((const void *)span->base);
    if (zed_gpu_enter(span->tile) == ZE_RESULT_SUCCESS) {
        zed_cuda.cuMemUnmap(span->base, span->bytes);
        zed_cuda.cuMemAddressFree(span->base, span->bytes);
        zed_cuda.cuMemRelease(span->handle);
        zed_gpu_leave();
    }
    if (span->descriptor >= 0) {
        close(span->descriptor);
    }
}

int zed_span_descriptor(zed_span_t *span)
{
    if (span->descriptor < 0 && zed_gpu_enter(span->tile) == ZE_RESULT_SUCCESS) {
        int descriptor = -1;
        const CUresult result = zed_cuda.cuMemExportToShareableHandle(
            &descriptor, span->handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0);
        if (zed_cuda_status(result, "share memory of the GPU", NULL) == ZE_RESULT_SUCCESS) {
            span->descriptor = descriptor;
        }
        zed_gpu_leave();
    }
    return span->descriptor;
}
