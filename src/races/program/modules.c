/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The modules of the process: which of them report, and where the functions are that this library
 * replaces.
 */
#include "modules.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool ishmemi_accesses_openmp_reports;

void *ishmemi_accesses_find(const char *name, const char *version)
{
    void *found = version ? dlvsym(RTLD_NEXT, name, version) : NULL;
    if (!found) {
        found = dlsym(RTLD_NEXT, name);
    }
    if (!found) {
        abort();
    }
    return found;
}

/* ---- Callers ----------------------------------------------------------------------------------- */

#define MODULES 64
static struct module {
    uintptr_t start;
    uintptr_t bytes;
} modules[MODULES];
static unsigned n_modules;

/* OpenMP that is not GCC's. */
static bool has_tools(const char *path)
{
    return strstr(path, "/libomp.") || strstr(path, "/libomp-") || strstr(path, "/libiomp5.");
}

static bool is_openmp(const char *path)
{
    return strstr(path, "/libgomp.") || has_tools(path);
}

/* These libraries start the program's threads and call these functions for it. */
static bool acts_for_program(const char *path)
{
    return strstr(path, "/libstdc++.") || strstr(path, "/libc++.") || is_openmp(path);
}

bool ishmemi_accesses_keeps_threads(const void *address)
{
    Dl_info info;
    if (dladdr(address, &info) == 0 || !info.dli_fname || !is_openmp(info.dli_fname)) {
        return false;
    }
    if (has_tools(info.dli_fname) && !ishmemi_accesses_openmp_reports) {
        ishmemi_races_thread_unseen();
    }
    return true;
}

static void add(const struct dl_phdr_info *info)
{
    struct module module = {UINTPTR_MAX, 0};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const part = &info->dlpi_phdr[i];
        const uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD) {
            module.start = start < module.start ? start : module.start;
            module.bytes = start + part->p_memsz - module.start;
        }
    }
    for (unsigned i = 0; i < n_modules; i++) {
        if (modules[i].start == module.start) {
            return;
        }
    }
    if (n_modules < MODULES) {
        modules[n_modules] = module;
        __atomic_store_n(&n_modules, n_modules + 1, __ATOMIC_RELEASE);
    }
}

static bool holds(const struct dl_phdr_info *info, uintptr_t address)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD &&
            address - (info->dlpi_addr + part->p_vaddr) < part->p_memsz) {
            return true;
        }
    }
    return false;
}

static int look_at(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    if (holds(info, *(const uintptr_t *)data) || acts_for_program(info->dlpi_name)) {
        add(info);
    }
    return 0;
}

void ishmemi_accesses_add_module(const void *address)
{
    uintptr_t sought = (uintptr_t)address;
    if (!ishmemi_accesses_is_program(address)) {
        dl_iterate_phdr(look_at, &sought);
    }
}

bool ishmemi_accesses_is_program(const void *address)
{
    const unsigned n = __atomic_load_n(&n_modules, __ATOMIC_ACQUIRE);
    for (unsigned i = 0; i < n; i++) {
        if ((uintptr_t)address - modules[i].start < modules[i].bytes) {
            return true;
        }
    }
    return false;
}
