/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The test frame by Level Zero's own calls: the same tests on any driver, that for NVIDIA's GPUs for instance.
 * Modules and kernels are handles in the place of the engine's records.
 */
#include "../harness.h"
#include "buffer.h"

#include <level_zero/ze_api.h>

int test_failures;

namespace {

struct Device {
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_command_list_handle_t list; /* immediate, synchronous */
};

void must(ze_result_t result, const char *what)
{
    if (result == ZE_RESULT_SUCCESS)
        return;
    std::fprintf(stderr, "%s gave 0x%x\n", what, static_cast<unsigned>(result));
    std::exit(1);
}

Device open_device()
{
    Device made = {};
    uint32_t count = 1;
    ze_driver_handle_t driver = nullptr;
    ze_context_desc_t context = {};
    context.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC;
    ze_command_queue_desc_t queue = {};
    queue.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
    queue.mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
    must(zeInit(0), "zeInit");
    must(zeDriverGet(&count, &driver), "zeDriverGet");
    count = 1;
    must(zeDeviceGet(driver, &count, &made.device), "zeDeviceGet");
    must(zeContextCreate(driver, &context, &made.context), "zeContextCreate");
    must(zeCommandListCreateImmediate(made.context, made.device, &queue, &made.list),
         "zeCommandListCreateImmediate");
    return made;
}

/* Buffers come before main does. */
const Device &device()
{
    static const Device opened = open_device();
    return opened;
}

ze_kernel_handle_t handle(const zed_kernel_t *kernel)
{
    return reinterpret_cast<ze_kernel_handle_t>(const_cast<zed_kernel_t *>(kernel));
}

void destroy_module(zed_module_t *module)
{
    must(zeModuleDestroy(reinterpret_cast<ze_module_handle_t>(module)), "zeModuleDestroy");
}

} // namespace

void *test_allocate(size_t bytes, size_t alignment)
{
    ze_device_mem_alloc_desc_t desc = {};
    desc.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC;
    ze_host_mem_alloc_desc_t host = {};
    host.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC;
    void *memory = nullptr;
    must(zeMemAllocShared(device().context, &desc, &host, bytes, alignment, device().device,
                          &memory),
         "zeMemAllocShared");
    return memory;
}

void test_release(void *memory, size_t)
{
    must(zeMemFree(device().context, memory), "zeMemFree");
}

/* What tests ask of it. */
const zed_engine_t *zed_engine_get()
{
    static const zed_engine_t engine = [] {
        zed_engine_t made = {};
        made.module_destroy = destroy_module;
        return made;
    }();
    return &engine;
}

void test_start()
{
    device();
}

std::vector<uint8_t> test_file(const char *name)
{
    const char *others = std::getenv("TEST_KERNELS");
    const std::string path = std::string(others ? others : TEST_KERNELS) + "/" + name;
    std::ifstream stream(path, std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    if (bytes.empty()) {
        std::fprintf(stderr, "%s cannot be read\n", path.c_str());
        std::exit(1);
    }
    return {bytes.begin(), bytes.end()};
}

zed_module_t *test_module(const char *file, const char *flags)
{
    const std::vector<uint8_t> bytes = test_file(file);
    ze_module_desc_t desc = {};
    desc.stype = ZE_STRUCTURE_TYPE_MODULE_DESC;
    desc.format = ZE_MODULE_FORMAT_IL_SPIRV;
    desc.inputSize = bytes.size();
    desc.pInputModule = bytes.data();
    desc.pBuildFlags = flags;
    ze_module_handle_t module = nullptr;
    ze_module_build_log_handle_t log = nullptr;
    const ze_result_t result =
        zeModuleCreate(device().context, device().device, &desc, &module, &log);
    size_t size = 0;
    zeModuleBuildLogGetString(log, &size, nullptr);
    std::string text(size, '\0');
    zeModuleBuildLogGetString(log, &size, text.data());
    if (result != ZE_RESULT_SUCCESS)
        std::fprintf(stderr, "%s\n", text.c_str());
    must(result, file);
    must(zeModuleBuildLogDestroy(log), "zeModuleBuildLogDestroy");
    return reinterpret_cast<zed_module_t *>(module);
}

Launch::Launch(zed_module_t *module, const char *name)
{
    ze_kernel_desc_t desc = {};
    desc.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC;
    desc.pKernelName = name;
    ze_kernel_handle_t kernel = nullptr;
    must(zeKernelCreate(reinterpret_cast<ze_module_handle_t>(module), &desc, &kernel), name);
    kernel_ = reinterpret_cast<const zed_kernel_t *>(kernel);
}

Launch &Launch::raw(const void *bytes, size_t count)
{
    must(zeKernelSetArgumentValue(handle(kernel_), next_++, count, bytes),
         "zeKernelSetArgumentValue");
    return *this;
}

Launch &Launch::pointer(const void *address)
{
    return raw(&address, sizeof address);
}

Launch &Launch::local(uint32_t bytes)
{
    return raw(nullptr, bytes);
}

void Launch::run(uint32_t groups, uint32_t items)
{
    run(groups, 1, 1, items, 1, 1);
}

void Launch::run(uint32_t gx, uint32_t gy, uint32_t gz, uint32_t sx, uint32_t sy, uint32_t sz)
{
    const ze_group_count_t groups = {gx, gy, gz};
    must(zeKernelSetGroupSize(handle(kernel_), sx, sy, sz), "zeKernelSetGroupSize");
    must(zeCommandListAppendLaunchKernel(device().list, handle(kernel_), &groups, nullptr, 0,
                                         nullptr),
         "zeCommandListAppendLaunchKernel");
    must(zeKernelDestroy(handle(kernel_)), "zeKernelDestroy");
}
