/* SPDX-License-Identifier: BSD-3-Clause */
#include "common.h"

#include "allocate.h"
#include "bootstrap.h"
#include "job.h"
#include "log.h"
#include "util/align.h"
#include "util/file_limit.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

ishmemi_races_t ishmemi_races;
unsigned ishmemi_races_running;
_Thread_local int ishmemi_races_timeline;
_Thread_local int ishmemi_races_own_timeline;
_Thread_local bool ishmemi_races_holds;

/* Whether this thread reports what it waits for, and the job in which it has its timeline. */
static _Thread_local bool is_thread;
static _Thread_local uint32_t line_job;
static uint32_t jobs;

/* It remains the last job's after that has ended: a thread may be about to lock it. */
static pthread_mutex_t *mutex;

/* What each PE sends to the others. */
typedef struct contribution {
    int64_t pid;
    int64_t descriptor;
    uint64_t static_bytes;
} contribution_t;

static size_t whole_pages(size_t bytes)
{
    return ishmemi_align_up(bytes, 4096);
}

/* Numbers the PEs of this machine; returns the first of them. */
static int number_pes(void)
{
    const int n_pes = ishmemi_job.n_pes;
    ishmemi_races.number = ishmemi_allocate("the PEs of the machine", (size_t)n_pes, sizeof(int));
    ishmemi_races.world = ishmemi_allocate("the PEs of the machine", (size_t)n_pes, sizeof(int));
    ishmemi_races.n = 0;
    ishmemi_races.job = ++jobs;
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

/* Agents, calls and words have a clock each (clocks.c). */
static size_t clock_bytes(void)
{
    const size_t clocks = (size_t)ishmemi_races_agents() +
                          (size_t)ISHMEMI_RACES_TEAMS * ISHMEMI_RACES_CALLS + ISHMEMI_RACES_WORDS;
    return clocks * ishmemi_races_clock_words() * sizeof(uint32_t);
}

/* Sets the sizes.  The clocks and the shadow come after the common struct. */
static void measure(size_t static_bytes)
{
    const int most = ISHMEMI_RACES_AGENTS / ishmemi_races.n;
    ishmemi_races.timelines =
        most < ISHMEMI_RACES_TIMELINES ? (most > 1 ? most : 1) : ISHMEMI_RACES_TIMELINES;
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
    mutex = &ishmemi_races.common->mutex;
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
    ishmemi_races.common->used_lines = 1;
    if (ishmemi_races.n < ishmemi_job.n_pes) {
        ishmemi_races_set_unknown();
    }
}

/* Returns the descriptor, or -1. */
static int make(void)
{
    const int descriptor = memfd_create("ishmem-races", MFD_CLOEXEC);
    const ishmemi_file_limit_t limit = ishmemi_file_limit_begin();
    const bool has_size = descriptor >= 0 && ftruncate(descriptor, (off_t)ishmemi_races.bytes) == 0;
    ishmemi_file_limit_end(&limit);
    if (descriptor >= 0 && (!has_size || map(descriptor) != 0)) {
        close(descriptor);
        return -1;
    }
    if (descriptor >= 0) {
        begin();
    }
    return descriptor;
}

static int open_of(const contribution_t *first)
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

static uint64_t most_static_bytes(const contribution_t *all)
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
    contribution_t mine = {getpid(), -1, ishmemi_segment.bytes};
    contribution_t *const all = ishmemi_allocate("the PEs of the machine", n_pes, sizeof *all);
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
                      ishmemi_races.bytes, ishmemi_file_error(is_first ? reason : errno));
    }
    /* After this, every PE has opened the file. */
    ishmemi_allgather(&mine, all, sizeof mine);
    if (mine.descriptor >= 0) {
        close((int)mine.descriptor);
    }
    free(all);
    return result;
}

void ishmemi_races_common_close(void)
{
    const ishmemi_races_t ended = ishmemi_races;
    memset(&ishmemi_races, 0, sizeof ishmemi_races);
    /* Other threads may be about to use it, so it stays mapped then. */
    if (ended.common && !ended.had_threads) {
        munmap(ended.common, ended.bytes);
    }
    free(ended.number);
    free(ended.world);
}

/* ---- Timelines --------------------------------------------------------------------------------------- */

