/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The part of NVIDIA's driver, libcuda.so.1, that the engine uses.  It is loaded when the engine
 * starts, so that neither building nor loading this library requires CUDA.  Types and numbers are
 * those of the driver's binary interface.
 */
#ifndef ZED_CUDA_LIBCUDA_H
#define ZED_CUDA_LIBCUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef uint64_t CUmemGenericAllocationHandle;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUlinkState_st *CUlinkState;

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
    CUDA_ERROR_MISALIGNED_ADDRESS = 716,
    CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
    CUDA_ERROR_INVALID_PC = 718,
    CUDA_ERROR_LAUNCH_FAILED = 719
};

enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
    CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103
};

enum {
    CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED = 3,

    CU_LIMIT_STACK_SIZE = 0,

    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,

    CU_JIT_MAX_REGISTERS = 0,
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_INPUT_PTX = 1,

    CU_MEM_ALLOCATION_TYPE_PINNED = 1,
    CU_MEM_LOCATION_TYPE_DEVICE = 1,
    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
    CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3,
    CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    CU_MEMHOSTREGISTER_PORTABLE = 1,
    CU_MEMHOSTREGISTER_DEVICEMAP = 2,
    CU_MEMORYTYPE_HOST = 1,
    CU_MEMORYTYPE_DEVICE = 2,
    CU_MEMORYTYPE_UNIFIED = 4,

    CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
    CU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
    CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,

    CU_STREAM_NON_BLOCKING = 1,
    CU_STREAM_WAIT_VALUE_GEQ = 0,
    CU_STREAM_WRITE_VALUE_DEFAULT = 0,
    CU_EVENT_DISABLE_TIMING = 2
};

/* For cuLaunchKernel's last argument: a block of arguments instead of a list. */
#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)

typedef struct CUmemLocation {
    int type;
    int id;
} CUmemLocation;

