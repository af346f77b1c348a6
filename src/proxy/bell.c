/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See bell.h.
 */
#include "bell.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Older headers have neither; older kernels refuse them, and there is no bell. */
#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif
#ifndef UFFD_FEATURE_WP_HUGETLBFS_SHMEM
#define UFFD_FEATURE_WP_HUGETLBFS_SHMEM (1 << 12)
#endif

static int open_descriptor(const ishmemi_bell_t *bell)
{
    const int descriptor =
        (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
    struct uffdio_api api = {.api = UFFD_API,
                             .features =
                                 UFFD_FEATURE_PAGEFAULT_FLAG_WP | UFFD_FEATURE_WP_HUGETLBFS_SHMEM};
    struct uffdio_register memory = {.range = {.start = bell->page, .len = bell->bytes},
                                     .mode = UFFDIO_REGISTER_MODE_WP};
    if (descriptor >= 0 && (ioctl(descriptor, UFFDIO_API, &api) != 0 ||
                            ioctl(descriptor, UFFDIO_REGISTER, &memory) != 0)) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

void ishmemi_bell_open(ishmemi_bell_t *bell, void *page, size_t bytes)
{
    *bell = (ishmemi_bell_t){.page = (uintptr_t)page, .bytes = bytes};
    bell->descriptor = open_descriptor(bell);
}

void ishmemi_bell_close(ishmemi_bell_t *bell)
{
    if (bell->descriptor >= 0) {
        struct uffdio_range range = {.start = bell->page, .len = bell->bytes};
        ishmemi_bell_disarm(bell);
        (void)ioctl(bell->descriptor, UFFDIO_UNREGISTER, &range);
        close(bell->descriptor);
        bell->descriptor = -1;
    }
}

static bool protect(const ishmemi_bell_t *bell, bool read_only)
{
    struct uffdio_writeprotect change = {.range = {.start = bell->page, .len = bell->bytes},
                                         .mode = read_only ? UFFDIO_WRITEPROTECT_MODE_WP : 0};
    return ioctl(bell->descriptor, UFFDIO_WRITEPROTECT, &change) == 0;
}

bool ishmemi_bell_arm(ishmemi_bell_t *bell)
{
    bell->armed = bell->descriptor >= 0 && protect(bell, true);
    return bell->armed;
}

void ishmemi_bell_disarm(ishmemi_bell_t *bell)
{
    if (bell->armed) {
        struct uffd_msg message;
        while (read(bell->descriptor, &message, sizeof message) > 0) {
        }
        (void)protect(bell, false);
        bell->armed = false;
    }
}
