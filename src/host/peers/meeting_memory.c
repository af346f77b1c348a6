/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Makes, shares and maps the memory in which hosts sync.
 */
#include "meeting_memory.h"

#include "agree.h"
#include "allocate.h"
#include "bootstrap.h"
#include "ipc.h"
#include "ipc_method.h"
#include "job.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Memory from a descriptor, which is closed; NULL if that fails. */
static char *map(int descriptor)
{
    void *const memory =
        mmap(NULL, ishmemi_job.team_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
    (void)madvise(memory, ishmemi_job.team_bytes, MADV_DONTFORK);
    return memory;
}

/* Maps this PE's own part and those that the others have sent.  Returns whether all could be mapped. */
static bool map_all(int own, int *descriptors)
{
    bool mapped = true;
    descriptors[ishmemi_job.my_pe] = own;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (descriptors[pe] >= 0) {
            ishmemi_job.meetings[pe] = map(descriptors[pe]);
            mapped = mapped && ishmemi_job.meetings[pe];
            if (pe != ishmemi_job.my_pe) {
                close(descriptors[pe]);
            }
        }
    }
    return mapped;
}

/* Collective.  Whether all PEs have mapped the parts of all near ones. */
static bool share(int own)
{
    char why[ISHMEMI_IPC_WHY_BYTES];
    int *const descriptors = ishmemi_allocate("the descriptors of memory for syncs",
                                              (size_t)ishmemi_job.n_pes, sizeof *descriptors);
    bool shared = ishmemi_ipc_share(own, descriptors, why) == 0;
    if (shared) {
        shared = ishmemi_agree(map_all(own, descriptors)) < 0;
    }
    free(descriptors);
    return shared;
}

void ishmemi_meeting_memory_open(void)
{
    if (ishmemi_job.heap_host_mapped || ishmemi_job.n_pes == 1) {
        return;
    }
    ishmemi_job.meetings = ishmemi_allocate_zeroed(
        "the memory for syncs", (size_t)ishmemi_job.n_pes, sizeof *ishmemi_job.meetings);
    const int own = memfd_create("ishmem-syncs", MFD_CLOEXEC);
    const bool made = own >= 0 && ftruncate(own, (off_t)ishmemi_job.team_bytes) == 0;
    if (ishmemi_agree(made) >= 0 || !share(own)) {
        ishmemi_meeting_memory_close();
    }
    if (own >= 0) {
        close(own);
    }
}

void ishmemi_meeting_memory_close(void)
{
    for (int pe = 0; pe < ishmemi_job.n_pes && ishmemi_job.meetings; pe++) {
        if (ishmemi_job.meetings[pe]) {
            munmap(ishmemi_job.meetings[pe], ishmemi_job.team_bytes);
        }
    }
    free(ishmemi_job.meetings);
    ishmemi_job.meetings = NULL;
}
