/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chooses the driver before the loader looks for one, and distinguishes a machine without a driver
 * from a program that has started Level Zero too early.  The library's own drivers are in the
 * library's folder; the loader finds Intel's if no driver is named.
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

/* Indexed by ISHMEMI_DRIVER_INTEL and so on. */
static const struct {
    const char *file; /* NULL: the loader finds it */
    const char *name; /* for messages */
    const char *devices;
} drivers[] = {
    [ISHMEMI_DRIVER_INTEL] = {NULL, "Intel's driver", "Intel GPUs"},
    [ISHMEMI_DRIVER_CUDA] = {"libze_cuda.so.1", "the CUDA driver", "NVIDIA GPUs"},
    [ISHMEMI_DRIVER_CPU] = {"libze_cpu.so.1", "the CPU driver", "the CPU"},
};

#define DRIVERS_VARIABLE "ZE_ENABLE_ALT_DRIVERS"
/* MPICH 5 starts Level Zero to look for GPUs, and ends the process if it finds only processors. */
#define MPICH_GPU_VARIABLE "MPIR_CVAR_ENABLE_GPU"
/* UCX looks for Level Zero's devices on its own, and from version 1.23 on ends the process because
 * of ours. */
#define UCX_MODULES_VARIABLE "UCX_MODULES"
#define UCX_MODULES "^ze"

/* The result of ishmemi_driver_choose. */
static struct {
    int driver;
    char
        path[ISHMEMI_PATH_BYTES]; /* of one of the library's own drivers, as passed to the loader */
    bool is_started;
    const char *refused; /* why `path`, which the user named, is not a driver; or NULL */
} chosen;

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
    /* If Linux runs inside Windows, the GPU has no node of its own. */
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

/* `function` points to a pointer to a function; POSIX allows the conversion from a pointer to an
 * object. */
static void find_function(void *library, const char *name, void *function)
{
    void *const address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
}

/* Queries NVIDIA's own driver, if it is installed. */
static bool has_nvidia_gpu(void)
{
    typedef int (*init_fn)(unsigned);
    typedef int (*count_fn)(int *);
    int count = 0;
    void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        return false;
    }
    /* The CUDA driver sets these too, and says why; but cuInit reads them at its first call. */
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
    setenv("CUDA_MODULE_LOADING", "EAGER", 0);
    init_fn init;
    count_fn get_count;
    find_function(library, "cuInit", &init);
    find_function(library, "cuDeviceGetCount", &get_count);
    /* The library stays loaded, because it may have started threads. */
    return init && get_count && init(0) == 0 && get_count(&count) == 0 && count > 0;
}

/* Whether there may be one, without starting NVIDIA's driver. */
static bool has_nvidia_node(void)
{
    return access("/dev/nvidiactl", F_OK) == 0;
}

static int choose_driver(void)
{
    if (ishmemi_env.driver != ISHMEMI_DRIVER_AUTO) {
        return ishmemi_env.driver;
    }
    return has_intel_gpu()    ? ISHMEMI_DRIVER_INTEL
           : has_nvidia_gpu() ? ISHMEMI_DRIVER_CUDA
                              : ISHMEMI_DRIVER_CPU;
}

/* zeInit may succeed with drivers that have no devices for us, so this counts the drivers. */
static ze_result_t start_level_zero(uint32_t *count)
{
    *count = 0;
    const ze_result_t result = zeInit(0);
    return result == ZE_RESULT_SUCCESS ? zeDriverGet(count, NULL) : result;
}

/* Newer loaders leave out a driver without devices.  Then zeInit only reports that none is left. */
static const char *explain_mask(ze_result_t result)
{
    return result == ZE_RESULT_ERROR_UNINITIALIZED && secure_getenv("ZE_AFFINITY_MASK")
               ? ", or has no device of type GPU or CPU; if ZE_AFFINITY_MASK is set, it hides them"
               : "";
}

