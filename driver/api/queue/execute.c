/* SPDX-License-Identifier: BSD-3-Clause */
/* Passing recorded lists to a queue or an immediate list that executes them. */
#include "execute.h"

#include "append.h"
#include "entries.h"

#include <string.h>

ze_result_t zed_execute_check(uint32_t ordinal, uint32_t count,
                              ze_command_list_handle_t *list_handles)
{
    if (!list_handles) {
        return zed_fail_null("phCommandLists");
    }
    if (count == 0) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_SIZE, "no command lists are given");
    }
    for (uint32_t i = 0; i < count; i++) {
        ze_result_t result = zed_list_check(list_handles[i]);
        if (result != ZE_RESULT_SUCCESS) {
            return result;
        }
        const zed_list_t *list = (const zed_list_t *)list_handles[i];
        if (list->stream || list->ordinal != ordinal) {
            return zed_fail(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE,
                            "list %u is immediate or was created for another queue group", i);
        }
        if (!list->closed) {
            return zed_fail(ZE_RESULT_ERROR_INVALID_ARGUMENT, "list %u has not been closed", i);
        }
    }
    return ZE_RESULT_SUCCESS;
}

void zed_execute_fill(zed_command_t *command, uint32_t count,
                      ze_command_list_handle_t *list_handles)
{
    memcpy(command->payload, list_handles, count * sizeof *list_handles);
    command->what.lists = (zed_command_lists_t){
        .count = count,
        .lists = (zed_list_t **)(void *)command->payload,
    };
}

ze_result_t zed_append_command_lists(ze_command_list_handle_t list_handle, uint32_t count,
                                     ze_command_list_handle_t *list_handles,
                                     ze_event_handle_t signal, uint32_t wait_count,
                                     ze_event_handle_t *waits)
{
    ze_result_t result = zed_list_check(list_handle);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_list_t *list = (const zed_list_t *)list_handle;
    if (!list->stream) {
        return zed_fail(ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE,
                        "a regular command list executes no other lists");
    }
    result = zed_execute_check(list->ordinal, count, list_handles);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_command_t *command;
    result = zed_append_begin(list_handle, ZED_COMMAND_EXECUTE_LISTS, count * sizeof(zed_list_t *),
                              &(zed_sync_t){signal, wait_count, waits}, &command);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    zed_execute_fill(command, count, list_handles);
    return zed_append_finish(list_handle, command);
}
