/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Streams, their threads, and helping.
 *
 * word         written by                                read by               ordering
 * submitted    submitters, under lock: position of the   any thread            seq_cst
 *              last command in the chain
 * running      the one thread that runs commands: the    any thread            seq_cst
 *              stream's own or a helper
 * progress     the thread that holds running (point.h)   any thread            seq_cst
 * asleep       the stream's thread, 1 while it sleeps    threads that wake it  seq_cst
 *              or is about to; threads that wake it
 * deferred     under lock: what waits for the end of     the thread that       seq_cst
 *              commands of this stream                   holds running
 * failure      the thread that holds running; waiters    waiters               seq_cst
 * first, last  under lock: the chain of commands         under lock            under lock
 * pool         under lock: free records                  under lock            under lock
 * queue        at the stream's creation                  any thread            constant
 * streams[]    creators, under streams_lock              any thread            release, acquire
 *
 * queue is the device's queue, to which the thread that holds running hands commands over; NULL:
 * they run on the host.  With a queue, `progress` counts the commands handed over, and the queue
 * knows which have ended.
 *
 * Two pairs of threads must not miss each other, so these accesses are sequentially consistent.
 * The stream's thread writes asleep and then reads submitted and running, while a submitter writes
 * submitted (or a leaving helper running) and then reads asleep.  keep_deferred writes deferred and
 * then reads completed, while the runner writes completed and then reads deferred.
 */
#include "stream.h"

#include "command_run.h"
#include "enqueue.h"
#include "listener.h"
#include "util/clock.h"
#include "util/thread.h"

#include <pthread.h>
#include <stdlib.h>

/* How long the stream's thread watches the device's queue before it looks for other work. */
#define WATCH_NANOSECONDS 1000000

/* What submitters write lies on other cache lines than what runners write. */
struct zed_stream {
    _Alignas(64) pthread_mutex_t lock;
    _Atomic uint64_t submitted;
    _Atomic uint32_t asleep;
    bool threaded;
    uint32_t tile;
    zed_device_queue_t *queue; /* constant for the stream's life */

    _Alignas(64) zed_progress_t progress;
    _Atomic uint32_t failure;
    _Atomic bool running;
    zed_command_t *first;
    zed_command_t **last;
    zed_command_pool_t pool;
    zed_deferred_t *_Atomic deferred;
    void *clock; /* listener.h: released when its commands end */
    uint64_t number;
    zed_stream_t *next_free;
};

static pthread_mutex_t streams_lock = PTHREAD_MUTEX_INITIALIZER;
static zed_stream_t *free_streams;
static _Atomic uint64_t stream_count; /* written under streams_lock */
static zed_stream_t *_Atomic streams[ZED_STREAMS_MAX];

static zed_stream_t *stream_of(uint64_t number)
{
    return atomic_load_explicit(&streams[number], memory_order_acquire);
}

static bool has_work(zed_stream_t *stream)
{
    return atomic_load(&stream->submitted) != atomic_load(&stream->progress.completed);
}

static bool try_to_run(zed_stream_t *stream)
{
    return !atomic_load_explicit(&stream->running, memory_order_relaxed) &&
           !atomic_exchange(&stream->running, true);
}

void zed_stream_wake(zed_stream_t *stream)
{
    if (atomic_load(&stream->asleep) != 0 && atomic_exchange(&stream->asleep, 0) != 0) {
        zed_futex_wake(&stream->asleep, false);
    }
}

/* Removes and returns those that wait for a command up to `completed`. */
static zed_deferred_t *take_deferred(zed_stream_t *stream, uint64_t completed)
{
    zed_deferred_t *ended = NULL;
    zed_deferred_t *open = NULL;

    pthread_mutex_lock(&stream->lock);
    for (zed_deferred_t *deferred = atomic_load(&stream->deferred), *next; deferred;
         deferred = next) {
        next = deferred->next;
        zed_deferred_t **list = deferred->position <= completed ? &ended : &open;
        deferred->next = *list;
        *list = deferred;
    }
    atomic_store(&stream->deferred, open);
    pthread_mutex_unlock(&stream->lock);
    return ended;
}

/* Every command up to `completed` has ended. */
static void continue_deferred(zed_stream_t *stream, uint64_t completed)
{
    if (!atomic_load(&stream->deferred)) {
        return;
    }
    for (zed_deferred_t *deferred = take_deferred(stream, completed), *next; deferred;
         deferred = next) {
        next = deferred->next;
        zed_deferred_continue(deferred, stream->number + 1);
    }
}

