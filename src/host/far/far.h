/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The host's operations on far PEs (far_peers.h), through the transport (runtime/transport.h): the
 * far halves of transfer.h's routines.  Their arguments have been checked.  routine: the caller,
 * for the message if the job ends meanwhile.
 */
#ifndef ISHMEMI_FAR_H
#define ISHMEMI_FAR_H

#include "far_peers.h"

#define ISHMEMI_FAR_COLD __attribute__((cold, noinline))

/* The transport's place of this PE's symmetric object. */
uint64_t ishmemi_far_place(const void *symmetric);

/* For a thread that waits, between two looks: drives the transport; returns whether anything
 * moved.  begins: it has just begun to wait, so what has been started is sent. */
bool ishmemi_far_poll(bool begins);

/* nbi: may return before the source may be reused, or before the data has arrived. */
void ishmemi_far_put(const char *routine, void *dest, const void *source, size_t bytes, int pe,
                     bool nbi) ISHMEMI_FAR_COLD;
void ishmemi_far_get(const char *routine, void *dest, const void *source, size_t bytes, int pe,
                     bool nbi) ISHMEMI_FAR_COLD;
void ishmemi_far_put_blocks(const char *routine, void *dest, const void *source, size_t dst,
                            size_t sst, size_t block, size_t nblocks, int pe) ISHMEMI_FAR_COLD;
void ishmemi_far_get_blocks(const char *routine, void *dest, const void *source, size_t dst,
                            size_t sst, size_t block, size_t nblocks, int pe) ISHMEMI_FAR_COLD;
void ishmemi_far_put_signal(const char *routine, void *dest, const void *source, size_t bytes,
                            const ishmemi_transport_signal_t *signal, int pe,
                            bool nbi) ISHMEMI_FAR_COLD;
/* For collectives: puts the word, if not NULL, and the data after it, then stores the number into
 * *flag, as a note (runtime/transport.h) if they are short.  Everything that this thread put to pe
 * before takes effect first. */
void ishmemi_far_notify(const char *routine, void *dest, const uint64_t *word, const void *source,
                        size_t bytes, void *flag, uint64_t number, int pe) ISHMEMI_FAR_COLD;
void ishmemi_far_store(const char *routine, void *object, size_t bytes, uint64_t value,
                       int pe) ISHMEMI_FAR_COLD;
uint64_t ishmemi_far_load(const char *routine, const void *object, size_t bytes,
                          int pe) ISHMEMI_FAR_COLD;
/* returns: whether the value before is wanted. */
uint64_t ishmemi_far_amo(const char *routine, ishmemi_amo_t op, bool returns, void *object,
                         size_t bytes, uint64_t value, uint64_t cond, int pe) ISHMEMI_FAR_COLD;
/* May return before *fetch, of `bytes` bytes, holds the value before. */
void ishmemi_far_amo_nbi(const char *routine, ishmemi_amo_t op, void *fetch, void *object,
                         size_t bytes, uint64_t value, uint64_t cond, int pe) ISHMEMI_FAR_COLD;
/* Waits until the object on PE pe compares (ishmemi_access_t.wait). */
uint64_t ishmemi_far_wait(const char *routine, const void *object, size_t bytes, bool is_signed,
                          int cmp, uint64_t value, int pe) ISHMEMI_FAR_COLD;

/* pe -1: all PEs. */
void ishmemi_far_fence(const char *routine, int pe) ISHMEMI_FAR_COLD;
void ishmemi_far_quiet(const char *routine, int pe) ISHMEMI_FAR_COLD;
/* The same for all PEs, in a call in which the others wait, too. */
void ishmemi_far_quiet_together(const char *routine) ISHMEMI_FAR_COLD;

#endif
