/* SPDX-License-Identifier: BSD-3-Clause */
/* GPUs, contexts and memory; see double.h.  One lock guards everything. */
#include "double.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define GPUS_DEFAULT 2
#define GPUS_MAX 16
#define PAGE ((size_t)2 << 20)
#define MEMORY ((size_t)4 << 30)
#define RANGES 4096
#define STACK_DEFAULT ((size_t)1024)

/* Memory that streams reach: `base` is its address for them, `behind` its address on the host. */
typedef struct range {
    uintptr_t base;
    size_t bytes;
    char *behind;
    bool reserved; /* nothing has been mapped yet */
    bool registered;
} range_t;

/* An allocation of a GPU is a file; its handle is the descriptor plus one. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static range_t ranges[RANGES];

int double_gpus(void)
{
    const char *text = getenv("LIBCUDA_DOUBLE_GPUS");
    const int count = text ? atoi(text) : GPUS_DEFAULT;
    return count < 0 ? 0 : count > GPUS_MAX ? GPUS_MAX : count;
}

/* ---- GPUs ------------------------------------------------------------------------------------ */

EXPORT CUresult cuInit(unsigned flags)
{
    (void)flags;
    return double_gpus() > 0 ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

EXPORT CUresult cuDriverGetVersion(int *version)
{
    *version = 13000;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuGetErrorString(CUresult error, const char **text)
{
    static _Thread_local char sentence[64];
    snprintf(sentence, sizeof sentence, "the double's error %d", error);
    *text = sentence;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetCount(int *count)
{
    *count = double_gpus();
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = ordinal;
    return ordinal < double_gpus() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuDeviceGetName(char *name, int bytes, CUdevice device)
{
    snprintf(name, (size_t)bytes, "double of a GPU %d", device);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    memset(uuid->bytes, 0xd0, sizeof uuid->bytes);
    uuid->bytes[0] = (unsigned char)device;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    (void)device;
    *bytes = MEMORY;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    static const struct {
        int attribute;
        int value;
    } known[] = {
        {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, GROUP_ITEMS_MAX},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + 1, 1024},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + 2, 64},
        {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 2147483647},
        {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + 1, 65535},
        {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + 2, 65535},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 49152},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448},
        {CU_DEVICE_ATTRIBUTE_WARP_SIZE, WARP},
        {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1980000},
        {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 16},
        {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
        {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 50 << 20},
        {CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, 0},
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0},
        {CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 1},
        {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 1},
        {CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 1},
    };
    *value = attribute == CU_DEVICE_ATTRIBUTE_PCI_BUS_ID ? 16 + device : 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].attribute == attribute) {
            *value = known[i].value;
        }
    }
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    *can = device != peer;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetP2PAttribute(int *value, int attribute, CUdevice device, CUdevice peer)
{
    (void)device;
    (void)peer;
    *value = attribute == CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED;
    return CUDA_SUCCESS;
}

/* ---- Contexts: a thread's stack of them, checked by whatever needs one ----------------------- */

static _Thread_local CUcontext entered[8];
static _Thread_local int depth;

