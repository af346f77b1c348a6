/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What every object behind a Level Zero handle begins with: a word that says what
 * kind of object it is and that it lives.  The memory of a destroyed object is kept
 * for the next one of its kind, so the word of a stale handle can always be read.
 *
 * magic is written by zed_object_new and zed_object_delete, and read by any thread
 * that is handed the handle; a program that destroys an object while it uses it is
 * wrong, so relaxed order is enough.
 */
#ifndef ZED_OBJECT_H
#define ZED_OBJECT_H

#include <level_zero/ze_api.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum zed_kind {
    ZED_KIND_DRIVER,
    ZED_KIND_DEVICE,
    ZED_KIND_CONTEXT,
    ZED_KIND_QUEUE,
    ZED_KIND_LIST,
    ZED_KIND_FENCE,
    ZED_KIND_EVENT_POOL,
    ZED_KIND_EVENT,
    ZED_KIND_MODULE,
    ZED_KIND_BUILD_LOG,
    ZED_KIND_KERNEL,
    ZED_KIND_COUNT
} zed_kind;

typedef struct zed_object {
    _Atomic uint64_t magic;
    struct zed_object *next_free;
} zed_object;

/* Zeroed but for its header; NULL when memory is exhausted.  All objects of a kind have one size.
 */
void *zed_object_new(zed_kind kind, size_t bytes);
void zed_object_delete(void *object, zed_kind kind);
void zed_object_label(zed_object *object, zed_kind kind);

/* Success, ZE_RESULT_ERROR_INVALID_NULL_HANDLE, or ZE_RESULT_ERROR_INVALID_ARGUMENT for a handle
 * that is of another kind or was destroyed. */
ze_result_t zed_object_check(const void *handle, zed_kind kind);

#endif
