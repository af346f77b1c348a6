/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Heap memory as a test sees it: through Level Zero's own copies, never through the routines that
 * it tests, and never by the pointer, as a heap need not be host memory.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

/* Called by the harness between ishmem_init and ishmem_finalize. */
void memory_start(void);
void memory_stop(void);

void memory_read(void *host, const void *heap, size_t bytes);
void memory_write(void *heap, const void *host, size_t bytes);
void memory_fill(void *heap, unsigned char value, size_t bytes);

/* Memory that this host and this PE's kernels can both load and store. */
void *memory_allocate_shared(size_t bytes);
void memory_free_shared(void *memory);

#endif
