/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table through which the driver's folder api uses an engine: the part that owns memory, turns
 * SPIR-V into code and runs it.  api keeps the objects of Level Zero (lists, queues, events) and
 * their order; an engine knows nothing of these.  One engine runs kernels on the processor (cpu/),
 * another on NVIDIA's GPUs (cuda/); each driver has one.
 *
 * Every call may be made from any thread.  A call with a ze_result_t returns what the corresponding
 * call of Level Zero would return.  Outputs are set only on success unless a comment says
 * otherwise.
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
 * A root device.  Memory belongs to its tiles, and kernels run on them.  The engine numbers the
 * tiles of all its root devices consecutively; each root device has `tiles` of them from
 * `first_tile` on.
 */
typedef struct zed_device_info {
    char name[ZE_MAX_DEVICE_NAME];
    ze_device_type_t type;
    bool is_processor; /* whatever `type` says */
    ze_device_property_flags_t flags;
    uint32_t vendor_id;
    uint32_t device_id;
    bool has_pci;
    ze_pci_address_ext_t pci;
    uint8_t uuid[ZE_MAX_DEVICE_UUID_SIZE]; /* the same in every process of this host */

    uint32_t first_tile;
    uint32_t tiles;
    bool has_sub_devices; /* its tiles are sub-devices; false: it is its only tile */

    uint32_t threads;        /* hardware threads that run kernels, on all tiles together */
    uint32_t simd_bytes;     /* width of the vector unit */
    uint32_t sub_group_size; /* the only size of sub-groups */
    uint32_t max_group_size; /* in work-items */
    uint32_t max_group_sizes[3];
    uint32_t max_group_counts[3];
    uint32_t max_local_bytes; /* of a work-group */

    const char *memory_name;
    uint64_t memory_bytes;    /* of the device; its tiles share it */
    uint64_t max_alloc_bytes; /* of one allocation, on any tile */
    uint64_t page_bytes;      /* of the device's memory */
    uint64_t cache_bytes;
    uint64_t cache_line_bytes;
    /* What kernels may do with each kind of memory.  The last one is memory of malloc(). */
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

/* An allocation or an opened IPC handle.  The engine owns the struct. */
typedef struct zed_memory {
    void *base;
    size_t bytes; /* as requested; the mapping may be larger */
    zed_memory_kind_t kind;
    uint32_t tile; /* ignored for host memory */
    bool imported; /* opened from an IPC handle */
    uint64_t id;   /* unique in this process, never reused */
} zed_memory_t;

/* ---- Modules and kernels --------------------------------------------------- */

typedef struct zed_module zed_module_t; /* private to the engine */
struct ze_cpu_kernel_listener;

typedef enum zed_argument_kind {
    ZED_ARGUMENT_VALUE,   /* copied, `bytes` of it; also a struct passed by value */
    ZED_ARGUMENT_POINTER, /* to global or constant memory: 8 bytes */
    ZED_ARGUMENT_LOCAL    /* the slot holds the offset in the group's local memory: 8 bytes */
} zed_argument_kind_t;

typedef struct zed_argument {
    zed_argument_kind_t kind;
    uint32_t offset; /* of the slot in the argument block */
    uint32_t bytes;  /* of the slot; except for LOCAL, what zeKernelSetArgumentValue must pass */
} zed_argument_t;

typedef struct zed_kernel {
    const char *name;
    const char *attributes; /* as in the kernel's source, separated by blanks */
    zed_module_t *module;
    uint32_t argument_count;
    const zed_argument_t *arguments;
    uint32_t argument_block_bytes;
    uint32_t local_static_bytes;     /* module-scope local variables; local arguments follow them */
    uint32_t private_bytes;          /* of one work-item: its stack and, if it has one, its frame */
    uint32_t stack_bytes;            /* an estimate; UINT32_MAX: at least this much */
    uint32_t required_group_size[3]; /* 0,0,0: none */
    uint32_t max_group_size;         /* in work-items; 0: the device's limit */
    bool waits;                      /* has a barrier, a poll loop or a group collective */
    const void *code;                /* private to the engine */
} zed_kernel_t;

/* A name that a module exports or imports.  Neither, if it is the engine's. */
typedef struct zed_module_symbol {
    const char *name; /* valid as long as the module */
    bool exported;
    bool imported;
} zed_module_symbol_t;

typedef struct zed_module_desc {
    uint32_t image_count; /* several SPIR-V modules are linked into one */
    const uint8_t *const *images;
    const size_t *image_bytes;
    const char *const *build_flags; /* one per image; entries may be NULL */
    const ze_module_constants_t *const
        *constants; /* specialisation constants, entries may be NULL */
    bool native;    /* the only image comes from module_native; else all are SPIR-V */
} zed_module_desc_t;

/* ---- Launches --------------------------------------------------------------- */

typedef struct zed_launch {
    const zed_kernel_t *kernel;
    const void *arguments; /* argument_block_bytes, unchanged until the launch returns */
    uint32_t local_bytes;  /* of a work-group: static variables and arguments together */
    uint32_t tile;
    uint32_t group_count[3];
    uint32_t group_size[3];
    uint32_t global_offset[3];
    uint64_t stream; /* the stream's number (ze_cpu_kernel_listener_t) */
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

/* A queue that runs its commands in order on its own: a call adds a command and returns.  Waiting
 * for the end of a command costs a round trip to the device, so only the host waits for one. */
typedef struct zed_device_queue zed_device_queue_t;

typedef struct zed_device_queue_calls {
    ze_result_t (*open)(uint32_t tile, zed_device_queue_t **queue);
    /* All its commands must have ended. */
    void (*close)(zed_device_queue_t *queue);

    /* Copies the arguments. */
    ze_result_t (*launch)(zed_device_queue_t *queue, const zed_launch_t *launch);
    ze_result_t (*copy)(zed_device_queue_t *queue, void *destination, const void *source,
                        size_t bytes);
    ze_result_t (*copy_box)(zed_device_queue_t *queue, const zed_box_t *box);
    /* Copies the pattern. */
    ze_result_t (*fill)(zed_device_queue_t *queue, void *destination, const void *pattern,
                        size_t pattern_bytes, size_t bytes);
    /* The words are in the engine's host memory.  The wait ends when *word >= at_least, and
     * acquires.  The write comes after everything that the queue did before, and releases it. */
    ze_result_t (*wait_word)(zed_device_queue_t *queue, uint32_t *word, uint32_t at_least);
    ze_result_t (*write_word)(zed_device_queue_t *queue, uint32_t *word, uint32_t value);
    /* Stores the device's time, and the host's if host_time is not NULL.  Both are in the engine's
     * host memory. */
    ze_result_t (*stamp)(zed_device_queue_t *queue, uint64_t *device_time, uint64_t *host_time);

    /* Whether the device reaches the address itself.  A copy from or to any other address blocks
     * the caller until its turn in the queue. */
    bool (*reaches)(const void *address);
    /* Success when all commands have ended, NOT_READY, or the error with which the queue has
     * failed. */
    ze_result_t (*query)(zed_device_queue_t *queue);
    /* The same for the commands submitted so far, when they have ended or the host's clock has
     * reached the deadline in nanoseconds (UINT64_MAX: none).  Yields the processor. */
    ze_result_t (*wait)(zed_device_queue_t *queue, uint64_t deadline);
} zed_device_queue_calls_t;

/* ---- The table ---------------------------------------------------------------- */

typedef struct zed_engine {
    const char *name; /* for messages: "the CPU driver" */
    ze_driver_uuid_t driver_uuid;

    /* Finds the root devices.  Reads the environment once; later calls return the same devices. */
    ze_result_t (*start)(uint32_t *count, const zed_device_info_t **devices);
    uint64_t (*timestamp)(uint32_t tile);
    /* Whether kernels on the tile may use the other tile's memory, and by which means. */
    ze_device_p2p_property_flags_t (*peer_access)(uint32_t tile, uint32_t peer);

    ze_result_t (*memory_alloc)(zed_memory_kind_t kind, uint32_t tile, size_t bytes,
                                size_t alignment, zed_memory_t **memory);
    /* Frees or unmaps the memory, and frees the struct.  Mappings in other processes stay valid. */
    void (*memory_free)(zed_memory_t *memory);
    /* The first 8 bytes of the handle are a file descriptor that the holder of the handle does not
     * own: it lives as long as the allocation.  The rest gives the offset, size, kind and tile;
     * import verifies it and trusts none of it.  In another process, its own descriptor for the
     * same open file in the first 8 bytes makes a valid handle, with the rest unchanged or zero. */
    ze_result_t (*memory_export)(zed_memory_t *memory, ze_ipc_mem_handle_t *handle);
    /* Refuses what import would refuse; completes a handle that is only a descriptor. */
    ze_result_t (*memory_verify)(ze_ipc_mem_handle_t *handle);
    /* Maps the memory for the tile.  The caller keeps the descriptor. */
    ze_result_t (*memory_import)(const ze_ipc_mem_handle_t *handle, uint32_t tile,
                                 zed_memory_t **memory);
    /* Whether the address is in memory of the devices, or reached by them, that the program has from
     * elsewhere; its kind, tile and id, without its bounds.  NULL: there is no such memory. */
    bool (*memory_foreign)(const void *address, zed_memory_t *memory);

    /* *log is set on success and on failure: a text that the caller frees with free(), or NULL.  A
     * module with unresolved symbols is a success, and the log names them; kernels that need them
     * are not available until module_link has resolved them. */
    ze_result_t (*module_create)(uint32_t tile, const zed_module_desc_t *desc,
                                 zed_module_t **module, char **log);
    void (*module_destroy)(zed_module_t *module);
    /* Resolves each module's imports from the exports of all the others. */
    ze_result_t (*module_link)(uint32_t count, zed_module_t *const *modules, char **log);
    /* In the order of the SPIR-V, NULL-terminated; valid as long as the module. */
    const char *const *(*module_kernel_names)(zed_module_t *module);
    ze_result_t (*module_global)(zed_module_t *module, const char *name, void **address,
                                 size_t *bytes);
    /* The address of a function that the module exports, or of a kernel's code. */
    ze_result_t (*module_function)(zed_module_t *module, const char *name, void **address);
    /* The module's symbols by index; false after the last one. */
    bool (*module_symbol)(zed_module_t *module, uint32_t index, zed_module_symbol_t *symbol);
    /* The module as bytes from which module_create can create it again in any process on a similar
     * processor.  They represent the module as it was created, without links and without what
     * kernels have stored in its variables.  The caller frees them with free(). */
    ze_result_t (*module_native)(zed_module_t *module, uint8_t **binary, size_t *bytes);
    /* The kernel's record is valid as long as the module. */
    ze_result_t (*kernel_get)(zed_module_t *module, const char *name, const zed_kernel_t **kernel);
    /* How many groups of one launch are guaranteed to make progress together. */
    uint32_t (*resident_groups)(const zed_kernel_t *kernel, uint32_t group_items,
                                uint32_t local_bytes);

    /* The queues of the devices; NULL: they have none, and the calls below run each command. */
    const zed_device_queue_calls_t *queues;

    /* Complete when it returns. */
    ze_result_t (*copy)(void *destination, const void *source, size_t bytes);

    /* ---- Without queues ---- */

    void (*fill)(void *destination, const void *pattern, size_t pattern_bytes, size_t bytes);
    /* Runs to completion on the calling thread and on other threads that are free.  At least 32
     * groups of one launch make progress together, and launches of different threads never wait for
     * each other.  Allocates nothing in steady state. */
    ze_result_t (*launch)(const zed_launch_t *launch);
    /* The functions of ze_cpu_ext.h; NULL for those that the engine lacks. */
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