typedef struct CUmemAllocationProp {
    int type;
    int requestedHandleTypes;
    CUmemLocation location;
    void *win32HandleMetaData;
    struct {
        unsigned char compressionType;
        unsigned char gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
} CUmemAllocationProp;

typedef struct CUmemAccessDesc {
    CUmemLocation location;
    int flags;
} CUmemAccessDesc;

typedef struct CUuuid {
    unsigned char bytes[16];
} CUuuid;

typedef struct CUDA_MEMCPY3D {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    int srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    void *srcArray;
    void *reserved0;
    size_t srcPitch, srcHeight;

    size_t dstXInBytes, dstY, dstZ, dstLOD;
    int dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    void *dstArray;
    void *reserved1;
    size_t dstPitch, dstHeight;

    size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;

/* X(name of the field, name in the library, arguments) */
/* clang-format off */
#define ZED_CUDA_CALLS(X) \
    X(cuInit, "cuInit", (unsigned flags)) \
    X(cuDriverGetVersion, "cuDriverGetVersion", (int *version)) \
    X(cuGetErrorString, "cuGetErrorString", (CUresult error, const char **text)) \
    X(cuDeviceGetCount, "cuDeviceGetCount", (int *count)) \
    X(cuDeviceGet, "cuDeviceGet", (CUdevice *device, int ordinal)) \
    X(cuDeviceGetName, "cuDeviceGetName", (char *name, int bytes, CUdevice device)) \
    X(cuDeviceGetUuid, "cuDeviceGetUuid_v2", (CUuuid *uuid, CUdevice device)) \
    X(cuDeviceTotalMem, "cuDeviceTotalMem_v2", (size_t *bytes, CUdevice device)) \
    X(cuDeviceGetAttribute, "cuDeviceGetAttribute", (int *value, int attribute, CUdevice device)) \
    X(cuDeviceCanAccessPeer, "cuDeviceCanAccessPeer", (int *can, CUdevice device, CUdevice peer)) \
    X(cuDeviceGetP2PAttribute, "cuDeviceGetP2PAttribute", (int *value, int attribute, CUdevice device, CUdevice peer)) \
    X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext *context, CUdevice device)) \
    X(cuCtxPushCurrent, "cuCtxPushCurrent_v2", (CUcontext context)) \
    X(cuCtxPopCurrent, "cuCtxPopCurrent_v2", (CUcontext *context)) \
    X(cuCtxGetLimit, "cuCtxGetLimit", (size_t *value, int limit)) \
    X(cuCtxSetLimit, "cuCtxSetLimit", (int limit, size_t value)) \
    X(cuMemGetAllocationGranularity, "cuMemGetAllocationGranularity", (size_t *bytes, const CUmemAllocationProp *properties, int option)) \
    X(cuMemCreate, "cuMemCreate", (CUmemGenericAllocationHandle *handle, size_t bytes, const CUmemAllocationProp *properties, unsigned long long flags)) \
    X(cuMemRelease, "cuMemRelease", (CUmemGenericAllocationHandle handle)) \
    X(cuMemAddressReserve, "cuMemAddressReserve", (CUdeviceptr *address, size_t bytes, size_t alignment, CUdeviceptr wish, unsigned long long flags)) \
    X(cuMemAddressFree, "cuMemAddressFree", (CUdeviceptr address, size_t bytes)) \
    X(cuMemMap, "cuMemMap", (CUdeviceptr address, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags)) \
    X(cuMemUnmap, "cuMemUnmap", (CUdeviceptr address, size_t bytes)) \
    X(cuMemSetAccess, "cuMemSetAccess", (CUdeviceptr address, size_t bytes, const CUmemAccessDesc *access, size_t count)) \
    X(cuMemExportToShareableHandle, "cuMemExportToShareableHandle", (void *shareable, CUmemGenericAllocationHandle handle, int type, unsigned long long flags)) \
    X(cuMemImportFromShareableHandle, "cuMemImportFromShareableHandle", (CUmemGenericAllocationHandle *handle, void *shareable, int type)) \
    X(cuMemGetAllocationPropertiesFromHandle, "cuMemGetAllocationPropertiesFromHandle", (CUmemAllocationProp *properties, CUmemGenericAllocationHandle handle)) \
    X(cuPointerGetAttribute, "cuPointerGetAttribute", (void *value, int attribute, CUdeviceptr address)) \
    X(cuMemHostRegister, "cuMemHostRegister_v2", (void *address, size_t bytes, unsigned flags)) \
    X(cuMemHostUnregister, "cuMemHostUnregister", (void *address)) \
    X(cuStreamCreate, "cuStreamCreate", (CUstream *stream, unsigned flags)) \
    X(cuStreamDestroy, "cuStreamDestroy_v2", (CUstream stream)) \
    X(cuStreamQuery, "cuStreamQuery", (CUstream stream)) \
    X(cuStreamSynchronize, "cuStreamSynchronize", (CUstream stream)) \
    X(cuStreamWaitValue32, "cuStreamWaitValue32_v2", (CUstream stream, CUdeviceptr word, uint32_t value, unsigned flags)) \
    X(cuStreamWriteValue32, "cuStreamWriteValue32_v2", (CUstream stream, CUdeviceptr word, uint32_t value, unsigned flags)) \
    X(cuStreamWriteValue64, "cuStreamWriteValue64_v2", (CUstream stream, CUdeviceptr word, uint64_t value, unsigned flags)) \
    X(cuEventCreate, "cuEventCreate", (CUevent *event, unsigned flags)) \
    X(cuEventDestroy, "cuEventDestroy_v2", (CUevent event)) \
    X(cuEventRecord, "cuEventRecord", (CUevent event, CUstream stream)) \
    X(cuEventQuery, "cuEventQuery", (CUevent event)) \
    X(cuMemcpyAsync, "cuMemcpyAsync", (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)) \
    X(cuMemcpy3DAsync, "cuMemcpy3DAsync_v2", (const CUDA_MEMCPY3D *copy, CUstream stream)) \
    X(cuMemsetD8Async, "cuMemsetD8Async", (CUdeviceptr to, unsigned char value, size_t count, CUstream stream)) \
    X(cuMemsetD16Async, "cuMemsetD16Async", (CUdeviceptr to, unsigned short value, size_t count, CUstream stream)) \
    X(cuMemsetD32Async, "cuMemsetD32Async", (CUdeviceptr to, unsigned value, size_t count, CUstream stream)) \
    X(cuModuleLoadData, "cuModuleLoadData", (CUmodule *module, const void *image)) \
    X(cuModuleUnload, "cuModuleUnload", (CUmodule module)) \
    X(cuModuleGetFunction, "cuModuleGetFunction", (CUfunction *function, CUmodule module, const char *name)) \
    X(cuModuleGetGlobal, "cuModuleGetGlobal_v2", (CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)) \
    X(cuLinkCreate, "cuLinkCreate_v2", (unsigned count, int *options, void **values, CUlinkState *state)) \
    X(cuLinkAddData, "cuLinkAddData_v2", (CUlinkState state, int type, void *data, size_t bytes, const char *name, unsigned count, int *options, void **values)) \
    X(cuLinkComplete, "cuLinkComplete", (CUlinkState state, void **cubin, size_t *bytes)) \
    X(cuLinkDestroy, "cuLinkDestroy", (CUlinkState state)) \
    X(cuFuncGetAttribute, "cuFuncGetAttribute", (int *value, int attribute, CUfunction function)) \
    X(cuFuncSetAttribute, "cuFuncSetAttribute", (CUfunction function, int attribute, int value)) \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor", (int *count, CUfunction function, int items, size_t shared_bytes)) \
    X(cuLaunchKernel, "cuLaunchKernel", (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void **arguments, void **extra))
/* clang-format on */

#define ZED_CUDA_FIELD(field, symbol, arguments) CUresult(*field) arguments;

/* Written once, by zed_cuda_load, before any other thread reads it. */
typedef struct zed_cuda {
    ZED_CUDA_CALLS(ZED_CUDA_FIELD)
} zed_cuda_t;

extern zed_cuda_t zed_cuda;

/* false, with a message for the user in *why, if there is no driver or it is too old. */
bool zed_cuda_load(char *why, size_t bytes);

#endif
