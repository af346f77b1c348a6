/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collects what this PE does: the long waits of its host threads and of its kernels, the kernels
 * that run, its teams and its locks.
 *
 * The mutex delays the end of the job while a thread, the watcher or the lifelines', reads the
 * heap's head, and guards `seen`.
 */
#include "snapshot.h"

#include "compare.h"
#include "head.h"
#include "held.h"
#include "job.h"
#include "segment_find.h"
#include "util/clock.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert(sizeof(ishmemi_head_t) <= ISHMEMI_HEAD_BYTES,
               "the allocator begins behind the head");

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_open;
static uint64_t opened_ns;

/* The wait in a slot of the head, and when it was first seen there. */
static struct {
    uint64_t turn;
    uint64_t since_ns;
} seen[ISHMEMI_KERNEL_WAITS];

void ishmemi_snapshot_open(void)
{
    pthread_mutex_lock(&mutex);
    memset(seen, 0, sizeof seen);
    ishmemi_running_open();
    opened_ns = ishmemi_clock_now();
    is_open = true;
    pthread_mutex_unlock(&mutex);
}

void ishmemi_snapshot_close(void)
{
    pthread_mutex_lock(&mutex);
    is_open = false;
    ishmemi_running_close();
    pthread_mutex_unlock(&mutex);
}

int ishmemi_snapshot_state_of(int pid)
{
    char path[32];
    char text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0;
    }
    const ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    text[bytes > 0 ? bytes : 0] = '\0';
    /* The name before it may contain anything, also parentheses. */
    const char *const name_end = strrchr(text, ')');
    return name_end && name_end[1] == ' ' ? name_end[2] : 0;
}

static bool is_count(int32_t count, int32_t most)
{
    return count >= 0 && count <= most;
}

static bool is_name(const char *name, size_t bytes)
{
    return memchr(name, '\0', bytes) != NULL;
}

static bool is_place(const ishmemi_snapshot_place_t *place)
{
    return place->segment >= 0 && place->segment <= 2;
}

bool ishmemi_snapshot_is_sound(const ishmemi_snapshot_t *snapshot)
{
    bool sound = is_count(snapshot->n_waits, ISHMEMI_SNAPSHOT_WAITS) &&
                 is_count(snapshot->n_kernels, ISHMEMI_SNAPSHOT_KERNELS) &&
                 is_count(snapshot->n_teams, ISHMEMI_SNAPSHOT_TEAMS) &&
                 is_count(snapshot->n_locks, ISHMEMI_SNAPSHOT_LOCKS) &&
                 is_count(snapshot->n_stopped, ISHMEMI_SNAPSHOT_STOPPED) &&
                 is_name(snapshot->host, sizeof snapshot->host) &&
                 is_name(snapshot->idle_since, sizeof snapshot->idle_since);
    for (int i = 0; sound && i < snapshot->n_waits; i++) {
        const ishmemi_snapshot_wait_t *const wait = &snapshot->waits[i];
        sound = wait->kind >= ISHMEMI_WAIT_OTHER && wait->kind <= ISHMEMI_WAIT_PE &&
                is_name(wait->routine, sizeof wait->routine) && is_place(&wait->object);
    }
    for (int i = 0; sound && i < snapshot->n_kernels; i++) {
        sound = is_name(snapshot->kernels[i].kernel, sizeof snapshot->kernels[i].kernel);
    }
    for (int i = 0; sound && i < snapshot->n_locks; i++) {
        sound = is_place(&snapshot->locks[i].place);
    }
    return sound;
}

/* ---- Places and names ------------------------------------------------------------------------ */

static bool find_in_heaps(uint64_t address, ishmemi_snapshot_place_t *place)
{
    const uint64_t heap = (uintptr_t)ishmemi_job.heap;
    for (int i = 0; i < ishmemi_job.n_pes; i++) {
        /* This PE's own first. */
        const int pe = (ishmemi_job.my_pe + i) % ishmemi_job.n_pes;
        const int64_t delta = ishmemi_job.delta[pe];
        const uint64_t offset = address - (uint64_t)delta - heap;
        if (delta != ISHMEMI_UNREACHABLE && offset < ishmemi_job.heap_bytes) {
            *place = (ishmemi_snapshot_place_t){address, offset, 1, pe};
            return true;
        }
    }
    return false;
}

