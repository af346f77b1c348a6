/* SPDX-License-Identifier: BSD-3-Clause */
/* The environment's settings for the CPU engine, read once per process. */
#ifndef ZED_RUN_SETTINGS_H
#define ZED_RUN_SETTINGS_H

#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct zed_settings {
    uint32_t tiles; /* ZECPU_TILES: sub-devices; 8 by default */
    uint32_t
        threads; /* ZECPU_THREADS: the most threads that run kernels; 0: all that are allowed */
    size_t stack_bytes; /* ZECPU_STACK: of one work-item; 64K by default */
    uint64_t delay_ns;  /* ZECPU_DELAY in microseconds: the longest injected delay; 0: none */
    bool sanitize;      /* ZECPU_SANITIZE: kernels check their accesses */
    bool perf_map;      /* ZECPU_PERF_MAP: perf gets the names of kernels */
    ze_device_type_t device_type; /* ZECPU_DEVICE_TYPE: the type that the device reports */
} zed_settings_t;

#ifdef __cplusplus
extern "C"
#endif
    const zed_settings_t *
    zed_settings_get(void);

#endif
