/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Children of fork().  The program's data is shared memory, so a child would write to its parent's
 * objects.  Therefore it gets its own copy, which is made before the fork and put in place in the
 * child.  Children that run no fork handlers (vfork, posix_spawn, system, _Fork) share the objects
 * until they call exec.
 */
#include "segment_file.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static ishmemi_segment_file_t *const file = &ishmemi_segment_file;

static void (*notify_child)(const char *reason);

/* This thread's copy for the child that it is about to create. */
static _Thread_local char *copy_for_child;

static int copy_from_file(char *copy)
{
    const off_t end = (off_t)file->shared;
    off_t at = lseek(file->descriptor, 0, SEEK_DATA);
    while (at >= 0 && at < end) {
        const off_t hole = lseek(file->descriptor, at, SEEK_HOLE);
        const off_t stop = hole < end ? hole : end;
        while (at < stop) {
            const ssize_t got = pread(file->descriptor, copy + at, (size_t)(stop - at), at);
            if (got <= 0) {
                return -1;
            }
            at += got;
        }
        at = lseek(file->descriptor, at, SEEK_DATA);
    }
    return at < 0 && errno != ENXIO ? -1 : 0;
}

static void before_fork(void)
{
    copy_for_child = NULL;
    if (file->shared == 0 ||
        !ishmemi_segment_file_is(file->descriptor, file->device, file->inode)) {
        return;
    }
    char *const copy = mmap(NULL, file->shared, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (copy == MAP_FAILED) {
        return;
    }
    if (copy_from_file(copy) != 0) {
        munmap(copy, file->shared);
        return;
    }
    copy_for_child = copy;
}

static void after_fork_in_parent(void)
{
    if (copy_for_child) {
        munmap(copy_for_child, file->shared);
        copy_for_child = NULL;
    }
}

/* mremap as a system call, because libraries that watch it pass on only four of its five
 * arguments. */
static bool put_copy_in_place(void)
{
    for (size_t i = 0; i < file->count; i++) {
        const ishmemi_segment_extent_t *const extent = &file->extents[i];
        const size_t offset = extent->start - file->start;
        const size_t run_end = extent->end - file->start;
        const size_t end = run_end < file->shared ? run_end : file->shared;
        if (offset < end &&
            (syscall(SYS_mremap, copy_for_child + offset, end - offset, end - offset,
                     MREMAP_MAYMOVE | MREMAP_FIXED, extent->start) < 0 ||
             mprotect((void *)extent->start, end - offset, extent->protection) != 0)) {
            return false;
        }
    }
    return true;
}

static void after_fork_in_child(void)
{
    if (file->shared == 0) {
        return;
    }
    if (!copy_for_child || !put_copy_in_place()) {
        static const char line[] = "ishmem: no memory for the static objects of a forked child: "
                                   "it would write to its parent's\n";
        (void)!write(STDERR_FILENO, line, sizeof line - 1);
        _exit(EXIT_FAILURE);
    }
    close(file->descriptor);
    file->descriptor = -1;
    file->shared = 0;
    notify_child("this process is a forked child");
}

int ishmemi_segment_watch_forks(void (*on_child)(const char *reason))
{
    static bool watching;
    notify_child = on_child;
    if (watching) {
        return 0;
    }
    const int error = pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
    watching = error == 0;
    return error;
}
