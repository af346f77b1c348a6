/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Starts the proxy's thread (../proxy/proxy.h) with what it needs from this library.
 */
#include "far_thread.h"

#include "far_doorbell.h"
#include "far_peers.h"
#include "fatal.h"
#include "log.h"
#include "observe.h"
#include "proxy/proxy.h"
#include "proxy_cpu.h"
#include "ring_open.h"

void ishmemi_far_thread_rest(void)
{
    ishmemi_proxy_rest();
}

void ishmemi_far_thread_wake(void)
{
    ishmemi_proxy_wake();
}

void ishmemi_far_thread_rouse(void)
{
    ishmemi_proxy_rouse();
}

static ishmemi_wakeups_t open_wakeups(void)
{
    ishmemi_far_doorbell_open();
    return (ishmemi_wakeups_t){.descriptor = ishmemi_far_doorbell_descriptor(),
                               .take = ishmemi_far_doorbell_take,
                               .send = ishmemi_far_doorbell_ring_here,
                               .from_all = ishmemi_far_doorbell_reaches_all()};
}

int ishmemi_far_thread_start(bool is_driven)
{
    const ishmemi_proxy_request_t request = {
        .transport = ishmemi_far,
        .ring = ishmemi_ring_get(),
        .wakeups = is_driven ? (ishmemi_wakeups_t){0} : open_wakeups(),
        .driven = is_driven,
        .n_pes = ishmemi_job.n_pes,
        .heap_bytes = ishmemi_job.heap_bytes + ishmemi_job.team_bytes,
        .cpu = is_driven ? ISHMEMI_PROXY_CPU_ANY : ishmemi_proxy_cpu_choose(),
        .log_error = ishmemi_error,
        .observer = &ishmemi_observe_operation,
        .fatal = ishmemi_fatal};
    return ishmemi_proxy_start(&request);
}

void ishmemi_far_thread_stop(void)
{
    const uint64_t wakeups = ishmemi_proxy_stop();
    ishmemi_far_doorbell_close();
    ishmemi_debug("the proxy's thread was woken %llu times", (unsigned long long)wakeups);
}
