/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How an operation gets onto a SYCL queue.  The runtime for SYCL does not know of commands that somebody
 * appends to its own command list, so each queue has a lane beside it: an immediate command list on which
 * libishmem's operations run one after the other.  An operation is three steps:
 *
 *   before   a barrier on the queue, whose event the operation waits for: on an in-order queue it
 *            follows everything submitted so far, on others the events that the caller gives
 *   append   the operation, on the lane; it signals an event of the lane
 *   after    a barrier on the queue that waits for that event; its event is what the caller gets
 *
 * The runtime uses the event of `before` again once nobody refers to it, and the lane resets its own
 * event, so both are kept until `after` is complete.
 *
 * Barriers cost more than a short operation.  `before` is left out where everything that it would wait
 * for is complete, and `after` where the operation ends within the time that submitting `after` would
 * take: nothing that is submitted later can then come too early.
 *
 * lanes()    the table of lanes and each lane have a lock; a lane's guards all its members.  No lock is
 *            held while anybody waits.
 */
// IWYU pragma: private, include <ishmemx.h>
#ifndef ISHMEM_SYCL_LANE_H
#define ISHMEM_SYCL_LANE_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include <chrono>
#include <deque>
#include <level_zero/ze_api.h>
#include <memory>
#include <mutex>
#include <string>
#include <sycl/ext/oneapi/backend/level_zero.hpp>
#include <sycl/sycl.hpp>
#include <thread>
#include <unordered_map>
#include <vector>

namespace ishmemi {

constexpr sycl::backend level_zero = sycl::backend::ext_oneapi_level_zero;
using events = std::vector<sycl::event>;

[[noreturn]] inline void fail(const char *routine, const char *reason)
{
    throw sycl::exception(sycl::make_error_code(sycl::errc::runtime),
                          std::string(routine) + ": " + reason);
}

inline bool is_complete(const sycl::event &event)
{
    return event.get_info<sycl::info::event::command_execution_status>() ==
           sycl::info::event_command_status::complete;
}

/* Whether the runtime has submitted the command, so that its event has a native one.  It has not while
 * the command depends on a task of the host. */
inline bool has_native(const sycl::event &event)
{
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#endif
    return event.get_info<sycl::info::event::reference_count>() != 0;
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
}

class lane {
public:
    lane(const sycl::queue &queue, const char *routine)
        : has_profile(queue.has_property<sycl::property::queue::enable_profiling>()),
          complete(completed(queue)), context(sycl::get_native<level_zero>(queue.get_context()))
    {
        ze_command_queue_desc_t desc = {};
        desc.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
        desc.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
        if (zeCommandListCreateImmediate(context, ishmemx_ze_device(), &desc, &list) !=
            ZE_RESULT_SUCCESS) {
            fail(routine,
                 "no command list can be created in the queue's context for this PE's tile");
        }
    }
    lane(const lane &) = delete;
    lane &operator=(const lane &) = delete;

    /* append(list, signal, waits, their number) puts the operation on a list. */
    template <typename Append>
    sycl::event run(sycl::queue &queue, const events &dependencies, const char *routine,
                    const Append &append)
    {
        sycl::event before;
        const bool waits =
            !is_ready(queue, dependencies) && submit_before(queue, dependencies, before);
        const ze_event_handle_t done = start(before, waits, routine, append);
        if (!waits && !has_profile && ends_soon(done)) {
            const std::lock_guard<std::mutex> guard(lock);
            give_event(done, routine);
            return complete;
        }
        const sycl::event end = sycl::make_event<level_zero>(
            {done, sycl::ext::oneapi::level_zero::ownership::keep}, queue.get_context());
        const sycl::event after = queue.ext_oneapi_submit_barrier({end});
        const std::lock_guard<std::mutex> guard(lock);
        running.push_back({done, before, after});
        return after;
    }

private:
    struct operation {
        ze_event_handle_t done;
        sycl::event before;
        sycl::event after;
    };
    static constexpr uint32_t pool_events = 64;
    /* What the barriers and the wake-ups between lists cost: a spin that fails costs as much again. */
    static constexpr std::chrono::microseconds soon{25};
    /* Longer than an operation of a few bytes.  After it, the thread that carries it out may need this processor. */
    static constexpr std::chrono::microseconds at_once{4};

    std::mutex lock;
    const bool has_profile;     /* of the queue: each event tells when its command ran */
    const sycl::event complete; /* for the caller, of an operation that has ended */
    ze_context_handle_t context;
    ze_command_list_handle_t list = nullptr;
    std::vector<ze_event_handle_t> free_events;
    std::deque<operation> running; /* about in the order of the lane, in which they end, too */

    /* Appends the operation; its event. */
    template <typename Append>
    ze_event_handle_t start(const sycl::event &before, bool waits, const char *routine,
                            const Append &append)
    {
        const std::lock_guard<std::mutex> guard(lock);
        const ze_event_handle_t done = take_event(routine);
        ze_event_handle_t native = waits ? sycl::get_native<level_zero>(before) : nullptr;
        if (append(list, done, waits ? 1u : 0u, waits ? &native : nullptr) != 0) {
            free_events.push_back(done);
            fail(routine, "the operation could not be appended; stderr has the reason");
        }
        return done;
    }