static bool is_ready(zed_stream_t *stream, const zed_command_t *command)
{
    return stream->queue ? !zed_enqueue_blocks(stream->queue, command)
                         : zed_command_is_ready(stream->number, command);
}

static ze_result_t run(zed_stream_t *stream, zed_command_t *command)
{
    const ze_cpu_kernel_listener_t *listener = zed_listener_get();
    if (stream->queue) {
        return zed_enqueue(stream->queue, command);
    }
    if (!listener) {
        return zed_command_run(stream->number, command);
    }
    const uint64_t before = listener->on_stream(stream->number);
    const ze_result_t result = zed_command_run(stream->number, command);
    listener->release(&stream->clock);
    listener->on_stream(before);
    return result;
}

/* Runs the next command.  The caller holds `running`.  A helper leaves a command that would block
 * it to the stream's thread; then returns false. */
static bool run_next(zed_stream_t *stream, bool helper)
{
    pthread_mutex_lock(&stream->lock);
    zed_command_t *command = stream->first;
    if (helper && !is_ready(stream, command)) {
        pthread_mutex_unlock(&stream->lock);
        return false;
    }
    stream->first = command->next;
    if (!stream->first) {
        stream->last = &stream->first;
    }
    pthread_mutex_unlock(&stream->lock);

    ze_result_t result = run(stream, command);
    if (result != ZE_RESULT_SUCCESS) {
        uint32_t none = ZE_RESULT_SUCCESS;
        atomic_compare_exchange_strong(&stream->failure, &none, (uint32_t)result);
    }

    pthread_mutex_lock(&stream->lock);
    zed_command_give(&stream->pool, command);
    pthread_mutex_unlock(&stream->lock);

    zed_progress_step(&stream->progress);
    if (!stream->queue) {
        continue_deferred(stream, atomic_load(&stream->progress.completed));
    }
    return true;
}

/* Waits for a moment for what the device's queue has now.  false: nothing waits for its end. */
static bool watch_queue(zed_stream_t *stream)
{
    if (!stream->queue || !atomic_load(&stream->deferred)) {
        return false;
    }
    const uint64_t completed = atomic_load(&stream->progress.completed);
    const uint64_t deadline = zed_deadline(WATCH_NANOSECONDS);
    if (zed_driver_engine()->queues->wait(stream->queue, deadline) != ZE_RESULT_NOT_READY) {
        continue_deferred(stream, completed);
    }
    return true;
}

static void *thread_main(void *argument)
{
    zed_stream_t *stream = argument;
    zed_pause_t pause = {0};

    for (;;) {
        if (has_work(stream) && try_to_run(stream)) {
            while (has_work(stream)) {
                run_next(stream, false);
            }
            atomic_store(&stream->running, false);
            pause = (zed_pause_t){0};
            continue;
        }
        if (watch_queue(stream) || zed_pause_turn(&pause)) {
            continue;
        }
        atomic_store(&stream->asleep, 1);
        if ((!has_work(stream) && !(stream->queue && atomic_load(&stream->deferred))) ||
            atomic_load(&stream->running)) {
            zed_futex_wait(&stream->asleep, 1, ZED_FOREVER, false);
        }
        atomic_store(&stream->asleep, 0);
        pause = (zed_pause_t){0};
    }
    return NULL;
}

/* The caller holds the lock. */
static bool start_thread(zed_stream_t *stream)
{
    pthread_t thread;
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    stream->threaded = ishmemi_thread_create(&thread, &attributes, thread_main, stream) == 0;
    pthread_attr_destroy(&attributes);
    return stream->threaded;
}

static uint64_t count_streams(void)
{
    return atomic_load(&stream_count);
}

/* Whether the device's queue has commands that have not ended.  A queue that has failed will end
 * none. */
static bool is_on_device(zed_stream_t *stream)
{
    return stream->queue &&
           zed_driver_engine()->queues->query(stream->queue) == ZE_RESULT_NOT_READY;
}

