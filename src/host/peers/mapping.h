/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of mapped heaps, ishmemi_job.delta.  ishmem_init and ishmem_finalize write it on one
 * thread; in between it is constant.
 */
#ifndef ISHMEMI_MAPPING_H
#define ISHMEMI_MAPPING_H

/* At first, every PE except this one is unreachable. */
void ishmemi_mapping_open(void);
/* Unmaps all mapped heaps. */
void ishmemi_mapping_close(void);

/* `mapping` is the address of PE pe's heap in this process. */
void ishmemi_mapping_set(int pe, const void *mapping);
/* Unmaps PE pe's heap if it is mapped. */
void ishmemi_mapping_close_peer(int pe);
void ishmemi_mapping_close_peers(void);

#endif
