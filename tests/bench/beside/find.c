/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See find.h.  The directory of NVSHMEM is that of the library that has been opened, so that headers and library are
 * of one release.
 */
#include "find.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of PyPI's packages, beside that of NVSHMEM: CUDA 13 has one directory, CUDA 12 one for each part. */
static const char *const packages[] = {"cu13", "cuda_nvrtc", "nvjitlink", "cuda_runtime",
                                       "cuda_cccl"};
enum { PACKAGES = sizeof packages / sizeof *packages };

static char nvshmem_directory[PERF_FIND_PATH]; /* "" until it is known */

void perf_find_beside(const void *symbol)
{
    Dl_info info = {0};
    char real[PATH_MAX];
    if (!dladdr(symbol, &info) || !realpath(info.dli_fname, real)) {
        return;
    }
    for (int up = 0; up < 2; up++) {
        char *const slash = strrchr(real, '/');
        if (!slash) {
            return;
        }
        *slash = '\0';
    }
    snprintf(nvshmem_directory, sizeof nvshmem_directory, "%.1023s", real);
}

/* Directory `at` of those to look into, or false after the last; "" where there is no such. */
static bool directory(size_t at, char path[PERF_FIND_PATH])
{
    static const char *const variables[] = {"NVSHMEM_HOME", "NCCL_HOME", "CUDA_HOME"};
    enum { VARIABLES = sizeof variables / sizeof *variables };
    if (at < VARIABLES) {
        const char *const value = secure_getenv(variables[at]);
        snprintf(path, PERF_FIND_PATH, "%s", value ? value : "");
        return true;
    }
    if (at == VARIABLES) {
        snprintf(path, PERF_FIND_PATH, "%s", nvshmem_directory);
        return true;
    }
    at -= VARIABLES + 1;
    path[0] = '\0';
    if (at < PACKAGES && nvshmem_directory[0]) {
        snprintf(path, PERF_FIND_PATH, "%.900s/../%s", nvshmem_directory, packages[at]);
    }
    return at < PACKAGES;
}

static void *open_in(const char *path, const char *name)
{
    static const char *const folders[] = {"lib", "lib64"};
    void *handle = NULL;
    for (size_t i = 0; !handle && i < sizeof folders / sizeof *folders; i++) {
        char file[PERF_FIND_PATH + 64];
        snprintf(file, sizeof file, "%s/%s/%s", path, folders[i], name);
        handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    }
    return handle;
}

void *perf_find_library(const char *const *names)
{
    void *handle = NULL;
    for (; !handle && *names; names++) {
        char path[PERF_FIND_PATH];
        handle = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        for (size_t at = 0; !handle && directory(at, path); at++) {
            handle = path[0] ? open_in(path, *names) : NULL;
        }
    }
    return handle;
}

size_t perf_find_includes(char (*options)[PERF_FIND_PATH], size_t most)
{
    size_t count = 0;
    char path[PERF_FIND_PATH];
    for (size_t at = 0; count < most && directory(at, path); at++) {
        /* CUDA 13 has its C++ library in a folder of its own. */
        static const char *const folders[] = {"include", "include/cccl"};
        for (size_t i = 0; i < sizeof folders / sizeof *folders && count < most; i++) {
            snprintf(options[count], PERF_FIND_PATH, "-I%.1000s/%s", path, folders[i]);
            count += path[0] && access(options[count] + 2, R_OK) == 0;
        }
    }
    return count;
}

static bool find_on_path(const char *name, char path[PERF_FIND_PATH])
{
    const char *const directories = getenv("PATH");
    for (const char *at = directories; at && *at;) {
        const size_t length = strcspn(at, ":");
        snprintf(path, PERF_FIND_PATH, "%.*s/%s", (int)length, at, name);
        if (length > 0 && access(path, X_OK) == 0) {
            return true;
        }
        at += length + (at[length] == ':');
    }
    return false;
}

bool perf_find_program(const char *name, char path[PERF_FIND_PATH])
{
    const char *const home = secure_getenv("CUDA_HOME");
    snprintf(path, PERF_FIND_PATH, "%.900s/bin/%s", home ? home : "/usr/local/cuda", name);
    return access(path, X_OK) == 0 || find_on_path(name, path);
}

void perf_find_nvshmem_file(const char *name, char path[PERF_FIND_PATH])
{
    snprintf(path, PERF_FIND_PATH, "%.900s/%s", nvshmem_directory, name);
    if (!nvshmem_directory[0] || access(path, R_OK) != 0) {
        path[0] = '\0';
    }
}
