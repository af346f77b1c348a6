/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Extensions of the host API: how the library starts, and how it meets Level Zero.
 */
#ifndef ISHMEMX_H
#define ISHMEMX_H

#include "ishmem.h"
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
    ISHMEMX_RUNTIME_PMI
} ishmemx_runtime_type_t;

/*
 * Attributes of ishmemx_init_attr.  In C start from ISHMEMX_ATTR_INIT; in C++ the members have
 * these defaults.
 */
typedef struct ishmemx_attr_t {
    ishmemx_runtime_type_t runtime ISHMEMI_DEFAULT(ISHMEMX_RUNTIME_MPI);
    /* true: initialise the runtime if the program has not; false: the program has. */
    bool initialize_runtime ISHMEMI_DEFAULT(true);
    /* Must be true: the symmetric heap is in device memory. */
    bool gpu ISHMEMI_DEFAULT(true);
    /* Address of the MPI_Comm whose processes are the job; NULL for MPI_COMM_WORLD.  It is
     * duplicated, never freed. */
    void *mpi_comm ISHMEMI_DEFAULT(nullptr);
    /* A root device or sub-device to use instead of the library's own choice, and the context to
     * allocate in.  NULL: the library chooses, and makes a context of its own. */
    ze_driver_handle_t driver ISHMEMI_DEFAULT(nullptr);
    ze_context_handle_t context ISHMEMI_DEFAULT(nullptr);
    ze_device_handle_t device ISHMEMI_DEFAULT(nullptr);
} ishmemx_attr_t;

#define ISHMEMX_ATTR_INIT {ISHMEMX_RUNTIME_MPI, true, true, NULL, NULL, NULL, NULL}

/* As ishmem_init, with attributes.  attr stays the caller's. */
ISHMEM_EXPORT void ishmemx_init_attr(ishmemx_attr_t *attr);

/* *initialized: 1 between initialisation and ishmem_finalize, else 0.  Callable at any time. */
ISHMEM_EXPORT void ishmemx_query_initialized(int *initialized);

/* ---- Teams ----------------------------------------------------------------------------------- */

/* As ishmem_team_split_strided, for the parent's PEs pes[0] to pes[n_pes - 1] in this order,
 * each at most once. */
ISHMEM_EXPORT int ishmemx_team_create(ishmem_team_t parent_team, const int *pes, int n_pes,
                                      const ishmem_team_config_t *config, long config_mask,
                                      ishmem_team_t *new_team);

/* ---- Level Zero ------------------------------------------------------------------------------ */

/* The driver, the context and the tile (root device or sub-device) of this PE.  They belong to the
 * library, or to who gave them to ishmemx_init_attr. */
ISHMEM_EXPORT ze_driver_handle_t ishmemx_ze_driver(void);
ISHMEM_EXPORT ze_context_handle_t ishmemx_ze_context(void);
ISHMEM_EXPORT ze_device_handle_t ishmemx_ze_device(void);

/*
 * Binds a module to this job: its kernels may call the plain routines of ishmem_device.h from then
 * on.  Not collective.  Returns 0, also for a module that uses none of them; -1, having said why,
 * for one built for another layout of the device state.  Bind again after ishmem_finalize and a
 * new start.
 */
ISHMEM_EXPORT int ishmemx_module_init(ze_module_handle_t module);

/*
 * Builds a module from the SPIR-V file `path` for this PE's tile and binds it.  Returns 0 and the
 * module, which the caller destroys with zeModuleDestroy before ishmem_finalize; -1, having said
 * why with the compiler's log, when the file cannot be read or built.
 */
ISHMEM_EXPORT int ishmemx_module_load(const char *path, ze_module_handle_t *module);

/* ---- Utilities ------------------------------------------------------------------------------- */
/*
 * ishmemx_print(out), (out, msg_type) or (file, line, func, out, msg_type).  STDOUT and STDERR
 * print the text as it is; WARNING, ERROR and DEBUG one line on stderr with the PE and, where
 * they are given, the file, the line and the function.  Without a type it is ISHMEMX_MSG_DEBUG,
 * which is shown with ISHMEM_DEBUG=1 only.  Kernels print likewise, by this PE's process.
 */
ISHMEM_EXPORT void ishmemx_print(const char *file, long line, const char *func, const char *out,
                                 ishmemx_print_msg_type_t msg_type);

/* Stores the time, in ns of a clock that does not jump, in the cell; both forms at once.  Kernels
 * use the same clock: there the first waits until the host has stored it. */
ISHMEM_EXPORT void ishmemx_timestamp(ishmemx_ts_handle_t dst);
ISHMEM_EXPORT void ishmemx_timestamp_nbi(ishmemx_ts_handle_t dst);

/* The handle of a cell in host memory. */
static inline ishmemx_ts_handle_t ishmemx_ts_handle(unsigned long *cell)
{
    return (ishmemx_ts_handle_t)cell;
}

#ifdef __cplusplus
}

static inline void ishmemx_print(const char *out,
                                 ishmemx_print_msg_type_t msg_type = ISHMEMX_MSG_DEBUG)
{
    ishmemx_print(nullptr, 0, nullptr, out, msg_type);
}
#else
/* By the number of arguments. */
#define ISHMEMI_PRINT_1(out) ishmemx_print(NULL, 0, NULL, out, ISHMEMX_MSG_DEBUG)
#define ISHMEMI_PRINT_2(out, msg_type) ishmemx_print(NULL, 0, NULL, out, msg_type)
#define ISHMEMI_PRINT_5 ishmemx_print
#define ISHMEMI_PRINT_PICK(A, B, C, D, E, PICKED, ...) PICKED
#define ishmemx_print(...)                                                                       \
    ISHMEMI_PRINT_PICK(__VA_ARGS__, ISHMEMI_PRINT_5, ishmemx_print_takes_1_2_or_5_arguments,     \
                       ishmemx_print_takes_1_2_or_5_arguments, ISHMEMI_PRINT_2, ISHMEMI_PRINT_1, ) \
    (__VA_ARGS__)
#endif
#undef ISHMEMI_DEFAULT

#endif
