/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of mapped heaps, ishmemi_job.delta: written by ishmem_init and ishmem_finalize on one
 * thread, constant between them.
 */
#ifndef ISHMEMI_MAPPING_H
#define ISHMEMI_MAPPING_H

/* Every PE but this one is unreachable at first. */
void ishmemi_mapping_open(void);
/* Unmaps what is mapped. */
void ishmemi_mapping_close(void);

/* `mapping` is where the heap of PE pe is seen here. */
void ishmemi_mapping_set(int pe, const void *mapping);
/* Gives up the mapping of PE pe's heap, if there is one. */
void ishmemi_mapping_close_peer(int pe);
void ishmemi_mapping_close_peers(void);

#endif
