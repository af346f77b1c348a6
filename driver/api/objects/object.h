/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The header of every object behind a Level Zero handle: a word for the kind of handle, and a count
 * of references.
 *
 * The handle has one reference.  Each object that needs this one has another: a kernel has one of
 * its module, a module of its context.  So handles may be destroyed in any order: later calls
 * refuse a destroyed handle at once, and its object is released when the last reference goes.
 * Commands have no references, which would cost every launch two writes to words that threads
 * share.  Instead, an object that commands use is released only when every command that was
 * submitted before has ended.
 *
 * The memory of a released object stays reserved for the next one of its kind, so the word of a
 * stale handle can always be read.
 *
 * word        written by                              read by                  ordering
 * magic       the thread that creates the object or   threads with the handle  relaxed
 *             destroys its handle
 * references  threads that keep or drop the object    the same                 acq_rel when lowered,
 *                                                                              else relaxed
 *
 * A program must not destroy an object while it uses it, so relaxed order is enough for magic.  The
 * thread that lowers references to 0 sees everything that the others did before they lowered it.
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
    /* Releases what the object holds, which is only a part if it could not be finished, and drops
     * the objects that it needs. */
    void (*release)(void *object);
} zed_class_t;

typedef struct zed_object {
    _Atomic uint64_t magic;
    _Atomic uint32_t references;
    const zed_class_t *class;
    zed_deferred_t deferred;
    struct zed_object *next_free;
} zed_object_t;

/* Zeroed except for its header, with the handle's reference; NULL if memory is exhausted. */
void *zed_object_new(const zed_class_t *class);
/* For a static object that exists forever. */
void zed_object_label(zed_object_t *object, zed_kind_t kind);

/* Success, ZE_RESULT_ERROR_INVALID_NULL_HANDLE, or ZE_RESULT_ERROR_INVALID_ARGUMENT if the handle
 * has another kind or was destroyed. */
ze_result_t zed_object_check(const void *handle, zed_kind_t kind);

/* The same for a call that needs a pointer argument, with its name in Level Zero.
 * ZE_RESULT_ERROR_INVALID_NULL_POINTER if the pointer is null. */
ze_result_t zed_object_check_with(const void *handle, zed_kind_t kind, const void *argument,
                                  const char *name);

/* Checks the handle, makes it stale, and drops its reference. */
ze_result_t zed_object_retire(void *handle, zed_kind_t kind);

/* The same for an object that could not be finished, so that nobody has its handle. */
void zed_object_abandon(void *object);

/* Adds a reference and returns the object. */
void *zed_object_keep(void *object);
/* Drops a reference.  The object may be null. */
void zed_object_drop(void *object);

/* How many objects of the kind have not been released. */
size_t zed_object_count(zed_kind_t kind);

#endif