static int explain_own_driver(int driver, const char *path, ze_result_t result)
{
    void *const loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (loaded) {
        dlclose(loaded);
        ishmemi_error("%s %s does not start%s: zeInit returned 0x%x, %s", drivers[driver].name,
                      path, explain_mask(result), (unsigned)result, ishmemi_ze_error(result));
        return -1;
    }
    void *const found = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!found) {
        ishmemi_error("%s, and %s cannot be loaded: %s",
                      ishmemi_env.driver == ISHMEMI_DRIVER_AUTO && driver == ISHMEMI_DRIVER_CPU
                          ? "no GPU on this machine"
                          : "the choice is to run on this machine's devices",
                      drivers[driver].name, dlerror());
        return -1;
    }
    dlclose(found);
    ishmemi_error(
        "no Level Zero driver: the program called zeInit before the library was "
        "initialised, which fixed the choice; call ishmem_init first, or start the program "
        "with %s=%s",
        DRIVERS_VARIABLE, path);
    return -1;
}

static int explain_intel_driver(ze_result_t result)
{
    ishmemi_error("%s, but no Level Zero driver starts: zeInit returned 0x%x, %s; install the "
                  "GPU's driver (libze_intel_gpu.so.1), check that you may open "
                  "/dev/dri/renderD*, or run on the CPU with ISHMEM_DRIVER=cpu",
                  ishmemi_env.driver == ISHMEMI_DRIVER_INTEL ? "ISHMEM_DRIVER=intel asks for it"
                                                             : "this machine has an Intel GPU",
                  (unsigned)result, ishmemi_ze_error(result));
    return -1;
}

static void report_choice(void)
{
    if (chosen.is_started || !ishmemi_env.cpu_notice) {
        return;
    }
    if (chosen.driver == ISHMEMI_DRIVER_CPU && ishmemi_env.driver == ISHMEMI_DRIVER_AUTO) {
        ishmemi_notice("no Intel or NVIDIA GPU on this machine: running on the CPU through %s",
                       chosen.path);
    } else {
        ishmemi_notice("running on %s through %s", drivers[chosen.driver].devices, chosen.path);
    }
}

/* Whether the loader's variable still holds what the library has set. */
static bool is_own(const char *named)
{
    return named && *named && strcmp(named, chosen.path) == 0;
}

/* If UCX is already loaded, it has read the variable. */
static bool configure_ucx(void)
{
    typedef int (*set_value_fn)(const char *, const char *);
    set_value_fn set_value;
    find_function(RTLD_DEFAULT, "ucs_global_opts_set_value", &set_value);
    if (!set_value) {
        return setenv(UCX_MODULES_VARIABLE, UCX_MODULES, 0) == 0;
    }
    /* An older UCX may not know the option, and then needs nothing. */
    if (!secure_getenv(UCX_MODULES_VARIABLE)) {
        (void)set_value("MODULES", UCX_MODULES);
    }
    return true;
}

/* For Level Zero devices that are not Intel's GPUs, or a machine without a GPU.  Keeps what the
 * user has set. */
static bool configure_mpi(bool has_gpu)
{
    return configure_ucx() && (has_gpu || setenv(MPICH_GPU_VARIABLE, "0", 0) == 0);
}

/* Names the driver to the loader and configures MPI. */
static int name_driver(int driver)
{
    chosen.driver = driver;
    chosen.path[0] = '\0';
    if (!drivers[driver].file) {
        unsetenv(DRIVERS_VARIABLE);
        return 0;
    }
    if (!ishmemi_library_beside(drivers[driver].file, chosen.path)) {
        snprintf(chosen.path, sizeof chosen.path, "%s", drivers[driver].file);
    }
    if (setenv(DRIVERS_VARIABLE, chosen.path, 1) != 0 ||
        !configure_mpi(driver != ISHMEMI_DRIVER_CPU)) {
        ishmemi_error("no memory to name %s to Level Zero's loader", drivers[driver].name);
        return -1;
    }
    return 0;
}

