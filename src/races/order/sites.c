/* SPDX-License-Identifier: BSD-3-Clause */
#include "sites.h"

#include "common.h"
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#define FRAMES 24
#define KNOWN 4096

/* The addresses of this library. */
static uintptr_t first, end;

/* The last sites of this PE, by hash.  Under the mutex of common.h. */
static struct known {
    uintptr_t routine;
    const void *caller;
    uint32_t site;
} known[KNOWN];

static int find_library(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    const uintptr_t here = (uintptr_t)&first;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const part = &info->dlpi_phdr[i];
        const uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && here - start < part->p_memsz) {
            first = info->dlpi_addr;
            end = start + part->p_memsz;
            return 1;
        }
    }
    return 0;
}

void ishmemi_sites_open(void)
{
    dl_iterate_phdr(find_library, NULL);
    memset(known, 0, sizeof known);
}

void ishmemi_sites_close(void)
{
    memset(known, 0, sizeof known);
}

/* The first frame outside this library, to which the call returns.  The frames of a sanitizer's own
 * backtrace come before those of the library. */
static const void *find_caller(void)
{
    void *frames[FRAMES];
    const int count = backtrace(frames, FRAMES);
    bool was_inside = false;
    for (int i = 0; i < count; i++) {
        const bool is_inside = (uintptr_t)frames[i] - first < end - first;
        if (was_inside && !is_inside) {
            return frames[i];
        }
        was_inside = is_inside;
    }
    return NULL;
}

static void write_text(char *text, const char *routine, const void *caller)
{
    Dl_info info;
    if (!caller || !dladdr(caller, &info) || !info.dli_fname) {
        snprintf(text, ISHMEMI_RACES_SITE_BYTES, "%s", routine);
        return;
    }
    /* An address inside the call instruction. */
    const uintptr_t at = (uintptr_t)caller - 1;
    const char *const slash = strrchr(info.dli_fname, '/');
    const int used = snprintf(text, ISHMEMI_RACES_SITE_BYTES, "%s at %s+0x%lx", routine,
                              slash ? slash + 1 : info.dli_fname,
                              (unsigned long)(at - (uintptr_t)info.dli_fbase));
    if (info.dli_sname && used > 0 && used < ISHMEMI_RACES_SITE_BYTES) {
        snprintf(text + used, (size_t)(ISHMEMI_RACES_SITE_BYTES - used), " in %s", info.dli_sname);
    }
}

/* PEs mostly run the same program, so a site has the same text on all of them. */
static uint32_t find_text(const char *text)
{
    ishmemi_races_common_t *const common = ishmemi_races.common;
    for (uint32_t i = 1; i < common->n_sites; i++) {
        if (strcmp(common->sites[i], text) == 0) {
            return i;
        }
    }
    if (common->n_sites == ISHMEMI_RACES_SITES) {
        return 0;
    }
    strcpy(common->sites[common->n_sites], text);
    return common->n_sites++;
}

static uint32_t site_of(const char *routine, const void *caller)
{
    const uintptr_t key = (uintptr_t)routine * 31 + (uintptr_t)caller;
    struct known *const entry = &known[(key ^ key >> 12) % KNOWN];
    if (entry->routine != (uintptr_t)routine || entry->caller != caller) {
        char text[ISHMEMI_RACES_SITE_BYTES];
        write_text(text, routine, caller);
        *entry = (struct known){(uintptr_t)routine, caller, find_text(text)};
    }
    return entry->site;
}

uint32_t ishmemi_site_here(const char *routine)
{
    const void *const caller = find_caller();
    ishmemi_races_lock();
    const uint32_t site = site_of(routine, caller);
    ishmemi_races_unlock();
    return site;
}

static const char program[] = "the program";

uint32_t ishmemi_site_of_program(const void *caller)
{
    return site_of(program, caller);
}

bool ishmemi_site_is_program(uint32_t site)
{
    return strncmp(ishmemi_site_text(site), program, sizeof program - 1) == 0;
}

static uintptr_t hash_of(const char *text, uintptr_t hash)
{
    for (; *text != '\0'; text++) {
        hash = hash * 33 + (unsigned char)*text;
    }
    return hash;
}

/* "ishmem_int_p in kernel stencil at stencil.cl:9". */
static void write_kernel(char *text, const char *routine, const ze_cpu_kernel_location_t *location)
{
    const char *file = NULL;
    uint32_t line = 0;
    const int used = snprintf(text, ISHMEMI_RACES_SITE_BYTES, "%s%skernel %s",
                              routine ? routine : "", routine ? " in " : "", location->kernel);
    if (used > 0 && used < ISHMEMI_RACES_SITE_BYTES &&
        location->find_line(location->instruction, &file, &line)) {
        snprintf(text + used, (size_t)(ISHMEMI_RACES_SITE_BYTES - used), " at %s:%u", file, line);
    }
}

uint32_t ishmemi_site_of_kernel(const char *routine, const ze_cpu_kernel_location_t *location)
{
    const void *const instruction = (const void *)location->instruction;
    /* The code of another module may be loaded at the same addresses. */
    const uintptr_t name = hash_of(location->kernel, routine ? hash_of(routine, 5381) : 5381);
    const uintptr_t key = name * 31 + location->instruction;
    struct known *const slot = &known[(key ^ key >> 12) % KNOWN];
    if (slot->routine != name || slot->caller != instruction) {
        char text[ISHMEMI_RACES_SITE_BYTES];
        write_kernel(text, routine, location);
        *slot = (struct known){name, instruction, find_text(text)};
    }
    return slot->site;
}

const char *ishmemi_site_text(uint32_t site)
{
    return site == 0 ? "a call" : ishmemi_races.common->sites[site];
}
