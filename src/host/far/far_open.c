/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Opens the transport for a job with far PEs, with what it needs to serve them.
 */
#include "far_open.h"

#include "access.h"
#include "agree.h"
#include "block_copy.h"
#include "bootstrap.h"
#include "driven.h"
#include "env.h"
#include "far.h"
#include "far_choose.h"
#include "far_doorbell.h"
#include "far_staging.h"
#include "far_thread.h"
#include "fatal.h"
#include "log.h"
#include "spin.h"
#include "transfer.h"

/* As the PEs of this host do it on the same object, so that all are atomic. */
static uint64_t amo(ishmemi_amo_t op, size_t bytes, void *object, uint64_t value, uint64_t cond)
{
    return ishmemi_job.heap_host_mapped ? ishmemi_mapped_amo(op, true, bytes, object, value, cond)
                                        : ishmemi_access->amo(op, bytes, object, value, cond);
}

/* Whether a PE of this machine is far. */
static bool has_far_beside(void)
{
    bool has = false;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        has |= ishmemi_far_is(pe) && ishmemi_is_on_machine(pe);
    }
    return has;
}

static ishmemi_transport_job_t describe_job(bool initialize)
{
    return (ishmemi_transport_job_t){.my_pe = ishmemi_job.my_pe,
                                     .n_pes = ishmemi_job.n_pes,
                                     .machine_of = ishmemi_job.machine_of,
                                     .initialize = initialize,
                                     .allgather = ishmemi_allgather};
}

int ishmemi_far_open(bool initialize)
{
    if (ishmemi_agree(ishmemi_far_count() == 0) < 0) {
        return 0;
    }
    const ishmemi_transport_t *const transport = ishmemi_far_choose();
    if (ishmemi_agree(transport) >= 0) {
        return transport ? 0 : -1;
    }
    const ishmemi_transport_job_t job = describe_job(initialize);
    const ishmemi_transport_request_t request = {
        .job = ishmemi_far_is_of_job() ? NULL : &job,
        .heap = ishmemi_job.heap,
        .heap_bytes = ishmemi_job.heap_bytes + ishmemi_job.team_bytes,
        .heap_host_mapped = ishmemi_job.heap_host_mapped,
        .one_sided = (ishmemi_one_sided_t)ishmemi_env.ucx_one_sided,
        .channels = ishmemi_env.mpi_window && has_far_beside(),
        .nontemporal_bytes = ishmemi_block_copy_least.together,
        .statics = (char *)ishmemi_segment.start,
        .statics_bytes = ishmemi_segment.bytes,
        .copy = ishmemi_access->copy,
        .staging_allocate = ishmemi_far_staging_allocate,
        .staging_release = ishmemi_far_staging_release,
        .staging_copy = ishmemi_far_staging_copy,
        .staging_has_copied = ishmemi_far_staging_has_copied,
        .amo = amo,
        .wake = ishmemi_far_doorbell_ring,
        .log_error = ishmemi_error,
        .fatal = ishmemi_fatal,
    };
    const int result = transport->open(&request);
    if (ishmemi_agree(result == 0) >= 0) {
        return result;
    }
    ishmemi_far = transport;
    ishmemi_spin_carry = ishmemi_far_poll;
    return ishmemi_far_thread_start(ishmemi_driven_open());
}

void ishmemi_far_close(void)
{
    if (!ishmemi_far) {
        return;
    }
    ishmemi_far_quiet("ishmem_finalize", -1);
    /* This PE still serves the others until they are quiet too. */
    ishmemi_agree(true);
    ishmemi_driven_close();
    ishmemi_far_thread_stop();
    ishmemi_far->close();
    ishmemi_far_staging_close();
    ishmemi_far = NULL;
}
