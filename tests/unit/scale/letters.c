/* SPDX-License-Identifier: BSD-3-Clause */
/* The letters about active sets have their memory here, but none is sent. */
#include "access.h"
#include "driven.h"
#include "far.h"
#include "far_peers.h"
#include "require.h"
#include "spin.h"

bool ishmemi_spin_drives;
const ishmemi_access_t *ishmemi_access;
const ishmemi_transport_t *ishmemi_far;

void ishmemi_driven_pass(void)
{
    REQUIRE(false);
}

void ishmemi_far_fence(const char *routine, int pe)
{
    (void)routine;
    (void)pe;
    REQUIRE(false);
}

void ishmemi_far_store(const char *routine, void *object, size_t bytes, uint64_t value, int pe)
{
    (void)object;
    (void)bytes;
    (void)value;
    ishmemi_far_fence(routine, pe);
}

uint64_t ishmemi_far_load(const char *routine, const void *object, size_t bytes, int pe)
{
    (void)object;
    (void)bytes;
    ishmemi_far_fence(routine, pe);
    return 0;
}

uint64_t ishmemi_far_amo(const char *routine, ishmemi_amo_t op, bool returns, void *object,
                         size_t bytes, uint64_t value, uint64_t cond, int pe)
{
    (void)op;
    (void)returns;
    (void)object;
    (void)bytes;
    (void)value;
    (void)cond;
    ishmemi_far_fence(routine, pe);
    return 0;
}
