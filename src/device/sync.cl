/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory ordering, sync_all and barrier_all. */
#include "ishmem/device/sync.h"
#include "ishmem_device.h"

void ishmem_fence(void)
{
    ishmemi_fence(ISHMEMI_WORK_ITEM);
}

/* Every context's operations are loads and stores of the caller, so each is fenced as all are. */
void ishmem_ctx_fence(ishmem_ctx_t ctx)
{
    (void)ctx;
    ishmemi_fence(ISHMEMI_WORK_ITEM);
}

void ishmemx_fence_work_group(void)
{
    ishmemi_fence(ISHMEMI_WORK_GROUP);
}

void ishmem_quiet(void)
{
    ishmemi_quiet(ISHMEMI_WORK_ITEM);
}

void ishmem_ctx_quiet(ishmem_ctx_t ctx)
{
    (void)ctx;
    ishmemi_quiet(ISHMEMI_WORK_ITEM);
}

void ishmemx_quiet_work_group(void)
{
    ishmemi_quiet(ISHMEMI_WORK_GROUP);
}

void ishmem_sync_all(void)
{
    ishmemi_sync_all(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM);
}

void ishmemx_sync_all_work_group(void)
{
    ishmemi_sync_all(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_GROUP);
}

void ishmem_barrier_all(void)
{
    ishmemi_barrier_all(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM);
}

void ishmemx_barrier_all_work_group(void)
{
    ishmemi_barrier_all(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_GROUP);
}