static bool keep_deferred(uint64_t number, zed_deferred_t *deferred)
{
    zed_stream_t *stream = stream_of(number);
    if (!has_work(stream) && !is_on_device(stream)) {
        return false;
    }
    pthread_mutex_lock(&stream->lock);
    if (stream->queue && !stream->threaded && !start_thread(stream)) {
        pthread_mutex_unlock(&stream->lock);
        zed_driver_engine()->queues->wait(stream->queue, ZED_FOREVER);
        return false;
    }
    deferred->position = atomic_load(&stream->submitted);
    deferred->next = atomic_load(&stream->deferred);
    atomic_store(&stream->deferred, deferred);
    bool kept = stream->queue || atomic_load(&stream->progress.completed) < deferred->position;
    if (!kept) {
        atomic_store(&stream->deferred, deferred->next);
    }
    pthread_mutex_unlock(&stream->lock);
    if (stream->queue) {
        zed_stream_wake(stream);
    }
    return kept;
}

static const zed_deferred_streams_t deferred_streams = {.count = count_streams,
                                                        .keep = keep_deferred};

static zed_stream_t *make_stream(uint32_t tile)
{
    uint64_t number = atomic_load(&stream_count) + 1;
    if (number >= ZED_STREAMS_MAX) {
        return NULL;
    }
    zed_stream_t *stream = aligned_alloc(_Alignof(zed_stream_t), sizeof *stream);
    if (!stream) {
        return NULL;
    }
    *stream = (zed_stream_t){.number = number, .tile = tile};
    const zed_device_queue_calls_t *queues = zed_driver_engine()->queues;
    if (queues && queues->open(tile, &stream->queue) != ZE_RESULT_SUCCESS) {
        free(stream);
        return NULL;
    }
    pthread_mutex_init(&stream->lock, NULL);
    stream->last = &stream->first;
    zed_progress_publish(number, &stream->progress);
    atomic_store_explicit(&streams[number], stream, memory_order_release);
    zed_deferred_set_streams(&deferred_streams);
    atomic_store(&stream_count, number);
    return stream;
}

/* A free stream of the device, or NULL.  The caller holds streams_lock. */
static zed_stream_t *take_free(uint32_t tile)
{
    for (zed_stream_t **link = &free_streams; *link; link = &(*link)->next_free) {
        zed_stream_t *stream = *link;
        if (!stream->queue || stream->tile == tile) {
            *link = stream->next_free;
            atomic_store(&stream->failure, ZE_RESULT_SUCCESS);
            return stream;
        }
    }
    return NULL;
}

zed_stream_t *zed_stream_acquire(const zed_device_t *device)
{
    pthread_mutex_lock(&streams_lock);
    zed_stream_t *stream = take_free(device->tile);
    if (!stream) {
        stream = make_stream(device->tile);
    }
    pthread_mutex_unlock(&streams_lock);
    return stream;
}

void zed_stream_release(zed_stream_t *stream)
{
    pthread_mutex_lock(&stream->lock);
    zed_command_pool_release(&stream->pool);
    pthread_mutex_unlock(&stream->lock);
    pthread_mutex_lock(&streams_lock);
    stream->next_free = free_streams;
    free_streams = stream;
    pthread_mutex_unlock(&streams_lock);
}

zed_command_t *zed_stream_command(zed_stream_t *stream)
{
    pthread_mutex_lock(&stream->lock);
    zed_command_t *command = zed_command_take(&stream->pool);
    pthread_mutex_unlock(&stream->lock);
    return command;
}

void zed_stream_discard(zed_stream_t *stream, zed_command_t *command)
{
    pthread_mutex_lock(&stream->lock);
    zed_command_give(&stream->pool, command);
    pthread_mutex_unlock(&stream->lock);
}

/* Runs commands up to `position` unless another thread is running them.  `signal` may be NULL. */
static void help(zed_stream_t *stream, uint64_t position, zed_signal_t *signal)
{
    if (atomic_load(&stream->progress.completed) >= position || !try_to_run(stream)) {
        return;
    }
    bool ran = true;
    while (ran && atomic_load(&stream->progress.completed) < position &&
           (!signal || !zed_signal_is_set(signal))) {
        ran = run_next(stream, true);
    }
    atomic_store(&stream->running, false);
    if (has_work(stream)) {
        zed_stream_wake(stream);
    }
}

/* If no thread can be started, the caller does what it can. */
static void run_all(zed_stream_t *stream)
{
    while (has_work(stream)) {
        if (try_to_run(stream)) {
            while (has_work(stream)) {
                run_next(stream, false);
            }
            atomic_store(&stream->running, false);
        }
    }
}