/* Of each work-item, in the context of each GPU.  The first is number 1. */
static size_t stacks[GPUS_MAX + 1];

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    *context = (CUcontext)(uintptr_t)(device + 1);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    if (!context || depth == (int)(sizeof entered / sizeof *entered)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    entered[depth++] = context;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    if (depth == 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    *context = entered[--depth];
    return CUDA_SUCCESS;
}

static size_t *stack_of_context(void)
{
    return depth == 0 ? NULL : &stacks[(uintptr_t)entered[depth - 1]];
}

size_t double_stack(void)
{
    const size_t *const stack = stack_of_context();
    const size_t reserved = stack ? __atomic_load_n(stack, __ATOMIC_RELAXED) : 0;
    return reserved != 0 ? reserved : STACK_DEFAULT;
}

EXPORT CUresult cuCtxGetLimit(size_t *value, int limit)
{
    *value = double_stack();
    return limit == CU_LIMIT_STACK_SIZE && depth != 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuCtxSetLimit(int limit, size_t value)
{
    if (limit != CU_LIMIT_STACK_SIZE || depth == 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    __atomic_store_n(stack_of_context(), value, __ATOMIC_RELAXED);
    return CUDA_SUCCESS;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* The caller holds the lock. */
static range_t *find(uintptr_t address)
{
    for (range_t *range = ranges; range < ranges + RANGES; range++) {
        if (range->bytes != 0 && address - range->base < range->bytes) {
            return range;
        }
    }
    return NULL;
}

static CUresult add(range_t added)
{
    pthread_mutex_lock(&lock);
    range_t *place = ranges;
    while (place < ranges + RANGES && place->bytes != 0) {
        place++;
    }
    const bool room = place < ranges + RANGES;
    if (room) {
        *place = added;
    }
    pthread_mutex_unlock(&lock);
    return room ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

void *double_reach(CUdeviceptr address)
{
    pthread_mutex_lock(&lock);
    const range_t *range = find(address);
    void *behind = range && range->behind ? range->behind + (address - range->base) : NULL;
    pthread_mutex_unlock(&lock);
    return behind;
}

EXPORT CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *properties,
                                              int option)
{
    (void)properties;
    (void)option;
    *bytes = PAGE;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                            const CUmemAllocationProp *properties, unsigned long long flags)
{
    (void)flags;
    if (bytes == 0 || bytes % PAGE != 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (bytes > MEMORY) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    /* The owner is stored at the end of the file. */
    const int owner = properties->location.id;
    const int file = memfd_create("double", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, (off_t)bytes) != 0 ||
        pwrite(file, &owner, sizeof owner, (off_t)bytes) != (ssize_t)sizeof owner) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *handle = (CUmemGenericAllocationHandle)file + 1;
    return CUDA_SUCCESS;
}

static int file_of(CUmemGenericAllocationHandle handle)
{
    return (int)(handle - 1);
}

static size_t bytes_of(CUmemGenericAllocationHandle handle)
{
    struct stat status;
    return fstat(file_of(handle), &status) == 0 ? (size_t)status.st_size - sizeof(int) : 0;
}

EXPORT CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    return close(file_of(handle)) == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemAddressReserve(CUdeviceptr *address, size_t bytes, size_t alignment,
                                    CUdeviceptr wish, unsigned long long flags)
{
    (void)wish;
    (void)flags;
    char *room = mmap(NULL, bytes + alignment, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes % PAGE != 0 || room == MAP_FAILED) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    /* The rest of the room stays reserved; there are enough addresses. */
    *address = ((uintptr_t)room + alignment - 1) / alignment * alignment;
    return add((range_t){.base = *address, .bytes = bytes, .reserved = true});
}

EXPORT CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes)
{
    pthread_mutex_lock(&lock);
    range_t *range = find(address);
    const bool good = range && range->base == address && range->bytes == bytes && !range->behind;
    if (good) {
        munmap((void *)address, bytes);
        *range = (range_t){0};
    }
    pthread_mutex_unlock(&lock);
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset,
                         CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    (void)flags;
    pthread_mutex_lock(&lock);
    range_t *range = find(address);
    bool good = offset == 0 && range && range->base == address && range->reserved &&
                !range->behind && bytes == range->bytes && bytes == bytes_of(handle);
    if (good) {
        char *behind = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_of(handle), 0);
        good = behind != MAP_FAILED;
        range->behind = good ? behind : NULL;
    }
    pthread_mutex_unlock(&lock);
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemUnmap(CUdeviceptr address, size_t bytes)
{
    pthread_mutex_lock(&lock);
    range_t *range = find(address);
    const bool good = range && range->reserved && range->behind && range->bytes == bytes;
    if (good) {
        munmap(range->behind, bytes);
        range->behind = NULL;
    }
    pthread_mutex_unlock(&lock);
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes, const CUmemAccessDesc *access,
                               size_t count)
{
    (void)access;
    (void)bytes;
    return count > 0 && double_reach(address) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemExportToShareableHandle(void *shareable, CUmemGenericAllocationHandle handle,
                                             int type, unsigned long long flags)
{
    (void)flags;
    const int file = fcntl(file_of(handle), F_DUPFD_CLOEXEC, 3);
    *(int *)shareable = file;
    return type == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR && file >= 0 ? CUDA_SUCCESS
                                                                         : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle,
                                               void *shareable, int type)
{
    (void)type;
    const int file = fcntl((int)(uintptr_t)shareable, F_DUPFD_CLOEXEC, 3);
    *handle = (CUmemGenericAllocationHandle)file + 1;
    return file >= 0 && bytes_of(*handle) % PAGE == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                       CUmemGenericAllocationHandle handle)
{
    int owner = 0;
    const ssize_t got = pread(file_of(handle), &owner, sizeof owner, (off_t)bytes_of(handle));
    *properties = (CUmemAllocationProp){.location = {CU_MEM_LOCATION_TYPE_DEVICE, owner}};
    return got == (ssize_t)sizeof owner ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemHostRegister_v2(void *address, size_t bytes, unsigned flags)
{
    (void)flags;
    return depth == 0 ? CUDA_ERROR_NOT_INITIALIZED
                      : add((range_t){.base = (uintptr_t)address,
                                      .bytes = bytes,
                                      .behind = address,
                                      .registered = true});
}

/* Memory that the engine does not know; only GPU 0 has it. */
EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    char *const room = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *const behind =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *address = (CUdeviceptr)room;
    return room == MAP_FAILED || behind == MAP_FAILED
               ? CUDA_ERROR_OUT_OF_MEMORY
               : add((range_t){.base = (uintptr_t)room, .bytes = bytes, .behind = behind});
}

EXPORT CUresult cuMemFree_v2(CUdeviceptr address)
{
    pthread_mutex_lock(&lock);
    range_t *range = find(address);
    const bool good = range && range->base == address && range->behind;
    if (good) {
        munmap(range->behind, range->bytes);
        munmap((void *)address, range->bytes);
        *range = (range_t){0};
    }
    pthread_mutex_unlock(&lock);
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr address)
{
    pthread_mutex_lock(&lock);
    const range_t *const range = find(address);
    const bool good = range && range->behind;
    if (good && attribute == CU_POINTER_ATTRIBUTE_BUFFER_ID) {
        *(unsigned long long *)value = (unsigned long long)(range - ranges) + 1;
    } else if (good) {
        *(int *)value = attribute != CU_POINTER_ATTRIBUTE_MEMORY_TYPE ? 0
                        : range->registered                           ? CU_MEMORYTYPE_HOST
                                                                      : CU_MEMORYTYPE_DEVICE;
    }
    pthread_mutex_unlock(&lock);
    return good && depth != 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemHostUnregister(void *address)
{
    pthread_mutex_lock(&lock);
    range_t *range = find((uintptr_t)address);
    const bool good = range && range->registered && range->base == (uintptr_t)address;
    if (good) {
        *range = (range_t){0};
    }
    pthread_mutex_unlock(&lock);
    return good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