#define STREAMS 3
#define CONTEXTS 4

int ishmemi_races_most_of(ishmemi_races_kind_t kind)
{
    const int all = ishmemi_races.timelines - 1;
    const int streams = all < STREAMS ? all : STREAMS;
    const int half = (all - streams) / 2;
    const int contexts = half < CONTEXTS ? half : CONTEXTS;
    switch (kind) {
    case ISHMEMI_TIMELINE_STREAM:
        return streams;
    case ISHMEMI_TIMELINE_CONTEXT:
        return contexts;
    case ISHMEMI_TIMELINE_THREAD:
        return all - streams - contexts;
    default:
        return 1;
    }
}

/* The timeline of a kind with the fewest users, and how many timelines the kind has. */
static int find_line(ishmemi_races_kind_t kind, int *count)
{
    int found = 0;
    *count = 0;
    for (int timeline = 1; timeline <= ishmemi_races.taken; timeline++) {
        if (ishmemi_races.kind[timeline] == kind) {
            (*count)++;
            found = found == 0 || ishmemi_races.users[timeline] < ishmemi_races.users[found]
                        ? timeline
                        : found;
        }
    }
    return found;
}

int ishmemi_races_take_timeline(ishmemi_races_kind_t kind)
{
    int count;
    int timeline = find_line(kind, &count);
    if (count < ishmemi_races_most_of(kind) &&
        (timeline == 0 || ishmemi_races.users[timeline] > 0)) {
        timeline = ++ishmemi_races.taken;
        ishmemi_races.kind[timeline] = (uint8_t)kind;
        uint32_t *const used = &ishmemi_races.common->used_lines;
        *used = *used > (uint32_t)timeline ? *used : (uint32_t)timeline + 1;
    }
    ishmemi_races.users[timeline]++;
    return timeline;
}

/* ---- The mutex ----------------------------------------------------------------------------------- */

static void take(void)
{
    ishmemi_races_holds = true;
    /* The job ends if a PE dies while it holds the mutex. */
    if (pthread_mutex_lock(mutex) == EOWNERDEAD) {
        pthread_mutex_consistent(mutex);
    }
}

static void act_as(int timeline)
{
    const bool is_one =
        ishmemi_races.are_one && ishmemi_races.kind[timeline] == ISHMEMI_TIMELINE_THREAD;
    ishmemi_races.agent = ishmemi_races_agent_of(is_one ? 0 : timeline);
    ishmemi_races.sender = ishmemi_races.agent;
}

void ishmemi_races_lock_as(int timeline)
{
    take();
    act_as(timeline);
}

/* The caller holds the mutex. */
static void take_line_here(void)
{
    if (is_thread && ishmemi_races.common && line_job != ishmemi_races.job) {
        const int timeline = ishmemi_races_take_timeline(ISHMEMI_TIMELINE_THREAD);
        ishmemi_races_timeline = ishmemi_races_timeline == ishmemi_races_own_timeline
                                     ? timeline
                                     : ishmemi_races_timeline;
        ishmemi_races_own_timeline = timeline;
        line_job = ishmemi_races.job;
    }
}

void ishmemi_races_lock(void)
{
    take();
    take_line_here();
    act_as(ishmemi_races_timeline);
}

void ishmemi_races_unlock(void)
{
    pthread_mutex_unlock(mutex);
    ishmemi_races_holds = false;
}

int ishmemi_races_line_here(void)
{
    if (is_thread && line_job != ishmemi_races.job) {
        ishmemi_races_lock();
        ishmemi_races_unlock();
    }
    return ishmemi_races_timeline;
}

void ishmemi_races_be_thread(bool is_one)
{
    if (!is_one && ishmemi_races.common && line_job == ishmemi_races.job) {
        ishmemi_races_lock();
        ishmemi_races.users[ishmemi_races_own_timeline]--;
        ishmemi_races_unlock();
    }
    is_thread = is_one;
    line_job = 0;
    ishmemi_races_timeline = ishmemi_races_own_timeline = 0;
}

void ishmemi_races_set_unseen(void)
{
    ishmemi_races_lock();
    ishmemi_races.common->agents[ishmemi_races_agent_of(0)].has_kernels = 1;
    ishmemi_races_set_unknown();
    ishmemi_races_unlock();
}