/* Hands the device's queue what it accepts at once; the stream's thread does the rest. */
static void hand_over(zed_stream_t *stream, uint64_t position)
{
    help(stream, position, NULL);
    if (atomic_load(&stream->progress.completed) >= position) {
        return;
    }
    pthread_mutex_lock(&stream->lock);
    const bool threaded = stream->threaded || start_thread(stream);
    pthread_mutex_unlock(&stream->lock);
    if (threaded) {
        zed_stream_wake(stream);
    } else {
        run_all(stream);
    }
}

ze_result_t zed_stream_submit(zed_stream_t *stream, zed_command_t *first, uint64_t *point)
{
    zed_listener_submit(first);
    pthread_mutex_lock(&stream->lock);
    if (!stream->queue && !stream->threaded && !start_thread(stream)) {
        while (first) {
            zed_command_t *next = first->next;
            zed_command_give(&stream->pool, first);
            first = next;
        }
        pthread_mutex_unlock(&stream->lock);
        return zed_fail(ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY,
                        "cannot create a thread to run the commands");
    }
    uint64_t position = atomic_load_explicit(&stream->submitted, memory_order_relaxed);
    *stream->last = first;
    for (zed_command_t *command = first; command; command = command->next) {
        position++;
        zed_command_submit(command, zed_point(stream->number, position));
        stream->last = &command->next;
    }
    atomic_store(&stream->submitted, position);
    pthread_mutex_unlock(&stream->lock);
    *point = zed_point(stream->number, position);
    if (stream->queue) {
        hand_over(stream, position);
    }
    return ZE_RESULT_SUCCESS;
}

uint64_t zed_stream_last(zed_stream_t *stream)
{
    return zed_point(stream->number, atomic_load(&stream->submitted));
}

void zed_stream_help(uint64_t point, zed_signal_t *signal)
{
    if (point != 0) {
        zed_stream_t *stream = stream_of(zed_point_stream(point));
        help(stream, point & ZED_POSITION_MASK, signal);
    }
}

/* Waits for everything that the device's queue has. */
static ze_result_t wait_for_device(zed_stream_t *stream, uint64_t timeout, uint64_t deadline)
{
    const zed_device_queue_calls_t *queues = zed_driver_engine()->queues;
    const uint64_t completed = atomic_load(&stream->progress.completed);
    ze_result_t result =
        timeout == 0 ? queues->query(stream->queue) : queues->wait(stream->queue, deadline);
    if (result == ZE_RESULT_SUCCESS) {
        continue_deferred(stream, completed);
    }
    return result;
}

ze_result_t zed_stream_wait(uint64_t point, uint64_t timeout)
{
    zed_stream_t *stream = stream_of(zed_point_stream(point));
    uint64_t position = point & ZED_POSITION_MASK;
    uint64_t deadline = ZED_FOREVER;
    zed_pause_t pause = {0};

    if (timeout != 0) {
        deadline = zed_deadline(timeout);
    }
    while (atomic_load(&stream->progress.completed) < position) {
        if (timeout == 0) {
            return ZE_RESULT_NOT_READY;
        }
        if (deadline == ZED_FOREVER) {
            help(stream, position, NULL);
        } else if (ishmemi_clock_now() >= deadline) {
            return ZE_RESULT_NOT_READY;
        }
        if (atomic_load(&stream->progress.completed) < position && !zed_pause_turn(&pause)) {
            zed_progress_sleep(&stream->progress, position, deadline);
        }
    }
    if (stream->queue) {
        ze_result_t result = wait_for_device(stream, timeout, deadline);
        if (result != ZE_RESULT_SUCCESS) {
            return result;
        }
    }
    zed_listener_acquire(&stream->clock);
    return (ze_result_t)atomic_exchange(&stream->failure, ZE_RESULT_SUCCESS);
}

void zed_stream_wait_all(void)
{
    uint64_t count = count_streams();
    for (uint64_t number = 1; number <= count; number++) {
        zed_stream_t *stream = stream_of(number);
        uint64_t position = atomic_load(&stream->submitted);
        zed_pause_t pause = {0};
        while (atomic_load(&stream->progress.completed) < position) {
            if (!zed_pause_turn(&pause)) {
                zed_progress_sleep(&stream->progress, position, ZED_FOREVER);
            }
        }
        if (stream->queue) {
            wait_for_device(stream, ZED_FOREVER, ZED_FOREVER);
        }
    }
}
