/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed locks. */
#include "body/lock.h"
#include "forms.h"

#define BODY_set_lock(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_set_lock(CTX, GROUP, ROUTINE, lock)
#define BODY_clear_lock(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    ishmemi_clear_lock(CTX, GROUP, ROUTINE, lock)
#define BODY_test_lock(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_test_lock(CTX, GROUP, ROUTINE, lock)
DEFINE_OWN(void, ishmem, set_lock, lock, BODY_set_lock, , long, , )
DEFINE_OWN(void, ishmem, clear_lock, lock, BODY_clear_lock, , long, , )
DEFINE_OWN(int, ishmem, test_lock, lock, BODY_test_lock, , long, , )
