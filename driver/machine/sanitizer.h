/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reports the running stack to AddressSanitizer and ThreadSanitizer.  Empty in other builds.
 *
 * Around every switch: zed_sanitizer_leave() before it, with the record of the context that stops
 * (NULL if it never continues) and of the one that continues; zed_sanitizer_arrive() first thing
 * afterwards, with the record of the context that now runs.
 */
#ifndef ZED_RUN_SANITIZER_H
#define ZED_RUN_SANITIZER_H

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ZED_ASAN 1
#elif __has_feature(thread_sanitizer)
#define ZED_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(ZED_ASAN)
#define ZED_ASAN 1
#elif defined(__SANITIZE_THREAD__) && !defined(ZED_TSAN)
#define ZED_TSAN 1
#endif

/* Whether every switch must be reported. */
#if defined(ZED_ASAN) || defined(ZED_TSAN)
#define ZED_SANITIZED 1
#else
#define ZED_SANITIZED 0
#endif

#if defined(ZED_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#elif defined(ZED_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

typedef struct zed_sanitizer {
#if defined(ZED_ASAN)
    void *fake; /* AddressSanitizer's data while the context is suspended */
    const void *bottom;
    size_t bytes;
#elif defined(ZED_TSAN)
    void *fiber;
#endif
    char unused;
} zed_sanitizer_t;

/* The stack is about to be used, for the first time or again. */
static inline void zed_sanitizer_stack(zed_sanitizer_t *stack, const void *bottom, size_t bytes)
{
#if defined(ZED_ASAN)
    stack->fake = NULL;
    stack->bottom = bottom;
    stack->bytes = bytes;
    __asan_unpoison_memory_region(bottom, bytes);
#elif defined(ZED_TSAN)
    if (!stack->fiber) {
        stack->fiber = __tsan_create_fiber(0);
    }
    (void)bottom;
    (void)bytes;
#else
    (void)stack;
    (void)bottom;
    (void)bytes;
#endif
}

/* The stack is about to be unmapped. */
static inline void zed_sanitizer_stack_end(zed_sanitizer_t *stack)
{
#if defined(ZED_TSAN)
    if (stack->fiber) {
        __tsan_destroy_fiber(stack->fiber);
        stack->fiber = NULL;
    }
#else
    (void)stack;
#endif
}

/* Address space that held stacks is about to be unmapped and may hold something else later. */
static inline void zed_sanitizer_forget(const void *base, size_t bytes)
{
#if defined(ZED_ASAN)
    __asan_unpoison_memory_region(base, bytes);
#else
    (void)base;
    (void)bytes;
#endif
}

/* The thread's own stack, before its first switch. */
static inline void zed_sanitizer_root(zed_sanitizer_t *root)
{
#if defined(ZED_TSAN)
    root->fiber = __tsan_get_current_fiber();
#elif defined(ZED_ASAN)
    root->bottom = NULL;
#else
    (void)root;
#endif
}

static inline void zed_sanitizer_leave(zed_sanitizer_t *from, const zed_sanitizer_t *to)
{
#if defined(ZED_ASAN)
    __sanitizer_start_switch_fiber(!from ? NULL : &from->fake, to->bottom, to->bytes);
#elif defined(ZED_TSAN)
    (void)from;
    __tsan_switch_to_fiber(to->fiber, 0);
#else
    (void)from;
    (void)to;
#endif
}

/* If `root` is not NULL, the first arrival stores the stack that it left there. */
static inline void zed_sanitizer_arrive(const zed_sanitizer_t *now, zed_sanitizer_t *root)
{
#if defined(ZED_ASAN)
    const void *bottom = NULL;
    size_t bytes = 0;
    __sanitizer_finish_switch_fiber(now->fake, &bottom, &bytes);
    if (root && !root->bottom) {
        root->bottom = bottom;
        root->bytes = bytes;
    }
#else
    (void)now;
    (void)root;
#endif
}

#endif
