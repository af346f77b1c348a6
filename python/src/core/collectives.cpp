/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives and scans. */
#include "form.h"

static bool is(const Form &form, const char *name)
{
    return std::strcmp(form.name, name) == 0;
}

static void collective(Form &form, nb::handle dest, nb::handle source, int root)
{
    const Operand to("dest", dest, true);
    const Operand from("source", source, false);
    const bool combines =
        std::strncmp(form.name, "sum_", 4) == 0 || form.routine.kind == Kind::reduce;
    form.need_same(to, from);
    const int members = ishmem_team_n_pes(form.team);
    const std::size_t n = members > 0 ? static_cast<std::size_t>(members) : 1;
    const Moved moved = combines ? Moved{to.code, 1} : moved_as(form, to);
    const Invoke invoke = combines ? form.need(to) : form.invoke(moved.code);
    std::size_t count = from.size;
    if (is(form, "alltoall")) {
        count = to.size / n;
        form.need_size(to, count * n);
        form.need_size(from, to.size);
    } else if (is(form, "fcollect")) {
        form.need_size(to, count * n);
    } else if (std::strstr(form.name, "_scatter")) {
        count = to.size;
        form.need_size(from, count * n);
    } else if (!is(form, "collect")) {
        form.need_size(to, count);
    }
    Call call;
    call.dest = to.data;
    call.source = from.data;
    call.nelems = count * moved.each;
    call.root = root;
    form.make(invoke, call, {&to, &from});
    if (!form.is_queued && call.result.get<int>() != 0) {
        const std::string text = std::string("ishmem.") + form.name + " failed";
        throw std::runtime_error(text);
    }
}

void gather(Form &form, nb::handle dest, nb::handle source)
{
    collective(form, dest, source, 0);
}

void from_root(Form &form, nb::handle dest, nb::handle source, int root)
{
    collective(form, dest, source, root);
}

void gather_strided(Form &form, nb::handle dest, nb::handle source, std::ptrdiff_t dst,
                    std::ptrdiff_t sst, std::size_t nelems)
{
    const Operand to("dest", dest, true);
    const Operand from("source", source, false);
    form.need_same(to, from);
    const Moved moved = moved_as(form, to);
    if (moved.each != 1) {
        form.refuse_type(to);
    }
    Call call;
    call.dest = to.data;
    call.source = from.data;
    call.dst = dst;
    call.sst = sst;
    call.nelems = nelems;
    form.make(form.invoke(moved.code), call, {&to, &from});
}
