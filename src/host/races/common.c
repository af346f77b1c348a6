/* SPDX-License-Identifier: BSD-3-Clause */
#include "common.h"

#include "allocate.h"
#include "bootstrap.h"
#include "job.h"
#include "log.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

ishmemi_races_t ishmemi_races;
_Thread_local int ishmemi_races_line;

/* What a PE tells the others. */
typedef struct told {
    int64_t pid;
    int64_t descriptor;
    uint64_t static_bytes;
} told_t;

static size_t whole_pages(size_t bytes)
{
    const size_t page = 4096;
    return (bytes + page - 1) / page * page;
}

/* Numbers the PEs of this machine; returns the first. */
static int number_pes(void)
{
    const int n_pes = ishmemi_job.n_pes;
    ishmemi_races.number = ishmemi_allocate("the PEs of the machine", (size_t)n_pes, sizeof(int));
    ishmemi_races.world = ishmemi_allocate("the PEs of the machine", (size_t)n_pes, sizeof(int));
    ishmemi_races.n = 0;
    for (int pe = 0; pe < n_pes; pe++) {
        ishmemi_races.number[pe] = -1;
        if (ishmemi_job.machine_of[pe] == ishmemi_job.machine_of[ishmemi_job.my_pe]) {
            ishmemi_races.number[pe] = ishmemi_races.n;
            ishmemi_races.world[ishmemi_races.n++] = pe;
        }
    }
    ishmemi_races.me = ishmemi_races.number[ishmemi_job.my_pe];
    return ishmemi_races.world[0];
}

/* Of agents, calls and words, each with a clock (clocks.c). */
static size_t clock_bytes(void)
{
    const size_t clocks = (size_t)ishmemi_races_agents() +
                          (size_t)ISHMEMI_RACES_TEAMS * ISHMEMI_RACES_CALLS + ISHMEMI_RACES_WORDS;
    return clocks * ishmemi_races_clock_words() * sizeof(uint32_t);
}

/* Sets the sizes.  Shadow and clocks stand behind the common struct. */
static void measure(size_t static_bytes)
{
    const int most = ISHMEMI_RACES_AGENTS / (ishmemi_races.n > 0 ? ishmemi_races.n : 1);
    ishmemi_races.lines = most < ISHMEMI_RACES_LINES ? (most > 1 ? most : 1) : ISHMEMI_RACES_LINES;
    ishmemi_races.heap_bytes = ishmemi_job.heap_bytes;
    ishmemi_races.targets = ishmemi_races.n <= ISHMEMI_RACES_TARGETS ? (size_t)ishmemi_races.n : 1;
    ishmemi_races.units = (ishmemi_job.heap_bytes + static_bytes + 7) / 8;
    ishmemi_races.bytes =
        whole_pages(sizeof(ishmemi_races_common_t)) + whole_pages(clock_bytes()) +
        (size_t)ishmemi_races.n * ishmemi_races.units * ISHMEMI_RACES_SLOTS * sizeof(uint64_t);
}

static int map(int descriptor)
{
    void *const start = mmap(NULL, ishmemi_races.bytes, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_NORESERVE, descriptor, 0);
    if (start == MAP_FAILED) {
        return -1;
    }
    char *const bytes = start;
    const size_t clocks = whole_pages(sizeof(ishmemi_races_common_t));
    ishmemi_races.common = start;
    ishmemi_races.clocks = (uint32_t *)(void *)(bytes + clocks);
    ishmemi_races.shadow = (uint64_t *)(void *)(bytes + clocks + whole_pages(clock_bytes()));
    return 0;
}

static void begin(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&ishmemi_races.common->mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    ishmemi_races.common->n_sites = 1;
    if (ishmemi_races.n < ishmemi_job.n_pes) {
        ishmemi_races_set_unknown();
    }
}

/* The descriptor, or -1. */
static int make(void)
{
    const int descriptor = memfd_create("ishmem-races", MFD_CLOEXEC);
    if (descriptor >= 0 &&
        (ftruncate(descriptor, (off_t)ishmemi_races.bytes) != 0 || map(descriptor) != 0)) {
        close(descriptor);
        return -1;
    }
    if (descriptor >= 0) {
        begin();
    }
    return descriptor;
}

static int open_of(const told_t *first)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%lld/fd/%lld", (long long)first->pid,
             (long long)first->descriptor);
    const int descriptor = first->descriptor >= 0 ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (descriptor < 0) {
        return -1;
    }
    const int result = map(descriptor);
    close(descriptor);
    return result;
}

static uint64_t most_static_bytes(const told_t *all)
{
    uint64_t most = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        most = all[pe].static_bytes > most ? all[pe].static_bytes : most;
    }
    return most;
}

int ishmemi_races_common_open(void)
{
    const size_t n_pes = (size_t)ishmemi_job.n_pes;
    const int first = number_pes();
    const bool is_first = first == ishmemi_job.my_pe;
    told_t mine = {getpid(), -1, ishmemi_segment.bytes};
    told_t *const all = ishmemi_allocate("the PEs of the machine", n_pes, sizeof *all);
    ishmemi_allgather(&mine, all, sizeof mine);
    measure(most_static_bytes(all));
    const bool fits = ishmemi_races.n <= ISHMEMI_RACES_PES;
    mine.descriptor = is_first && fits ? make() : -1;
    const int reason = errno;
    ishmemi_allgather(&mine, all, sizeof mine);
    int result = is_first ? (mine.descriptor < 0 ? -1 : 0) : open_of(&all[first]);
    if (!fits) {
        ishmemi_error("ISHMEM_RACES: %d PEs on one machine, expected at most %d", ishmemi_races.n,
                      ISHMEMI_RACES_PES);
        result = -1;
    } else if (result != 0) {
        ishmemi_error("ISHMEM_RACES: the PEs of this machine cannot share %zu bytes: %s",
                      ishmemi_races.bytes, strerror(is_first ? reason : errno));
    }
    /* Everybody has opened the file. */
    ishmemi_allgather(&mine, all, sizeof mine);
    if (mine.descriptor >= 0) {
        close((int)mine.descriptor);
    }
    free(all);
    return result;
}

void ishmemi_races_common_close(void)
{
    if (ishmemi_races.common) {
        munmap(ishmemi_races.common, ishmemi_races.bytes);
    }
    free(ishmemi_races.number);
    free(ishmemi_races.world);
    memset(&ishmemi_races, 0, sizeof ishmemi_races);
}

void ishmemi_races_lock_as(int line)
{
    /* A PE that dies with the mutex ends the job. */
    if (pthread_mutex_lock(&ishmemi_races.common->mutex) == EOWNERDEAD) {
        pthread_mutex_consistent(&ishmemi_races.common->mutex);
    }
    ishmemi_races.agent = ishmemi_races_agent_of(line);
}

void ishmemi_races_lock(void)
{
    ishmemi_races_lock_as(ishmemi_races_line);
}

void ishmemi_races_unlock(void)
{
    pthread_mutex_unlock(&ishmemi_races.common->mutex);
}

void ishmemi_races_set_unseen(void)
{
    ishmemi_races_lock();
    ishmemi_races.common->agents[ishmemi_races_agent_of(0)].has_kernels = 1;
    ishmemi_races_set_unknown();
    ishmemi_races_unlock();
}
