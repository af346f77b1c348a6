/* SPDX-License-Identifier: BSD-3-Clause */
/* Tools, which observe the calls of this PE. */
#include "call.h"
#include "modules.h"

#include <map>
#include <memory>
#include <mutex>

namespace nb = nanobind;
using namespace nb::literals;

struct Tool {
    nb::object begin;
    nb::object end;
};

/* By the library's number.  Never released, as Python may have ended before. */
struct Tools {
    std::mutex lock;
    std::map<int, std::unique_ptr<Tool>> by_number;
};
static Tools &tools()
{
    static auto *const all = new Tools;
    return *all;
}

/* The call that is observed has given Python's lock away, or another thread makes it. */
static void tell(const nb::object &callback, const ishmemx_tool_call_t *call)
{
    nb::gil_scoped_acquire lock;
    try {
        callback(call->routine, call->pe, call->bytes);
    } catch (nb::python_error &error) {
        error.discard_as_unraisable(callback);
    }
}

static int add_tool(nb::object begin, nb::object end)
{
    auto made = std::make_unique<Tool>(Tool{begin, end});
    ishmemx_tool_t tool = {sizeof tool, nullptr, nullptr, made.get()};
    if (!begin.is_none()) {
        tool.begin = [](const ishmemx_tool_call_t *call, void *data) {
            tell(static_cast<Tool *>(data)->begin, call);
        };
    }
    if (!end.is_none()) {
        tool.end = [](const ishmemx_tool_call_t *call, void *data) {
            tell(static_cast<Tool *>(data)->end, call);
        };
    }
    const int number = calling([&] { return ishmemx_tool_register(&tool); });
    if (number < 0) {
        throw nb::value_error("8 tools observe calls, and there may be no more");
    }
    const std::lock_guard<std::mutex> locked(tools().lock);
    tools().by_number[number] = std::move(made);
    return number;
}

static void remove_tool(int number)
{
    /* A callback that runs may need the lock to end. */
    if (calling([&] { return ishmemx_tool_unregister(number); }) == 0) {
        const std::lock_guard<std::mutex> locked(tools().lock);
        tools().by_number.erase(number);
    }
}

void define_tools(nb::module_ &m)
{
    m.def("_tool_register", add_tool, "begin"_a.none(), "end"_a.none());
    m.def("_tool_unregister", remove_tool, "tool"_a);
}
