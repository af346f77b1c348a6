/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table through which the room api of the driver sees an engine: something
 * that owns memory, turns SPIR-V into code and runs it.  The room api keeps the
 * objects of Level Zero (lists, queues, events) and their order; an engine knows
 * none of them.  One engine runs kernels on the processor (cpu/), another
 * on NVIDIA's GPUs (cuda/); each driver has one.
 *
 * Every call may be made from any thread.  A call that takes a ze_result_t out
 * says what Level Zero's call of the same purpose would return.  Outputs are set
 * only on success unless a comment says otherwise.
 */
#ifndef ZED_ENGINE_H
#define ZED_ENGINE_H

#include "ze_cpu_ext.h"

#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Devices ---------------------------------------------------------------- */

/*
 * A root device.  Its tiles are what memory belongs to and kernels run on; the engine numbers them
 * through all its root devices, each of which has `tiles` neighbours from `first_tile` on.
 */
typedef struct zed_device_info {
    char name[ZE_MAX_DEVICE_NAME];
    ze_device_type_t type;
    bool is_processor; /* whatever type it reports */
    ze_device_property_flags_t flags;
    uint32_t vendor_id;
    uint32_t device_id;
    bool has_pci;
    ze_pci_address_ext_t pci;
    uint8_t uuid[ZE_MAX_DEVICE_UUID_SIZE]; /* the same in every process of this host */

    uint32_t first_tile;
    uint32_t tiles;
    bool has_sub_devices; /* its tiles are sub-devices; false: it is its one tile */

    uint32_t threads;        /* hardware threads that run kernels, all tiles together */
    uint32_t simd_bytes;     /* width of the vector unit */
    uint32_t sub_group_size; /* the one size that sub-groups have */
    uint32_t max_group_size; /* work-items in a work-group */
    uint32_t max_group_sizes[3];
    uint32_t max_group_counts[3];
    uint32_t max_local_bytes; /* local memory of a work-group */

    const char *memory_name;
    uint64_t memory_bytes;    /* of the device: its tiles share it */
    uint64_t max_alloc_bytes; /* of one allocation, on whichever tile */
    uint64_t page_bytes;      /* of the device's memory */
    uint64_t cache_bytes;
    uint64_t cache_line_bytes;
    /* What kernels may do with each kind of memory.  The last is what malloc gives. */
    ze_memory_access_cap_flags_t host_access;
    ze_memory_access_cap_flags_t device_access;
    ze_memory_access_cap_flags_t shared_access;
    ze_memory_access_cap_flags_t shared_cross_access;
    ze_memory_access_cap_flags_t system_access;

    uint32_t clock_mhz;
    uint64_t timer_hz; /* of zed_engine_t.timestamp */
    uint32_t timer_bits;
} zed_device_info_t;

/* ---- Memory ---------------------------------------------------------------- */

typedef enum zed_memory_kind {
    ZED_MEMORY_DEVICE,
    ZED_MEMORY_HOST,
    ZED_MEMORY_SHARED
} zed_memory_kind_t;

/* One allocation, or one opened IPC handle.  The engine owns the struct. */
typedef struct zed_memory {
    void *base;
    size_t bytes; /* as asked for; the mapping may be larger */
    zed_memory_kind_t kind;
    uint32_t tile; /* ignored for host memory */
    bool imported; /* opened from an IPC handle */
    uint64_t id;   /* unique in this process, never used twice */
} zed_memory_t;

/* ---- Modules and kernels --------------------------------------------------- */

typedef struct zed_module zed_module_t; /* the engine's own */
struct ze_cpu_kernel_listener;

typedef enum zed_argument_kind {
    ZED_ARGUMENT_VALUE,   /* by value, byval structs included: `bytes` are copied */
    ZED_ARGUMENT_POINTER, /* to global or constant memory: 8 bytes */
    ZED_ARGUMENT_LOCAL /* local memory: the slot holds its offset in the group's local memory, 8 bytes */
} zed_argument_kind_t;

typedef struct zed_argument {
    zed_argument_kind_t kind;
    uint32_t offset; /* of its slot in the argument block */
    uint32_t bytes;  /* of its slot: what zeKernelSetArgumentValue must pass, except for LOCAL */
} zed_argument_t;

