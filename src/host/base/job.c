/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The job as this PE sees it (job.h).
 */
#include "job.h"

ishmemi_job_t ishmemi_job;

ishmem_ctx_t ishmem_ctx_default;
