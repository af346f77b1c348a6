/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each process makes a file in memory, which has no name that could stay behind.  The others open it
 * through /proc, which Linux allows to processes of the same user, and compare what they have
 * opened with what its owner has told: in another container the number of a process means another.
 */
#include "share.h"

#include "proxy/messages/engine.h"
#include "worker.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct part {
    uint64_t device;
    uint64_t inode;
    int32_t process;
    int32_t descriptor; /* -1: none */
} part_t;

/* Fills in who is on this machine, besides `mine` and `pes`. */
static void find_processes(const ishmemi_transport_job_t *job, wire_memory_t *memory)
{
    memory->pes = ishmemi_engine_allocate((size_t)job->n_pes, sizeof *memory->pes);
    for (int pe = 0; pe < job->n_pes; pe++) {
        if (job->machine_of[pe] == job->machine_of[job->my_pe]) {
            memory->mine = pe == job->my_pe ? memory->processes : memory->mine;
            memory->pes[memory->processes++] = pe;
        }
    }
}

/* The least that a process of this machine gives. */
static size_t agree_on_bytes(const ishmemi_transport_job_t *job, const wire_memory_t *memory,
                             size_t bytes)
{
    uint64_t *const all = ishmemi_engine_allocate((size_t)job->n_pes, sizeof *all);
    const uint64_t mine = bytes;
    ishmemi_ucx_allgather(&mine, all, sizeof mine);
    for (int i = 0; i < memory->processes; i++) {
        const size_t other = (size_t)all[memory->pes[i]];
        bytes = other < bytes ? other : bytes;
    }
    free(all);
    return bytes;
}

static part_t make_part(size_t bytes)
{
    part_t part = {.process = (int32_t)getpid(), .descriptor = -1};
    struct stat status;
    const int descriptor = bytes > 0 ? memfd_create("ishmem channels", MFD_CLOEXEC) : -1;
    if (descriptor < 0) {
        return part;
    }
    if (ftruncate(descriptor, (off_t)bytes) != 0 || fstat(descriptor, &status) != 0) {
        close(descriptor);
        return part;
    }
    part.device = status.st_dev;
    part.inode = status.st_ino;
    part.descriptor = descriptor;
    return part;
}

/* Returns NULL if it cannot be mapped. */
static char *map_part(const part_t *part, size_t bytes)
{
    char path[64];
    struct stat status;
    if (part->descriptor < 0) {
        return NULL;
    }
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)part->process, (int)part->descriptor);
    const int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) {
        return NULL;
    }
    void *memory = MAP_FAILED;
    if (fstat(descriptor, &status) == 0 && status.st_dev == part->device &&
        status.st_ino == part->inode) {
        memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    close(descriptor);
    return memory == MAP_FAILED ? NULL : memory;
}

static void unmap(const wire_memory_t *memory)
{
    for (int i = 0; i < memory->processes; i++) {
        if (memory->parts[i]) {
            munmap(memory->parts[i], memory->bytes);
        }
    }
}

/* Returns whether all parts are mapped here. */
static bool map_all(const wire_memory_t *memory, const part_t *parts)
{
    bool are_mapped = memory->bytes > 0;
    for (int i = 0; i < memory->processes; i++) {
        memory->parts[i] = are_mapped ? map_part(&parts[memory->pes[i]], memory->bytes) : NULL;
        are_mapped = are_mapped && memory->parts[i];
    }
    return are_mapped;
}

bool ishmemi_ucx_share(size_t (*need)(int processes), wire_memory_t *memory)
{
    const ishmemi_transport_job_t *const job = ishmemi_engine.request->job;
    *memory = (wire_memory_t){0};
    find_processes(job, memory);
    memory->parts = ishmemi_engine_allocate((size_t)memory->processes, sizeof *memory->parts);
    memory->bytes = agree_on_bytes(job, memory, need(memory->processes));
    const part_t mine = make_part(memory->bytes);
    part_t *const parts = ishmemi_engine_allocate((size_t)job->n_pes, sizeof *parts);
    ishmemi_ucx_allgather(&mine, parts, sizeof mine);
    const bool is_mapped = map_all(memory, parts);
    const bool is_shared = agree_on_bytes(job, memory, is_mapped) != 0;
    free(parts);
    if (mine.descriptor >= 0) {
        close(mine.descriptor);
    }
    if (!is_shared) {
        unmap(memory);
        free(memory->pes);
        free(memory->parts);
        *memory = (wire_memory_t){0};
    }
    return is_shared;
}

void ishmemi_ucx_unshare(wire_memory_t *memory)
{
    unmap(memory);
    free(memory->pes);
    free(memory->parts);
    *memory = (wire_memory_t){0};
}
