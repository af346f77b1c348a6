/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Extensions of the host API: start-up with attributes, Level Zero objects, and operations on command
 * lists.
 */
#ifndef ISHMEMX_H
#define ISHMEMX_H

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include "ishmem.h"
/* Otherwise ishmem.h has reported which language it needs. */
#ifdef ISHMEM_EXPORT

#include "ishmem/queue_forms.h"
#include <level_zero/ze_api.h>
#include <stdbool.h>

#ifdef __cplusplus
#define ISHMEMI_DEFAULT(value) = value
extern "C" {
#else
#define ISHMEMI_DEFAULT(value)
#endif

/* ---- Start-up with attributes ---------------------------------------------------------------- */

typedef enum ishmemx_runtime_type_t {
    ISHMEMX_RUNTIME_MPI,
    ISHMEMX_RUNTIME_OPENSHMEM,
    ISHMEMX_RUNTIME_PMI,
    ISHMEMX_RUNTIME_INVALID /* of none of them */
} ishmemx_runtime_type_t;
/* The default of ishmemx_attr_t. */
#define ISHMEM_DEFAULT_RUNTIME ISHMEMX_RUNTIME_MPI

/* Identifies a job whose processes were not started by an MPI launcher.  It may be copied, sent and
 * stored byte by byte. */
typedef struct ishmemx_uniqueid_t {
    unsigned char bytes[128];
} ishmemx_uniqueid_t;

/*
 * Attributes of ishmemx_init_attr.  In C, start from ISHMEMX_ATTR_INIT; in C++ the members have these
 * defaults.
 */
typedef struct ishmemx_attr_t {
    ishmemx_runtime_type_t runtime ISHMEMI_DEFAULT(ISHMEM_DEFAULT_RUNTIME);
    /* true: initialise the runtime unless the program has done so; false: the program has done so. */
    bool initialize_runtime ISHMEMI_DEFAULT(true);
    /* Must be true: the symmetric heap is in device memory. */
    bool gpu ISHMEMI_DEFAULT(true);
    /* Address of the MPI_Comm whose processes form the job; NULL for MPI_COMM_WORLD.  The library
     * duplicates it and never frees it. */
    void *mpi_comm ISHMEMI_DEFAULT(nullptr);
    /* A root device or sub-device to use instead of the library's own choice, and the context to
     * allocate in.  NULL: the library chooses, and creates its own context. */
    ze_driver_handle_t driver ISHMEMI_DEFAULT(nullptr);
    ze_context_handle_t context ISHMEMI_DEFAULT(nullptr);
    ze_device_handle_t device ISHMEMI_DEFAULT(nullptr);
    /* true: the job is the nranks processes that pass the same *uid, however they were started.
     * Each has a different rank from 0 to nranks - 1, which becomes its PE number. */
    bool use_uid ISHMEMI_DEFAULT(false);
    int rank ISHMEMI_DEFAULT(0);
    int nranks ISHMEMI_DEFAULT(0);
    ishmemx_uniqueid_t *uid ISHMEMI_DEFAULT(nullptr);
    /* The size of this struct.  It tells the library which members the program has: the library reads
     * only these and uses the defaults of the others.  New members come after it. */
    size_t size ISHMEMI_DEFAULT(sizeof(ishmemx_attr_t));
    /* The thread level, as ishmem_init_thread takes it. */
    int thread_level ISHMEMI_DEFAULT(ISHMEM_THREAD_SINGLE);
} ishmemx_attr_t;

#define ISHMEMX_ATTR_INIT                                                           \
    {                                                                               \
        ISHMEMX_RUNTIME_MPI, true, true, NULL, NULL, NULL, NULL, false, 0, 0, NULL, \
            sizeof(ishmemx_attr_t), ISHMEM_THREAD_SINGLE                            \
    }

/*
 * Creates an id for one start of a job.  One process calls it, the program sends the id to all others,
 * and all pass it to ishmemx_init_attr.  The PEs meet at the calling process.  That process need not be
 * a PE, but must not end before all PEs have returned from ishmem_finalize.  Until all PEs have joined,
 * a process that has the id can join the job: keep the id as secret as a password.  May be called at any
 * time.  Returns 0, or a nonzero value after a message that gives the reason.
 */
ISHMEM_EXPORT int ishmemx_get_uniqueid(ishmemx_uniqueid_t *uid);

/* The same as ishmem_init, with attributes.  attr still belongs to the caller.  If the process has
 * already joined a job, the attributes are checked and have no effect. */
ISHMEM_EXPORT void ishmemx_init_attr(ishmemx_attr_t *attr);

/* How the job's processes found each other: ISHMEMX_RUNTIME_MPI, or ISHMEMX_RUNTIME_PMI if they used PMIx or a
 * unique id, without MPI; ISHMEMX_RUNTIME_INVALID outside of a job.  May be called at any time. */
ISHMEM_EXPORT ishmemx_runtime_type_t ishmemx_runtime_get_type(void);

/* Sets *initialized to 1 between initialisation and ishmem_finalize, and to 0 otherwise.  May be called
 * at any time. */
ISHMEM_EXPORT void ishmemx_query_initialized(int *initialized);

/* ---- Errors ---------------------------------------------------------------------------------- */

/* An error of a call, or of the job. */
enum {
    ISHMEMX_ERROR_ARGUMENT = 1, /* an argument is bad */
    ISHMEMX_ERROR_TEAM,         /* a team is not live */
    ISHMEMX_ERROR_NOT_READY,    /* before ishmem_init or after ishmem_finalize */
    ISHMEMX_ERROR_MEMORY,       /* the symmetric heap has not enough room */
    ISHMEMX_ERROR_MISMATCH,     /* members of a team make different calls (ISHMEM_CHECKS=2) */
    ISHMEMX_ERROR_JOB,          /* another PE died or ended the job */
    ISHMEMX_ERROR_OTHER         /* a limit, or an error of the system or a driver */
};

typedef struct ishmemx_error {
    int code;             /* ISHMEMX_ERROR_... */
    int ends_job;         /* not 0: when the handler returns, the job ends */
    int pe;               /* the calling PE; 0 outside of a job */
    const char *sentence; /* what the job would end with; valid until the handler returns */
} ishmemx_error_t;

typedef void (*ishmemx_error_handler_t)(const ishmemx_error_t *error, void *data);

/*
 * Sets the error handler of this PE, which is called with `data`.  NULL restores the default, which prints
 * the error and ends the job.  May be called at any time, by any thread.
 *
 * A call returns after an error if it has bad arguments or teams, or is made outside of a job.  It has had
 * no effect when the handler is called.  It then returns -1 if its result is an int, NULL if it is a
 * pointer, 0 if it is a value or a count, SIZE_MAX from the `any` routines, 0 from a test, 1 from
 * ishmem_test_lock.  The other members of a collective still wait for this PE: it must make the call again
 * with valid arguments, or end the job.  Any other error has ends_job set: the library prints it on stderr,
 * calls the handler, and ends the job when the handler returns.
 *
 * The thread that finds the error calls the handler.  For a bad call in a kernel or the death of a PE, this
 * is a thread of the library.  If several threads find errors, each calls the handler, possibly at the same
 * time.  The handler must return: no longjmp, no exception.  It must not call routines of this library; an
 * error within it ends the job.
 */
ISHMEM_EXPORT void ishmemx_set_error_handler(ishmemx_error_handler_t handler, void *data);

/* ---- Tools ----------------------------------------------------------------------------------- */

/* A call of a host routine. */
typedef struct ishmemx_tool_call {
    const char *routine; /* such as "ishmem_int_put": a constant string */
    int pe;              /* in the world; -1: no single PE is meant */
    size_t bytes; /* of data between this PE and `pe`; of a collective: that each member gives */
} ishmemx_tool_call_t;

/* Callbacks, one of which may be NULL.  The thread that makes the call calls them: begin after the
 * arguments have been checked, and end when the call is about to return. */
typedef struct ishmemx_tool {
    /* sizeof(ishmemx_tool_t).  It tells the library which members the program has.  New members come last. */
    size_t size ISHMEMI_DEFAULT(sizeof(ishmemx_tool));
    void (*begin)(const ishmemx_tool_call_t *call, void *data) ISHMEMI_DEFAULT(nullptr);
    void (*end)(const ishmemx_tool_call_t *call, void *data) ISHMEMI_DEFAULT(nullptr);
    void *data ISHMEMI_DEFAULT(nullptr);
} ishmemx_tool_t;

/*
 * Registers a tool, which observes each call of this PE that communicates, synchronises, allocates memory or
 * creates a team.  It does not observe queries, such as ishmem_my_pe, or calls that the library makes within
 * another call.  Up to 8 tools may be registered; they are called one after the other.  May be called before
 * ishmem_init, but not while another thread joins or leaves the job.  The library copies *tool.  Returns a
 * number for ishmemx_tool_unregister, or -1 if 8 tools are registered or there is no callback.
 *
 * Callbacks must not call routines of this library.  While a tool is registered, a put of 8 bytes takes about
 * as long as with ISHMEM_CHECKS=2, plus 20 to 60 ns for each tool.  Without a tool, calls have no extra cost.
 * For kernels, ISHMEM_TRACE records calls.
 */
ISHMEM_EXPORT int ishmemx_tool_register(const ishmemx_tool_t *tool);
/* Returns 0 when no callback of the tool runs or will run, or a nonzero value if there is no such tool. */
ISHMEM_EXPORT int ishmemx_tool_unregister(int tool);

/* ---- Teams ----------------------------------------------------------------------------------- */

/* The same as ishmem_team_split_strided, for PEs pes[0] to pes[n_pes - 1] of the parent, in this order
 * and each at most once. */
ISHMEM_EXPORT int ishmemx_team_create(ishmem_team_t parent_team, const int *pes, int n_pes,
                                      const ishmem_team_config_t *config, long config_mask,
                                      ishmem_team_t *new_team);

/* ---- Level Zero ------------------------------------------------------------------------------ */

/* The driver, the context and the tile (root device or sub-device) of this PE.  They belong to the
 * library, or to the program if it passed them to ishmemx_init_attr. */
ISHMEM_EXPORT ze_driver_handle_t ishmemx_ze_driver(void);
ISHMEM_EXPORT ze_context_handle_t ishmemx_ze_context(void);
ISHMEM_EXPORT ze_device_handle_t ishmemx_ze_device(void);

/*
 * Binds a module to this job: from then on its kernels may call the routines of ishmem_device.h without
 * a context.  Not collective.  Returns 0, also for a module that uses none of them.  Returns -1, after a
 * message that gives the reason, for a module that was built for another version of the library.  After
 * ishmem_finalize and a new initialisation, the module must be bound again.
 */
ISHMEM_EXPORT int ishmemx_module_init(ze_module_handle_t module);

/*
 * Builds a module from the SPIR-V file `path` for this PE's tile and binds it.  Returns 0 and the
 * module, which the caller destroys with zeModuleDestroy before ishmem_finalize.  Returns -1, after a
 * message with the reason and the compiler's log, if the file cannot be read or built, or if it uses
 * functions that it does not define.
 */
ISHMEM_EXPORT int ishmemx_module_load(const char *path, ze_module_handle_t *module);

/* The same for SPIR-V in the program's memory, such as a module that the CMake function
 * ishmem_embed_kernels has put into the program.  The memory is not used after the call. */
ISHMEM_EXPORT int ishmemx_module_load_memory(const void *spirv, size_t bytes,
                                             ze_module_handle_t *module);

/* ---- Utilities ------------------------------------------------------------------------------- */
/*
 * ishmemx_print(out), (out, msg_type) or (file, line, func, out, msg_type).  STDOUT and STDERR print
 * the text as it is.  WARNING, ERROR and DEBUG print one line on stderr with the PE and, if they are
 * given, the file, the line and the function.  The default type is ISHMEMX_MSG_DEBUG, which is shown
 * only with ISHMEM_DEBUG=1.  For calls in kernels, this PE's process prints in the same way.
 */
ISHMEM_EXPORT void ishmemx_print(const char *file, long line, const char *func, const char *out,
                                 ishmemx_print_msg_type_t msg_type);

/* Both store the time, in ns of a monotonic clock, in the cell at once.  Kernels use the same clock; in
 * a kernel, the first form waits until the host has stored the time. */
ISHMEM_EXPORT void ishmemx_timestamp(ishmemx_ts_handle_t dst);
ISHMEM_EXPORT void ishmemx_timestamp_nbi(ishmemx_ts_handle_t dst);

/* For measurements and tests of kernels.  In a kernel, nop sends an empty request to the host and waits for the
 * answer; nop_no_r does not wait; debug_test asks the host to print a line on stderr.  On the host, the first two do
 * nothing. */
ISHMEM_EXPORT void ishmemx_nop(void);
ISHMEM_EXPORT void ishmemx_nop_no_r(void);
ISHMEM_EXPORT void ishmemx_debug_test(void);

/* The handle of a cell in host memory. */
static inline ishmemx_ts_handle_t ishmemx_ts_handle(unsigned long *cell)
{
    return (ishmemx_ts_handle_t)cell;
}

/* ---- Queue-ordered operations ---------------------------------------------------------------- */
/*
 * ishmemx_..._on_queue appends the operation of the same name to a command list and returns at once:
 *
 *     int ishmemx_int_put_on_queue(dest, source, nelems, pe, queue, signal_event, num_waits, waits)
 *     int ishmemx_int_g_on_queue(source, pe, ret, queue, signal_event, num_waits, waits)
 *
 * queue is an immediate list, or a regular one that is still open, for this PE's tile
 * (ishmemx_ze_device), created in ishmemx_ze_context() or in the context that was passed to
 * ishmemx_init_attr.  Each execution of a regular list performs the communication again.  The last four
 * arguments are as in Level Zero's own calls: the operation begins when the num_waits events have been
 * signalled, and signals signal_event, if not NULL, when it ends.  Operations on an in-order list run
 * one after the other; on other lists only events order them.  As with any list, only one thread at a
 * time may append to it.
 *
 * When the event is signalled, source of a put may be reused, dest of a get holds the data, *ret the
 * result, and a wait, sync or barrier is complete.  Puts, AMOs and signals are complete on their PE
 * after a quiet: ishmemx_quiet_on_queue later on the list, or ishmem_quiet after the event is signalled.
 *
 * The arguments are those of the routine; scalars are read when it is called.  The result of the routine
 * goes to ret, which may be NULL unless the result is the purpose of the call. ret and the arrays and
 * local buffers of an operation must remain valid until it has ended.  They must be in memory that the
 * tile can reach (zeMemAllocHost, Device or Shared). source of a put and dest of a get may also be in
 * any other memory of the host.  Static objects are not symmetric here.
 *
 * Returns 0, or a nonzero value after a message that gives the reason: no list, a list of another tile,
 * or an error of Level Zero.  The event is then never signalled.
 */

ISHMEM_EXPORT int ishmemx_signal_set_on_queue(uint64_t *sig_addr, uint64_t signal, int pe,
                                              ISHMEMI_QUEUE_PARAMETERS);
ISHMEM_EXPORT int ishmemx_signal_add_on_queue(uint64_t *sig_addr, uint64_t signal, int pe,
                                              ISHMEMI_QUEUE_PARAMETERS);
ISHMEM_EXPORT int ishmemx_signal_wait_until_on_queue(uint64_t *sig_addr, int cmp,
                                                     uint64_t cmp_value, uint64_t *ret,
                                                     ISHMEMI_QUEUE_PARAMETERS);
ISHMEM_EXPORT int ishmemx_fence_on_queue(ISHMEMI_QUEUE_PARAMETERS);
ISHMEM_EXPORT int ishmemx_quiet_on_queue(ISHMEMI_QUEUE_PARAMETERS);

/*
 * Collectives: all PEs of the team must call them, queued or not, in the same order, one at a time
 * on a team.  *ret is the result of the routine.  In C and C++, the team may be omitted.
 */
ISHMEM_EXPORT int ishmemx_sync_all_on_queue(ISHMEMI_QUEUE_PARAMETERS);
ISHMEM_EXPORT int ishmemx_barrier_all_on_queue(ISHMEMI_QUEUE_PARAMETERS);
ISHMEM_EXPORT int ishmemx_team_sync_on_queue(ishmem_team_t team, int *ret,
                                             ISHMEMI_QUEUE_PARAMETERS);
ISHMEM_EXPORT int ishmemx_team_barrier_on_queue(ishmem_team_t team, int *ret,
                                                ISHMEMI_QUEUE_PARAMETERS);

#ifdef __cplusplus
}
#endif