/* The first name that exists but is not a regular file.  Returns why it is wrong; NULL: all are
 * right. */
static const char *find_wrong_name(const char *names, char path[ISHMEMI_PATH_BYTES])
{
    for (const char *name = names; *name; name += strspn(name, ",")) {
        const size_t length = strcspn(name, ",");
        const char *why;
        snprintf(path, ISHMEMI_PATH_BYTES, "%.*s", (int)length, name);
        if (access(path, F_OK) == 0 && !ishmemi_file_is_regular(path, &why)) {
            return why;
        }
        name += length;
    }
    path[0] = '\0';
    return NULL;
}

/* The user has named drivers to the loader, perhaps only for processors.
 *
 * The loader opens what the variable names, and would wait for a FIFO forever.  MPI may start the
 * loader (through hwloc), so this removes such names from the environment first. */
static int keep_named(const char *names)
{
    chosen.refused = find_wrong_name(names, chosen.path);
    if (chosen.refused) {
        unsetenv(DRIVERS_VARIABLE);
    }
    if (!has_intel_gpu() && !has_nvidia_node() && !configure_mpi(false)) {
        ishmemi_error("no memory to tell MPI that this machine has no GPU");
        return -1;
    }
    return 0;
}

int ishmemi_driver_choose(void)
{
    const char *const named = secure_getenv(DRIVERS_VARIABLE);
    if (named && *named && !is_own(named)) {
        return keep_named(named);
    }
    return chosen.refused || chosen.is_started ? 0 : name_driver(choose_driver());
}

/* MPI_Init may come before ishmem_init.  This does not start CUDA before main, because CUDA does
 * not survive a fork. */
__attribute__((constructor)) static void choose_before_mpi(void)
{
    char error[512];
    if (dlsym(RTLD_DEFAULT, "MPI_Init") && !has_nvidia_node() &&
        ishmemi_env_read(&ishmemi_env, error, sizeof error) == 0) {
        (void)ishmemi_driver_choose();
    }
}

/* Starts the driver that ishmemi_driver_choose has chosen. */
static int start_own(void)
{
    uint32_t count;
    const ze_result_t result = start_level_zero(&count);
    if (result == ZE_RESULT_SUCCESS && count > 0) {
        report_choice();
        chosen.is_started = true;
        return 0;
    }
    if (!*chosen.path) {
        return explain_intel_driver(result);
    }
    /* If the program corrects something and starts again, the choice is made again. */
    unsetenv(DRIVERS_VARIABLE);
    return explain_own_driver(chosen.driver, chosen.path, result);
}

/* Starts the drivers that the user has named to the loader. */
static int start_named(const char *names)
{
    uint32_t count;
    const ze_result_t result = start_level_zero(&count);
    if (result == ZE_RESULT_SUCCESS && count > 0) {
        return 0;
    }
    ishmemi_error(
        "no Level Zero driver starts%s: zeInit returned 0x%x, %s; %s names %s: unset it to "
        "let the library choose",
        explain_mask(result), (unsigned)result, ishmemi_ze_error(result), DRIVERS_VARIABLE, names);
    return -1;
}

/* If the program corrects something and starts again, the choice is made again. */
static int report_refused(void)
{
    ishmemi_error("%s names %s, which is not a driver: %s", DRIVERS_VARIABLE, chosen.path,
                  chosen.refused);
    chosen.refused = NULL;
    chosen.path[0] = '\0';
    return -1;
}

int ishmemi_driver_start(void)
{
    if (chosen.refused) {
        return report_refused();
    }
    const char *const named = secure_getenv(DRIVERS_VARIABLE);
    return named && *named && !is_own(named) ? start_named(named) : start_own();
}

bool ishmemi_driver_lives_at_exit(void)
{
    return chosen.driver == ISHMEMI_DRIVER_CPU && chosen.path[0] != '\0';
}
