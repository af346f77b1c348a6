/* SPDX-License-Identifier: BSD-3-Clause */
/* Waits for and tests of one object or of a set of them. */
#include "form.h"

#include <nanobind/stl/vector.h>

static const char WAIT[] = "wait_until";

/* The test of the same objects as a wait. */
static const Routine &test_of(const char *wait)
{
    return routines().at(std::string("test") + (wait + sizeof WAIT - 1));
}

/* How many elements count. */
static std::size_t members(const Call &call, std::size_t size)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; i++) {
        count += !call.status || call.status[i] == 0;
    }
    return count;
}

nb::object test_or_wait(Form &form, nb::handle object, int cmp, nb::handle value)
{
    const Kind kind = form.routine.kind;
    const bool waits = std::strncmp(form.name, WAIT, sizeof WAIT - 1) == 0;
    const bool by_vector = kind == Kind::set_vector || kind == Kind::some_vector;
    const bool lists = kind == Kind::some || kind == Kind::some_vector;
    const bool finds = std::strstr(form.name, "_any") != nullptr;
    const Operand set(kind == Kind::one ? "ivar" : "ivars", object, true);
    const Invoke invoke = form.need(set);
    std::unique_ptr<Operand> values;
    std::unique_ptr<Operand> excluded;
    std::unique_ptr<Operand> listed;
    std::vector<std::size_t> indices(lists && !form.is_queued ? set.size : 0);
    Call call;
    call.dest = set.data;
    call.nelems = set.size;
    call.cmp = cmp;
    call.indices = indices.data();
    if (lists && form.is_queued) {
        listed = std::make_unique<Operand>("indices", form.indices, true);
        if (listed->code != UINT64) {
            form.refuse_type(*listed);
        }
        form.need_room(*listed, set.size);
        call.indices = static_cast<std::size_t *>(listed->data);
    }
    if (by_vector) {
        values = std::make_unique<Operand>("values", value, false);
        form.need_same(set, *values);
        form.need_size(*values, set.size);
        call.values = values->data;
    } else {
        call.value = scalar_of(value, set.code);
    }
    if (form.status.is_valid() && !form.status.is_none()) {
        excluded = std::make_unique<Operand>("status", form.status, false);
        if (excluded->code != INT32) {
            form.refuse_type(*excluded);
        }
        form.need_size(*excluded, set.size);
        call.status = static_cast<const int *>(excluded->data);
    }
    if (kind == Kind::one) {
        form.need_room(set, 1);
    }
    if (form.is_queued || !waits) {
        form.make(invoke, call, {&set, values.get(), excluded.get(), listed.get()});
    } else if (kind != Kind::one && members(call, set.size) == 0) {
        make_call(invoke, call); /* returns at once, and the test would not hold */
    } else {
        const Invoke test = test_of(form.name).plain[set.code];
        poll_until({"_test", "_wait_until"}, [&] {
            test(call);
            return finds   ? call.result.get<std::size_t>() != SIZE_MAX
                   : lists ? call.result.get<std::size_t>() != 0
                           : call.result.get<int>() != 0;
        });
    }
    if (form.is_queued) {
        return nb::none();
    }
    const std::size_t result = call.result.get<std::size_t>();
    if (lists) {
        indices.resize(result);
        return nb::cast(indices);
    }
    if (finds) {
        return result == SIZE_MAX ? nb::none() : nb::cast(result);
    }
    return waits ? nb::none() : nb::cast(call.result.get<int>() != 0);
}