static ishmemi_snapshot_place_t place_of(uint64_t address)
{
    ishmemi_snapshot_place_t place = {.address = address, .pe = ishmemi_job.my_pe};
    if (is_open && !find_in_heaps(address, &place) &&
        ishmemi_segment_contains((const void *)(uintptr_t)address)) {
        place.segment = 2;
        place.offset = address - ishmemi_segment.start;
    }
    return place;
}

static void copy_name(char *to, size_t bytes, const char *name)
{
    snprintf(to, bytes, "%s", name ? name : "");
}

static uint64_t team_id(const ishmemi_snapshot_t *snapshot, uint64_t team)
{
    for (int i = 0; i < snapshot->n_teams; i++) {
        const ishmemi_team_calls_t *const known = &snapshot->teams[i];
        if (team == ISHMEMI_WAIT_TEAM_OF(known->handle) || team == known->device) {
            return known->id;
        }
    }
    return 0;
}

/* ---- Waits ----------------------------------------------------------------------------------- */

static ishmemi_snapshot_wait_t *add_wait(ishmemi_snapshot_t *snapshot)
{
    return snapshot->n_waits < ISHMEMI_SNAPSHOT_WAITS ? &snapshot->waits[snapshot->n_waits++]
                                                      : NULL;
}

static uint64_t since(uint64_t now, uint64_t then)
{
    return now > then ? now - then : 0;
}

/* A thread waits for a lock at its home, where `serving` has the lock's address. */
static bool is_lock(const char *routine)
{
    return strcmp(routine, "ishmem_set_lock") == 0;
}

/* The current value of an object in this PE's heap. */
static uint64_t load_object(uint64_t address, size_t bytes, bool is_signed)
{
    const uint64_t word = address & ~(uint64_t)7;
    const uint64_t value = ishmemi_head_load((const uint64_t *)(uintptr_t)word);
    return bytes == sizeof value
               ? value
               : ishmemi_compare_extend(value >> (address - word) * 8, bytes, is_signed);
}

static void add_host_waits(ishmemi_snapshot_t *snapshot, uint64_t now)
{
    for (size_t i = 0; i < ISHMEMI_WAITING_SLOTS; i++) {
        ishmemi_wait_t wait;
        uint64_t since_ns;
        ishmemi_snapshot_wait_t *to;
        if (!ishmemi_waiting_read(i, &wait, &since_ns) || !(to = add_wait(snapshot))) {
            continue;
        }
        *to = (ishmemi_snapshot_wait_t){.object = place_of((uintptr_t)wait.object),
                                        .source = (uintptr_t)wait.source,
                                        .count = wait.count,
                                        .wanted = wait.wanted,
                                        .seen = wait.seen,
                                        .waited_ns = since(now, since_ns),
                                        .team = team_id(snapshot, wait.team),
                                        .kind = wait.kind,
                                        .pe = wait.pe,
                                        .cmp = wait.cmp,
                                        .bytes = wait.bytes,
                                        .is_signed = wait.is_signed};
        copy_name(to->routine, sizeof to->routine, wait.routine);
        if (wait.kind == ISHMEMI_WAIT_WORD && is_open && !ishmemi_job.heap_host_mapped &&
            to->object.segment == 1) {
            /* The tile waits and does not report what it sees. */
            to->seen = load_object(to->object.address, (size_t)wait.bytes, wait.is_signed != 0);
        }
        if (wait.kind == ISHMEMI_WAIT_WORD && is_lock(wait.routine)) {
            to->kind = ISHMEMI_WAIT_LOCK;
            to->object.pe = wait.pe >= 0 ? wait.pe : to->object.pe;
        }
    }
}

static ishmemi_wait_kind_t kind_of(uint32_t kind)
{
    switch (kind) {
    case ISHMEMI_KERNEL_WAIT_WORD:
        return ISHMEMI_WAIT_WORD;
    case ISHMEMI_KERNEL_WAIT_SET:
        return ISHMEMI_WAIT_SET;
    case ISHMEMI_KERNEL_WAIT_TEAM:
        return ISHMEMI_WAIT_TEAM;
    case ISHMEMI_KERNEL_WAIT_LOCK:
        return ISHMEMI_WAIT_LOCK;
    case ISHMEMI_KERNEL_WAIT_RING:
        return ISHMEMI_WAIT_PE;
    default:
        return ISHMEMI_WAIT_OTHER;
    }
}

