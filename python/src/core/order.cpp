/* SPDX-License-Identifier: BSD-3-Clause */
/* Routines without a type: order, synchronisation, signals, locks. */
#include "array.h"
#include "call.h"
#include "modules.h"

#include <nanobind/stl/vector.h>

using namespace nb::literals;

/* The signal word or the lock at an index of an array. */
template <class T> static T *word(const Operand &operand, std::size_t index)
{
    if (operand.itemsize != sizeof(T) || operand.code > UINT64) {
        throw nb::type_error("a signal has elements of uint64, a lock of int64");
    }
    if (index >= operand.size) {
        throw nb::index_error("there is no element of this index");
    }
    return static_cast<T *>(operand.data) + index;
}

static void notify(nb::handle signal, std::uint64_t value, int pe, std::size_t index,
                   std::uintptr_t ctx, bool adds)
{
    const Operand operand("signal", signal, true);
    std::uint64_t *const at = word<std::uint64_t>(operand, index);
    calling([&] {
        if (adds) {
            ctx ? ishmemx_ctx_signal_add(context(ctx), at, value, pe)
                : ishmemx_signal_add(at, value, pe);
        } else {
            ctx ? ishmemx_ctx_signal_set(context(ctx), at, value, pe)
                : ishmemx_signal_set(at, value, pe);
        }
    });
}

static std::uint64_t fetch(nb::handle signal, std::size_t index)
{
    const Operand operand("signal", signal, false);
    const std::uint64_t *const at = word<std::uint64_t>(operand, index);
    return calling([&] { return ishmem_signal_fetch(at); });
}

static bool compares(std::uint64_t seen, int cmp, std::uint64_t value)
{
    switch (cmp) {
    case ISHMEM_CMP_EQ:
        return seen == value;
    case ISHMEM_CMP_NE:
        return seen != value;
    case ISHMEM_CMP_GT:
        return seen > value;
    case ISHMEM_CMP_GE:
        return seen >= value;
    case ISHMEM_CMP_LT:
        return seen < value;
    default:
        return seen <= value;
    }
}

static std::uint64_t await(nb::handle signal, int cmp, std::uint64_t value, std::size_t index)
{
    const Operand operand("signal", signal, false);
    std::uint64_t *const at = word<std::uint64_t>(operand, index);
    std::uint64_t seen = 0;
    /* The test checks the arguments.  The value that is returned must be the one that was compared. */
    poll_until({"ishmem_uint64_test", "ishmem_signal_wait_until"}, [&] {
        if (ishmem_uint64_test(at, cmp, value) == 0) {
            return false;
        }
        seen = ishmem_signal_fetch(at);
        return compares(seen, cmp, value);
    });
    return seen;
}

static bool try_lock(nb::handle lock, std::size_t index)
{
    const Operand operand("lock", lock, true);
    long *const at = word<long>(operand, index);
    return calling([&] { return ishmem_test_lock(at); }) == 0;
}

static void set_lock(nb::handle lock, std::size_t index)
{
    const Operand operand("lock", lock, true);
    long *const at = word<long>(operand, index);
    poll_until({"ishmem_test_lock", "ishmem_set_lock"}, [&] { return ishmem_test_lock(at) == 0; });
}

static void clear_lock(nb::handle lock, std::size_t index)
{
    const Operand operand("lock", lock, true);
    long *const at = word<long>(operand, index);
    calling([&] { ishmem_clear_lock(at); });
}

/* ---- On queues ------------------------------------------------------------------------------- */

using Waits = std::vector<std::uintptr_t>;

struct Place {
    ze_command_list_handle_t list;
    ze_event_handle_t event;
    std::vector<ze_event_handle_t> waits;

    Place(std::uintptr_t queue, std::uintptr_t signal_event, const Waits &after)
        : list(reinterpret_cast<ze_command_list_handle_t>(queue)),
          event(reinterpret_cast<ze_event_handle_t>(signal_event))
    {
        for (const std::uintptr_t wait : after) {
            waits.push_back(reinterpret_cast<ze_event_handle_t>(wait));
        }
    }
};
#define ON_QUEUE(at)                                                      \
    (at).list, (at).event, static_cast<std::uint32_t>((at).waits.size()), \
        (at).waits.empty() ? nullptr : (at).waits.data()

template <class F> static void append(F f)
{
    if (calling(f) != 0) {
        throw std::runtime_error("the operation was not appended; the library's message says why");
    }
}