    /* An event that has a native one.  It is of another queue, because this one may be busy. */
    static sycl::event completed(const sycl::queue &queue)
    {
        sycl::queue idle{queue.get_context(), queue.get_device()};
        sycl::event event = idle.ext_oneapi_submit_barrier();
        event.wait();
        return event;
    }

    template <typename Condition> static bool becomes(const Condition &condition)
    {
        if (condition()) {
            return true;
        }
        using clock = std::chrono::steady_clock;
        const clock::time_point start = clock::now();
        for (clock::time_point now = start; now - start < soon; now = clock::now()) {
            if (now - start > at_once) {
                std::this_thread::yield();
            }
            if (condition()) {
                return true;
            }
        }
        return false;
    }

    /* Whether everything that the operation follows is complete. */
    static bool is_ready(const sycl::queue &queue, const events &dependencies)
    {
        for (const sycl::event &dependency : dependencies) {
            if (!becomes([&] { return is_complete(dependency); })) {
                return false;
            }
        }
        return !queue.is_in_order() || becomes([&] { return queue.ext_oneapi_empty(); });
    }

    static bool ends_soon(ze_event_handle_t done)
    {
        return becomes([done] { return zeEventQueryStatus(done) == ZE_RESULT_SUCCESS; });
    }

    /* Whether there is something to wait for on the device. */
    static bool submit_before(sycl::queue &queue, const events &dependencies, sycl::event &before)
    {
        if (dependencies.empty() && !queue.is_in_order()) {
            return false;
        }
        for (sycl::event dependency : dependencies) {
            if (!has_native(dependency)) {
                dependency.wait();
            }
        }
        before = dependencies.empty() ? queue.ext_oneapi_submit_barrier()
                                      : queue.ext_oneapi_submit_barrier(dependencies);
        if (!has_native(before)) {
            before.wait();
            return false;
        }
        return true;
    }

    void add_pool(const char *routine)
    {
        ze_event_pool_desc_t desc = {};
        desc.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC;
        desc.flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE;
        desc.count = pool_events;
        ze_event_pool_handle_t pool = nullptr;
        if (zeEventPoolCreate(context, &desc, 0, nullptr, &pool) != ZE_RESULT_SUCCESS) {
            fail(routine, "no event pool can be created in the queue's context");
        }
        for (uint32_t i = 0; i < pool_events; i++) {
            ze_event_desc_t event_desc = {};
            event_desc.stype = ZE_STRUCTURE_TYPE_EVENT_DESC;
            event_desc.index = i;
            event_desc.signal = ZE_EVENT_SCOPE_FLAG_HOST;
            event_desc.wait = ZE_EVENT_SCOPE_FLAG_HOST;
            ze_event_handle_t event = nullptr;
            if (zeEventCreate(pool, &event_desc, &event) != ZE_RESULT_SUCCESS) {
                fail(routine, "no event can be created in the queue's context");
            }
            free_events.push_back(event);
        }
    }

    void give_event(ze_event_handle_t event, const char *routine)
    {
        if (zeEventHostReset(event) != ZE_RESULT_SUCCESS) {
            fail(routine, "an event cannot be reset");
        }
        free_events.push_back(event);
    }

    /* One that is reset.  Those of operations that have ended come back first. */
    ze_event_handle_t take_event(const char *routine)
    {
        while (!running.empty() && is_complete(running.front().after)) {
            give_event(running.front().done, routine);
            running.pop_front();
        }
        if (free_events.empty()) {
            add_pool(routine);
        }
        const ze_event_handle_t event = free_events.back();
        free_events.pop_back();
        return event;
    }
};

struct lane_table {
    std::mutex lock;
    std::unordered_map<sycl::queue, std::unique_ptr<lane>> of;
};

/* Never freed: at the program's end the runtime for SYCL may be gone. */
inline lane_table &lanes()
{
    static lane_table *const table = new lane_table;
    return *table;
}

inline lane &lane_of(const sycl::queue &queue, const char *routine)
{
    if (queue.get_backend() != level_zero) {
        fail(routine, "the queue is not of Level Zero");
    }
    lane_table &table = lanes();
    const std::lock_guard<std::mutex> guard(table.lock);
    std::unique_ptr<lane> &found = table.of[queue];
    if (!found) {
        found = std::make_unique<lane>(queue, routine);
    }
    return *found;
}

template <typename Append>
sycl::event enqueue(sycl::queue &queue, const events &dependencies, const char *routine,
                    const Append &append)
{
    int initialized = 0;
    ishmemx_query_initialized(&initialized);
    if (!initialized) {
        fail(routine, "ishmem_init has not been called");
    }
    return lane_of(queue, routine).run(queue, dependencies, routine, append);
}

} // namespace ishmemi

#endif
