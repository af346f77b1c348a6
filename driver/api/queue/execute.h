/* SPDX-License-Identifier: BSD-3-Clause */
/* Recorded lists that a queue or an immediate list executes. */
#ifndef ZED_EXECUTE_H
#define ZED_EXECUTE_H

#include "list_object.h"

/* Checks that a queue or list of this queue group can execute each of the lists. */
ze_result_t zed_execute_check(uint32_t ordinal, uint32_t count,
                              ze_command_list_handle_t *list_handles);

/* Makes the record, which has room for `count` pointers, execute the lists. */
void zed_execute_fill(zed_command_t *command, uint32_t count,
                      ze_command_list_handle_t *list_handles);

#endif
