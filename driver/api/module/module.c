/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules: build from SPIR-V or a native binary, link, query. */
#include "module_object.h"

#include "build_log.h"
#include "entries.h"
#include "variable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Atomic uint64_t last_module_id;

static void release_module(void *object)
{
    zed_module_object_t *module = object;
    zed_variable_remove(module);
    if (module->module) {
        zed_driver_engine()->module_destroy(module->module);
    }
    zed_linkage_release(&module->linkage);
    zed_object_drop(module->context);
}

static const zed_class_t module_class = {
    .kind = ZED_KIND_MODULE,
    .bytes = sizeof(zed_module_object_t),
    .in_commands = true, /* in their code */
    .release = release_module,
};

/* One image from the descriptor itself, or several from a chained ze_module_program_exp_desc_t. */
static ze_result_t read_desc(const ze_module_desc_t *desc, zed_module_desc_t *images)
{
    const ze_module_program_exp_desc_t *program =
        zed_extension(desc->pNext, ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC);

    const bool native = desc->format == ZE_MODULE_FORMAT_NATIVE;

    if (!native && desc->format != ZE_MODULE_FORMAT_IL_SPIRV) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "module format %u is unknown",
                        (unsigned)desc->format);
    }
    if (native && program) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT,
                        "a module program consists of SPIR-V, not of native binaries");
    }
    if (program) {
        if (program->count == 0) {
            return zed_fail(ZE_RESULT_ERROR_INVALID_SIZE, "the module program has no modules");
        }
        if (!program->inputSizes || !program->pInputModules) {
            return zed_fail_null("a list of the module program");
        }
        *images = (zed_module_desc_t){
            .image_count = program->count,
            .images = program->pInputModules,
            .image_bytes = program->inputSizes,
            .build_flags = program->pBuildFlags,
            .constants = program->pConstants,
        };
    } else {
        *images = (zed_module_desc_t){
            .native = native,
            .image_count = 1,
            .images = &desc->pInputModule,
            .image_bytes = &desc->inputSize,
            .build_flags = &desc->pBuildFlags,
            .constants = &desc->pConstants,
        };
    }
    for (uint32_t i = 0; i < images->image_count; i++) {
        if (!images->images[i]) {
            return zed_fail_null("pInputModule");
        }
        if (images->image_bytes[i] == 0) {
            return zed_fail(ZE_RESULT_ERROR_INVALID_SIZE, "an input module is empty");
        }
    }
    return ZE_RESULT_SUCCESS;
}

/* The module's exports and imports: for a native binary from the engine, otherwise from the
 * SPIR-V. */
static bool read_linkage(const zed_module_desc_t *images, zed_module_object_t *module)
{
    bool good = true;
    if (images->native) {
        zed_module_symbol_t symbol;
        for (uint32_t i = 0; good && zed_driver_engine()->module_symbol(module->module, i, &symbol);
             i++) {
            if (symbol.exported || symbol.imported) {
                good = zed_linkage_add(&module->linkage, symbol.name, symbol.imported);
            }
        }
        return good;
    }
    for (uint32_t i = 0; good && i < images->image_count; i++) {
        good = zed_linkage_read(&module->linkage, images->images[i], images->image_bytes[i]);
    }
    return good;
}

/* The engine requires one entry per image, whereas Level Zero allows the list to be absent. */
static ze_result_t build(const zed_module_desc_t *given, uint32_t tile, zed_module_object_t *module,
                         char **log)
{
    zed_module_desc_t images = *given;
    const void **none = calloc(images.image_count, sizeof *none);

    if (!none) {
        return zed_fail_memory();
    }
    if (!images.build_flags) {
        images.build_flags = (const char *const *)none;
    }
    if (!images.constants) {
        images.constants = (const ze_module_constants_t *const *)none;
    }
    ze_result_t result = zed_driver_engine()->module_create(tile, &images, &module->module, log);
    free(none);
    if (result != ZE_RESULT_SUCCESS) {
        return zed_fail(result, "the module cannot be built: %.160s", *log ? *log : "no log");
    }
    return read_linkage(&images, module) ? ZE_RESULT_SUCCESS : zed_fail_memory();
}

