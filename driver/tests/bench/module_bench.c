/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Measures how long a new process takes to create a module of a SPIR-V file, with an empty cache of
 * compiled code and with the module in it.
 *
 *     ZE_ENABLE_ALT_DRIVERS=... module_bench FILE.spv...
 */
#define _XOPEN_SOURCE 700 /* nftw, mkdtemp, popen */
#include <ftw.h>
#include <level_zero/ze_api.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHILD "--create"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

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

/* Creates the module and prints the seconds; returns the exit status. */
static int create(const char *file)
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
        const double start = now();
        result = zeModuleCreate(context, device, &desc, &module, NULL);
        const double seconds = now() - start;
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

    snprintf(command, sizeof(command), "ZECPU_CACHE_DIR='%s' '%s' " CHILD " '%s'", cache, program,
             file);
    FILE *child = popen(command, "r"); /* NOLINT(cert-env33-c): this program itself */
    if (child == NULL)
        return -1.0;
    /* NOLINTNEXTLINE(cert-err34-c): create() wrote the number. */
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

static int measure(const char *file)
{
    char program[PATH_MAX];
    char cache[] = "/tmp/module_bench.XXXXXX";
    const ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);

    if (length <= 0 || mkdtemp(cache) == NULL) {
        fprintf(stderr, "cannot start this program again with a cache directory of its own\n");
        return EXIT_FAILURE;
    }
    program[length] = '\0';
    const double compiled = run_child(program, cache, file);
    const double cached = run_child(program, cache, file);
    nftw(cache, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    if (compiled < 0 || cached < 0)
        return EXIT_FAILURE;
    printf("%9.2f ms compiled, %7.3f ms from the cache: %s\n", 1e3 * compiled, 1e3 * cached, file);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    int status = EXIT_SUCCESS;

    if (argc == 3 && strcmp(argv[1], CHILD) == 0)
        return create(argv[2]);
    for (int i = 1; i < argc; i++)
        if (measure(argv[i]) != EXIT_SUCCESS)
            status = EXIT_FAILURE;
    return status;
}
