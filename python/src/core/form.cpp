/* SPDX-License-Identifier: BSD-3-Clause */
#include "form.h"

#include <nanobind/stl/string.h>

/* ---- Contexts, teams, queues ------------------------------------------------------------------- */

std::uintptr_t handle_of(nb::handle object, std::uintptr_t none)
{
    if (!object.is_valid() || object.is_none()) {
        return none;
    }
    return PyLong_Check(object.ptr()) ? nb::cast<std::uintptr_t>(object)
                                      : nb::cast<std::uintptr_t>(object.attr("handle"));
}

std::vector<ze_event_handle_t> events_of(const Waits &waits)
{
    std::vector<ze_event_handle_t> events;
    for (const std::uintptr_t wait : waits) {
        events.push_back(reinterpret_cast<ze_event_handle_t>(wait));
    }
    return events;
}

void Form::set_team(nb::handle object)
{
    if (!object.is_none()) {
        team = PyLong_Check(object.ptr()) ? nb::cast<ishmem_team_t>(object)
                                          : nb::cast<ishmem_team_t>(object.attr("handle"));
    }
}

void Form::set_queue(nb::handle queue, nb::handle ret, nb::handle signal_event, const Waits &waits)
{
    is_queued = true;
    queue_ = queue;
    waits_ = events_of(waits);
    signal_event_ = reinterpret_cast<ze_event_handle_t>(handle_of(signal_event, 0));
    if (!ret.is_none()) {
        ret_ = std::make_unique<Operand>("ret", ret, true);
    }
}

void Form::make(Invoke invoke, Call &call, std::initializer_list<const Operand *> operands)
{
    call.ctx = ctx;
    call.team = team;
    if (is_queued) {
        append(invoke, call);
    } else {
        make_call(invoke, call);
    }
    const bool keeps =
        is_queued ? !PyLong_Check(queue_.ptr()) : std::strstr(name, "_nbi") != nullptr;
    for (const Operand *operand : operands) {
        if (keeps && operand && operand->holder.is_valid()) {
            if (is_queued) {
                queue_.attr("_keep")(operand->holder);
            } else {
                keep_until_quiet(ctx, operand->holder);
            }
        }
    }
}

void Form::append(Invoke invoke, Call &call)
{
    const bool is_object = !PyLong_Check(queue_.ptr());
    if (is_object) {
        queue_.attr("_next")();
    }
    call.queue = reinterpret_cast<ze_command_list_handle_t>(handle_of(queue_, 0));
    call.signal_event = signal_event_;
    call.waits = waits_.empty() ? nullptr : waits_.data();
    call.num_waits = static_cast<std::uint32_t>(waits_.size());
    call.ret = ret_ ? ret_->data : nullptr;
    make_call(invoke, call);
    if (call.result.get<int>() != 0) {
        const std::string text =
            std::string("ishmem.") + name + "_on_queue failed; the library's message says why";
        throw std::runtime_error(text);
    }
    if (is_object && ret_ && ret_->holder.is_valid()) {
        queue_.attr("_keep")(ret_->holder);
    }
}

/* ---- Checks ---------------------------------------------------------------------------------- */

void Form::refuse_type(const Operand &operand) const
{
    const std::string text = std::string("ishmem.") + name + ": " + operand.name +
                             " has elements of " + code_name(operand.code) +
                             ", for which there is no such routine";
    throw nb::type_error(text.c_str());
}

void Form::need_same(const Operand &a, const Operand &b) const
{
    if (a.itemsize != b.itemsize || (a.code != b.code && a.code != OTHER && b.code != OTHER)) {
        const std::string text = std::string("ishmem.") + name + ": " + b.name +
                                 " has elements of " + code_name(b.code) + ", and " + a.name +
                                 " of " + code_name(a.code);
        throw nb::type_error(text.c_str());
    }
}

static void refuse_size(const Form &form, const Operand &operand, const char *expected,
                        std::size_t size)
{
    const std::string text = std::string("ishmem.") + form.name + ": " + operand.name + " has " +
                             std::to_string(operand.size) + " elements, expected " + expected +
                             std::to_string(size);
    throw nb::value_error(text.c_str());
}

void Form::need_size(const Operand &operand, std::size_t expected) const
{
    if (operand.size != expected) {
        refuse_size(*this, operand, "", expected);
    }
}

void Form::need_room(const Operand &operand, std::size_t least) const
{
    if (operand.size < least) {
        refuse_size(*this, operand, "at least ", least);
    }
}

Invoke Form::need(const Operand &operand) const
{
    const Invoke found = invoke(operand.code);
    if (!found) {
        refuse_type(operand);
    }
    return found;
}

Moved moved_as(const Form &form, const Operand &operand)
{
    if (operand.code < CODES && form.routine.plain[operand.code]) {
        return {operand.code, 1};
    }
    const Code bits = code_of_bits(operand.itemsize);
    if (bits < CODES && bits != BITS128 && bits != OTHER) {
        return {bits, 1};
    }
    return operand.itemsize % 8 == 0 ? Moved{UINT64, operand.itemsize / 8}
                                     : Moved{UINT8, operand.itemsize};
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* ishmem._values converts what is neither int, float nor complex of C. */
Scalar scalar_of(nb::handle value, Code code)
{
    Scalar scalar{};
    PyObject *const object = value.ptr();
    if (code <= INT64 && PyLong_Check(object)) {
        const long long number = PyLong_AsLongLong(object);
        const int bits = 8 << (code - INT8);
        if (number == -1 && PyErr_Occurred()) {
            throw nb::python_error();
        }
        if (bits == 64 || (number >> (bits - 1)) == 0 || (number >> (bits - 1)) == -1) {
            std::memcpy(scalar.bytes, &number, sizeof number);
            return scalar;
        }
    } else if (code == FLOAT64 && PyFloat_Check(object)) {
        scalar.set(PyFloat_AsDouble(object));
        return scalar;
    }
    const nb::bytes bytes = nb::cast<nb::bytes>(
        nb::module_::import_("ishmem._values").attr("pack")(value, static_cast<int>(code)));
    std::memcpy(scalar.bytes, bytes.c_str(),
                bytes.size() < sizeof scalar.bytes ? bytes.size() : sizeof scalar.bytes);
    return scalar;
}

nb::object value_of(const Scalar &scalar, Code code)
{
    switch (code) {
    case INT8:
        return nb::cast(static_cast<int>(scalar.get<std::int8_t>()));
    case INT16:
        return nb::cast(scalar.get<std::int16_t>());
    case INT32:
        return nb::cast(scalar.get<std::int32_t>());
    case INT64:
        return nb::cast(scalar.get<std::int64_t>());
    case UINT8:
        return nb::cast(static_cast<unsigned>(scalar.get<std::uint8_t>()));
    case UINT16:
        return nb::cast(scalar.get<std::uint16_t>());
    case UINT32:
        return nb::cast(scalar.get<std::uint32_t>());
    case UINT64:
        return nb::cast(scalar.get<std::uint64_t>());
    case FLOAT32:
        return nb::cast(scalar.get<float>());
    case FLOAT64:
        return nb::cast(scalar.get<double>());
    default:
        return nb::module_::import_("ishmem._values")
            .attr("unpack")(nb::bytes(reinterpret_cast<const char *>(scalar.bytes), 16),
                            static_cast<int>(code));
    }
}
