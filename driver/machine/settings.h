/* SPDX-License-Identifier: BSD-3-Clause */
/* What the environment says about the CPU engine, read once in a process. */
#ifndef ZED_RUN_SETTINGS_H
#define ZED_RUN_SETTINGS_H

#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct zed_settings {
    uint32_t tiles;     /* ZECPU_TILES: sub-devices, 8 unless told otherwise */
    uint32_t threads;   /* ZECPU_THREADS: at most so many threads run kernels; 0: all allowed */
    size_t stack_bytes; /* ZECPU_STACK: of one work-item, 64K unless told otherwise */
    uint64_t delay_ns;  /* ZECPU_DELAY (microseconds): longest injected delay; 0: none */
    bool sanitize;      /* ZECPU_SANITIZE: kernels check what they access */
    bool perf_map;      /* ZECPU_PERF_MAP: perf learns the names of kernels */
    ze_device_type_t device_type; /* ZECPU_DEVICE_TYPE: what the device says that it is */
} zed_settings_t;

#ifdef __cplusplus
extern "C"
#endif
    const zed_settings_t *
    zed_settings_get(void);

#endif
