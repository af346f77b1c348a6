/* SPDX-License-Identifier: BSD-3-Clause */
/* GPUs' clocks, and what they have to do with the host's; copies beside all queues. */
#ifndef ZED_CUDA_GPU_CLOCK_H
#define ZED_CUDA_GPU_CLOCK_H

#include <stdint.h>

/* What has to be added to the GPU's time for the host's, modulo 2 to the 64th.  Found when first asked
 * for; clocks of one machine drift by microseconds a minute. */
uint64_t zed_gpu_clock_difference(uint32_t tile);

#endif
