/* SPDX-License-Identifier: BSD-3-Clause */
/* Python's routines: how the arguments of each kind become a call. */
#include "routines.h"

#include "array.h"

#include <memory>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <utility>

using namespace nb::literals;

static bool is(const char *name, const char *other)
{
    return std::strcmp(name, other) == 0;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

[[noreturn]] static void refuse_type(const char *name, const Operand &operand)
{
    const std::string text = std::string("ishmem.") + name + ": " + operand.name +
                             " has elements of " + code_name(operand.code) +
                             ", for which there is no such routine";
    throw nb::type_error(text.c_str());
}

static void need_same(const char *name, const Operand &a, const Operand &b)
{
    if (a.itemsize != b.itemsize || (a.code != b.code && a.code != OTHER && b.code != OTHER)) {
        const std::string text = std::string("ishmem.") + name + ": " + b.name +
                                 " has elements of " + code_name(b.code) + ", and " + a.name +
                                 " of " + code_name(a.code);
        throw nb::type_error(text.c_str());
    }
}

static void need_size(const char *name, const Operand &operand, std::size_t expected)
{
    if (operand.size != expected) {
        const std::string text = std::string("ishmem.") + name + ": " + operand.name + " has " +
                                 std::to_string(operand.size) + " elements, expected " +
                                 std::to_string(expected);
        throw nb::value_error(text.c_str());
    }
}

static void need_room(const char *name, const Operand &operand, std::size_t least)
{
    if (operand.size < least) {
        const std::string text = std::string("ishmem.") + name + ": " + operand.name + " has " +
                                 std::to_string(operand.size) + " elements, expected at least " +
                                 std::to_string(least);
        throw nb::value_error(text.c_str());
    }
}

/* The form for elements that are only moved, of which one element of the array can be several. */
struct Moved {
    Code code;
    std::size_t each;
};
static Moved moved_as(const Routine &routine, const Operand &operand)
{
    if (operand.code < CODES && routine.plain[operand.code]) {
        return {operand.code, 1};
    }
    const Code bits = code_of_bits(operand.itemsize);
    if (bits < CODES && bits != BITS128 && bits != OTHER) {
        return {bits, 1};
    }
    return operand.itemsize % 8 == 0 ? Moved{UINT64, operand.itemsize / 8}
                                     : Moved{UINT8, operand.itemsize};
}

static Invoke form_of(const char *name, const Routine &routine, const Operand &operand, bool queued)
{
    const Invoke invoke = (queued ? routine.queued : routine.plain)[operand.code];
    if (!invoke) {
        refuse_type(name, operand);
    }
    return invoke;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* ishmem._values converts what is neither int, float nor complex of C. */
static Scalar scalar_of(nb::handle value, Code code)
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

static nb::object value_of(const Scalar &scalar, Code code)
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

/* ---- Contexts, teams, queues ------------------------------------------------------------------- */

/* A context or a team is None, a number, or has the attribute `handle`. */
static std::uintptr_t handle_of(nb::handle object, std::uintptr_t none)
{
    if (object.is_none()) {
        return none;
    }
    return PyLong_Check(object.ptr()) ? nb::cast<std::uintptr_t>(object)
                                      : nb::cast<std::uintptr_t>(object.attr("handle"));
}

static ishmem_ctx_t ctx_of(nb::handle object)
{
    return context(handle_of(object, 0));
}

static ishmem_team_t team_of(nb::handle object)
{
    if (object.is_none()) {
        return ISHMEM_TEAM_WORLD;
    }
    return PyLong_Check(object.ptr()) ? nb::cast<ishmem_team_t>(object)
                                      : nb::cast<ishmem_team_t>(object.attr("handle"));
}

/* Where a queue's form goes, and what it keeps until the queue has been waited for. */
class Place {
public:
    Place() = default;
    Place(nb::handle queue, nb::handle ret, nb::handle event,
          const std::vector<std::uintptr_t> &waits)
        : queue_(queue), is_queued_(true)
    {
        for (const std::uintptr_t wait : waits) {
            waits_.push_back(reinterpret_cast<ze_event_handle_t>(wait));
        }
        event_ = reinterpret_cast<ze_event_handle_t>(handle_of(event, 0));
        if (!ret.is_none()) {
            ret_ = std::make_unique<Operand>("ret", ret, true);
        }
    }
    bool is_queued() const
    {
        return is_queued_;
    }

    /* Makes the call, now or on the queue; `kept`: what its memory belongs to. */
    void make(const char *name, Invoke invoke, Call &call,
              std::initializer_list<const Operand *> kept)
    {
        if (!is_queued_) {
            make_call(invoke, call);
            if (std::strstr(name, "_nbi")) {
                for (const Operand *operand : kept) {
                    if (operand) {
                        keep_until_quiet(call.ctx, operand->holder);
                    }
                }
            }
            return;
        }
        if (!PyLong_Check(queue_.ptr())) {
            queue_.attr("_next")();
        }
        call.queue = reinterpret_cast<ze_command_list_handle_t>(handle_of(queue_, 0));
        call.signal_event = event_;
        call.waits = waits_.empty() ? nullptr : waits_.data();
        call.num_waits = static_cast<std::uint32_t>(waits_.size());
        call.ret = ret_ ? ret_->data : nullptr;
        make_call(invoke, call);
        if (call.result.get<int>() != 0) {
            const std::string text =
                std::string("ishmem.") + name + "_on_queue failed; the library's message says why";
            throw std::runtime_error(text);
        }
        if (!PyLong_Check(queue_.ptr())) {
            for (const Operand *operand : kept) {
                keep(operand);
            }
            keep(ret_.get());
        }
    }

private:
    void keep(const Operand *operand)
    {
        if (operand && operand->holder.is_valid()) {
            queue_.attr("_keep")(operand->holder);
        }
    }

    nb::handle queue_;
    bool is_queued_ = false;
    std::unique_ptr<Operand> ret_;
    ze_event_handle_t event_ = nullptr;
    std::vector<ze_event_handle_t> waits_;
};

/* ---- One function for each kind ---------------------------------------------------------------- */

static void copy(const char *name, const Routine &routine, nb::handle dest, nb::handle source,
                 int pe, nb::handle ctx, Place place)
{
    const Operand to("dest", dest, true);
    const Operand from("source", source, false);
    need_same(name, to, from);
    need_size(name, from, to.size);
    const Moved moved = moved_as(routine, to);
    Call call;
    call.ctx = ctx_of(ctx);
    call.dest = to.data;
    call.source = from.data;
    call.nelems = to.size * moved.each;
    call.pe = pe;
    place.make(name, (place.is_queued() ? routine.queued : routine.plain)[moved.code], call,
               {&to, &from});
}

static void strided(const char *name, const Routine &routine, nb::handle dest, nb::handle source,
                    std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t bsize, std::size_t count,
                    int pe, nb::handle ctx, Place place)
{
    const Operand to("dest", dest, true);
    const Operand from("source", source, false);
    need_same(name, to, from);
    if (count != 0 && dst > 0 && sst > 0) {
        need_room(name, to, (count - 1) * static_cast<std::size_t>(dst) + bsize);
        need_room(name, from, (count - 1) * static_cast<std::size_t>(sst) + bsize);
    }
    const Moved moved = moved_as(routine, to);
    const Routine *used = &routine;
    Call call;
    call.ctx = ctx_of(ctx);
    call.dest = to.data;
    call.source = from.data;
    call.dst = dst * static_cast<std::ptrdiff_t>(moved.each);
    call.sst = sst * static_cast<std::ptrdiff_t>(moved.each);
    call.nelems = count;
    call.bsize = bsize * moved.each;
    call.nblocks = count;
    call.pe = pe;
    if (moved.each != 1 && routine.kind == Kind::strided) { /* an element is a block */
        used = &routines().at(is(name, "iput") ? "ibput" : "ibget");
    }
    place.make(name, (place.is_queued() ? used->queued : used->plain)[moved.code], call,
               {&to, &from});
}

static void put_signal(const char *name, const Routine &routine, nb::handle dest, nb::handle source,
                       nb::handle sig, std::uint64_t value, int op, int pe, nb::handle ctx,
                       Place place)
{
    const Operand to("dest", dest, true);
    const Operand from("source", source, false);
    const Operand word("signal", sig, true);
    need_same(name, to, from);
    need_size(name, from, to.size);
    if (word.code != UINT64) {
        refuse_type(name, word);
    }
    need_room(name, word, 1);
    const Moved moved = moved_as(routine, to);
    Call call;
    call.ctx = ctx_of(ctx);
    call.dest = to.data;
    call.source = from.data;
    call.nelems = to.size * moved.each;
    call.sig_addr = static_cast<std::uint64_t *>(word.data);
    call.signal = value;
    call.sig_op = op;
    call.pe = pe;
    place.make(name, (place.is_queued() ? routine.queued : routine.plain)[moved.code], call,
               {&to, &from, &word});
}

/* An operation on one object: it is read or changed.  fetch: None, or where a non-blocking form stores. */
static nb::object one_object(const char *name, const Routine &routine, nb::handle fetch,
                             nb::handle object, std::size_t index, nb::handle cond,
                             nb::handle value, int pe, nb::handle ctx, Place place)
{
    const bool reads = routine.kind == Kind::read || routine.kind == Kind::read_nbi;
    const Operand target(reads ? "source" : "dest", object, !reads);
    need_room(name, target, index + 1);
    std::unique_ptr<Operand> to;
    Code code = target.code;
    if (!routine.plain[code]) {
        const bool moves = is(name, "p") || is(name, "g");
        code = moves ? code_of_bits(target.itemsize) : OTHER;
        if (code == OTHER || code == BITS128) {
            refuse_type(name, target);
        }
    }
    Call call;
    call.ctx = ctx_of(ctx);
    call.dest = static_cast<char *>(target.data) + index * target.itemsize;
    call.source = call.dest;
    call.pe = pe;
    if (!fetch.is_none()) {
        to = std::make_unique<Operand>("fetch", fetch, true);
        need_same(name, target, *to);
        need_room(name, *to, 1);
        call.fetch = to->data;
    }
    if (!value.is_none()) {
        call.value = scalar_of(value, target.code);
    }
    if (!cond.is_none()) {
        call.cond = scalar_of(cond, target.code);
    }
    place.make(name, (place.is_queued() ? routine.queued : routine.plain)[code], call,
               {&target, to.get()});
    return routine.has_result && !place.is_queued() ? value_of(call.result, target.code)
                                                    : nb::none();
}

/* ---- Waits ----------------------------------------------------------------------------------- */

static nb::object of_set(const char *name, const Routine &routine, nb::handle object, int cmp,
                         nb::handle value, nb::handle status, nb::handle list, Place place)
{
    const bool waits = std::strncmp(name, "wait_until", 10) == 0;
    const bool by_vector = routine.kind == Kind::set_vector || routine.kind == Kind::some_vector;
    const bool lists = routine.kind == Kind::some || routine.kind == Kind::some_vector;
    const bool finds = std::strstr(name, "_any") != nullptr;
    const Operand set(routine.kind == Kind::one ? "ivar" : "ivars", object, true);
    const Invoke invoke = form_of(name, routine, set, place.is_queued());
    std::unique_ptr<Operand> values;
    std::unique_ptr<Operand> excluded;
    std::unique_ptr<Operand> listed;
    std::vector<std::size_t> indices(lists && !place.is_queued() ? set.size : 0);
    Call call;
    call.dest = set.data;
    call.nelems = set.size;
    call.cmp = cmp;
    call.indices = indices.data();
    if (lists && place.is_queued()) {
        listed = std::make_unique<Operand>("indices", list, true);
        if (listed->code != UINT64) {
            refuse_type(name, *listed);
        }
        need_room(name, *listed, set.size);
        call.indices = static_cast<std::size_t *>(listed->data);
    }
    if (by_vector) {
        values = std::make_unique<Operand>("values", value, false);
        need_same(name, set, *values);
        need_size(name, *values, set.size);
        call.values = values->data;
    } else {
        call.value = scalar_of(value, set.code);
    }
    if (!status.is_none()) {
        excluded = std::make_unique<Operand>("status", status, false);
        if (excluded->code != INT32) {
            refuse_type(name, *excluded);
        }
        need_size(name, *excluded, set.size);
        call.status = static_cast<const int *>(excluded->data);
    }
    if (routine.kind == Kind::one) {
        need_room(name, set, 1);
    }
    if (place.is_queued() || !waits) {
        place.make(name, invoke, call, {&set, values.get(), excluded.get(), listed.get()});
    } else {
        /* An empty set, for which the test does not hold, but the wait ends at once. */
        std::size_t members = 0;
        for (std::size_t i = 0; i < set.size; i++) {
            members += !call.status || call.status[i] == 0;
        }
        const Routine &test = routines().at(std::string("test") + (name + 10));
        if (routine.kind == Kind::one || members != 0) {
            poll_until([&] {
                test.plain[set.code](call);
                return finds   ? call.result.get<std::size_t>() != SIZE_MAX
                       : lists ? call.result.get<std::size_t>() != 0
                               : call.result.get<int>() != 0;
            });
        } else {
            call.result.set<std::size_t>(finds ? SIZE_MAX : 0);
        }
    }
    if (place.is_queued()) {
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

/* ---- Collectives ----------------------------------------------------------------------------- */

static void collective(const char *name, const Routine &routine, nb::handle dest, nb::handle source,
                       int root, nb::handle team, Place place)
{
    const Operand to("dest", dest, true);
    const Operand from("source", source, false);
    const bool combines = std::strncmp(name, "sum_", 4) == 0 || routine.kind == Kind::reduce;
    const bool scatters = std::strstr(name, "_scatter") != nullptr;
    need_same(name, to, from);
    Call call;
    call.team = team_of(team);
    const int members = ishmem_team_n_pes(call.team);
    const std::size_t n = members > 0 ? static_cast<std::size_t>(members) : 1;
    Moved moved = {to.code, 1};
    Invoke invoke;
    if (combines) {
        invoke = form_of(name, routine, to, place.is_queued());
    } else {
        moved = moved_as(routine, to);
        invoke = (place.is_queued() ? routine.queued : routine.plain)[moved.code];
    }
    std::size_t count = from.size;
    if (is(name, "alltoall")) {
        count = to.size / n;
        need_size(name, to, count * n);
        need_size(name, from, to.size);
    } else if (is(name, "fcollect")) {
        need_size(name, to, count * n);
    } else if (scatters) {
        count = to.size;
        need_size(name, from, count * n);
    } else if (!is(name, "collect")) {
        need_size(name, to, count);
    }
    call.dest = to.data;
    call.source = from.data;
    call.nelems = count * moved.each;
    call.root = root;
    place.make(name, invoke, call, {&to, &from});
    if (!place.is_queued() && call.result.get<int>() != 0) {
        const std::string text = std::string("ishmem.") + name + " failed";
        throw std::runtime_error(text);
    }
}

static void collective_strided(const char *name, const Routine &routine, nb::handle dest,
                               nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                               std::size_t nelems, nb::handle team, Place place)
{
    const Operand to("dest", dest, true);
    const Operand from("source", source, false);
    need_same(name, to, from);
    const Moved moved = moved_as(routine, to);
    if (moved.each != 1) {
        refuse_type(name, to);
    }
    Call call;
    call.team = team_of(team);
    call.dest = to.data;
    call.source = from.data;
    call.dst = dst;
    call.sst = sst;
    call.nelems = nelems;
    place.make(name, (place.is_queued() ? routine.queued : routine.plain)[moved.code], call,
               {&to, &from});
}

/* ---- Python ---------------------------------------------------------------------------------- */

using Waits = std::vector<std::uintptr_t>;
#define QUEUE_PARAMETERS nb::handle queue, nb::handle ret, nb::handle event, const Waits &waits
#define QUEUE_PLACE Place(queue, ret, event, waits)
#define QUEUE_NAMES                                                                              \
    "queue"_a, nb::kw_only(), "ret"_a.none() = nb::none(), "signal_event"_a.none() = nb::none(), \
                              "waits"_a = Waits()
#define CTX "ctx"_a.none() = nb::none()
#define TEAM "team"_a.none() = nb::none()

static void define_one(nb::module_ &m, const char *plain, const Routine &routine)
{
    const Routine *const r = &routine;
    const std::string queued_name = std::string(plain) + "_on_queue";
    const char *const queued = queued_name.c_str();
    const std::string plain_text = describe(plain, false);
    const std::string queued_text = describe(plain, true);
    const char *const about = plain_text.c_str();
    const char *const about_queued = queued_text.c_str();
    switch (routine.kind) {
    case Kind::copy:
        m.def(
            plain,
            [r, plain](nb::handle dest, nb::handle source, int pe, nb::handle ctx) {
                copy(plain, *r, dest, source, pe, ctx, Place());
            },
            "dest"_a, "source"_a, "pe"_a, CTX, about);
        m.def(
            queued,
            [r, plain](nb::handle dest, nb::handle source, int pe, QUEUE_PARAMETERS) {
                copy(plain, *r, dest, source, pe, nb::none(), QUEUE_PLACE);
            },
            "dest"_a, "source"_a, "pe"_a, QUEUE_NAMES, about_queued);
        break;
    case Kind::strided:
        m.def(
            plain,
            [r, plain](nb::handle dest, nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                       std::size_t nelems, int pe, nb::handle ctx) {
                strided(plain, *r, dest, source, dst, sst, 1, nelems, pe, ctx, Place());
            },
            "dest"_a, "source"_a, "dst"_a, "sst"_a, "nelems"_a, "pe"_a, CTX, about);
        m.def(
            queued,
            [r, plain](nb::handle dest, nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                       std::size_t nelems, int pe, QUEUE_PARAMETERS) {
                strided(plain, *r, dest, source, dst, sst, 1, nelems, pe, nb::none(), QUEUE_PLACE);
            },
            "dest"_a, "source"_a, "dst"_a, "sst"_a, "nelems"_a, "pe"_a, QUEUE_NAMES, about_queued);
        break;
    case Kind::blocks:
        m.def(
            plain,
            [r, plain](nb::handle dest, nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                       std::size_t bsize, std::size_t nblocks, int pe, nb::handle ctx) {
                strided(plain, *r, dest, source, dst, sst, bsize, nblocks, pe, ctx, Place());
            },
            "dest"_a, "source"_a, "dst"_a, "sst"_a, "bsize"_a, "nblocks"_a, "pe"_a, CTX, about);
        m.def(
            queued,
            [r, plain](nb::handle dest, nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                       std::size_t bsize, std::size_t nblocks, int pe, QUEUE_PARAMETERS) {
                strided(plain, *r, dest, source, dst, sst, bsize, nblocks, pe, nb::none(),
                        QUEUE_PLACE);
            },
            "dest"_a, "source"_a, "dst"_a, "sst"_a, "bsize"_a, "nblocks"_a, "pe"_a, QUEUE_NAMES,
            about_queued);
        break;
    case Kind::signal:
        m.def(
            plain,
            [r, plain](nb::handle dest, nb::handle source, nb::handle signal, std::uint64_t value,
                       int op, int pe, nb::handle ctx) {
                put_signal(plain, *r, dest, source, signal, value, op, pe, ctx, Place());
            },
            "dest"_a, "source"_a, "signal"_a, "value"_a, "op"_a, "pe"_a, CTX, about);
        m.def(
            queued,
            [r, plain](nb::handle dest, nb::handle source, nb::handle signal, std::uint64_t value,
                       int op, int pe, QUEUE_PARAMETERS) {
                put_signal(plain, *r, dest, source, signal, value, op, pe, nb::none(), QUEUE_PLACE);
            },
            "dest"_a, "source"_a, "signal"_a, "value"_a, "op"_a, "pe"_a, QUEUE_NAMES, about_queued);
        break;
    case Kind::read:
    case Kind::change: {
        const char *const object = routine.kind == Kind::read ? "source" : "dest";
        m.def(
            plain,
            [r, plain](nb::handle o, int pe, std::size_t index, nb::handle ctx) {
                return one_object(plain, *r, nb::none(), o, index, nb::none(), nb::none(), pe, ctx,
                                  Place());
            },
            nb::arg(object), "pe"_a, "index"_a = 0, CTX, about);
        m.def(
            queued,
            [r, plain](nb::handle o, int pe, QUEUE_PARAMETERS) {
                one_object(plain, *r, nb::none(), o, 0, nb::none(), nb::none(), pe, nb::none(),
                           QUEUE_PLACE);
            },
            nb::arg(object), "pe"_a, QUEUE_NAMES, about_queued);
        break;
    }
    case Kind::read_nbi:
    case Kind::change_nbi: {
        const char *const object = routine.kind == Kind::read_nbi ? "source" : "dest";
        m.def(
            plain,
            [r, plain](nb::handle fetch, nb::handle o, int pe, std::size_t index, nb::handle ctx) {
                one_object(plain, *r, fetch, o, index, nb::none(), nb::none(), pe, ctx, Place());
            },
            "fetch"_a, nb::arg(object), "pe"_a, "index"_a = 0, CTX, about);
        m.def(
            queued,
            [r, plain](nb::handle fetch, nb::handle o, int pe, QUEUE_PARAMETERS) {
                one_object(plain, *r, fetch, o, 0, nb::none(), nb::none(), pe, nb::none(),
                           QUEUE_PLACE);
            },
            "fetch"_a, nb::arg(object), "pe"_a, QUEUE_NAMES, about_queued);
        break;
    }
    case Kind::value:
        m.def(
            plain,
            [r, plain](nb::handle dest, nb::handle value, int pe, std::size_t index,
                       nb::handle ctx) {
                return one_object(plain, *r, nb::none(), dest, index, nb::none(), value, pe, ctx,
                                  Place());
            },
            "dest"_a, "value"_a, "pe"_a, "index"_a = 0, CTX, about);
        m.def(
            queued,
            [r, plain](nb::handle dest, nb::handle value, int pe, QUEUE_PARAMETERS) {
                one_object(plain, *r, nb::none(), dest, 0, nb::none(), value, pe, nb::none(),
                           QUEUE_PLACE);
            },
            "dest"_a, "value"_a, "pe"_a, QUEUE_NAMES, about_queued);
        break;
    case Kind::value_nbi:
        m.def(
            plain,
            [r, plain](nb::handle fetch, nb::handle dest, nb::handle value, int pe,
                       std::size_t index, nb::handle ctx) {
                one_object(plain, *r, fetch, dest, index, nb::none(), value, pe, ctx, Place());
            },
            "fetch"_a, "dest"_a, "value"_a, "pe"_a, "index"_a = 0, CTX, about);
        m.def(
            queued,
            [r, plain](nb::handle fetch, nb::handle dest, nb::handle value, int pe,
                       QUEUE_PARAMETERS) {
                one_object(plain, *r, fetch, dest, 0, nb::none(), value, pe, nb::none(),
                           QUEUE_PLACE);
            },
            "fetch"_a, "dest"_a, "value"_a, "pe"_a, QUEUE_NAMES, about_queued);
        break;
    case Kind::cond:
        m.def(
            plain,
            [r, plain](nb::handle dest, nb::handle cond, nb::handle value, int pe,
                       std::size_t index, nb::handle ctx) {
                return one_object(plain, *r, nb::none(), dest, index, cond, value, pe, ctx,
                                  Place());
            },
            "dest"_a, "cond"_a, "value"_a, "pe"_a, "index"_a = 0, CTX, about);
        m.def(
            queued,
            [r, plain](nb::handle dest, nb::handle cond, nb::handle value, int pe,
                       QUEUE_PARAMETERS) {
                one_object(plain, *r, nb::none(), dest, 0, cond, value, pe, nb::none(),
                           QUEUE_PLACE);
            },
            "dest"_a, "cond"_a, "value"_a, "pe"_a, QUEUE_NAMES, about_queued);
        break;
    case Kind::cond_nbi:
        m.def(
            plain,
            [r, plain](nb::handle fetch, nb::handle dest, nb::handle cond, nb::handle value, int pe,
                       std::size_t index, nb::handle ctx) {
                one_object(plain, *r, fetch, dest, index, cond, value, pe, ctx, Place());
            },
            "fetch"_a, "dest"_a, "cond"_a, "value"_a, "pe"_a, "index"_a = 0, CTX, about);
        m.def(
            queued,
            [r, plain](nb::handle fetch, nb::handle dest, nb::handle cond, nb::handle value, int pe,
                       QUEUE_PARAMETERS) {
                one_object(plain, *r, fetch, dest, 0, cond, value, pe, nb::none(), QUEUE_PLACE);
            },
            "fetch"_a, "dest"_a, "cond"_a, "value"_a, "pe"_a, QUEUE_NAMES, about_queued);
        break;
    case Kind::one:
        m.def(
            plain,
            [r, plain](nb::handle ivar, int cmp, nb::handle value) {
                return of_set(plain, *r, ivar, cmp, value, nb::none(), nb::none(), Place());
            },
            "ivar"_a, "cmp"_a, "value"_a, about);
        m.def(
            queued,
            [r, plain](nb::handle ivar, int cmp, nb::handle value, QUEUE_PARAMETERS) {
                of_set(plain, *r, ivar, cmp, value, nb::none(), nb::none(), QUEUE_PLACE);
            },
            "ivar"_a, "cmp"_a, "value"_a, QUEUE_NAMES, about_queued);
        break;
    case Kind::set:
    case Kind::some:
    case Kind::set_vector:
    case Kind::some_vector: {
        const bool by_vector =
            routine.kind == Kind::set_vector || routine.kind == Kind::some_vector;
        const char *const values = by_vector ? "values" : "value";
        m.def(
            plain,
            [r, plain](nb::handle ivars, int cmp, nb::handle value, nb::handle status) {
                return of_set(plain, *r, ivars, cmp, value, status, nb::none(), Place());
            },
            "ivars"_a, "cmp"_a, nb::arg(values), "status"_a.none() = nb::none(), about);
        m.def(
            queued,
            [r, plain](nb::handle ivars, int cmp, nb::handle value, QUEUE_PARAMETERS,
                       nb::handle status, nb::handle indices) {
                of_set(plain, *r, ivars, cmp, value, status, indices, QUEUE_PLACE);
            },
            "ivars"_a, "cmp"_a, nb::arg(values), QUEUE_NAMES, "status"_a.none() = nb::none(),
            "indices"_a.none() = nb::none(), about_queued);
        break;
    }
    case Kind::from_root:
        m.def(
            plain,
            [r, plain](nb::handle dest, nb::handle source, int root, nb::handle team) {
                collective(plain, *r, dest, source, root, team, Place());
            },
            "dest"_a, "source"_a, "root"_a, TEAM, about);
        m.def(
            queued,
            [r, plain](nb::handle dest, nb::handle source, int root, QUEUE_PARAMETERS,
                       nb::handle team) {
                collective(plain, *r, dest, source, root, team, QUEUE_PLACE);
            },
            "dest"_a, "source"_a, "root"_a, QUEUE_NAMES, TEAM, about_queued);
        break;
    case Kind::gather:
    case Kind::reduce:
        m.def(
            plain,
            [r, plain](nb::handle dest, nb::handle source, nb::handle team) {
                collective(plain, *r, dest, source, 0, team, Place());
            },
            "dest"_a, "source"_a, TEAM, about);
        m.def(
            queued,
            [r, plain](nb::handle dest, nb::handle source, QUEUE_PARAMETERS, nb::handle team) {
                collective(plain, *r, dest, source, 0, team, QUEUE_PLACE);
            },
            "dest"_a, "source"_a, QUEUE_NAMES, TEAM, about_queued);
        break;
    case Kind::gather_strided:
        m.def(
            plain,
            [r, plain](nb::handle dest, nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                       std::size_t nelems, nb::handle team) {
                collective_strided(plain, *r, dest, source, dst, sst, nelems, team, Place());
            },
            "dest"_a, "source"_a, "dst"_a, "sst"_a, "nelems"_a, TEAM, about);
        m.def(
            queued,
            [r, plain](nb::handle dest, nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                       std::size_t nelems, QUEUE_PARAMETERS, nb::handle team) {
                collective_strided(plain, *r, dest, source, dst, sst, nelems, team, QUEUE_PLACE);
            },
            "dest"_a, "source"_a, "dst"_a, "sst"_a, "nelems"_a, QUEUE_NAMES, TEAM, about_queued);
        break;
    }
}

void define_routines(nb::module_ &m)
{
    for (const auto &[name, routine] : routines()) {
        define_one(m, name.c_str(), routine); /* the table keeps the name */
    }
}
