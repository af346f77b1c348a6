/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The test frame through Level Zero's own calls, which runs the same tests on any driver, for
 * example on the driver for NVIDIA's GPUs.  Handles of modules and kernels take the place of the
 * engine's records.
 */
#include "../harness.h"
#include "buffer.h"

extern "C" {
#include "../../device.h"
}

namespace {

/* Buffers are allocated before main. */
device_t &the_device()
{
    static device_t opened = [] {
        device_t made = {};
        device_start(&made);
        return made;
    }();
    return opened;
}

void must(ze_result_t result, const char *what)
{
    if (result == ZE_RESULT_SUCCESS)
        return;
    std::fprintf(stderr, "%s gave 0x%x\n", what, static_cast<unsigned>(result));
    std::exit(1);
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

void *test_allocate(size_t bytes, size_t)
{
    return device_allocate(&the_device(), bytes);
}

void test_release(void *memory, size_t)
{
    device_free(&the_device(), memory);
}

/* The part of the table that tests use. */
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
    the_device();
}

zed_module_t *test_module(const char *file, const char *flags)
{
    const std::vector<uint8_t> bytes = test_file(file);
    device_build(&the_device(), file, bytes.data(), bytes.size(), flags);
    return reinterpret_cast<zed_module_t *>(the_device().module);
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

void Launch::run(uint32_t gx, uint32_t gy, uint32_t gz, uint32_t sx, uint32_t sy, uint32_t sz)
{
    const ze_group_count_t groups = {gx, gy, gz};
    must(zeKernelSetGroupSize(handle(kernel_), sx, sy, sz), "zeKernelSetGroupSize");
    must(zeCommandListAppendLaunchKernel(the_device().list, handle(kernel_), &groups, nullptr, 0,
                                         nullptr),
         "zeCommandListAppendLaunchKernel");
    must(zeKernelDestroy(handle(kernel_)), "zeKernelDestroy");
}
