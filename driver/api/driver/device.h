/* SPDX-License-Identifier: BSD-3-Clause */
/* The queue groups of every device: group 0 computes and copies, group 1 only copies. */
#ifndef ZED_DEVICE_H
#define ZED_DEVICE_H

#include "driver.h"

#define ZED_QUEUE_GROUPS 2
#define ZED_QUEUES_PER_GROUP 8
#define ZED_MAXIMUM_PATTERN 128

bool zed_queue_group_computes(uint32_t ordinal);

#endif
