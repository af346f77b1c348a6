/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The GPUs of this machine.  Each is a root device with one tile, so tile i is GPU i.  Everything
 * is written once, when the engine starts, except for the contexts, which are made when they are
 * first used.
 */
#ifndef ZED_CUDA_GPU_H
#define ZED_CUDA_GPU_H

#include "cuda/status.h"
#include "engine/engine.h"

#define ZED_CUDA_GPUS_MAX 64

/* Loads libcuda and finds the GPUs, once.  Prints one message if the machine has none. */
ze_result_t zed_gpu_start(uint32_t *count, const zed_device_info_t **infos);

uint32_t zed_gpu_count(void);
const zed_device_info_t *zed_gpu_info(uint32_t tile);
CUdevice zed_gpu_device(uint32_t tile);
/* false: the driver does not use the device. */
bool zed_gpu_tile_of(CUdevice device, uint32_t *tile);

/* The GPU that the process used first.  It is used for whatever belongs to no GPU, so that no other
 * GPU gets a context for that. */
uint32_t zed_gpu_home(void);

/* The calling thread uses this GPU until it leaves it.  The program may use CUDA as well;
 * afterwards its thread's GPU is as before. */
ze_result_t zed_gpu_enter(uint32_t tile);
void zed_gpu_leave(void);

/* On the GPU that the calling thread uses, gives each work-item a stack of at least so many bytes.  A kernel that
 * needs more than there is waits at its launch until the GPU is idle, which it never is while another kernel
 * waits for a message: so call this before anything is launched. */
void zed_gpu_reserve_stack(size_t bytes);

/* Whether kernels on the tile can use the other tile's memory. */
bool zed_gpu_reaches(uint32_t tile, uint32_t peer);

/* What kernels on the tile may do with the other tile's memory. */
ze_device_p2p_property_flags_t zed_gpu_peer_access(uint32_t tile, uint32_t peer);

/* What machine code depends on, such as "sm_90 driver 13000". */
const char *zed_gpu_code_key(uint32_t tile);

#endif
