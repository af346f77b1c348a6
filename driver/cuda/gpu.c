/* SPDX-License-Identifier: BSD-3-Clause */
/* See gpu.h. */
#include "cuda/gpu.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NVIDIA_VENDOR 0x10deu
#define TIMER_HZ UINT64_C(1000000000)
#define KEY_BYTES 64
/* In bytes; libcuda does not report it. */
#define CACHE_LINE_BYTES 128
/* Of each work-item: at first, and in what steps it grows. */
#define STACK_BYTES ((size_t)2048)

typedef struct gpu {
    CUdevice device;
    char code_key[KEY_BYTES];
    bool reaches[ZED_CUDA_GPUS_MAX]; /* the GPUs whose memory its kernels may use */
    CUcontext context;               /* under context_lock */
} gpu_t;

/* UINT32_MAX until a GPU is entered.  Under context_lock. */
static uint32_t home = UINT32_MAX;

static gpu_t gpus[ZED_CUDA_GPUS_MAX];
static zed_device_info_t described[ZED_CUDA_GPUS_MAX];
static uint32_t gpu_count;
static ze_result_t start_result;
static pthread_once_t start_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t context_lock = PTHREAD_MUTEX_INITIALIZER;

static int attribute(CUdevice device, int which)
{
    int value = 0;
    return zed_cuda.cuDeviceGetAttribute(&value, which, device) == CUDA_SUCCESS ? value : 0;
}

static uint32_t number(CUdevice device, int which)
{
    const int value = attribute(device, which);
    return value > 0 ? (uint32_t)value : 0;
}

/* ---- What a GPU is ---------------------------------------------------------------------------- */

