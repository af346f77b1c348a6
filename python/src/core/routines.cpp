/* SPDX-License-Identifier: BSD-3-Clause */
/* Python's routines: the parameters of each kind.  Each routine has a form for calls and one for queues. */
#include "form.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <tuple>

using namespace nb::literals;

template <class Result, class... P> using Operation = Result (*)(Form &, P...);

/* Parameters that follow those of the kind: what takes them, and their names. */
template <class... P> using Setter = void (*)(Form &, P...);
template <class Set, class... Names> struct More {
    Set set;
    std::tuple<Names...> names;
};
template <class... P, class... Names> static auto more(Setter<P...> set, const Names &...names)
{
    return More<Setter<P...>, Names...>{set, {names...}};
}

static auto optional(const char *name)
{
    return nb::arg(name).none() = nb::none();
}

/* Defines both forms of a routine, which the table keeps. */
class Definition {
public:
    Definition(nb::module_ &m, const std::string &name, const Routine &routine)
        : m_(m), name_(name.c_str()), routine_(&routine)
    {
    }

    template <class Result, class... P, class... Names>
    void with_context(Operation<Result, P...> operation, const Names &...names)
    {
        const auto set = [](Form &form, nb::handle ctx) { form.set_context(ctx); };
        call(operation, more(+set, optional("ctx")), names...);
        queued(operation, more(+[](Form &) {}), names...);
    }

    template <class Result, class... P, class... Names>
    void on_element(Operation<Result, P...> operation, const Names &...names)
    {
        const auto set = [](Form &form, std::size_t index, nb::handle ctx) {
            form.index = index;
            form.set_context(ctx);
        };
        const auto set_index = [](Form &form, std::size_t index) { form.index = index; };
        call(operation, more(+set, "index"_a = 0, optional("ctx")), names...);
        queued(operation, more(+set_index, "index"_a = 0), names...);
    }

    template <class Result, class... P, class... Names>
    void with_team(Operation<Result, P...> operation, const Names &...names)
    {
        const auto set = [](Form &form, nb::handle team) { form.set_team(team); };
        call(operation, more(+set, optional("team")), names...);
        queued(operation, more(+set, optional("team")), names...);
    }

    template <class Result, class... P, class... Names>
    void on_set(Operation<Result, P...> operation, const Names &...names)
    {
        const auto set = [](Form &form, nb::handle status) { form.status = status; };
        const auto set_both = [](Form &form, nb::handle status, nb::handle indices) {
            form.status = status;
            form.indices = indices;
        };
        call(operation, more(+set, optional("status")), names...);
        queued(operation, more(+set_both, optional("status"), optional("indices")), names...);
    }

    template <class Result, class... P, class... Names>
    void plain(Operation<Result, P...> operation, const Names &...names)
    {
        call(operation, more(+[](Form &) {}), names...);
        queued(operation, more(+[](Form &) {}), names...);
    }

private:
    template <class Result, class... P, class... Q, class... MoreNames, class... Names>
    void call(Operation<Result, P...> operation, const More<Setter<Q...>, MoreNames...> &tail,
              const Names &...names)
    {
        static_assert(sizeof...(P) == sizeof...(Names) && sizeof...(Q) == sizeof...(MoreNames));
        const std::string text = describe(name_, false);
        const auto f = [name = name_, routine = routine_, operation, set = tail.set](P... p,
                                                                                     Q... q) {
            Form form(name, *routine);
            set(form, q...);
            return operation(form, p...);
        };
        std::apply([&](const auto &...its) { m_.def(name_, f, names..., its..., text.c_str()); },
                   tail.names);
    }

    template <class Result, class... P, class... Q, class... MoreNames, class... Names>
    void queued(Operation<Result, P...> operation, const More<Setter<Q...>, MoreNames...> &tail,
                const Names &...names)
    {
        static_assert(sizeof...(P) == sizeof...(Names) && sizeof...(Q) == sizeof...(MoreNames));
        const std::string queued_name = std::string(name_) + "_on_queue";
        const std::string text = describe(name_, true);
        const auto f = [name = name_, routine = routine_, operation,
                        set = tail.set](P... p, nb::handle queue, nb::handle ret,
                                        nb::handle signal_event, const Waits &waits, Q... q) {
            Form form(name, *routine);
            form.set_queue(queue, ret, signal_event, waits);
            set(form, q...);
            return operation(form, p...);
        };
        std::apply(
            [&](const auto &...its) {
                m_.def(queued_name.c_str(), f, names..., "queue"_a, nb::kw_only(), optional("ret"),
                       optional("signal_event"), "waits"_a = Waits(), its..., text.c_str());
            },
            tail.names);
    }

    nb::module_ &m_;
    const char *const name_;
    const Routine *const routine_;
};

static void define(Definition routine, Kind kind)
{
    switch (kind) {
    case Kind::copy:
        return routine.with_context(copy, "dest"_a, "source"_a, "pe"_a);
    case Kind::strided:
        return routine.with_context(strided, "dest"_a, "source"_a, "dst"_a, "sst"_a, "nelems"_a,
                                    "pe"_a);
    case Kind::blocks:
        return routine.with_context(blocks, "dest"_a, "source"_a, "dst"_a, "sst"_a, "bsize"_a,
                                    "nblocks"_a, "pe"_a);
    case Kind::signal:
        return routine.with_context(put_signal, "dest"_a, "source"_a, "signal"_a, "value"_a, "op"_a,
                                    "pe"_a);
    case Kind::read:
        return routine.on_element(one, "source"_a, "pe"_a);
    case Kind::read_nbi:
        return routine.on_element(one_nbi, "fetch"_a, "source"_a, "pe"_a);
    case Kind::change:
        return routine.on_element(one, "dest"_a, "pe"_a);
    case Kind::change_nbi:
        return routine.on_element(one_nbi, "fetch"_a, "dest"_a, "pe"_a);
    case Kind::value:
        return routine.on_element(one_by_value, "dest"_a, "value"_a, "pe"_a);
    case Kind::value_nbi:
        return routine.on_element(one_by_value_nbi, "fetch"_a, "dest"_a, "value"_a, "pe"_a);
    case Kind::cond:
        return routine.on_element(one_if, "dest"_a, "cond"_a, "value"_a, "pe"_a);
    case Kind::cond_nbi:
        return routine.on_element(one_if_nbi, "fetch"_a, "dest"_a, "cond"_a, "value"_a, "pe"_a);
    case Kind::one:
        return routine.plain(test_or_wait, "ivar"_a, "cmp"_a, "value"_a);
    case Kind::set:
    case Kind::some:
        return routine.on_set(test_or_wait, "ivars"_a, "cmp"_a, "value"_a);
    case Kind::set_vector:
    case Kind::some_vector:
        return routine.on_set(test_or_wait, "ivars"_a, "cmp"_a, "values"_a);
    case Kind::from_root:
        return routine.with_team(from_root, "dest"_a, "source"_a, "root"_a);
    case Kind::gather:
    case Kind::reduce:
        return routine.with_team(gather, "dest"_a, "source"_a);
    case Kind::gather_strided:
        return routine.with_team(gather_strided, "dest"_a, "source"_a, "dst"_a, "sst"_a,
                                 "nelems"_a);
    }
}

void define_routines(nb::module_ &m)
{
    for (const auto &[name, routine] : routines()) {
        define(Definition(m, name, routine), routine.kind);
    }
}