#define DEFINE_QUEUED(NAME)                                                  \
    m.def(                                                                   \
        "_" #NAME "_on_queue",                                               \
        [](std::uintptr_t queue, std::uintptr_t event, const Waits &waits) { \
            Place at(queue, event, waits);                                   \
            append([&] { return ishmemx_##NAME##_on_queue(ON_QUEUE(at)); }); \
        },                                                                   \
        "queue"_a, "signal_event"_a = 0, "waits"_a = Waits())
#define DEFINE_QUEUED_TEAM(NAME)                                                                 \
    m.def(                                                                                       \
        "_team_" #NAME "_on_queue",                                                              \
        [](int team, std::uintptr_t queue, std::uintptr_t event, const Waits &waits) {           \
            Place at(queue, event, waits);                                                       \
            append([&] { return ishmemx_team_##NAME##_on_queue(team, nullptr, ON_QUEUE(at)); }); \
        },                                                                                       \
        "team"_a, "queue"_a, "signal_event"_a = 0, "waits"_a = Waits())

static void define_queued(nb::module_ &m)
{
    DEFINE_QUEUED(fence);
    DEFINE_QUEUED(quiet);
    DEFINE_QUEUED(sync_all);
    DEFINE_QUEUED(barrier_all);
    DEFINE_QUEUED_TEAM(sync);
    DEFINE_QUEUED_TEAM(barrier);
    m.def(
        "_signal_on_queue",
        [](nb::handle signal, std::uint64_t value, int pe, std::size_t index, bool adds,
           std::uintptr_t queue, std::uintptr_t event, const Waits &waits) {
            const Operand operand("signal", signal, true);
            std::uint64_t *const word_at = word<std::uint64_t>(operand, index);
            Place at(queue, event, waits);
            append([&] {
                return adds ? ishmemx_signal_add_on_queue(word_at, value, pe, ON_QUEUE(at))
                            : ishmemx_signal_set_on_queue(word_at, value, pe, ON_QUEUE(at));
            });
        },
        "signal"_a, "value"_a, "pe"_a, "index"_a, "adds"_a, "queue"_a, "signal_event"_a = 0,
        "waits"_a = Waits());
    m.def(
        "_signal_wait_until_on_queue",
        [](nb::handle signal, int cmp, std::uint64_t value, std::size_t index, std::uintptr_t queue,
           std::uintptr_t event, const Waits &waits) {
            const Operand operand("signal", signal, true);
            std::uint64_t *const word_at = word<std::uint64_t>(operand, index);
            Place at(queue, event, waits);
            append([&] {
                return ishmemx_signal_wait_until_on_queue(word_at, cmp, value, nullptr,
                                                          ON_QUEUE(at));
            });
        },
        "signal"_a, "cmp"_a, "value"_a, "index"_a, "queue"_a, "signal_event"_a = 0,
        "waits"_a = Waits());
}

void define_order(nb::module_ &m)
{
    m.def(
        "_fence",
        [](std::uintptr_t ctx) {
            calling([&] { ctx ? ishmem_ctx_fence(context(ctx)) : ishmem_fence(); });
        },
        "ctx"_a = 0);
    m.def(
        "_quiet",
        [](std::uintptr_t ctx) {
            const nb::object kept = take_kept(context(ctx));
            calling([&] { ctx ? ishmem_ctx_quiet(context(ctx)) : ishmem_quiet(); });
        },
        "ctx"_a = 0);
    m.def(
        "_pe_quiet",
        [](const std::vector<int> &pes, std::uintptr_t ctx) {
            calling([&] {
                ctx ? ishmem_ctx_pe_quiet(context(ctx), pes.data(), pes.size())
                    : ishmem_pe_quiet(pes.data(), pes.size());
            });
        },
        "pes"_a, "ctx"_a = 0);
    m.def("_sync_all", [] { calling([] { ishmem_sync_all(); }); });
    m.def("_barrier_all", [] {
        const nb::object kept = take_kept(nullptr);
        calling([] { ishmem_barrier_all(); });
    });
    m.def(
        "_team_sync", [](int team) { return calling([&] { return ishmem_team_sync(team); }); },
        "team"_a);
    m.def(
        "_team_barrier",
        [](int team) { return calling([&] { return ishmemx_team_barrier(team); }); }, "team"_a);
    m.def("_signal_notify", notify, "signal"_a, "value"_a, "pe"_a, "index"_a, "ctx"_a, "adds"_a);
    m.def("_signal_fetch", fetch, "signal"_a, "index"_a = 0);
    m.def("_signal_wait_until", await, "signal"_a, "cmp"_a, "value"_a, "index"_a = 0);
    m.def("_set_lock", set_lock, "lock"_a, "index"_a = 0);
    m.def("_test_lock", try_lock, "lock"_a, "index"_a = 0);
    m.def("_clear_lock", clear_lock, "lock"_a, "index"_a = 0);
    define_queued(m);
}
