/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What every object behind a Level Zero handle begins with: a word that says what kind of handle
 * leads here, and a count of references.
 *
 * One reference is the handle's.  Each object that needs this one has another: a kernel has one of
 * its module, a module of its context.  So handles may be destroyed in any order: a destroyed
 * handle is of no use to later calls at once, and what stands behind it is released when the last
 * reference goes.  Commands have no references, which would cost every launch two writes to words
 * that threads share.  Instead, objects that commands use are released only when every command that
 * was submitted before has ended.
 *
 * The memory of a released object is kept for the next one of its kind, so the word of a stale
 * handle can always be read.
 *
 * magic is written when the object is made and when its handle is destroyed, and read by any thread
 * that is handed the handle; a program that destroys an object while it uses it is wrong, so
 * relaxed order is enough.  Whoever lowers references to 0 sees everything that the others did
 * before they lowered it (release and acquire).
 */
#ifndef ZED_OBJECT_H
#define ZED_OBJECT_H

#include "deferred.h"

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
} zed_kind_t;

typedef struct zed_class {
    zed_kind_t kind;
    size_t bytes;
    bool in_commands; /* commands use such objects */
    /* Gives back what the object holds, which is not everything when it could not be finished, and
     * drops the objects that it needs. */
    void (*release)(void *object);
} zed_class_t;

typedef struct zed_object {
    _Atomic uint64_t magic;
    _Atomic uint32_t references;
    const zed_class_t *class;
    zed_deferred_t deferred;
    struct zed_object *next_free;
} zed_object_t;

/* Zeroed but for its header, with the handle's reference; NULL when memory is exhausted. */
void *zed_object_new(const zed_class_t *class);
/* Of an object that is static and lives for ever. */
void zed_object_label(zed_object_t *object, zed_kind_t kind);

/* Success, ZE_RESULT_ERROR_INVALID_NULL_HANDLE, or ZE_RESULT_ERROR_INVALID_ARGUMENT for a handle
 * that is of another kind or was destroyed. */
ze_result_t zed_object_check(const void *handle, zed_kind_t kind);

/* The same for a call that needs what this argument, named as in Level Zero, points to:
 * ZE_RESULT_ERROR_INVALID_NULL_POINTER without it. */
ze_result_t zed_object_check_with(const void *handle, zed_kind_t kind, const void *argument,
                                  const char *name);

/* Checks the handle, makes it stale, and drops its reference. */
ze_result_t zed_object_retire(void *handle, zed_kind_t kind);

/* The same for an object whose handle nobody has seen, because it could not be finished. */
void zed_object_abandon(void *object);

/* One reference more; its value is the object. */
void *zed_object_keep(void *object);
/* One reference less.  Null is no object. */
void zed_object_drop(void *object);

/* Objects of the kind that are not released yet. */
size_t zed_object_count(zed_kind_t kind);

#endif
