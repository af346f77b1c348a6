/* SPDX-License-Identifier: BSD-3-Clause */
/* The answers come from the job, from MPI and from the system. */
#include "machine.h"

#include "limit.h"
#include "runtime/json.h"
#include "types.h"
#include <gnu/libc-version.h>
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

extern char **environ;

static int count_processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

/* The model of the first processor. */
static void find_processor(char *model, size_t bytes)
{
    FILE *const file = fopen("/proc/cpuinfo", "re");
    char line[256];
    snprintf(model, bytes, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        const char *const colon = strchr(line, ':');
        if (colon && strncmp(line, "model name", 10) == 0) {
            snprintf(model, bytes, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file) {
        fclose(file);
    }
}

static void find_device(ze_device_properties_t *device)
{
    *device = (ze_device_properties_t){.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    zeDeviceGetProperties(ishmemx_ze_device(), device);
}

void perf_machine_name(char *text, size_t bytes)
{
    ze_device_properties_t device;
    find_device(&device);
    snprintf(text, bytes, "%.100s, %d processors", device.name, count_processors());
}

static void print_machine(void)
{
    char model[256];
    ze_device_properties_t device;
    struct utsname system;
    find_processor(model, sizeof model);
    find_device(&device);
    uname(&system);
    fputs("  \"machine\": {", stdout);
    ishmemi_json_field(stdout, "", "host", system.nodename);
    ishmemi_json_field(stdout, ", ", "processor", model);
    printf(", \"processors\": %d", count_processors());
    ishmemi_json_field(stdout, ", ", "architecture", system.machine);
    ishmemi_json_field(stdout, ", ", "device", device.name);
    ishmemi_json_field(stdout, ", ", "kind", device.type == ZE_DEVICE_TYPE_GPU ? "gpu" : "cpu");
    puts("},");
}

static void print_versions(void)
{
    ze_driver_properties_t driver = {.stype = ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES};
    ze_api_version_t api = ZE_API_VERSION_CURRENT;
    char mpi[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    char text[64];
    int length;
    struct utsname system;
    uname(&system);
    zeDriverGetProperties(ishmemx_ze_driver(), &driver);
    zeDriverGetApiVersion(ishmemx_ze_driver(), &api);
    MPI_Get_library_version(mpi, &length);
    mpi[strcspn(mpi, "\n")] = '\0';
    for (char *tab = mpi; (tab = strchr(tab, '\t'));) {
        *tab = ' ';
    }
    fputs("  \"versions\": {", stdout);
    ishmemi_json_field(stdout, "", "libishmem", PERF_VERSION);
    snprintf(text, sizeof text, "%d.%d", ISHMEM_MAJOR_VERSION, ISHMEM_MINOR_VERSION);
    ishmemi_json_field(stdout, ", ", "api", text);
    snprintf(text, sizeof text, "%u.%u", ZE_MAJOR_VERSION(api), ZE_MINOR_VERSION(api));
    ishmemi_json_field(stdout, ", ", "level_zero", text);
    snprintf(text, sizeof text, "0x%x", (unsigned)driver.driverVersion);
    ishmemi_json_field(stdout, ", ", "driver", text);
    ishmemi_json_field(stdout, ", ", "mpi", mpi);
    ishmemi_json_field(stdout, ", ", "libc", gnu_get_libc_version());
    ishmemi_json_field(stdout, ", ", "kernel", system.release);
    puts("},");
}

/* How the library and the driver were set. */
static void print_environment(void)
{
    const char *comma = "";
    fputs("\"environment\": {", stdout);
    for (char **variable = environ; *variable; variable++) {
        const size_t length = strcspn(*variable, "=");
        char name[128];
        if ((strncmp(*variable, "ISHMEM_", 7) == 0 || strncmp(*variable, "ZECPU_", 6) == 0) &&
            length < sizeof name) {
            snprintf(name, sizeof name, "%.*s", (int)length, *variable);
            ishmemi_json_field(stdout, comma, name, *variable + length + 1);
            comma = ", ";
        }
    }
    fputc('}', stdout);
}

static void print_options(const perf_job_t *job)
{
    const perf_options_t *const options = job->options;
    static const char *const truth[] = {"false", "true"};
    printf("  \"options\": {\"pes\": %d, \"device\": %s, \"min\": %zu, \"max\": %zu, "
           "\"factor\": %zu, \"iterations\": %zu, \"warm_up\": %zu, \"groups\": %u, "
           "\"items\": %u, \"bidir\": %s, \"compare_mpi\": %s",
           job->n_pes, truth[options->device], options->min_bytes, options->max_bytes,
           options->factor, options->samples, options->warm_up, options->groups, options->items,
           truth[options->bidirectional], truth[options->compare_mpi]);
    ishmemi_json_field(stdout, ", ", "type", options->type);
    ishmemi_json_field(stdout, ", ", "operation", options->operation ? options->operation : "");
    ishmemi_json_field(stdout, ", ", "scope", perf_scope_name(options->scope));
    fputs(", ", stdout);
    print_environment();
    puts("},");
}

void perf_machine_print(const perf_job_t *job)
{
    puts("{");
    print_machine();
    print_versions();
    print_options(job);
}