ze_result_t zed_module_create(ze_context_handle_t context_handle, ze_device_handle_t device_handle,
                              const ze_module_desc_t *desc, ze_module_handle_t *module_handle,
                              ze_module_build_log_handle_t *log_handle)
{
    ze_result_t result = zed_context_check(context_handle, device_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!desc || !module_handle) {
        return zed_fail_null(!desc ? "desc" : "phModule");
    }
    zed_module_desc_t images;
    result = read_desc(desc, &images);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_module_object_t *module = zed_object_new(&module_class);
    if (!module) {
        return zed_fail_memory();
    }
    char *log = NULL;
    result = build(&images, ((zed_device_t *)device_handle)->tile, module, &log);
    zed_build_log_hand_out(log, log_handle);
    if (result != ZE_RESULT_SUCCESS) {
        zed_object_abandon(module);
        return result;
    }
    module->context = zed_object_keep(context_handle);
    module->device = (zed_device_t *)device_handle;
    module->id = atomic_fetch_add(&last_module_id, 1) + 1;
    zed_variable_add(module);
    *module_handle = (ze_module_handle_t)module;
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_module_destroy(ze_module_handle_t module_handle)
{
    return zed_object_retire(module_handle, ZED_KIND_MODULE);
}

static ze_result_t check_modules(uint32_t count, ze_module_handle_t *module_handles)
{
    if (!module_handles) {
        return zed_fail_null("phModules");
    }
    for (uint32_t i = 0; i < count; i++) {
        ze_result_t result = zed_object_check(module_handles[i], ZED_KIND_MODULE);
        if (result != ZE_RESULT_SUCCESS) {
            return result;
        }
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_module_dynamic_link(uint32_t count, ze_module_handle_t *module_handles,
                                    ze_module_build_log_handle_t *log_handle)
{
    ze_result_t result = check_modules(count, module_handles);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_module_t **modules = calloc(count + 1u, sizeof(zed_module_t *));
    if (!modules) {
        return zed_fail_memory();
    }
    for (uint32_t i = 0; i < count; i++) {
        modules[i] = ((zed_module_object_t *)module_handles[i])->module;
    }
    char *log = NULL;
    result = zed_driver_engine()->module_link(count, modules, &log);
    free(modules);
    if (result != ZE_RESULT_SUCCESS) {
        zed_error_keep("the modules cannot be linked: %.160s", log ? log : "no log");
    }
    for (uint32_t i = 0; result == ZE_RESULT_SUCCESS && i < count; i++) {
        zed_variable_linked((zed_module_object_t *)module_handles[i]);
    }
    zed_build_log_hand_out(log, log_handle);
    return result;
}

ze_result_t zed_module_get_global_pointer(ze_module_handle_t module_handle, const char *name,
                                          size_t *bytes, void **address)
{
    ze_result_t result = zed_object_check_with(module_handle, ZED_KIND_MODULE, name, "pGlobalName");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    void *found;
    size_t found_bytes;
    result = zed_driver_engine()->module_global(((zed_module_object_t *)module_handle)->module,
                                                name, &found, &found_bytes);
    if (result != ZE_RESULT_SUCCESS) {
        return zed_fail(result, "the module has no global variable %s", name);
    }
    if (bytes) {
        *bytes = found_bytes;
    }
    if (address) {
        *address = found;
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_module_get_function_pointer(ze_module_handle_t module_handle, const char *name,
                                            void **address)
{
    ze_result_t result = zed_object_check(module_handle, ZED_KIND_MODULE);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (!name || !address) {
        return zed_fail_null(!name ? "pFunctionName" : "pfnFunction");
    }
    result = zed_driver_engine()->module_function(((zed_module_object_t *)module_handle)->module,
                                                  name, address);
    if (result != ZE_RESULT_SUCCESS) {
        return zed_fail(result, "the module has no kernel and exports no function %s", name);
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_module_get_native_binary(ze_module_handle_t module_handle, size_t *bytes,
                                         uint8_t *binary)
{
    ze_result_t result = zed_object_check_with(module_handle, ZED_KIND_MODULE, bytes, "pSize");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    uint8_t *whole;
    size_t whole_bytes;
    result = zed_driver_engine()->module_native(((zed_module_object_t *)module_handle)->module,
                                                &whole, &whole_bytes);
    if (result != ZE_RESULT_SUCCESS) {
        return zed_fail(result, "cannot create the module's native binary");
    }
    if (binary && *bytes < whole_bytes) {
        result = zed_fail(ZE_RESULT_ERROR_INVALID_SIZE,
                          "the native binary has %zu bytes, but there is room for only %zu",
                          whole_bytes, *bytes);
    } else {
        if (binary) {
            memcpy(binary, whole, whole_bytes);
        }
        *bytes = whole_bytes;
    }
    free(whole);
    return result;
}

ze_result_t zed_module_get_kernel_names(ze_module_handle_t module_handle, uint32_t *count,
                                        const char **names)
{
    ze_result_t result = zed_object_check_with(module_handle, ZED_KIND_MODULE, count, "pCount");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const char *const *all =
        zed_driver_engine()->module_kernel_names(((zed_module_object_t *)module_handle)->module);
    uint32_t total = 0;
    while (all[total]) {
        total++;
    }
    uint32_t entries = zed_list_count(count, total, names);
    for (uint32_t i = 0; i < entries; i++) {
        names[i] = all[i];
    }
    return ZE_RESULT_SUCCESS;
}

ze_result_t zed_module_get_properties(ze_module_handle_t module_handle,
                                      ze_module_properties_t *properties)
{
    ze_result_t result =
        zed_object_check_with(module_handle, ZED_KIND_MODULE, properties, "pModuleProperties");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_linkage_t *linkage = &((zed_module_object_t *)module_handle)->linkage;
    properties->flags = 0;
    for (size_t i = 0; i < linkage->count; i++) {
        if (zed_linkage_is_open(linkage, &linkage->symbols[i])) {
            properties->flags = ZE_MODULE_PROPERTY_FLAG_IMPORTS;
        }
    }
    return ZE_RESULT_SUCCESS;
}

static bool exported_by_any(uint32_t count, ze_module_handle_t *module_handles, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        if (zed_linkage_exports(&((zed_module_object_t *)module_handles[i])->linkage, name)) {
            return true;
        }
    }
    return false;
}

static void report_linkage(FILE *report, ze_linkage_inspection_ext_flags_t flags, uint32_t count,
                           ze_module_handle_t *module_handles, uint32_t index)
{
    const zed_linkage_t *linkage = &((zed_module_object_t *)module_handles[index])->linkage;

    for (size_t i = 0; i < linkage->count; i++) {
        const zed_symbol_t *symbol = &linkage->symbols[i];
        bool open = zed_linkage_is_open(linkage, symbol);
        if (open && (flags & ZE_LINKAGE_INSPECTION_EXT_FLAG_IMPORTS) != 0) {
            fprintf(report, "module %u imports %s\n", index, symbol->name);
        }
        if (open && (flags & ZE_LINKAGE_INSPECTION_EXT_FLAG_UNRESOLVABLE_IMPORTS) != 0 &&
            !exported_by_any(count, module_handles, symbol->name)) {
            fprintf(report, "module %u imports %s, which no module exports\n", index, symbol->name);
        }
        if (!symbol->import && (flags & ZE_LINKAGE_INSPECTION_EXT_FLAG_EXPORTS) != 0) {
            fprintf(report, "module %u exports %s\n", index, symbol->name);
        }
    }
}

ze_result_t zed_module_inspect_linkage_ext(ze_linkage_inspection_ext_desc_t *desc, uint32_t count,
                                           ze_module_handle_t *module_handles,
                                           ze_module_build_log_handle_t *log_handle)
{
    if (!desc || !log_handle) {
        return zed_fail_null(!desc ? "pInspectDesc" : "phLog");
    }
    if (desc->flags > (ZE_LINKAGE_INSPECTION_EXT_FLAG_IMPORTS |
                       ZE_LINKAGE_INSPECTION_EXT_FLAG_UNRESOLVABLE_IMPORTS |
                       ZE_LINKAGE_INSPECTION_EXT_FLAG_EXPORTS)) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_ENUMERATION, "inspection flags 0x%x are unknown",
                        desc->flags);
    }
    ze_result_t result = check_modules(count, module_handles);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    char *text = NULL;
    size_t bytes = 0;
    FILE *report = open_memstream(&text, &bytes);
    if (!report) {
        return zed_fail_memory();
    }
    for (uint32_t i = 0; i < count; i++) {
        report_linkage(report, desc->flags, count, module_handles, i);
    }
    if (fclose(report) != 0) {
        free(text);
        return zed_fail_memory();
    }
    zed_build_log_hand_out(text, log_handle);
    return ZE_RESULT_SUCCESS;
}
