/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks the descriptions of queues and immediate lists. */
#ifndef ZED_QUEUE_DESC_H
#define ZED_QUEUE_DESC_H

#include "error.h"

ze_result_t zed_queue_check_desc(const ze_command_queue_desc_t *desc);

#endif
