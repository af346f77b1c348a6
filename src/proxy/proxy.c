/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The proxy's thread looks at the ring and drives the transport, in turn.  Where the program's
 * threads do this instead, a lock admits one at a time.
 *
 * word    written by               read by       ordering
 * rests   threads of the program   the thread    relaxed: only the change counts
 * stop    ishmemi_proxy_stop       the thread    store release, load acquire
 * idle    the thread               see idle.h; ishmemi_proxy_stop, when the thread has ended
 */
#include "proxy.h"

#include "doorbell.h"
#include "requests.h"
#include "util/thread.h"
#include <pthread.h>
#include <sched.h>
#include <string.h>

static struct {
    ishmemi_proxy_request_t request;
    pthread_t thread;
    pthread_mutex_t stepping; /* guards the proxy's steps where there is no thread */
    uint64_t rests;
    ishmemi_idle_t idle; /* the thread's; ishmemi_idle_is_asleep for all */
    bool stop;
} proxy = {.stepping = PTHREAD_MUTEX_INITIALIZER};

/* Failure is harmless: the thread then runs where the others do. */
static void move_to(int cpu)
{
    if (cpu != ISHMEMI_PROXY_CPU_ANY) {
        cpu_set_t *const set = CPU_ALLOC((size_t)cpu + 1);
        const size_t bytes = CPU_ALLOC_SIZE((size_t)cpu + 1);
        if (set) {
            CPU_ZERO_S(bytes, set);
            CPU_SET_S((size_t)cpu, bytes, set);
            pthread_setaffinity_np(pthread_self(), bytes, set);
            CPU_FREE(set);
        }
    }
}

static void *run(void *unused)
{
    (void)unused;
    pthread_setname_np(pthread_self(), "ishmem-proxy");
    move_to(proxy.request.cpu);
    ishmemi_doorbell_t doorbell = {.descriptor = -1};
    ishmemi_ring_host_t *const ring = proxy.request.ring;
    if (ring && ring->doorbell) {
        ishmemi_doorbell_open(&doorbell, ring->doorbell, ring->doorbell_bytes);
    }
    ishmemi_idle_begin(&proxy.idle, ring, doorbell.descriptor >= 0 ? &doorbell : NULL,
                       proxy.request.wakeups.take ? &proxy.request.wakeups : NULL);
    uint64_t rests = 0;
    while (!__atomic_load_n(&proxy.stop, __ATOMIC_ACQUIRE)) {
        bool moved = ring && ishmemi_requests_progress();
        if (moved) {
            ishmemi_idle_note_request(&proxy.idle);
        }
        const uint64_t rests_now = __atomic_load_n(&proxy.rests, __ATOMIC_RELAXED);
        const bool rest = rests_now != rests;
        rests = rests_now;
        moved |= !rest && proxy.request.transport->progress();
        if (moved) {
            ishmemi_idle_end(&proxy.idle);
        } else if (!rest && proxy.request.transport->is_carrying()) {
            ishmemi_idle_yield(&proxy.idle);
        } else {
            ishmemi_idle_wait(&proxy.idle, rest);
        }
    }
    ishmemi_doorbell_close(&doorbell);
    return NULL;
}

int ishmemi_proxy_start(const ishmemi_proxy_request_t *request)
{
    proxy.request = *request;
    proxy.stop = false;
    proxy.idle = (ishmemi_idle_t){0};
    if (request->ring && ishmemi_requests_open(request) != 0) {
        return -1;
    }
    if (request->driven) {
        return 0;
    }
    const int error = ishmemi_thread_create(&proxy.thread, NULL, run, NULL);
    if (error != 0) {
        request->log_error("cannot create the proxy thread: %s", strerror(error));
        if (request->ring) {
            ishmemi_requests_close();
        }
        return -1;
    }
    return 0;
}

bool ishmemi_proxy_step(void)
{
    if (pthread_mutex_trylock(&proxy.stepping) != 0) {
        return false;
    }
    bool moved = proxy.request.ring && ishmemi_requests_progress();
    moved |= proxy.request.transport->progress();
    pthread_mutex_unlock(&proxy.stepping);
    return moved;
}

void ishmemi_proxy_rest(void)
{
    const uint64_t rests = __atomic_load_n(&proxy.rests, __ATOMIC_RELAXED);
    __atomic_store_n(&proxy.rests, rests + 1, __ATOMIC_RELAXED);
}

static void send_letter(void)
{
    if (proxy.request.wakeups.take) {
        proxy.request.wakeups.send();
    }
}

void ishmemi_proxy_wake(void)
{
    if (ishmemi_idle_is_asleep(&proxy.idle)) {
        send_letter();
    }
}

void ishmemi_proxy_rouse(void)
{
    send_letter();
}

uint64_t ishmemi_proxy_stop(void)
{
    if (!proxy.request.driven) {
        __atomic_store_n(&proxy.stop, true, __ATOMIC_RELEASE);
        send_letter();
        pthread_join(proxy.thread, NULL);
    }
    if (proxy.request.ring) {
        ishmemi_requests_close();
    }
    ishmemi_idle_take_wakeups(&proxy.idle);
    return proxy.idle.n_wakeups;
}
