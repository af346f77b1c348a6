/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a PE does, as plain data that PEs send each other: the part of one PE in the report of a
 * stall.
 */
#ifndef ISHMEMI_SNAPSHOT_H
#define ISHMEMI_SNAPSHOT_H

#include "running.h"
#include "team_calls.h"
#include "waiting.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_SNAPSHOT_WAITS 8
#define ISHMEMI_SNAPSHOT_KERNELS 4
#define ISHMEMI_SNAPSHOT_TEAMS 16
#define ISHMEMI_SNAPSHOT_LOCKS 8
#define ISHMEMI_SNAPSHOT_STOPPED 16

/* A place in symmetric memory. */
typedef struct ishmemi_snapshot_place {
    uint64_t address; /* on the PE whose snapshot it is */
    uint64_t offset;  /* from the start of the heap or of the static objects */
    int32_t segment;  /* 0: neither; 1: the heap; 2: static objects */
    int32_t pe;       /* its owner */
} ishmemi_snapshot_place_t;

/* The ticket that a lock serves, if it is not known. */
#define ISHMEMI_SNAPSHOT_NOT_SEEN UINT64_MAX

typedef struct ishmemi_snapshot_wait {
    char routine[64];
    ishmemi_snapshot_place_t object;
    uint64_t source;
    uint64_t count;
    uint64_t wanted;
    uint64_t seen;
    uint64_t waited_ns;
    uint64_t team; /* ishmemi_team_calls_t.id; 0: none */
    int32_t kind;  /* ishmemi_wait_kind_t */
    int32_t pe;
    int32_t cmp;
    int16_t bytes;
    int16_t is_signed;
    int32_t in_kernel;
    uint32_t group[3];
} ishmemi_snapshot_wait_t;

typedef struct ishmemi_snapshot_lock {
    ishmemi_snapshot_place_t place;
    uint64_t held_ns;
} ishmemi_snapshot_lock_t;

/* A process that the system reports as stopped. */
typedef struct ishmemi_snapshot_stopped {
    int32_t pe;
    int32_t pid;
} ishmemi_snapshot_stopped_t;

typedef struct ishmemi_snapshot {
    int32_t pe;
    int32_t pid;
    char host[64];
    uint64_t idle_ns;    /* since its last long wait ended, or since ishmem_init */
    char idle_since[64]; /* the routine of that wait; empty: ishmem_init */
    int32_t n_waits;
    int32_t n_kernels;
    int32_t n_teams;
    int32_t n_locks;
    int32_t n_stopped;
    int32_t state; /* of its first thread, a letter as in /proc/PID/stat */
    ishmemi_snapshot_wait_t waits[ISHMEMI_SNAPSHOT_WAITS]; /* the longest first */
    ze_cpu_running_kernel_t kernels[ISHMEMI_SNAPSHOT_KERNELS];
    ishmemi_team_calls_t teams[ISHMEMI_SNAPSHOT_TEAMS];
    ishmemi_snapshot_lock_t locks[ISHMEMI_SNAPSHOT_LOCKS];
    ishmemi_snapshot_stopped_t stopped[ISHMEMI_SNAPSHOT_STOPPED];
} ishmemi_snapshot_t;

/* From open to close, snapshots also contain data from the heap's head. */
void ishmemi_snapshot_open(void);
void ishmemi_snapshot_close(void);

/* Fills in everything except `stopped`. */
void ishmemi_snapshot_take(ishmemi_snapshot_t *snapshot);

/* Whether a snapshot from another PE can be printed: a job that hangs may have written anywhere. */
bool ishmemi_snapshot_is_sound(const ishmemi_snapshot_t *snapshot);

/* How long the longest wait of this PE has lasted, in ns; 0: none. */
uint64_t ishmemi_snapshot_longest(void);

/* The state of a process, a letter as in /proc/PID/stat; 0 if unknown. */
int ishmemi_snapshot_state_of(int pid);

#endif