typedef struct zed_kernel {
    const char *name;
    const char *attributes; /* those of its source, with blanks between them */
    zed_module_t *module;
    uint32_t argument_count;
    const zed_argument_t *arguments;
    uint32_t argument_block_bytes;
    uint32_t local_static_bytes; /* module-scope local variables; local arguments come after them */
    uint32_t private_bytes;      /* of one work-item: its stack, and its frame if it keeps one */
    uint32_t stack_bytes;        /* estimate; UINT32_MAX: that much or more */
    uint32_t required_group_size[3]; /* 0,0,0: none */
    uint32_t max_group_size;         /* work-items; 0: as many as the device allows */
    bool waits;                      /* has a barrier, a poll loop or a group collective */
    const void *code;                /* the engine's own */
} zed_kernel_t;

/* A name that one module offers to others, or takes from them; neither, if it is the engine's. */
typedef struct zed_module_symbol {
    const char *name; /* lives as long as the module */
    bool exported;
    bool imported;
} zed_module_symbol_t;

typedef struct zed_module_desc {
    uint32_t image_count; /* several SPIR-V modules are linked into one */
    const uint8_t *const *images;
    const size_t *image_bytes;
    const char *const *build_flags; /* one a image, entries may be NULL */
    const ze_module_constants_t *const
        *constants; /* specialisation constants, entries may be NULL */
    bool native;    /* the one image is of module_native; else all are SPIR-V */
} zed_module_desc_t;

/* ---- Launches --------------------------------------------------------------- */

typedef struct zed_launch {
    const zed_kernel_t *kernel;
    const void *arguments; /* argument_block_bytes, stable until the launch returns */
    uint32_t local_bytes;  /* of a work-group: static and arguments together */
    uint32_t tile;
    uint32_t group_count[3];
    uint32_t group_size[3];
    uint32_t global_offset[3];
    uint64_t stream; /* its number (ze_cpu_kernel_listener_t) */
} zed_launch_t;

/* A box of `depth` slices of `height` rows of `width` bytes. */
typedef struct zed_box {
    char *destination;
    const char *source;
    size_t destination_pitch, destination_slice;
    size_t source_pitch, source_slice;
    size_t width, height, depth;
} zed_box_t;

/* ---- Queues of the device ------------------------------------------------------- */

/* Runs what it is given in that order, by itself: a call adds a command and returns.  Waiting for
 * the end of a command costs a round trip to the device, so nothing waits for one but the host. */
typedef struct zed_device_queue zed_device_queue_t;

typedef struct zed_device_queue_calls {
    ze_result_t (*open)(uint32_t tile, zed_device_queue_t **queue);
    /* All its commands have ended. */
    void (*close)(zed_device_queue_t *queue);

    /* The arguments are copied. */
    ze_result_t (*launch)(zed_device_queue_t *queue, const zed_launch_t *launch);
    ze_result_t (*copy)(zed_device_queue_t *queue, void *destination, const void *source,
                        size_t bytes);
    ze_result_t (*copy_box)(zed_device_queue_t *queue, const zed_box_t *box);
    /* The pattern is copied. */
    ze_result_t (*fill)(zed_device_queue_t *queue, void *destination, const void *pattern,
                        size_t pattern_bytes, size_t bytes);
    /* The words lie in host memory of the engine.  The wait ends when *word >= at_least and acquires;
     * the write follows, and releases, all that the queue did before. */
    ze_result_t (*wait_word)(zed_device_queue_t *queue, uint32_t *word, uint32_t at_least);
    ze_result_t (*write_word)(zed_device_queue_t *queue, uint32_t *word, uint32_t value);
    /* Stores the device's time, and the host's if there is a place for it.  Both lie in host memory of
     * the engine. */
    ze_result_t (*stamp)(zed_device_queue_t *queue, uint64_t *device_time, uint64_t *host_time);

    /* Whether the device reaches the address by itself.  A copy from or to another one keeps the caller
     * until the queue has come to it. */
    bool (*reaches)(const void *address);
    /* Success when all commands have ended, NOT_READY, or what the queue failed with. */
    ze_result_t (*query)(zed_device_queue_t *queue);
    /* The same for the commands so far, once they have ended or nanoseconds of the host's clock have
     * reached the deadline (UINT64_MAX: none).  Gives the processor away. */
    ze_result_t (*wait)(zed_device_queue_t *queue, uint64_t deadline);
} zed_device_queue_calls_t;

/* ---- The table ---------------------------------------------------------------- */