static void describe_sizes(zed_device_info_t *info, CUdevice device)
{
    const uint32_t processors = number(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    info->threads = processors * number(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    info->sub_group_size = number(device, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    info->simd_bytes = 4 * info->sub_group_size;
    info->max_group_size = number(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    for (int i = 0; i < 3; i++) {
        info->max_group_sizes[i] = number(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i);
        info->max_group_counts[i] = number(device, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i);
    }
    info->max_local_bytes = number(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    info->cache_bytes = number(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    info->cache_line_bytes = CACHE_LINE_BYTES;
    info->clock_mhz = number(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1000;
    info->timer_hz = TIMER_HZ;
    info->timer_bits = 64;
}

/* Over PCI Express, a GPU's atomic operations on host memory are not atomic for the host. */
static void describe_memory(zed_device_info_t *info, CUdevice device)
{
    const ze_memory_access_cap_flags_t loads =
        ZE_MEMORY_ACCESS_CAP_FLAG_RW | ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT;
    const ze_memory_access_cap_flags_t all =
        loads | ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC | ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC;
    const bool host_atomics = number(device, CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED) != 0;
    const bool pageable = number(device, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS) != 0;
    size_t bytes = 0;
    size_t page = 0;
    const CUmemAllocationProp properties = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                            .requestedHandleTypes =
                                                CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                            .location = {CU_MEM_LOCATION_TYPE_DEVICE, device}};
    zed_cuda.cuDeviceTotalMem(&bytes, device);
    zed_cuda.cuMemGetAllocationGranularity(&page, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    info->memory_name = "device memory";
    info->memory_bytes = bytes;
    info->max_alloc_bytes = bytes;
    info->page_bytes = page;
    info->device_access = all;
    info->host_access = host_atomics ? all : loads;
    info->shared_access = info->host_access;
    info->shared_cross_access = info->host_access;
    info->system_access = !pageable ? 0 : info->host_access;
}

/* false, with the reason, for a GPU that the engine cannot use. */
static bool is_usable(CUdevice device, const char **why)
{
    *why =
        !attribute(device, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) ||
                !attribute(device, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED)
            ? "its memory cannot be shared by file descriptors"
        : !attribute(device, CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM)
            ? "its address of host memory differs from the host's"
        : attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) < 8
            ? "its compute capability is less than 8.0"
            : NULL;
    return !*why;
}

static void describe(uint32_t tile, CUdevice device, int version)
{
    gpu_t *gpu = &gpus[tile];
    zed_device_info_t *info = &described[tile];
    CUuuid uuid = {{0}};

    gpu->device = device;
    zed_cuda.cuDeviceGetName(info->name, sizeof info->name, device);
    info->type = ZE_DEVICE_TYPE_GPU;
    info->vendor_id = NVIDIA_VENDOR;
    info->has_pci = true;
    info->pci = (ze_pci_address_ext_t){.domain = number(device, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID),
                                       .bus = number(device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID),
                                       .device = number(device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID)};
    zed_cuda.cuDeviceGetUuid(&uuid, device);
    memcpy(info->uuid, uuid.bytes, sizeof info->uuid);
    info->first_tile = tile;
    info->tiles = 1;
    describe_sizes(info, device);
    describe_memory(info, device);
    snprintf(gpu->code_key, sizeof gpu->code_key, "sm_%d%d driver %d",
             attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
             attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR), version);
}

static void describe_reach(void)
{
    for (uint32_t i = 0; i < gpu_count; i++) {
        for (uint32_t j = 0; j < gpu_count; j++) {
            int can = i == j;
            if (i != j) {
                zed_cuda.cuDeviceCanAccessPeer(&can, gpus[i].device, gpus[j].device);
            }
            gpus[i].reaches[j] = can != 0;
        }
    }
}

/* ---- Start ------------------------------------------------------------------------------------ */

static ze_result_t refuse(const char *why)
{
    fprintf(stderr, "zed: no NVIDIA GPU can be used: %s\n", why);
    return ZE_RESULT_ERROR_UNINITIALIZED;
}

static ze_result_t find_gpus(void)
{
    int count = 0;
    int version = 0;
    const char *why = "the driver finds none";
    CUresult result = zed_cuda.cuInit(0);
    if (result == CUDA_SUCCESS) {
        result = zed_cuda.cuDeviceGetCount(&count);
    }
    if (result != CUDA_SUCCESS) {
        return refuse(zed_cuda_error_text(result));
    }
    zed_cuda.cuDriverGetVersion(&version);
    for (int i = 0; i < count && gpu_count < ZED_CUDA_GPUS_MAX; i++) {
        CUdevice device;
        if (zed_cuda.cuDeviceGet(&device, i) == CUDA_SUCCESS && is_usable(device, &why)) {
            describe(gpu_count, device, version);
            gpu_count++;
        }
    }
    describe_reach();
    return gpu_count != 0 ? ZE_RESULT_SUCCESS : refuse(why);
}

static void start(void)
{
    char why[512];
    /* By default, queues share 8 channels, and a kernel that polls in one blocks another queue. */
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
    /* By default, a kernel is loaded at its first launch, which waits for kernels that poll. */
    setenv("CUDA_MODULE_LOADING", "EAGER", 0);
    start_result = zed_cuda_load(why, sizeof why) ? find_gpus() : refuse(why);
}

ze_result_t zed_gpu_start(uint32_t *count, const zed_device_info_t **infos)
{
    pthread_once(&start_once, start);
    *count = gpu_count;
    *infos = described;
    return start_result;
}

uint32_t zed_gpu_count(void)
{
    return gpu_count;
}

const zed_device_info_t *zed_gpu_info(uint32_t tile)
{
    return &described[tile];
}

CUdevice zed_gpu_device(uint32_t tile)
{
    return gpus[tile].device;
}

bool zed_gpu_tile_of(CUdevice device, uint32_t *tile)
{
    for (*tile = 0; *tile < zed_gpu_count(); ++*tile) {
        if (zed_gpu_device(*tile) == device) {
            return true;
        }
    }
    return false;
}

const char *zed_gpu_code_key(uint32_t tile)
{
    return gpus[tile].code_key;
}

/* For the current context.  Where it fails, the launch asks for the stack again and says so. */
static void reserve_stack(size_t bytes)
{
    size_t reserved;
    if (zed_cuda.cuCtxGetLimit(&reserved, CU_LIMIT_STACK_SIZE) == CUDA_SUCCESS &&
        reserved < bytes) {
        zed_cuda.cuCtxSetLimit(CU_LIMIT_STACK_SIZE,
                               (bytes + STACK_BYTES - 1) / STACK_BYTES * STACK_BYTES);
    }
}

void zed_gpu_reserve_stack(size_t bytes)
{
    pthread_mutex_lock(&context_lock);
    reserve_stack(bytes);
    pthread_mutex_unlock(&context_lock);
}

static CUresult make_context(gpu_t *gpu)
{
    CUresult result = zed_cuda.cuDevicePrimaryCtxRetain(&gpu->context, gpu->device);
    if (result == CUDA_SUCCESS) {
        result = zed_cuda.cuCtxPushCurrent(gpu->context);
    }
    if (result == CUDA_SUCCESS) {
        reserve_stack(STACK_BYTES);
        zed_gpu_leave();
    }
    return result;
}

static ze_result_t context_of(uint32_t tile, CUcontext *context)
{
    gpu_t *gpu = &gpus[tile];
    CUresult result = CUDA_SUCCESS;
    pthread_mutex_lock(&context_lock);
    if (!gpu->context) {
        result = make_context(gpu);
    }
    *context = gpu->context;
    if (home == UINT32_MAX) {
        home = tile;
    }
    pthread_mutex_unlock(&context_lock);
    return zed_cuda_status(result, "start to work with the GPU", NULL);
}

uint32_t zed_gpu_home(void)
{
    pthread_mutex_lock(&context_lock);
    const uint32_t tile = home == UINT32_MAX ? 0 : home;
    pthread_mutex_unlock(&context_lock);
    return tile;
}

ze_result_t zed_gpu_enter(uint32_t tile)
{
    CUcontext context;
    ze_result_t result = context_of(tile, &context);
    return result != ZE_RESULT_SUCCESS
               ? result
               : zed_cuda_status(zed_cuda.cuCtxPushCurrent(context), "work with the GPU", NULL);
}

void zed_gpu_leave(void)
{
    CUcontext context;
    zed_cuda.cuCtxPopCurrent(&context);
}

bool zed_gpu_reaches(uint32_t tile, uint32_t peer)
{
    return gpus[tile].reaches[peer];
}

ze_device_p2p_property_flags_t zed_gpu_peer_access(uint32_t tile, uint32_t peer)
{
    int atomics = tile == peer;
    if (!gpus[tile].reaches[peer]) {
        return 0;
    }
    if (tile != peer) {
        zed_cuda.cuDeviceGetP2PAttribute(&atomics, CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED,
                                         gpus[tile].device, gpus[peer].device);
    }
    return ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS |
           (atomics ? ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS : 0u);
}
