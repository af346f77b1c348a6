/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Modules, kernels and links: see module.h.  Modules that are linked to each other share their
 * images: code and data stay until the last of them is destroyed.  One lock guards links and
 * everything that a link changes.
 */
#include "module.h"

#include "compile/native.h"
#include "compile/obtain.h"
#include "engine/abi.h"
#include "image.h"
#include "machine/settings.h"
#include "run/running.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

namespace {

using Images = std::vector<std::unique_ptr<zed::Image>>;

std::mutex link_mutex;

char *text_copy(const std::string &text)
{
    return text.empty() ? nullptr : strdup(text.c_str());
}

struct Kernel {
    zed_kernel_t record;
    zed_kernel_code_t code;
    const zed::BlobKernel *blob;
};

/* Owns the images of linked modules; `into` is set when it has been merged. */
struct Keeper {
    Images images;
    std::shared_ptr<Keeper> into;
};

std::shared_ptr<Keeper> final_keeper(std::shared_ptr<Keeper> keeper)
{
    while (keeper->into)
        keeper = keeper->into;
    return keeper;
}

} // namespace

struct zed_module {
    zed::Image *image;
    std::shared_ptr<Keeper> keeper;
    std::vector<Kernel> kernels;
    std::vector<const char *> names;
};

namespace {

/* The variable of libishmem's device library in each module, which ishmemx_module_init sets.  Its
 * name ends with the number of its layout. */
constexpr char context_name[] = "ishmemi_default_ctx_v";

/* NULL: the image has none. */
const uint64_t *find_context(const zed::Image &image)
{
    const zed::BlobExport *exports = image.table<zed::BlobExport>(image.header().exports);
    for (uint64_t i = 0; i < image.header().exports.count; i++)
        if (exports[i].variable && exports[i].bytes == sizeof(uint64_t) &&
            std::strncmp(image.string(exports[i].name), context_name, sizeof context_name - 1) == 0)
            return static_cast<const uint64_t *>(image.address(exports[i].address));
    return nullptr;
}

void make_kernels(zed_module_t *module)
{
    const zed::Image &image = *module->image;
    const zed::BlobHeader &header = image.header();
    const zed::BlobKernel *blobs = image.table<zed::BlobKernel>(header.kernels);
    const zed_argument_t *arguments = image.table<zed_argument_t>(header.arguments);
    const uint64_t *context = find_context(image);
    module->kernels.resize(header.kernels.count);
    for (size_t i = 0; i < header.kernels.count; i++) {
        const zed::BlobKernel &blob = blobs[i];
        Kernel &kernel = module->kernels[i];
        kernel.blob = &blob;
        void *code = image.address(blob.code);
        kernel.code.item = blob.is_group ? nullptr : reinterpret_cast<zed_item_code_t>(code);
        kernel.code.group = blob.is_group ? reinterpret_cast<zed_group_code_t>(code) : nullptr;
        kernel.record.name = image.string(blob.name);
        kernel.record.attributes = image.string(blob.attributes);
        kernel.record.module = module;
        kernel.record.argument_count = blob.argument_count;
        kernel.record.arguments = arguments;
        kernel.record.argument_block_bytes = blob.argument_block_bytes;
        kernel.record.local_static_bytes = blob.local_static_bytes;
        kernel.record.private_bytes = blob.private_bytes;
        kernel.record.stack_bytes = blob.stack_bytes;
        kernel.code.context = context;
        kernel.code.reports = zed::is_reporting(header.target);
        std::memcpy(kernel.record.required_group_size, blob.required_group_size,
                    sizeof blob.required_group_size);
        kernel.record.waits = !blob.is_group;
        kernel.record.code = &kernel.code;
        arguments += blob.argument_count;
        module->names.push_back(kernel.record.name);
    }
    module->names.push_back(nullptr);
}

zed::CompileTarget target()
{
    const bool checks = zed_settings_get()->sanitize;
    if (zed_races_listener())
        return checks ? zed::CompileTarget::CheckedReporting : zed::CompileTarget::Reporting;
    return checks ? zed::CompileTarget::Checked : zed::CompileTarget::Processor;
}

ze_result_t create(const zed_module_desc_t *desc, zed_module_t **module, std::string *log)
{
    zed::Bytes blob;
    ze_result_t result = zed::obtain_blob(*desc, target(), &blob, log);
    if (result != ZE_RESULT_SUCCESS)
        return result;
    std::unique_ptr<zed::Image> image = zed::Image::load(std::move(blob), log);
    if (!image)
        return ZE_RESULT_ERROR_MODULE_BUILD_FAILURE;
    *log = image->string(image->header().log);
    std::unique_ptr<zed_module_t> made(new zed_module_t);
    made->image = image.get();
    made->keeper = std::make_shared<Keeper>();
    made->keeper->images.push_back(std::move(image));
    make_kernels(made.get());
    *module = made.release();
    return ZE_RESULT_SUCCESS;
}

/* The address of a name that one of the modules exports. */
void *find_export(uint32_t count, zed_module_t *const *modules, const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (const zed::BlobExport *found = modules[i]->image->find_export(name))
            return modules[i]->image->address(found->address);
    return nullptr;
}

void share_images(zed_module_t *first, zed_module_t *second)
{
    std::shared_ptr<Keeper> to = final_keeper(first->keeper), from = final_keeper(second->keeper);
    if (to == from)
        return;
    for (std::unique_ptr<zed::Image> &image : from->images)
        to->images.push_back(std::move(image));
    from->images.clear();
    from->into = to;
}

/* A kernel whose module uses another module's libishmem works with that module's context. */
void share_context(uint32_t count, zed_module_t *const *modules)
{
    const uint64_t *context = nullptr;
    for (uint32_t i = 0; i < count && !context; i++)
        context = find_context(*modules[i]->image);
    for (uint32_t i = 0; i < count; i++)
        for (Kernel &kernel : modules[i]->kernels)
            if (!kernel.code.context)
                kernel.code.context = context;
}

ze_result_t link(uint32_t count, zed_module_t *const *modules, std::string *log)
{
    std::lock_guard<std::mutex> lock(link_mutex);
    ze_result_t result = ZE_RESULT_SUCCESS;
    for (uint32_t i = 0; i < count; i++) {
        zed::Image &image = *modules[i]->image;
        for (uint32_t s = 0; s < image.symbol_count(); s++) {
            if (!image.symbol(s).import || image.resolved(s))
                continue;
            const char *name = image.string(image.symbol(s).name);
            if (void *address = find_export(count, modules, name)) {
                image.resolve(s, address);
            } else {
                *log += std::string("error: unresolved symbol '") + name + "'\n";
                result = ZE_RESULT_ERROR_MODULE_LINK_FAILURE;
            }
        }
    }
    for (uint32_t i = 1; i < count; i++)
        share_images(modules[0], modules[i]);
    share_context(count, modules);
    return result;
}

bool all_resolved(const Keeper &keeper, const zed::Image *but)
{
    for (const std::unique_ptr<zed::Image> &image : keeper.images)
        for (uint32_t s = 0; image.get() != but && s < image->symbol_count(); s++)
            if (!image->resolved(s))
                return false;
    return true;
}

} // namespace

