/* SPDX-License-Identifier: BSD-3-Clause */
/* What Level Zero got after version 1.4, so that the driver builds with old headers. */
#ifndef ZED_YOUNG_H
#define ZED_YOUNG_H

#include <level_zero/ze_api.h>

/* 1.9 */
#define ZED_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME "ZE_experimental_immediate_command_list_append"

/* 1.10: ze_init_driver_type_desc_t. */
struct zed_init_driver_type_desc {
    uint32_t stype;
    const void *pNext;
    uint32_t flags;
};

#endif
