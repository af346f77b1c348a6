/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What libze_cpu.so.1 and libze_cuda.so.1 offer besides Level Zero: which kernels run, when
 * launches ended, what kernels access and in which order commands run, objects within allocations,
 * and variables of modules.
 *
 * zeDriverGetExtensionFunctionAddress finds a function by its name, and returns
 * ZE_RESULT_ERROR_INVALID_ARGUMENT if the driver does not have it:
 *
 *     name                          type                                       CPU   CUDA
 *     zeCpuGetRunningKernels        ze_cpu_pfn_get_running_kernels_t           yes   no
 *     zeCpuSetLaunchCallback        ze_cpu_pfn_set_launch_callback_t           yes   yes
 *     zeCpuSetKernelListener        ze_cpu_pfn_set_kernel_listener_t           yes   no
 *     zeCpuGetHeapObjects           ze_cpu_pfn_get_heap_objects_t              yes   no
 *     zeCpuSetModuleVariable        ze_cpu_pfn_set_module_variable_t           yes   yes
 *
 * Any thread may call any of them, unless a comment says otherwise.  Strings and structs belong to
 * their creator: the driver keeps none of a caller's beyond the call, except a listener.  A name
 * that the driver passes lives as long as its module.
 */
#ifndef ZE_CPU_EXT_H
#define ZE_CPU_EXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An extension that zeDriverGetExtensionProperties lists, version 1.0: the devices are processors,
 * even if they report another type (ZECPU_DEVICE_TYPE). */
#define ZE_CPU_PROCESSOR_EXT_NAME "ZECPU_extension_processor"

/* ---- Running kernels ------------------------------------------------------------------------ */

typedef struct ze_cpu_running_kernel {
    char kernel[64]; /* its name, ended by 0; a longer one is cut */
    uint64_t ran_ns; /* nanoseconds since the launch began */
    uint64_t groups; /* work-groups of the launch */
} ze_cpu_running_kernel_t;

/* Stores the launches of this process that have not ended, at most `count` of them, and returns how
 * many it stored; the driver tracks 16 of them. */
typedef size_t (*ze_cpu_pfn_get_running_kernels_t)(ze_cpu_running_kernel_t *kernels, size_t count);
#define ZE_CPU_GET_RUNNING_KERNELS "zeCpuGetRunningKernels"

/* A launch of `groups` work-groups has ended.  Called by any thread, for a GPU's launch perhaps
 * some time later.
 * began, ended: ticks of the processor's clock, which is the time-stamp counter of x86-64, the
 * virtual counter of AArch64, and elsewhere nanoseconds of CLOCK_MONOTONIC. */
typedef void (*ze_cpu_launch_callback_t)(const char *kernel, uint64_t groups, uint64_t began,
                                         uint64_t ended);

/* The callback is called for each launch that ends from now on; on a GPU, only if it also begins
 * from now on.  NULL: none is called, except for launches that end at this moment. */
typedef void (*ze_cpu_pfn_set_launch_callback_t)(ze_cpu_launch_callback_t callback);
#define ZE_CPU_SET_LAUNCH_CALLBACK "zeCpuSetLaunchCallback"

/* ---- What kernels access and in which order commands run ------------------------------------ */

/* The location of an access or a call: the stream that runs the kernel (on_stream), and an address
 * in the kernel's code. */
typedef struct ze_cpu_kernel_location {
    uint64_t stream;
    const char *kernel; /* its name */
    uintptr_t instruction;
    /* Stores the source file and the line of an instruction; false: they are not known. */
    bool (*find_line)(uintptr_t instruction, const char **file, uint32_t *line);
} ze_cpu_kernel_location_t;

/* An access to global memory. */
typedef struct ze_cpu_kernel_access {
    ze_cpu_kernel_location_t location;
    uintptr_t address;
    uint64_t bytes;
    bool writes;
    bool is_atomic;
} ze_cpu_kernel_access_t;

/* The driver keeps this many words for the listener from the beginning of a call to its end. */
#define ZE_CPU_CALL_WORDS 4

/* A call of a function of libishmem's device library, by a work-item, or one call for a group. */
typedef struct ze_cpu_kernel_call {
    ze_cpu_kernel_location_t location;
    const char *routine;       /* its name */
    const uint64_t *arguments; /* numbers and addresses; 0 for arguments of other types */
    uint32_t count;            /* of arguments */
    uint64_t *words;           /* [ZE_CPU_CALL_WORDS] */
} ze_cpu_kernel_call_t;