ze_result_t zed_compile_module_create(const zed_module_desc_t *desc, zed_module_t **module,
                                      char **log)
{
    std::string text;
    ze_result_t result;
    try {
        result = create(desc, module, &text);
    } catch (const std::bad_alloc &) {
        result = ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    *log = text_copy(text);
    return result;
}

void zed_compile_module_destroy(zed_module_t *module)
{
    std::lock_guard<std::mutex> lock(link_mutex);
    delete module;
}

ze_result_t zed_compile_module_link(uint32_t count, zed_module_t *const *modules, char **log)
{
    std::string text;
    ze_result_t result;
    try {
        result = link(count, modules, &text);
    } catch (const std::bad_alloc &) {
        result = ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    *log = text_copy(text);
    return result;
}

const char *const *zed_compile_module_kernel_names(zed_module_t *module)
{
    return module->names.data();
}

ze_result_t zed_compile_module_global(zed_module_t *module, const char *name, void **address,
                                      size_t *bytes)
{
    const zed::BlobExport *found = module->image->find_export(name);
    if (!found || !found->variable)
        return ZE_RESULT_ERROR_INVALID_GLOBAL_NAME;
    *address = module->image->address(found->address);
    *bytes = found->bytes;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_compile_module_function(zed_module_t *module, const char *name, void **address)
{
    const zed::Image &image = *module->image;
    const zed::BlobExport *found = image.find_export(name);
    if (found && !found->variable) {
        *address = image.address(found->address);
        return ZE_RESULT_SUCCESS;
    }
    for (const Kernel &kernel : module->kernels) {
        if (std::strcmp(kernel.record.name, name) == 0) {
            *address = image.address(kernel.blob->code);
            return ZE_RESULT_SUCCESS;
        }
    }
    return ZE_RESULT_ERROR_INVALID_FUNCTION_NAME;
}

bool zed_compile_module_symbol(zed_module_t *module, uint32_t index, zed_module_symbol_t *symbol)
{
    const zed::Image &image = *module->image;
    const uint64_t exports = image.header().exports.count;
    if (index < exports) {
        const zed::BlobExport &found = image.table<zed::BlobExport>(image.header().exports)[index];
        *symbol = {image.string(found.name), true, false};
        return true;
    }
    if (index - exports >= image.symbol_count())
        return false;
    const zed::BlobSymbol &found = image.symbol(static_cast<uint32_t>(index - exports));
    *symbol = {image.string(found.name), false, found.import != 0};
    return true;
}

ze_result_t zed_compile_module_native(zed_module_t *module, uint8_t **binary, size_t *bytes)
{
    try {
        zed::Bytes whole = zed::native_wrap(module->image->blob(), target());
        *binary = static_cast<uint8_t *>(std::malloc(whole.size()));
        if (!*binary)
            return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
        std::memcpy(*binary, whole.data(), whole.size());
        *bytes = whole.size();
        return ZE_RESULT_SUCCESS;
    } catch (const std::bad_alloc &) {
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
}

ze_result_t zed_compile_kernel_get(zed_module_t *module, const char *name,
                                   const zed_kernel_t **kernel)
{
    std::lock_guard<std::mutex> lock(link_mutex);
    const zed::Image &image = *module->image;
    const uint32_t *needs = image.table<uint32_t>(image.header().needs);
    for (const Kernel &candidate : module->kernels) {
        if (std::strcmp(candidate.record.name, name) != 0)
            continue;
        const zed::BlobKernel &blob = *candidate.blob;
        for (uint32_t i = 0; i < blob.needs_count; i++)
            if (!image.resolved(needs[blob.needs_first + i]))
                return ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED;
        /* The modules to which it was linked may themselves lack a symbol. */
        if (blob.needs_count > 0 && !all_resolved(*final_keeper(module->keeper), &image))
            return ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED;
        *kernel = &candidate.record;
        return ZE_RESULT_SUCCESS;
    }
    return ZE_RESULT_ERROR_INVALID_KERNEL_NAME;
}