/* Reads a slot whose wait has the number `turn`; returns false if the wait has ended meanwhile. */
static bool read_kernel_wait(size_t slot, uint64_t turn, ishmemi_kernel_wait_t *wait)
{
    const ishmemi_kernel_wait_t *const from = &ishmemi_job.head->waits[slot];
    ishmemi_head_load_block(wait, from, sizeof *wait);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    wait->routine[sizeof wait->routine - 1] = '\0';
    return wait->turn == turn && ishmemi_head_load(&from->turn) == turn;
}

static void add_kernel_wait(ishmemi_snapshot_t *snapshot, const ishmemi_kernel_wait_t *wait,
                            uint64_t waited_ns)
{
    ishmemi_snapshot_wait_t *const to = add_wait(snapshot);
    if (!to) {
        return;
    }
    *to = (ishmemi_snapshot_wait_t){.count = wait->count,
                                    .wanted = wait->wanted,
                                    .waited_ns = waited_ns,
                                    .kind = kind_of(wait->kind),
                                    .pe = -1,
                                    .cmp = wait->cmp,
                                    .bytes = (int16_t)wait->bytes,
                                    .is_signed = (int16_t)wait->is_signed,
                                    .in_kernel = 1,
                                    .group = {wait->group[0], wait->group[1], wait->group[2]}};
    copy_name(to->routine, sizeof to->routine, wait->routine);
    to->object = place_of(wait->address);
    if (wait->kind == ISHMEMI_KERNEL_WAIT_LOCK) {
        /* Only the kernel has seen what a far home serves. */
        to->object.pe = (int32_t)wait->count;
        to->seen = ISHMEMI_SNAPSHOT_NOT_SEEN;
    }
    if (wait->kind == ISHMEMI_KERNEL_WAIT_TEAM) {
        to->team = team_id(snapshot, ISHMEMI_WAIT_TEAM_OF(wait->team));
    }
    if (wait->kind == ISHMEMI_KERNEL_WAIT_WORD && to->object.segment == 1) {
        to->seen = load_object(wait->address, wait->bytes, wait->is_signed != 0);
        to->wanted = ishmemi_compare_extend(wait->wanted, wait->bytes, wait->is_signed != 0);
        if (strncmp(to->routine, "ishmem_set_lock", 15) == 0 ||
            strncmp(to->routine, "ishmemx_set_lock", 16) == 0) {
            to->kind = ISHMEMI_WAIT_LOCK;
        }
    }
}

/* A copy of one slot from a device takes as long as a copy of all. */
static void load_turns(uint64_t *turns)
{
    ishmemi_kernel_wait_t waits[ISHMEMI_KERNEL_WAITS];
    if (!ishmemi_job.heap_host_mapped) {
        ishmemi_head_load_block(waits, ishmemi_job.head->waits, sizeof waits);
    }
    for (size_t i = 0; i < ISHMEMI_KERNEL_WAITS; i++) {
        turns[i] = ishmemi_job.heap_host_mapped
                       ? ishmemi_head_load(&ishmemi_job.head->waits[i].turn)
                       : waits[i].turn;
    }
}

/* Notes which waits of kernels there are; requires the mutex. */
static void look_at_kernels(uint64_t now)
{
    uint64_t turns[ISHMEMI_KERNEL_WAITS];
    load_turns(turns);
    for (size_t i = 0; i < ISHMEMI_KERNEL_WAITS; i++) {
        const uint64_t turn = turns[i];
        if (turn != seen[i].turn) {
            seen[i].turn = turn;
            seen[i].since_ns = now;
        }
    }
}

static void add_kernel_waits(ishmemi_snapshot_t *snapshot, uint64_t now)
{
    look_at_kernels(now);
    for (size_t i = 0; i < ISHMEMI_KERNEL_WAITS; i++) {
        ishmemi_kernel_wait_t wait;
        if (seen[i].turn > 1 && read_kernel_wait(i, seen[i].turn, &wait) &&
            strcmp(wait.routine, ISHMEMI_KERNEL_WAIT_OF_HOST) != 0) {
            add_kernel_wait(snapshot, &wait, since(now, seen[i].since_ns));
        }
    }
}

