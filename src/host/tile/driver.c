/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chooses the driver before the loader looks for one, and tells a machine without driver from a
 * program that has started Level Zero too early.
 */
#include "driver.h"

#include "env.h"
#include "file.h"
#include "library.h"
#include "log.h"
#include "ze_error.h"
#include <dlfcn.h>
#include <glob.h>
#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CPU_DRIVER "libze_cpu.so.1"
#define DRIVERS_VARIABLE "ZE_ENABLE_ALT_DRIVERS"

static bool is_intel(const char *vendor_file)
{
    char text[16] = "";
    FILE *const file = fopen(vendor_file, "re");
    if (!file) {
        return false;
    }
    const bool read = fgets(text, sizeof text, file);
    fclose(file);
    return read && strncmp(text, "0x8086", 6) == 0;
}

static bool has_intel_gpu(void)
{
    /* Where Linux runs inside Windows the GPU has no node of its own. */
    if (access("/dev/dxg", F_OK) == 0) {
        return true;
    }
    bool found = false;
    glob_t files;
    if (glob("/sys/class/drm/renderD*/device/vendor", 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc && !found; i++) {
            found = is_intel(files.gl_pathv[i]);
        }
        globfree(&files);
    }
    return found;
}

/* zeInit may succeed with drivers that have nothing for us, so this counts them. */
static ze_result_t start_level_zero(uint32_t *drivers)
{
    *drivers = 0;
    const ze_result_t result = zeInit(0);
    return result == ZE_RESULT_SUCCESS ? zeDriverGet(drivers, NULL) : result;
}

static int explain_cpu_driver(const char *path, ze_result_t result)
{
    void *const loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (loaded) {
        dlclose(loaded);
        ishmemi_error("the CPU driver %s does not start: zeInit returned 0x%x, %s", path,
                      (unsigned)result, ishmemi_ze_error(result));
        return -1;
    }
    void *const driver = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!driver) {
        ishmemi_error("no Intel GPU on this machine, and the CPU driver cannot be loaded: %s",
                      dlerror());
        return -1;
    }
    dlclose(driver);
    ishmemi_error(
        "no Level Zero driver: the program called zeInit before the library was "
        "initialised, which fixed the choice; call ishmem_init first, or start the program "
        "with %s=%s",
        DRIVERS_VARIABLE, path);
    return -1;
}

/* The loader opens what the variable names, and would wait for a FIFO for ever. */
static int check_named(const char *names)
{
    for (const char *name = names; *name; name += strspn(name, ",")) {
        char path[ISHMEMI_PATH_BYTES];
        const char *why;
        const size_t length = strcspn(name, ",");
        snprintf(path, sizeof path, "%.*s", (int)length, name);
        if (access(path, F_OK) == 0 && !ishmemi_file_is_regular(path, &why)) {
            ishmemi_error("%s names %s, which is not a driver: %s", DRIVERS_VARIABLE, path, why);
            return -1;
        }
        name += length;
    }
    return 0;
}

int ishmemi_driver_start(void)
{
    uint32_t drivers;
    const char *const named = getenv(DRIVERS_VARIABLE);
    char path[ISHMEMI_PATH_BYTES];
    const bool beside = ishmemi_library_beside(CPU_DRIVER, path);
    if (!beside) {
        snprintf(path, sizeof path, "%s", CPU_DRIVER);
    }
    const bool cpu = !(named && *named) && !has_intel_gpu();
    if (cpu && setenv(DRIVERS_VARIABLE, path, 1) != 0) {
        ishmemi_error("no memory to name the CPU driver to Level Zero's loader");
        return -1;
    }
    if (named && check_named(named) != 0) {
        return -1;
    }
    const ze_result_t result = start_level_zero(&drivers);
    if (result == ZE_RESULT_SUCCESS && drivers > 0) {
        if (cpu && ishmemi_env.cpu_notice) {
            ishmemi_notice("no Intel GPU on this machine: running on the CPU through %s", path);
        }
        return 0;
    }
    if (cpu) {
        /* A later start, from a program that has corrected something, chooses again. */
        unsetenv(DRIVERS_VARIABLE);
        return explain_cpu_driver(path, result);
    }
    if (named && *named) {
        ishmemi_error("no Level Zero driver starts: zeInit returned 0x%x, %s; %s names %s: unset "
                      "it to let the library choose",
                      (unsigned)result, ishmemi_ze_error(result), DRIVERS_VARIABLE, named);
    } else {
        ishmemi_error("this machine has an Intel GPU, but no Level Zero driver starts: zeInit "
                      "returned 0x%x, %s; install the GPU's driver (libze_intel_gpu.so.1), check "
                      "that you may open /dev/dri/renderD*, or run on the CPU with %s=%s",
                      (unsigned)result, ishmemi_ze_error(result), DRIVERS_VARIABLE, path);
    }
    return -1;
}
