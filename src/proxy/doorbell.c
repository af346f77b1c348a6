/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See doorbell.h.
 */
#include "doorbell.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Older headers lack these; older kernels refuse them, and then there is no doorbell. */
#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif
#ifndef UFFD_FEATURE_WP_HUGETLBFS_SHMEM
#define UFFD_FEATURE_WP_HUGETLBFS_SHMEM (1 << 12)
#endif

static int open_descriptor(const ishmemi_doorbell_t *doorbell)
{
    const int descriptor =
        (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
    struct uffdio_api api = {.api = UFFD_API,
                             .features =
                                 UFFD_FEATURE_PAGEFAULT_FLAG_WP | UFFD_FEATURE_WP_HUGETLBFS_SHMEM};
    struct uffdio_register memory = {.range = {.start = doorbell->page, .len = doorbell->bytes},
                                     .mode = UFFDIO_REGISTER_MODE_WP};
    if (descriptor >= 0 && (ioctl(descriptor, UFFDIO_API, &api) != 0 ||
                            ioctl(descriptor, UFFDIO_REGISTER, &memory) != 0)) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

void ishmemi_doorbell_open(ishmemi_doorbell_t *doorbell, void *page, size_t bytes)
{
    *doorbell = (ishmemi_doorbell_t){.page = (uintptr_t)page, .bytes = bytes};
    doorbell->descriptor = open_descriptor(doorbell);
}

void ishmemi_doorbell_close(ishmemi_doorbell_t *doorbell)
{
    if (doorbell->descriptor >= 0) {
        struct uffdio_range range = {.start = doorbell->page, .len = doorbell->bytes};
        ishmemi_doorbell_disarm(doorbell);
        (void)ioctl(doorbell->descriptor, UFFDIO_UNREGISTER, &range);
        close(doorbell->descriptor);
        doorbell->descriptor = -1;
    }
}

static bool protect(const ishmemi_doorbell_t *doorbell, bool read_only)
{
    struct uffdio_writeprotect change = {.range = {.start = doorbell->page, .len = doorbell->bytes},
                                         .mode = read_only ? UFFDIO_WRITEPROTECT_MODE_WP : 0};
    return ioctl(doorbell->descriptor, UFFDIO_WRITEPROTECT, &change) == 0;
}

bool ishmemi_doorbell_arm(ishmemi_doorbell_t *doorbell)
{
    doorbell->armed = doorbell->descriptor >= 0 && protect(doorbell, true);
    return doorbell->armed;
}

void ishmemi_doorbell_disarm(ishmemi_doorbell_t *doorbell)
{
    if (doorbell->armed) {
        struct uffd_msg message;
        while (read(doorbell->descriptor, &message, sizeof message) > 0) {
        }
        (void)protect(doorbell, false);
        doorbell->armed = false;
    }
}
