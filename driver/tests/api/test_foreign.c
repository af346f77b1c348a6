/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that the program has from CUDA itself, as CuPy and PyTorch have. */
#include "cuda/libcuda.h"
#include "fixture.h"

#include <dlfcn.h>
#include <string.h>

#define BYTES 8192

static test_device device;

static char *allocate(void)
{
    void *const library = dlopen("libcuda.so.1", RTLD_NOW);
    CUresult (*alloc)(CUdeviceptr *, size_t) = NULL;
    CHECK(library);
    *(void **)&alloc = dlsym(library, "cuMemAlloc_v2");
    CUdeviceptr address = 0;
    CHECK(alloc && alloc(&address, BYTES) == CUDA_SUCCESS);
    return (char *)address;
}

static void test_properties(const char *memory)
{
    ze_memory_allocation_properties_t properties = {
        .stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    ze_device_handle_t owner = NULL;
    void *base = NULL;
    size_t bytes = 0;
    for (size_t offset = 0; offset < BYTES; offset += BYTES - 1) {
        CHECK_SUCCESS(
            zeMemGetAllocProperties(device.context, memory + offset, &properties, &owner));
        CHECK(properties.type == ZE_MEMORY_TYPE_DEVICE && owner == device.root);
        CHECK(properties.id != 0 && properties.pageSize != 0);
    }
    /* The driver does not own it. */
    CHECK_RESULT(zeMemGetAddressRange(device.context, memory, &base, &bytes),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_RESULT(zeMemFree(device.context, (void *)(uintptr_t)memory),
                 ZE_RESULT_ERROR_INVALID_ARGUMENT);
    CHECK_SUCCESS(zeMemGetAllocProperties(device.context, &bytes, &properties, &owner));
    CHECK(properties.type == ZE_MEMORY_TYPE_UNKNOWN && !owner);
    /* What the driver has freed is not foreign, whatever CUDA says of it. */
    void *const own = fixture_device_memory(&device, 64);
    CHECK_SUCCESS(zeMemFree(device.context, own));
    CHECK_SUCCESS(zeMemGetAllocProperties(device.context, own, &properties, &owner));
    CHECK(properties.type == ZE_MEMORY_TYPE_UNKNOWN && !owner);
}

/* An append would never return if the driver took the memory for the processor's: it copies such memory when the
 * copy's turn has come. */
static void test_copies(char *memory)
{
    ze_event_pool_handle_t pool = fixture_pool(&device, ZE_EVENT_POOL_FLAG_HOST_VISIBLE, 2);
    ze_event_handle_t gate = fixture_event(pool, 0);
    ze_event_handle_t end = fixture_event(pool, 1);
    ze_command_list_handle_t list =
        fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
    char *const own = fixture_device_memory(&device, BYTES);
    char *const host = fixture_host_memory(&device, BYTES);
    for (int i = 0; i < BYTES; i++) {
        host[i] = (char)(i % 251);
    }
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, memory, host, BYTES, NULL, 1, &gate));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, own, memory, BYTES, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListAppendMemoryFill(list, memory, "x", 1, 100, NULL, 0, NULL));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, own + 50, memory + 50, 100, NULL, 0, NULL));
    CHECK_SUCCESS(zeEventHostSignal(gate));
    CHECK_SUCCESS(zeCommandListAppendMemoryCopy(list, host, own, BYTES, end, 0, NULL));
    CHECK_SUCCESS(zeEventHostSynchronize(end, FOREVER));
    for (int i = 0; i < BYTES; i++) {
        CHECK(host[i] == (i >= 50 && i < 100 ? 'x' : (char)(i % 251)));
    }
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeEventDestroy(gate));
    CHECK_SUCCESS(zeEventDestroy(end));
    CHECK_SUCCESS(zeEventPoolDestroy(pool));
    CHECK_SUCCESS(zeMemFree(device.context, own));
    CHECK_SUCCESS(zeMemFree(device.context, host));
}

int main(void)
{
    fixture_start(&device);
    char *const memory = allocate();
    test_properties(memory);
    test_copies(memory);
    fixture_end(&device);
    return 0;
}
