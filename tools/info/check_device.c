/* SPDX-License-Identifier: BSD-3-Clause */
/* See checks.h. */
#include "checks.h"

#include "surroundings.h"
#include <dlfcn.h>
#include <glob.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Level Zero ---------------------------------------------------------------------------------- */

/* The versions that the library is built with, and that Intel's runtime for SYCL asks for. */
enum { LOADER_LEAST = 8, LOADER_FOR_SYCL = 13 };

/* The loader reports its version only to programs that have started it, but its file's name
 * contains it. */
static bool find_loader(char file[PATH_MAX])
{
    Dl_info info;
    void *const address = dlsym(RTLD_DEFAULT, "zeInit");
    return address && dladdr(address, &info) && realpath(info.dli_fname, file);
}

void check_loader(finding_t *finding)
{
    char file[PATH_MAX];
    int major, minor;
    if (!find_loader(file)) {
        finding_see(finding, "not known");
        return;
    }
    finding_see(finding, "%.250s", file);
    const char *const version = strstr(file, ".so.");
    if (!version || sscanf(version, ".so.%d.%d", &major, &minor) != 2 || major != 1) {
        return;
    }
    if (minor < LOADER_LEAST) {
        finding_judge(finding, VERDICT_WRONG, "version 1.8 or newer", "apt-get install libze1");
    } else if (minor < LOADER_FOR_SYCL) {
        finding_judge(finding, VERDICT_WARNING, "version 1.13 or newer, for SYCL programs alone",
                      "apt-get install libze1 of a newer Debian");
    }
}

static bool has_driver(const char *name, const char *file, finding_t *finding)
{
    char path[PATH_MAX];
    if (!surroundings_beside_library(file, path)) {
        finding_see(finding, "there is no %s beside libishmem.so", file);
        finding_judge(finding, VERDICT_WRONG, name, "apt-get install --reinstall libishmem1");
        return false;
    }
    finding_see(finding, "%.250s", path);
    return true;
}

/* The loader's variable takes precedence over the library's choice. */
void check_driver(finding_t *finding)
{
    const char *const named = surroundings_variable("ZE_ENABLE_ALT_DRIVERS");
    if (!*named) {
        (void)has_driver("the driver that runs kernels on the CPU", "libze_cpu.so.1", finding);
        return;
    }
    void *const driver = strchr(named, ',') ? NULL : dlopen(named, RTLD_NOW | RTLD_LOCAL);
    finding_see(finding, "ZE_ENABLE_ALT_DRIVERS is %.200s", named);
    if (!driver && !strchr(named, ',')) {
        finding_see(finding, "ZE_ENABLE_ALT_DRIVERS: %.250s", dlerror());
        finding_judge(finding, VERDICT_WRONG, "a driver, or nothing, for the library to choose",
                      "unset ZE_ENABLE_ALT_DRIVERS");
    }
}

/* ---- GPUs ------------------------------------------------------------------------------------------ */

/* Whether a GPU is asked for by name. */
static bool is_asked(const char *driver)
{
    return strcmp(surroundings_variable("ISHMEM_DRIVER"), driver) == 0;
}

/* A node that programs open to use a GPU; false with the finding if this user cannot. */
static bool check_node(finding_t *finding, const char *node, const char *if_missing,
                       const char *if_denied)
{
    const char *const path = surroundings_path(node);
    char expected[FINDING_BYTES];
    snprintf(expected, sizeof expected, "%s, which this user may read and write", node);
    if (access(path, F_OK) != 0) {
        finding_see(finding, "there is a GPU, but no %s", node);
        finding_judge(finding, VERDICT_WRONG, expected, "%s", if_missing);
    } else if (access(path, R_OK | W_OK) != 0) {
        finding_see(finding, "this user may not open %s", node);
        finding_judge(finding, VERDICT_WRONG, expected, "%s", if_denied);
    }
    return finding->verdict == VERDICT_GOOD;
}

static void judge_absence(finding_t *finding, const char *driver, const char *makers)
{
    finding_see(finding, "none");
    if (is_asked(driver)) {
        char expected[FINDING_BYTES];
        snprintf(expected, sizeof expected, "a GPU of %s, as ISHMEM_DRIVER is %s", makers, driver);
        finding_judge(finding, VERDICT_WRONG, expected, "unset ISHMEM_DRIVER");
    }
}

/* /sys/class/drm/renderD128/device/vendor has 0x8086 for Intel; its node is /dev/dri/renderD128. */
static bool is_intel(const char *vendor_file)
{
    char vendor[16] = "";
    FILE *const file = fopen(vendor_file, "re");
    const bool is_read = file && fgets(vendor, sizeof vendor, file);
    if (file) {
        fclose(file);
    }
    return is_read && strncmp(vendor, "0x8086", 6) == 0;
}

static bool check_intel_gpu(finding_t *finding, const char *vendor_file)
{
    char node[64];
    const char *const name = strstr(vendor_file, "renderD");
    snprintf(node, sizeof node, "/dev/dri/%.*s", (int)strcspn(name, "/"), name);
    return check_node(finding, node, "docker run --device /dev/dri, or modprobe xe",
                      "usermod -aG render $USER, and log in again");
}

