/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each call of a kernel is one launch, as in device.c.
 */
#include "raw.h"

#include "device.h"
#include "kernel.h"
#include "launch.h"
#include <stdio.h>

static ze_kernel_handle_t raw_kernel(const perf_job_t *job, const char *routine)
{
    static const char *const scopes[] = {"work_item", "sub_group", "work_group"};
    char name[48];
    snprintf(name, sizeof name, "perf_raw_%s_%s", routine, scopes[job->options->scope]);
    return perf_kernel("raw", name, job->options->items);
}

static void run(perf_job_t *job, int routine, char *to, const char *from, size_t bytes,
                size_t count)
{
#define KERNEL_NAME(ROUTINE, NAME) #NAME,
    static const char *const routines[PERF_RAW_KERNEL_COUNT] = {PERF_RAW_KERNELS(KERNEL_NAME)};
    const ze_kernel_handle_t kernel = raw_kernel(job, routines[routine]);
    uint64_t *const word = job->word + PERF_WORD_LINE;
    const uint64_t bytes64 = bytes;
    const uint64_t count64 = count;
    PERF_KERNEL_SET(kernel, 0, to);
    PERF_KERNEL_SET(kernel, 1, from);
    PERF_KERNEL_SET(kernel, 2, word);
    PERF_KERNEL_SET(kernel, 3, bytes64);
    PERF_KERNEL_SET(kernel, 4, count64);
    perf_launch(kernel, job->options->groups);
}

#define DEFINE_PUT(NAME, ROUTINE)                                                                 \
    void perf_raw_##NAME(perf_job_t *job, size_t bytes, size_t count)                             \
    {                                                                                             \
        run(job, PERF_RAW_KERNEL_##ROUTINE, ishmem_ptr(job->dest, job->peer), job->source, bytes, \
            count);                                                                               \
    }
DEFINE_PUT(put, PUT)
DEFINE_PUT(put_quiet, PUT_QUIET)
DEFINE_PUT(p, P)
DEFINE_PUT(p_quiet, P_QUIET)

void perf_raw_get(perf_job_t *job, size_t bytes, size_t count)
{
    run(job, PERF_RAW_KERNEL_GET, job->dest, ishmem_ptr(job->source, job->peer), bytes, count);
}

void perf_raw_atomic(perf_job_t *job, size_t bytes, size_t count)
{
    const ze_kernel_handle_t kernel = perf_kernel("raw", "perf_raw_atomic", job->options->items);
    char *const to = ishmem_ptr(job->dest, job->peer);
    const uint64_t bytes64 = bytes;
    const uint64_t count64 = count;
    PERF_KERNEL_SET(kernel, 0, to);
    PERF_KERNEL_SET(kernel, 1, bytes64);
    PERF_KERNEL_SET(kernel, 2, count64);
    perf_launch(kernel, job->options->groups);
}

/* ---- Messages in turns ----------------------------------------------------------------------- */

/* So many bytes as whole units of the copy, because a collective's share of a row's bytes may be
 * any number. */
static uint64_t whole_units(const perf_job_t *job, size_t bytes)
{
    const size_t unit = bytes < 16 ? 8 : 16;
    const size_t whole = (bytes + unit - 1) / unit * unit;
    return whole < job->room ? whole : job->room;
}

/* A reduction's link carries more than a buffer has room for: the same bytes several times. */
void perf_raw_message(perf_job_t *job, size_t bytes, size_t count)
{
    const ze_kernel_handle_t kernel = raw_kernel(job, "message");
    char *const to = ishmem_ptr(job->dest, job->peer);
    uint64_t *const word = job->word + PERF_WORD_LINE;
    uint64_t *const flag = ishmem_ptr(word, job->peer);
    const uint32_t parts = (uint32_t)((bytes + job->room - 1) / job->room);
    const uint64_t part = parts > 0 ? whole_units(job, bytes / parts) : 0;
    const uint64_t count64 = count;
    const int serves = job->me == 0;
    PERF_KERNEL_SET(kernel, 0, to);
    PERF_KERNEL_SET(kernel, 1, job->source);
    PERF_KERNEL_SET(kernel, 2, word);
    PERF_KERNEL_SET(kernel, 3, flag);
    PERF_KERNEL_SET(kernel, 4, part);
    PERF_KERNEL_SET(kernel, 5, parts);
    PERF_KERNEL_SET(kernel, 6, count64);
    PERF_KERNEL_SET(kernel, 7, job->line_turn);
    PERF_KERNEL_SET(kernel, 8, serves);
    perf_launch(kernel, 1);
    job->line_turn += count;
}

/* Without data the flag passes alone. */
void perf_raw_ping_pong(perf_job_t *job, size_t bytes, size_t count)
{
    if (bytes > sizeof *job->word) {
        perf_raw_message(job, bytes - sizeof *job->word, count);
    } else {
        perf_device_line(job, bytes, count);
    }
}

/* ---- Copies by the driver -------------------------------------------------------------------- */

void perf_raw_copy_to(perf_job_t *job, size_t bytes, size_t count)
{
    void *const to = ishmem_ptr(job->dest, job->peer);
    for (size_t i = 0; i < count; i++) {
        perf_launch_copy(to, job->source, bytes);
    }
}

void perf_raw_copy_from(perf_job_t *job, size_t bytes, size_t count)
{
    const void *const from = ishmem_ptr(job->source, job->peer);
    for (size_t i = 0; i < count; i++) {
        perf_launch_copy(job->dest, from, bytes);
    }
}