#ifndef ISHMEM_QUEUE_ROUTINES_H /* else it is what an editor shows */
#include "ishmem/queue_routines.h"
#endif

#ifdef __cplusplus
static inline void ishmemx_print(const char *out,
                                 ishmemx_print_msg_type_t msg_type = ISHMEMX_MSG_DEBUG)
{
    ishmemx_print(nullptr, 0, nullptr, out, msg_type);
}
#else
/* Selected by the number of arguments. */
#define ISHMEMI_PRINT_1(out) ishmemx_print(NULL, 0, NULL, out, ISHMEMX_MSG_DEBUG)
#define ISHMEMI_PRINT_2(out, msg_type) ishmemx_print(NULL, 0, NULL, out, msg_type)
#define ISHMEMI_PRINT_5 ishmemx_print
#define ISHMEMI_PRINT_NOT(...) \
    ISHMEMI_REFUSE(0, "ishmemx_print takes 1, 2 or 5 arguments", ishmemi_refused)(__VA_ARGS__)
#define ISHMEMI_PRINT_PICK(A, B, C, D, E, F, G, PICKED, ...) PICKED
#define ishmemx_print(...)                                                                       \
    ISHMEMI_PRINT_PICK(__VA_ARGS__, ISHMEMI_PRINT_NOT, ISHMEMI_PRINT_NOT, ISHMEMI_PRINT_5,       \
                       ISHMEMI_PRINT_NOT, ISHMEMI_PRINT_NOT, ISHMEMI_PRINT_2, ISHMEMI_PRINT_1, ) \
    (__VA_ARGS__)
#endif
#undef ISHMEMI_DEFAULT

/* For SYCL: the names without types, the forms for a sycl::queue, and those for groups in kernels. */
#ifdef ISHMEMI_FOR_SYCL
#include "ishmem/templates.h"

#include "ishmem/sycl/kernels.h"
#include "ishmem/sycl/on_group.h"
#include "ishmem/sycl/on_queue.h"
#include "ishmem/sycl/refused.h"
#endif

#endif
#endif