void check_intel_gpus(finding_t *finding)
{
    glob_t files;
    int gpus = 0;
    if (glob(surroundings_path("/sys/class/drm/renderD*/device/vendor"), 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++) {
            if (is_intel(files.gl_pathv[i])) {
                gpus++;
                if (!check_intel_gpu(finding, files.gl_pathv[i])) {
                    break;
                }
            }
        }
        globfree(&files);
    }
    if (gpus == 0) {
        judge_absence(finding, "intel", "Intel");
    } else if (finding->verdict == VERDICT_GOOD) {
        finding_see(finding, "%d", gpus);
    }
}

static bool check_cuda(finding_t *finding)
{
    void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        finding_see(finding, "%.250s", dlerror());
        finding_judge(finding, VERDICT_WRONG, "NVIDIA's library for its GPUs",
                      "apt-get install libcuda1, or docker run --gpus all");
    }
    return library;
}

/* Of the GPUs that this process may see, which a container may limit. */
static void name_nvidia_node(char node[64])
{
    glob_t files;
    snprintf(node, 64, "/dev/nvidia0");
    if (glob(surroundings_path("/dev/nvidia[0-9]*"), 0, NULL, &files) == 0) {
        snprintf(node, 64, "%.60s", strstr(files.gl_pathv[0], "/dev/nvidia"));
        globfree(&files);
    }
}

static bool check_nvidia_nodes(finding_t *finding)
{
    char gpu[64];
    name_nvidia_node(gpu);
    const char *const nodes[] = {"/dev/nvidiactl", "/dev/nvidia-uvm", gpu};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        if (!check_node(finding, nodes[i], "nvidia-modprobe -u -c=0, or docker run --gpus all",
                        "chmod a+rw /dev/nvidia*")) {
            return false;
        }
    }
    return true;
}

void check_nvidia_gpus(finding_t *finding)
{
    char version[256];
    if (!surroundings_line("/proc/driver/nvidia/version", version, sizeof version)) {
        judge_absence(finding, "cuda", "NVIDIA");
    } else if (check_nvidia_nodes(finding) && check_cuda(finding)) {
        finding_see(finding, "%.250s", version);
    }
}

/* ---- The cache of compiled kernels -------------------------------------------------------------------- */

/* The name that the CPU driver chooses: docs/environment.md. */
static void name_cache(char name[PATH_MAX])
{
    const char *const own = surroundings_variable("ZECPU_CACHE_DIR");
    const char *const caches = surroundings_variable("XDG_CACHE_HOME");
    const char *const home = surroundings_variable("HOME");
    if (*own) {
        snprintf(name, PATH_MAX, "%s", own);
    } else if (*caches == '/') {
        snprintf(name, PATH_MAX, "%s/ze_cpu", caches);
    } else if (*home && access(home, W_OK) == 0) {
        snprintf(name, PATH_MAX, "%s/.cache/ze_cpu", home);
    } else {
        snprintf(name, PATH_MAX, "/tmp/ze_cpu-%u", (unsigned)geteuid());
    }
}

/* The folder, or the one in which the first missing one would be made. */
static void find_existing(const char *name, char path[PATH_MAX])
{
    char copy[PATH_MAX];
    struct stat status;
    snprintf(path, PATH_MAX, "%s", name);
    while (stat(path, &status) != 0 && strcmp(path, "/") != 0 && strcmp(path, ".") != 0) {
        snprintf(copy, sizeof copy, "%s", path);
        snprintf(path, PATH_MAX, "%s", dirname(copy));
    }
}

static void refuse_cache(finding_t *finding, const char *name, const char *why)
{
    finding_see(finding, "%.200s: %s, so each process compiles its kernels again", name, why);
    finding_judge(finding, VERDICT_WRONG, "a folder that this user alone may write to",
                  "export ZECPU_CACHE_DIR=$HOME/.cache/ze_cpu, or chown and chmod 700 %.150s",
                  name);
}

void check_cache(finding_t *finding)
{
    char name[PATH_MAX], path[PATH_MAX];
    struct stat status;
    if (strcmp(surroundings_variable("ZECPU_CACHE"), "0") == 0) {
        finding_see(finding, "ZECPU_CACHE is 0, so each process compiles its kernels again");
        finding_judge(finding, VERDICT_WARNING, "1, the default", "unset ZECPU_CACHE");
        return;
    }
    name_cache(name);
    find_existing(name, path);
    const bool exists = strcmp(name, path) == 0;
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
        refuse_cache(finding, path, "not a folder");
    } else if (exists && status.st_uid != geteuid()) {
        refuse_cache(finding, name, "it belongs to another user");
    } else if (exists && (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        refuse_cache(finding, name, "other users may write to it");
    } else if (access(path, W_OK | X_OK) != 0) {
        refuse_cache(finding, path, "this user may not write to it");
    } else {
        finding_see(finding, "%.250s%s", name, exists ? "" : ", which the first kernel makes");
    }
}
