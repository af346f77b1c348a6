/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed locks. */
#include "body/lock.h"
#include "body/log.h"
#include "forms/forms.h"

#define BODY_set_lock(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    const uint64_t began = ishmemi_log_begin(CTX);                      \
    ishmemi_set_lock(CTX, GROUP, ROUTINE, lock);                        \
    ishmemi_log_end(CTX, GROUP, ROUTINE, began, ISHMEMI_LOG_LOCK, 0, -1)
#define BODY_clear_lock(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    const uint64_t began = ishmemi_log_begin(CTX);                        \
    ishmemi_clear_lock(CTX, GROUP, ROUTINE, lock);                        \
    ishmemi_log_end(CTX, GROUP, ROUTINE, began, ISHMEMI_LOG_LOCK, 0, -1)
#define BODY_test_lock(CTX, GROUP, ROUTINE, NAME, TYPE, SIZE, ALIGNMENT) \
    return ishmemi_test_lock(CTX, GROUP, ROUTINE, lock)
DEFINE_OWN(void, ishmem, set_lock, lock, BODY_set_lock, , long, , )
DEFINE_OWN(void, ishmem, clear_lock, lock, BODY_clear_lock, , long, , )
DEFINE_OWN(int, ishmem, test_lock, lock, BODY_test_lock, , long, , )
