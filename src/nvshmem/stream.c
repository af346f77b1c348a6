/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations on command lists.  If an operation cannot be appended, libishmem has already reported
 * why.  A routine that returns nothing then ends the job, because its caller would go on without
 * the operation.
 */
#include "await.h"
#include "define.h"
#include "refuse.h"

static void end_unless(int is_appended)
{
    if (!is_appended) {
        ishmem_global_exit(1);
    }
}

#define ON_LIST stream, NULL, 0, NULL
#define VOID(RESULT, NAME, KIND, TYPE, PREFIX, TARGET)                                     \
    void nvshmemx_##NAME##_on_stream(ISHMEMI_PARAMETERS_##KIND(TYPE),                      \
                                     ze_command_list_handle_t stream)                      \
    {                                                                                      \
        end_unless((ishmemx_##TARGET##_on_queue)(ISHMEMI_ARGUMENTS_##KIND, ON_LIST) == 0); \
    }
#define STATUS(RESULT, NAME, KIND, TYPE, PREFIX, TARGET)                               \
    int nvshmemx_##NAME##_on_stream(ISHMEMI_PARAMETERS_##KIND(TYPE),                   \
                                    ze_command_list_handle_t stream)                   \
    {                                                                                  \
        return (ishmemx_##TARGET##_on_queue)(ISHMEMI_ARGUMENTS_##KIND, NULL, ON_LIST); \
    }
#define OF_NOTHING(RESULT, NAME, KIND, TYPE, PREFIX, TARGET)          \
    void nvshmemx_##NAME##_on_stream(ze_command_list_handle_t stream) \
    {                                                                 \
        end_unless((ishmemx_##TARGET##_on_queue)(ON_LIST) == 0);      \
    }

NVSHMEMI_STREAM_LISTS(VOID)
NVSHMEMI_CHANGED_LIST(VOID)
NVSHMEMI_STREAM_COLLECTIVES(STATUS)
NVSHMEMI_SYNC_LIST(OF_NOTHING)

void nvshmemx_quiet_on_stream(ze_command_list_handle_t stream)
{
    end_unless(ishmemx_quiet_on_queue(ON_LIST) == 0);
}

void nvshmemx_signal_op_on_stream(uint64_t *sig_addr, uint64_t signal, int sig_op, int pe,
                                  ze_command_list_handle_t stream)
{
    if (sig_op == NVSHMEM_SIGNAL_ADD) {
        end_unless(ishmemx_signal_add_on_queue(sig_addr, signal, pe, ON_LIST) == 0);
    } else {
        nvshmem_check_sig_op("nvshmemx_signal_op_on_stream", sig_op);
        end_unless(ishmemx_signal_set_on_queue(sig_addr, signal, pe, ON_LIST) == 0);
    }
}

void nvshmemx_signal_wait_until_on_stream(uint64_t *sig_addr, int cmp, uint64_t cmp_value,
                                          ze_command_list_handle_t stream)
{
    end_unless(ishmemx_signal_wait_until_on_queue(sig_addr, cmp, cmp_value, NULL, ON_LIST) == 0);
}

/* g returns its value, so it waits for the list. */
#define VALUE(RESULT, NAME, KIND, TYPE, PREFIX, TARGET)                                     \
    RESULT nvshmemx_##NAME##_on_stream(ISHMEMI_PARAMETERS_##KIND(TYPE),                     \
                                       ze_command_list_handle_t stream)                     \
    {                                                                                       \
        RESULT value = 0;                                                                   \
        nvshmem_await_get("nvshmemx_" #NAME "_on_stream", &value, source, sizeof value, pe, \
                          stream);                                                          \
        return value;                                                                       \
    }
NVSHMEMI_G_LIST(VALUE)