static int compare_waits(const void *left, const void *right)
{
    const uint64_t a = ((const ishmemi_snapshot_wait_t *)left)->waited_ns;
    const uint64_t b = ((const ishmemi_snapshot_wait_t *)right)->waited_ns;
    return a < b ? 1 : a > b ? -1 : 0;
}

/* ---- The snapshot ---------------------------------------------------------------------------- */

/* Only the user's kernels: a host that waits through the tile reports its wait itself. */
static void add_kernels(ishmemi_snapshot_t *snapshot)
{
    static const char of_host[] = "ishmemi_kernel_";
    ze_cpu_running_kernel_t all[2 * ISHMEMI_SNAPSHOT_KERNELS];
    const size_t count = ishmemi_running_list(all, sizeof all / sizeof *all);
    for (size_t i = 0; i < count && snapshot->n_kernels < ISHMEMI_SNAPSHOT_KERNELS; i++) {
        if (strncmp(all[i].kernel, of_host, sizeof of_host - 1) != 0) {
            snapshot->kernels[snapshot->n_kernels++] = all[i];
        }
    }
}

static void add_locks(ishmemi_snapshot_t *snapshot, uint64_t now)
{
    for (size_t i = 0; i < ISHMEMI_HELD_SLOTS && snapshot->n_locks < ISHMEMI_SNAPSHOT_LOCKS; i++) {
        uint64_t since_ns;
        const void *const lock = ishmemi_held_read(i, &since_ns);
        if (lock) {
            snapshot->locks[snapshot->n_locks++] = (ishmemi_snapshot_lock_t){
                place_of((uintptr_t)lock), since_ns ? since(now, since_ns) : 0};
        }
    }
}

void ishmemi_snapshot_take(ishmemi_snapshot_t *snapshot)
{
    const uint64_t now = ishmemi_clock_now();
    const char *routine;
    memset(snapshot, 0, sizeof *snapshot);
    snapshot->pe = ishmemi_job.my_pe;
    snapshot->pid = getpid();
    snapshot->state = ishmemi_snapshot_state_of(snapshot->pid);
    (void)gethostname(snapshot->host, sizeof snapshot->host - 1);
    pthread_mutex_lock(&mutex);
    if (is_open) {
        snapshot->n_teams =
            (int32_t)ishmemi_team_calls_list(snapshot->teams, ISHMEMI_SNAPSHOT_TEAMS);
        add_kernels(snapshot);
        add_locks(snapshot, now);
    }
    add_host_waits(snapshot, now);
    if (is_open) {
        add_kernel_waits(snapshot, now);
    }
    const uint64_t ended = ishmemi_waiting_last(&routine);
    snapshot->idle_ns = since(now, ended > opened_ns ? ended : opened_ns);
    copy_name(snapshot->idle_since, sizeof snapshot->idle_since,
              ended > opened_ns ? routine : NULL);
    pthread_mutex_unlock(&mutex);
    qsort(snapshot->waits, (size_t)snapshot->n_waits, sizeof *snapshot->waits, compare_waits);
}

uint64_t ishmemi_snapshot_longest(void)
{
    const uint64_t now = ishmemi_clock_now();
    uint64_t oldest = now;
    for (size_t i = 0; i < ISHMEMI_WAITING_SLOTS; i++) {
        ishmemi_wait_t wait;
        uint64_t since_ns;
        if (ishmemi_waiting_read(i, &wait, &since_ns) && since_ns < oldest) {
            oldest = since_ns;
        }
    }
    ishmemi_held_look(now);
    pthread_mutex_lock(&mutex);
    if (is_open) {
        look_at_kernels(now);
    }
    for (size_t i = 0; i < ISHMEMI_KERNEL_WAITS; i++) {
        if (is_open && seen[i].turn > 1 && seen[i].since_ns < oldest) {
            oldest = seen[i].since_ns;
        }
    }
    pthread_mutex_unlock(&mutex);
    return now - oldest;
}
