/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The part of host_bench that measures blocks.  Each size is copied many times over between the
 * same two buffers, so both lie in the innermost cache that holds two blocks of that size, and in
 * memory where none does: the table says which.
 *
 * Two limits stand beside a routine.  "Same pages" is memcpy between the very buffers that the
 * routine copies between, by the address that ishmem_ptr gives: what the routine adds to it.
 * "Private" is memcpy between two anonymous buffers of this process, which never were in a file
 * nor in another process.  The three are measured in turn, each first as often as the others.
 */
#include "host_bench.h"

#include "baseline.h"
#include "ishmem.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SAMPLES = 15, LARGEST = 64 << 20, SAMPLE_BYTES = 8 << 20, SAMPLE_CALLS = 20000 };

typedef struct blocks {
    char *symmetric; /* LARGEST bytes each, at page boundaries */
    char *view;      /* of PE 1's symmetric */
    char *local;
    char *private_to;
    char *private_from;
} blocks_t;

typedef void copy_t(const blocks_t *blocks, size_t bytes);

/* Not expanded in place, and not left out. */
static void *(*volatile plain_copy)(void *, const void *, size_t) = memcpy;

static void put(const blocks_t *blocks, size_t bytes)
{
    ishmem_putmem(blocks->symmetric, blocks->local, bytes, 1);
}

static void put_same_pages(const blocks_t *blocks, size_t bytes)
{
    plain_copy(blocks->view, blocks->local, bytes);
}

static void get(const blocks_t *blocks, size_t bytes)
{
    ishmem_getmem(blocks->local, blocks->symmetric, bytes, 1);
}

static void get_same_pages(const blocks_t *blocks, size_t bytes)
{
    plain_copy(blocks->local, blocks->view, bytes);
}

static void copy_private(const blocks_t *blocks, size_t bytes)
{
    plain_copy(blocks->private_to, blocks->private_from, bytes);
}

/* One sample: seconds a call, after one that brings the buffers where they will be. */
static double seconds_of(copy_t *copy, const blocks_t *blocks, size_t bytes)
{
    size_t calls = SAMPLE_BYTES / bytes;

    calls = calls < 1 ? 1 : calls > SAMPLE_CALLS ? SAMPLE_CALLS : calls;
    copy(blocks, bytes);
    const double start = baseline_now();
    for (size_t i = 0; i < calls; i++)
        copy(blocks, bytes);
    return (baseline_now() - start) / (double)calls;
}

/* Bytes of this machine's cache of a level, as Linux tells them; 0: unknown.  sysconf is no help: in
 * a virtual machine it gives the last level's size of all the host's processors together. */
static size_t cache_bytes(int level)
{
    static const char *const format = "/sys/devices/system/cpu/cpu0/cache/index%d/size";
    const int index = level == 1 ? 0 : level; /* index1 is the instruction cache */
    char path[64];
    size_t kilobytes = 0;

    snprintf(path, sizeof(path), format, index);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    char text[32] = "";
    if (fgets(text, sizeof(text), file) != NULL)
        kilobytes = strtoul(text, NULL, 10);
    fclose(file);
    return kilobytes * 1024;
}

/* The cache that holds both blocks. */
static const char *residence(size_t bytes)
{
    static const char *const names[] = {"L1", "L2", "L3"};

    for (int i = 0; i < 3; i++)
        if (2 * bytes <= cache_bytes(i + 1))
            return names[i];
    return "memory";
}

static void compare(const char *name, copy_t *routine, copy_t *same_pages, const blocks_t *blocks,
                    size_t bytes)
{
    copy_t *const copies[] = {routine, same_pages, copy_private};
    double samples[3][SAMPLES];
    double seconds[3];
    char size[16];

    for (size_t i = 0; i < SAMPLES; i++)
        for (size_t k = 0; k < 3; k++) {
            const size_t which = (i + k) % 3;
            samples[which][i] = seconds_of(copies[which], blocks, bytes);
        }
    for (size_t k = 0; k < 3; k++)
        seconds[k] = baseline_median(samples[k], SAMPLES);
    printf("%-8s %8s %-6s %13.4f %9.2f %13.4f %9.2f %6.2f %13.4f %9.2f %6.2f\n", name,
           table_bytes(size, bytes), residence(bytes), 1e6 * seconds[0],
           (double)bytes / seconds[0] / 1e9, 1e6 * seconds[1], (double)bytes / seconds[1] / 1e9,
           seconds[1] / seconds[0], 1e6 * seconds[2], (double)bytes / seconds[2] / 1e9,
           seconds[2] / seconds[0]);
    fflush(stdout);
}

static void compare_sizes(const char *name, copy_t *routine, copy_t *same_pages,
                          const blocks_t *blocks)
{
    static const size_t sizes[] = {8,       64,      512,     4096,     32768,  262144,
                                   1048576, 2097152, 4194304, 16777216, LARGEST};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        compare(name, routine, same_pages, blocks, sizes[i]);
}

static char *private_pages(void)
{
    char *pages = mmap(NULL, LARGEST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED) {
        fprintf(stderr, "host_bench: no memory for blocks of %d bytes\n", LARGEST);
        ishmem_global_exit(EXIT_FAILURE);
    }
    memset(pages, 1, LARGEST);
    return pages;
}

void host_copies(void)
{
    blocks_t blocks = {.symmetric = ishmem_align(4096, LARGEST)};

    if (blocks.symmetric == NULL) {
        fprintf(stderr, "host_bench: no symmetric memory for a block of %d bytes\n", LARGEST);
        ishmem_global_exit(EXIT_FAILURE);
    }
    if (ishmem_my_pe() == 0) {
        blocks.local = private_pages();
        blocks.private_to = private_pages();
        blocks.private_from = private_pages();
        ishmem_putmem(blocks.symmetric, blocks.local, LARGEST, 1);
        blocks.view = host_view(blocks.symmetric, 1, blocks.private_to);
        printf(
            "\nBlocks between PE 0 and PE 1; speed: of memcpy's.  At most 20 ns for 8 B, speed at "
            "least 0.95\nfrom 256 KiB on.\n"
            "%-8s %8s %-6s %13s %9s %13s %9s %6s %13s %9s %6s\n",
            "routine", "size", "in", "time (us)", "GB/s", "same pages", "GB/s", "speed", "private",
            "GB/s", "speed");
        compare_sizes("put", put, put_same_pages, &blocks);
        compare_sizes("get", get, get_same_pages, &blocks);
        munmap(blocks.local, LARGEST);
        munmap(blocks.private_to, LARGEST);
        munmap(blocks.private_from, LARGEST);
    }
    ishmem_barrier_all();
    ishmem_free(blocks.symmetric);
}