/*
 * Called by the thread that runs the kernel or the command; on_append, release and acquire also by
 * threads that append, submit or wait.  In a kernel about 16 KiB of stack are left.  No member is
 * NULL.
 *
 * A clock belongs to the listener: a pointer that is NULL at first, that the listener may point at
 * what it wants to remember, and that the driver finally frees with free().  Each event, fence,
 * submitted command and stream has one.  What happened before a release of a clock happened before
 * what follows an acquire of the same clock.
 */
typedef struct ze_cpu_kernel_listener {
    void (*on_access)(const ze_cpu_kernel_access_t *access);      /* is about to happen */
    void (*on_atomic_read)(const ze_cpu_kernel_access_t *access); /* has happened */
    void (*on_call_begin)(const ze_cpu_kernel_call_t *call);
    void (*on_call_end)(const ze_cpu_kernel_call_t *call, uint64_t result);
    /* A kernel begins that was compiled before there was a listener; nothing it does is
     * reported. */
    void (*on_unlisted_kernel)(const char *kernel);

    /* This thread runs a command of the stream from now on; returns the previous stream.  Streams
     * of commands, each of an immediate list or of a queue, have numbers from 1.  0 is the program
     * itself. */
    uint64_t (*on_stream)(uint64_t stream);
    void (*release)(void **clock);
    void (*acquire)(void **clock);
    void (*acquire_process)(void); /* of an event that another process may have signalled */

    /* This thread appends a command.  *command is NULL; the listener may point it at what it wants
     * to remember, and the driver finally frees it with free(). */
    void (*on_append)(void **command);
    /* The command begins, and has ended.  Called unless on_append left NULL. */
    void (*on_command_begin)(void *command);
    void (*on_command_end)(void *command);
} ze_cpu_kernel_listener_t;

/* The listener is notified of modules created, and of commands appended, from now on.  It must live
 * as long as the process.  NULL: nobody listens. */
typedef void (*ze_cpu_pfn_set_kernel_listener_t)(const ze_cpu_kernel_listener_t *listener);
#define ZE_CPU_SET_KERNEL_LISTENER "zeCpuSetKernelListener"

/* ---- Objects within allocations ------------------------------------------------------------- */

/* Tells the driver where objects lie in allocations that the caller divides itself, for
 * ZECPU_SANITIZE=1.  Objects have the same offsets in each of these allocations, which are called
 * heaps. */
typedef struct ze_cpu_heap_objects {
    void (*add_heap)(const void *start, size_t bytes);
    /* An object lies at the offset from now on, or has another size. */
    void (*set_object)(uint64_t offset, size_t bytes);
    void (*remove_object)(uint64_t offset);
    /* Forgets all heaps and all objects. */
    void (*clear)(void);
} ze_cpu_heap_objects_t;

/* NULL: accesses are not checked. */
typedef const ze_cpu_heap_objects_t *(*ze_cpu_pfn_get_heap_objects_t)(void);
#define ZE_CPU_GET_HEAP_OBJECTS "zeCpuGetHeapObjects"

/* ---- A variable of all modules -------------------------------------------------------------- */

/* The most bytes of a value. */
#define ZE_CPU_MODULE_VARIABLE_MAX 2048

/* libishmem's variable begins with the address of the default context's state.  In modules for
 * NVIDIA's GPUs the compiler lengthens it to ZE_CPU_MODULE_VARIABLE_MAX bytes, and code reads the
 * state itself at this offset. */
#define ZE_CPU_MODULE_STATE_OFFSET 16

/*
 * The variable of this name begins with the value in every module of the process that has it: at
 * once in those that exist, and in others when they are created.  The rest of a longer variable is
 * not changed, and a shorter one gets what fits.  The last call applies.
 *
 * name: NULL means that modules created from now on keep the values that they are built with.
 * bytes: at most ZE_CPU_MODULE_VARIABLE_MAX.
 * on_set: called by any thread, once for each module that has the variable; may be NULL.
 *
 * No kernel of such a module may run during the call.
 */
typedef void (*ze_cpu_pfn_set_module_variable_t)(const char *name, const void *value, size_t bytes,
                                                 void (*on_set)(void));
#define ZE_CPU_SET_MODULE_VARIABLE "zeCpuSetModuleVariable"

#ifdef __cplusplus
}
#endif

#endif