typedef struct zed_engine {
    const char *name; /* in sentences: "the CPU driver" */
    ze_driver_uuid_t driver_uuid;

    /* Finds the root devices.  Reads the environment once; later calls return the same. */
    ze_result_t (*start)(uint32_t *count, const zed_device_info_t **devices);
    uint64_t (*timestamp)(uint32_t tile);
    /* Whether kernels on the tile may use memory of the other, and by which means. */
    ze_device_p2p_property_flags_t (*peer_access)(uint32_t tile, uint32_t peer);

    ze_result_t (*memory_alloc)(zed_memory_kind_t kind, uint32_t tile, size_t bytes,
                                size_t alignment, zed_memory_t **memory);
    /* Mappings opened elsewhere stay valid.  Frees or unmaps, and the struct with it. */
    void (*memory_free)(zed_memory_t *memory);
    /* The handle's first 8 bytes are a file descriptor that the handle's holder does not own: it
     * lives as long as the allocation.  The rest says offset, size, kind and tile, and is verified
     * by import, which trusts nothing in it.  In another process, its own descriptor for the same
     * open file in the first 8 bytes makes a valid handle, with the rest as it was or zero. */
    ze_result_t (*memory_export)(zed_memory_t *memory, ze_ipc_mem_handle_t *handle);
    /* Refuses what import would refuse; fills in what a handle that is only a descriptor lacks. */
    ze_result_t (*memory_verify)(ze_ipc_mem_handle_t *handle);
    /* Maps the memory for the tile; the descriptor stays the caller's. */
    ze_result_t (*memory_import)(const ze_ipc_mem_handle_t *handle, uint32_t tile,
                                 zed_memory_t **memory);

    /* *log is set on success and failure alike: a text to be freed with free(), or NULL.
     * A module with symbols that it lacks is a success, and the log names them; kernels that
     * need them cannot be got until module_link has supplied them. */
    ze_result_t (*module_create)(uint32_t tile, const zed_module_desc_t *desc,
                                 zed_module_t **module, char **log);
    void (*module_destroy)(zed_module_t *module);
    /* Resolves the imports of every module from the exports of all the others. */
    ze_result_t (*module_link)(uint32_t count, zed_module_t *const *modules, char **log);
    /* In the order of the SPIR-V, NULL-terminated; lives as long as the module. */
    const char *const *(*module_kernel_names)(zed_module_t *module);
    ze_result_t (*module_global)(zed_module_t *module, const char *name, void **address,
                                 size_t *bytes);
    /* Of a function that the module exports, or of a kernel's code. */
    ze_result_t (*module_function)(zed_module_t *module, const char *name, void **address);
    /* The module's symbols, one an index; false after the last. */
    bool (*module_symbol)(zed_module_t *module, uint32_t index, zed_module_symbol_t *symbol);
    /* The module as a run of bytes from which module_create makes it again in any process of a like
     * processor: as it was created, neither linked nor with what kernels have stored in its
     * variables.  To be freed with free(). */
    ze_result_t (*module_native)(zed_module_t *module, uint8_t **binary, size_t *bytes);
    /* The record lives as long as the module. */
    ze_result_t (*kernel_get)(zed_module_t *module, const char *name, const zed_kernel_t **kernel);
    /* So many groups of one launch are sure to make progress together. */
    uint32_t (*resident_groups)(const zed_kernel_t *kernel, uint32_t group_items,
                                uint32_t local_bytes);

    /* An engine whose devices have queues of their own; NULL: the calls below run each command. */
    const zed_device_queue_calls_t *queues;

    /* Done when it returns. */
    ze_result_t (*copy)(void *destination, const void *source, size_t bytes);

    /* ---- Without queues ---- */

    void (*fill)(void *destination, const void *pattern, size_t pattern_bytes, size_t bytes);
    /* Runs to completion on the calling thread and such others as are free.  The groups of one
     * launch make progress together (at least 32 at a time), and launches of several threads
     * never wait for each other.  Allocates nothing in steady state. */
    ze_result_t (*launch)(const zed_launch_t *launch);
    /* The functions of ze_cpu_ext.h; NULL for what the engine lacks. */
    ze_cpu_pfn_get_running_kernels_t running;
    ze_cpu_pfn_set_launch_callback_t set_launch_callback;
    ze_cpu_pfn_set_kernel_listener_t set_kernel_listener;
    ze_cpu_pfn_get_heap_objects_t heap_objects;
} zed_engine_t;

/* The engine that this driver is linked with. */
const zed_engine_t *zed_engine_get(void);

#ifdef __cplusplus
}
#endif

#endif
