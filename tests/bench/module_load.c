/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See module_load.h.
 */
#define _XOPEN_SOURCE 700 /* nftw, mkdtemp, popen */
#include "module_load.h"
#include "baseline.h"

#include <ftw.h>
#include <level_zero/ze_api.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned char *read_file(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    unsigned char *content = NULL;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        const long end = ftell(file);
        rewind(file);
        content = end > 0 ? malloc((size_t)end) : NULL;
        if (content != NULL && fread(content, 1, (size_t)end, file) != (size_t)end) {
            free(content);
            content = NULL;
        }
        *bytes = content != NULL ? (size_t)end : 0;
    }
    if (file != NULL)
        fclose(file);
    return content;
}

static ze_result_t first_device(ze_driver_handle_t *driver, ze_device_handle_t *device)
{
    uint32_t one = 1;
    ze_result_t result = zeInit(0);

    if (result == ZE_RESULT_SUCCESS)
        result = zeDriverGet(&one, driver);
    if (result == ZE_RESULT_SUCCESS)
        result = zeDeviceGet(*driver, &one, device);
    return result;
}

int module_load_child(const char *file)
{
    const ze_context_desc_t context_desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_module_desc_t desc = {
        .stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
        .format = ZE_MODULE_FORMAT_IL_SPIRV,
    };
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_module_handle_t module;
    size_t bytes = 0;
    unsigned char *content = read_file(file, &bytes);

    if (content == NULL) {
        fprintf(stderr, "%s: cannot be read\n", file);
        return EXIT_FAILURE;
    }
    desc.pInputModule = content;
    desc.inputSize = bytes;
    ze_result_t result = first_device(&driver, &device);
    if (result == ZE_RESULT_SUCCESS)
        result = zeContextCreate(driver, &context_desc, &context);
    if (result == ZE_RESULT_SUCCESS) {
        const double start = baseline_now();
        result = zeModuleCreate(context, device, &desc, &module, NULL);
        const double seconds = baseline_now() - start;
        if (result == ZE_RESULT_SUCCESS) {
            printf("%.9f\n", seconds);
            zeModuleDestroy(module);
        }
        zeContextDestroy(context);
    }
    free(content);
    if (result != ZE_RESULT_SUCCESS)
        fprintf(stderr, "%s: no module: Level Zero result 0x%x\n", file, (unsigned)result);
    return result == ZE_RESULT_SUCCESS ? EXIT_SUCCESS : EXIT_FAILURE;
}

static double run_child(const char *program, const char *cache, const char *file)
{
    char command[3 * PATH_MAX];
    double seconds = -1.0;

    snprintf(command, sizeof(command), "ZECPU_CACHE_DIR='%s' '%s' " MODULE_LOAD_OPTION " '%s'",
             cache, program, file);
    FILE *child = popen(command, "r"); /* NOLINT(cert-env33-c): this program itself */
    if (child == NULL)
        return -1.0;
    /* NOLINTNEXTLINE(cert-err34-c): module_load_child wrote the number. */
    if (fscanf(child, "%lf", &seconds) != 1)
        seconds = -1.0;
    return pclose(child) == 0 ? seconds : -1.0;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

void module_load_measure(const char *file, double *uncached, double *cached)
{
    char program[PATH_MAX];
    char cache[] = "/tmp/device_bench.XXXXXX";
    const ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);

    *uncached = *cached = -1.0;
    if (length <= 0 || mkdtemp(cache) == NULL) {
        fprintf(stderr, "cannot start this program again with a cache directory of its own\n");
        return;
    }
    program[length] = '\0';
    *uncached = run_child(program, cache, file);
    *cached = run_child(program, cache, file);
    nftw(cache, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
