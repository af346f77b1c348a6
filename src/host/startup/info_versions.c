/* SPDX-License-Identifier: BSD-3-Clause */
/* Versions are found while the job runs, except those of tools that only the build uses. */
#include "info_versions.h"

#include "bootstrap.h"
#include "job.h"
#include "tile.h"
#include <gnu/libc-version.h>
#include <hwloc.h>
#include <level_zero/loader/ze_loader.h>
#include <string.h>
#include <sys/utsname.h>

enum { TEXT_BYTES = 128, MOST_COMPONENTS = 16 };

static void find_loader(char *text, size_t bytes)
{
    zel_component_version_t components[MOST_COMPONENTS];
    size_t count = 0;
    snprintf(text, bytes, "unknown");
    if (zelLoaderGetVersions(&count, NULL) != ZE_RESULT_SUCCESS || count > MOST_COMPONENTS ||
        zelLoaderGetVersions(&count, components) != ZE_RESULT_SUCCESS) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(components[i].component_name, "loader") == 0) {
            const zel_version_t *const version = &components[i].component_lib_version;
            snprintf(text, bytes, "%d.%d.%d", version->major, version->minor, version->patch);
        }
    }
}

static void print_level_zero(FILE *out, ishmemi_info_version_fn print)
{
    ze_driver_properties_t driver = {.stype = ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES};
    ze_api_version_t api = ZE_API_VERSION_CURRENT;
    char text[TEXT_BYTES];
    zeDriverGetProperties(ishmemi_job.driver, &driver);
    zeDriverGetApiVersion(ishmemi_job.driver, &api);
    find_loader(text, sizeof text);
    print(out, "Level Zero loader", text);
    snprintf(text, sizeof text, "0x%x, API %u.%u, for the %s", (unsigned)driver.driverVersion,
             ZE_MAJOR_VERSION(api), ZE_MINOR_VERSION(api), ishmemi_tile_is_cpu() ? "CPU" : "GPU");
    print(out, "Level Zero driver", text);
}

static void print_system(FILE *out, ishmemi_info_version_fn print)
{
    char text[TEXT_BYTES];
    struct utsname system;
    const unsigned hwloc = hwloc_get_api_version();
    snprintf(text, sizeof text, "API %u.%u.%u", hwloc >> 16, hwloc >> 8 & 0xff, hwloc & 0xff);
    print(out, "hwloc", text);
    print(out, "C library", gnu_get_libc_version());
    if (uname(&system) == 0) {
        snprintf(text, sizeof text, "%.60s %.60s", system.sysname, system.release);
        print(out, "kernel", text);
    }
}

void ishmemi_info_versions(FILE *out, ishmemi_info_version_fn print)
{
    print(out, "libishmem", ISHMEMI_VERSION);
    print_level_zero(out, print);
    const ishmemi_bootstrap_t *const bootstrap = ishmemi_job.bootstrap;
    if (bootstrap->version) {
        print(out, bootstrap->mpi == ISHMEMI_MPI_UNKNOWN ? bootstrap->name : "MPI",
              bootstrap->version());
    }
    print_system(out, print);
    print(out, "LLVM, of the build", ISHMEMI_LLVM);
    print(out, "SPIRV-Tools, of the build", ISHMEMI_SPIRV_TOOLS);
    print(out, "libsodium, of the build", ISHMEMI_SODIUM);
    print(out, "compiler, of the build", ISHMEMI_COMPILER);
}
