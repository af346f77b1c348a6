/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reads the program headers of the executable, which the dynamic linker lists first.
 *
 * Its writable data consists of the writable PT_LOAD segments, .data and .bss, without the pages of
 * PT_GNU_RELRO, which the dynamic linker has made read-only.  The last page of .bss belongs to it
 * as a whole; the heap break starts on the next page, even if it follows directly.
 */
#include "segment_find.h"
#include "util/align.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct program {
    uintptr_t bias;
    const ElfW(Phdr) * headers;
    size_t count;
} program_t;

static int take_first(struct dl_phdr_info *info, size_t bytes, void *argument)
{
    (void)bytes;
    program_t *const program = argument;
    program->bias = info->dlpi_addr;
    program->headers = info->dlpi_phdr;
    program->count = info->dlpi_phnum;
    return 1;
}

static program_t find_program(void)
{
    program_t program = {0};
    dl_iterate_phdr(take_first, &program);
    return program;
}

/* ---- Writable data --------------------------------------------------------------------------- */

static uintptr_t page_down(uintptr_t address)
{
    return ishmemi_align_down(address, (uintptr_t)sysconf(_SC_PAGESIZE));
}

static uintptr_t page_up(uintptr_t address)
{
    return ishmemi_align_up(address, (uintptr_t)sysconf(_SC_PAGESIZE));
}

typedef struct search {
    ishmemi_segment_extent_t *extents;
    size_t count;
} search_t;

static void add(search_t *search, const ishmemi_segment_extent_t *extent)
{
    if (extent->start < extent->end && search->count < ISHMEMI_SEGMENT_EXTENTS) {
        search->extents[search->count++] = *extent;
    }
}

/* Segments are sorted by address. */
size_t ishmemi_segment_find(ishmemi_segment_extent_t *extents)
{
    const program_t program = find_program();
    uintptr_t sealed_start = 0;
    uintptr_t sealed_end = 0;
    for (size_t i = 0; i < program.count; i++) {
        const ElfW(Phdr) *const header = &program.headers[i];
        if (header->p_type == PT_GNU_RELRO) {
            /* The dynamic linker rounds in the same way. */
            sealed_start = page_down(program.bias + header->p_vaddr);
            sealed_end = page_down(program.bias + header->p_vaddr + header->p_memsz);
        }
    }
    search_t search = {.extents = extents};
    for (size_t i = 0; i < program.count; i++) {
        const ElfW(Phdr) *const header = &program.headers[i];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_W)) {
            continue;
        }
        const uintptr_t address = program.bias + header->p_vaddr;
        const ishmemi_segment_extent_t all = {
            .start = page_down(address),
            .end = page_up(address + header->p_memsz),
            .file_end = page_up(address + header->p_filesz),
            .protection = PROT_READ | PROT_WRITE | (header->p_flags & PF_X ? PROT_EXEC : 0)};
        if (sealed_start >= all.end || sealed_end <= all.start) {
            add(&search, &all);
            continue;
        }
        ishmemi_segment_extent_t part = all;
        part.end = sealed_start;
        add(&search, &part);
        part = all;
        part.start = sealed_end;
        add(&search, &part);
    }
    return search.count;
}

bool ishmemi_segment_contains(const void *address)
{
    const program_t program = find_program();
    for (size_t i = 0; i < program.count; i++) {
        const ElfW(Phdr) *const header = &program.headers[i];
        if (header->p_type == PT_LOAD &&
            (uintptr_t)address - program.bias - header->p_vaddr < header->p_memsz) {
            return true;
        }
    }
    return false;
}

/* ---- Which program --------------------------------------------------------------------------- */

typedef uint64_t __attribute__((may_alias, aligned(1))) word_t;

/* Constants of an instrumented program have poisoned neighbours, which this also reads. */
__attribute__((no_sanitize("address"))) static uint64_t hash(uint64_t seed, const void *start,
                                                             size_t bytes)
{
    const unsigned char *at = start;
    uint64_t state = seed ^ bytes;
    for (; bytes >= sizeof(word_t); at += sizeof(word_t), bytes -= sizeof(word_t)) {
        state = (state ^ *(const word_t *)(const void *)at) * 0x9e3779b97f4a7c15u;
        state ^= state >> 32;
    }
    for (; bytes > 0; at++, bytes--) {
        state = (state ^ *at) * 0x9e3779b97f4a7c15u;
        state ^= state >> 32;
    }
    return state;
}

/* The linker's hash of everything in the executable. */
static const void *find_build_id(const program_t *program, size_t *bytes)
{
    for (size_t i = 0; i < program->count; i++) {
        const ElfW(Phdr) *const header = &program->headers[i];
        if (header->p_type != PT_NOTE) {
            continue;
        }
        const char *const notes = (const char *)(program->bias + header->p_vaddr);
        const size_t alignment = header->p_align == 8 ? 8 : 4;
        for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= header->p_memsz;) {
            const ElfW(Nhdr) *const note = (const ElfW(Nhdr) *)(const void *)(notes + at);
            const char *const name = (const char *)(note + 1);
            const size_t content = ishmemi_align_up(sizeof *note + note->n_namesz, alignment);
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof ELF_NOTE_GNU &&
                memcmp(name, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0) {
                *bytes = note->n_descsz;
                return notes + at + content;
            }
            at += ishmemi_align_up(content + note->n_descsz, alignment);
        }
    }
    return NULL;
}

uint64_t ishmemi_segment_identify(void)
{
    const program_t program = find_program();
    uint64_t identity = hash(0, program.headers, program.count * sizeof *program.headers);
    size_t bytes = 0;
    const void *const build_id = find_build_id(&program, &bytes);
    if (build_id) {
        return hash(identity, build_id, bytes);
    }
    for (size_t i = 0; i < program.count; i++) {
        const ElfW(Phdr) *const header = &program.headers[i];
        if (header->p_type == PT_LOAD && (header->p_flags & (PF_R | PF_W)) == PF_R) {
            identity =
                hash(identity, (const void *)(program.bias + header->p_vaddr), header->p_memsz);
        }
    }
    return identity;
}
