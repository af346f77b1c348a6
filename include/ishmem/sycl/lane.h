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
 * take: nothing that is submitted later can then come too early.  On a processor, a thread that waits
 * without a limit does the work itself.  There the call waits for a short operation, which takes no longer
 * than the barriers and needs no other PE.
 *
 * lanes()    the table of lanes and each lane have a lock; a lane's guards all its members.  No lock is
 *            held while anybody waits, except for a short operation.
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

/* As a number of bytes: another PE may have to do something before the operation ends. */
constexpr size_t endless = SIZE_MAX;

/* Whether the queue's device is a processor with our driver, whatever type it reports. */
inline bool is_processor(const sycl::queue &queue)
{
    const ze_driver_handle_t driver =
        sycl::get_native<level_zero>(queue.get_device().get_platform());
    uint32_t count = 0;
    zeDriverGetExtensionProperties(driver, &count, nullptr);
    std::vector<ze_driver_extension_properties_t> extensions(count);
    zeDriverGetExtensionProperties(driver, &count, extensions.data());
    for (const ze_driver_extension_properties_t &extension : extensions) {
        if (extension.name == std::string("ZECPU_extension_processor")) {
            return true;
        }
    }
    return false;
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
          complete(completed(queue)), context(sycl::get_native<level_zero>(queue.get_context())),
          list(create_list(ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS, routine))
    {
        if (is_processor(queue)) {
            waiting_list = create_list(ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS, routine);
        }
    }
    lane(const lane &) = delete;
    lane &operator=(const lane &) = delete;

    /* append(list, signal, waits, their number) puts the operation, which moves `bytes`, on a list. */
    template <typename Append>
    sycl::event run(sycl::queue &queue, const events &dependencies, const char *routine,
                    size_t bytes, const Append &append)
    {
        const bool is_free = is_ready(queue, dependencies);
        if (is_free && is_short(bytes) && run_at_once(routine, append)) {
            return complete;
        }
        sycl::event before;
        const bool waits = !is_free && submit_before(queue, dependencies, before);
        bool is_first = false;
        const ze_event_handle_t done = start(before, waits, routine, append, is_first);
        if (is_first && !waits && !has_profile && ends_soon(done)) {
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
    static constexpr std::chrono::microseconds alone{4};
    /* Bytes that are moved in about the time of the barriers and the wake-ups. */
    static constexpr size_t short_bytes = 1 << 20;

    std::mutex lock;
    const bool has_profile;     /* of the queue: each event tells when its command ran */
    const sycl::event complete; /* for the caller, of an operation that has ended */
    ze_context_handle_t context;
    ze_command_list_handle_t list;
    /* Of a processor: an append ends when the operation has. */
    ze_command_list_handle_t waiting_list = nullptr;
    std::vector<ze_event_handle_t> free_events;
    std::deque<operation> running; /* about in the order of the lane, in which they end, too */

    ze_command_list_handle_t create_list(ze_command_queue_mode_t mode, const char *routine) const
    {
        ze_command_queue_desc_t desc = {};
        desc.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
        desc.mode = mode;
        ze_command_list_handle_t created = nullptr;
        if (zeCommandListCreateImmediate(context, ishmemx_ze_device(), &desc, &created) !=
            ZE_RESULT_SUCCESS) {
            fail(routine,
                 "no command list can be created in the queue's context for this PE's tile");
        }
        return created;
    }

    static void check(int result, const char *routine)
    {
        if (result != 0) {
            fail(routine, "the operation could not be appended; stderr has the reason");
        }
    }

    /* Appends the operation; its event, and whether no earlier operation keeps it waiting. */
    template <typename Append>
    ze_event_handle_t start(const sycl::event &before, bool waits, const char *routine,
                            const Append &append, bool &is_first)
    {
        const std::lock_guard<std::mutex> guard(lock);
        reclaim(routine);
        is_first = running.empty();
        const ze_event_handle_t done = take_event(routine);
        ze_event_handle_t native = waits ? sycl::get_native<level_zero>(before) : nullptr;
        const int result = append(list, done, waits ? 1u : 0u, waits ? &native : nullptr);
        if (result != 0) {
            free_events.push_back(done);
        }
        check(result, routine);
        return done;
    }

    /* Whether a call may wait for the operation on a processor. */
    bool is_short(size_t bytes) const
    {
        return waiting_list && !has_profile && bytes <= short_bytes &&
               ishmem_team_n_pes(ISHMEM_TEAM_SHARED) == ishmem_n_pes();
    }

    /* Not while an earlier operation of the lane runs. */
    template <typename Append> bool run_at_once(const char *routine, const Append &append)
    {
        const std::lock_guard<std::mutex> guard(lock);
        reclaim(routine);
        if (running.empty()) {
            check(append(waiting_list, nullptr, 0, nullptr), routine);
            return true;
        }
        return false;
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
            if (now - start > alone) {
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

    /* Takes back the events of operations that have ended. */
    void reclaim(const char *routine)
    {
        while (!running.empty() && is_complete(running.front().after)) {
            give_event(running.front().done, routine);
            running.pop_front();
        }
    }

    /* One that is reset. */
    ze_event_handle_t take_event(const char *routine)
    {
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
                    size_t bytes, const Append &append)
{
    int initialized = 0;
    ishmemx_query_initialized(&initialized);
    if (!initialized) {
        fail(routine, "ishmem_init has not been called");
    }
    return lane_of(queue, routine).run(queue, dependencies, routine, bytes, append);
}

} // namespace ishmemi

#endif
