/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves the program's data into a file.
 *
 * A few pages are copied into the file, the file is mapped over them, and then the next ones
 * follow.  The mapping replaces the pages atomically: a load or store always finds memory.  But if
 * another thread of the process stores into a static object between the copy of its page and the
 * mapping, some tens of microseconds later, the store is lost.  The same holds for what a device or
 * a network later stores into pages that it was given before.
 *
 * Threads that do not belong to this library cannot be frozen, so this is a condition for the first
 * call of ishmem_init: meanwhile, no other thread writes static objects of the program, and no
 * transfer into them is under way.  (Watching the pages with userfaultfd does not work for .data,
 * which is mapped from a file, and most systems do not allow it.  Stopping the threads with a
 * signal would interrupt their system calls.)
 */
#include "segment_file.h"

#include "fatal.h"
#include "log.h"
#include "util/file_limit.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* How many pages are moved at a time. */
#define CHUNK_PAGES 64

ishmemi_segment_file_t ishmemi_segment_file = {.descriptor = -1};

static ishmemi_segment_file_t *const file = &ishmemi_segment_file;

void ishmemi_segment_file_find(void)
{
    file->count = ishmemi_segment_find(file->extents);
    if (file->count > 0) {
        file->start = file->extents[0].start;
        file->bytes = file->extents[file->count - 1].end - file->start;
    }
}

bool ishmemi_segment_file_is(int descriptor, uint64_t device, uint64_t inode)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && status.st_dev == device && status.st_ino == inode;
}

static int fail(const char *what, char *why)
{
    snprintf(why, ISHMEMI_SEGMENT_WHY_BYTES, "%s: %s", what, ishmemi_file_error(errno));
    return -1;
}

/* With a system call, because sanitizers object to the bytes between the objects. */
static int copy_to_file(uintptr_t from, size_t bytes)
{
    while (bytes > 0) {
        const long written =
            syscall(SYS_pwrite64, file->descriptor, from, bytes, (long)(from - file->start));
        if (written <= 0) {
            return -1;
        }
        from += (size_t)written;
        bytes -= (size_t)written;
    }
    return 0;
}

/* Untouched pages of .bss stay holes of the file.  entry: of /proc/self/pagemap. */
static bool is_untouched(const ishmemi_segment_extent_t *extent, uintptr_t page, uint64_t entry)
{
    const uint64_t present_or_swapped = (uint64_t)3 << 62;
    return page >= extent->file_end && !(entry & present_or_swapped);
}

static int copy_pages(const ishmemi_segment_extent_t *extent, uintptr_t start, size_t pages,
                      size_t page_bytes, int pagemap)
{
    uint64_t entries[CHUNK_PAGES];
    const size_t entry_bytes = pages * sizeof *entries;
    const off_t at = (off_t)(start / page_bytes * sizeof *entries);
    if (pagemap < 0 || pread(pagemap, entries, entry_bytes, at) != (ssize_t)entry_bytes) {
        return copy_to_file(start, pages * page_bytes);
    }
    for (size_t i = 0; i < pages; i++) {
        const uintptr_t page = start + i * page_bytes;
        if (!is_untouched(extent, page, entries[i]) && copy_to_file(page, page_bytes) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Libraries that have registered the pages with a network watch mmap and must see this call.  A
 * sanitizer's mmap would discard its data about the objects, so with a sanitizer this is a system
 * call. */
static void *map_file(uintptr_t start, size_t bytes, int protection)
{
    const int flags = MAP_SHARED | MAP_FIXED;
    const off_t offset = (off_t)(start - file->start);
    if (dlsym(RTLD_DEFAULT, "__sanitizer_print_stack_trace")) {
        return (void *)syscall(SYS_mmap, start, bytes, protection, flags, file->descriptor, offset);
    }
    return mmap((void *)start, bytes, protection, flags, file->descriptor, offset);
}

static int take_over(const ishmemi_segment_extent_t *extent, int pagemap, char *why)
{
    const size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    for (uintptr_t at = extent->start; at < extent->end;) {
        const size_t left = (extent->end - at) / page_bytes;
        const size_t pages = left < CHUNK_PAGES ? left : CHUNK_PAGES;
        if (copy_pages(extent, at, pages, page_bytes, pagemap) != 0) {
            return fail("its data cannot be copied", why);
        }
        if (map_file(at, pages * page_bytes, extent->protection) == MAP_FAILED) {
            /* Linux may already have removed the old pages. */
            ishmemi_fatal("the program's data cannot be mapped: %s; ISHMEM_STATIC_OBJECTS=0 leaves "
                          "it alone",
                          strerror(errno));
        }
        at += pages * page_bytes;
        file->shared = at - file->start;
    }
    return 0;
}

static int make(char *why)
{
    struct stat status;
    const ishmemi_file_limit_t limit = ishmemi_file_limit_begin();
    const int descriptor = memfd_create("ishmem-static-objects", MFD_CLOEXEC);
    const bool has_size = descriptor >= 0 && ftruncate(descriptor, (off_t)file->bytes) == 0;
    ishmemi_file_limit_end(&limit);
    if (!has_size || fstat(descriptor, &status) != 0) {
        const int result = fail("cannot create a memory file", why);
        if (descriptor >= 0) {
            close(descriptor);
        }
        return result;
    }
    file->descriptor = descriptor;
    file->device = status.st_dev;
    file->inode = status.st_ino;
    return 0;
}

int ishmemi_segment_file_take(char *why)
{
    if (make(why) != 0) {
        return -1;
    }
    const int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    /* A signal handler might write static objects. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = 0;
    for (size_t i = 0; i < file->count && result == 0; i++) {
        result = take_over(&file->extents[i], pagemap, why);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pagemap >= 0) {
        close(pagemap);
    }
    if (file->shared == 0) {
        close(file->descriptor);
        file->descriptor = -1;
    }
    return result;
}
