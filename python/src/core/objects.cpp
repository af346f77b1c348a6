/* SPDX-License-Identifier: BSD-3-Clause */
/* Routines on one object of another PE: p, g and atomics. */
#include "form.h"

/* What only some of them have is None.  fetch: where a non-blocking form stores the result. */
static nb::object one_object(Form &form, nb::handle fetch, nb::handle object, nb::handle cond,
                             nb::handle value, int pe)
{
    const Kind kind = form.routine.kind;
    const bool reads = kind == Kind::read || kind == Kind::read_nbi;
    const Operand target(reads ? "source" : "dest", object, !reads);
    form.need_room(target, form.index + 1);
    std::unique_ptr<Operand> to;
    Code code = target.code;
    if (!form.routine.plain[code]) {
        const bool moves = std::strcmp(form.name, "p") == 0 || std::strcmp(form.name, "g") == 0;
        code = moves ? code_of_bits(target.itemsize) : OTHER;
        if (code == OTHER || code == BITS128) {
            form.refuse_type(target);
        }
    }
    Call call;
    call.dest = static_cast<char *>(target.data) + form.index * target.itemsize;
    call.source = call.dest;
    call.pe = pe;
    if (!fetch.is_none()) {
        to = std::make_unique<Operand>("fetch", fetch, true);
        form.need_same(target, *to);
        form.need_room(*to, 1);
        call.fetch = to->data;
    }
    if (!value.is_none()) {
        call.value = scalar_of(value, target.code);
    }
    if (!cond.is_none()) {
        call.cond = scalar_of(cond, target.code);
    }
    form.make(form.invoke(code), call, {&target, to.get()});
    return form.routine.has_result && !form.is_queued ? value_of(call.result, target.code)
                                                      : nb::none();
}

nb::object one(Form &form, nb::handle object, int pe)
{
    return one_object(form, nb::none(), object, nb::none(), nb::none(), pe);
}

nb::object one_nbi(Form &form, nb::handle fetch, nb::handle object, int pe)
{
    return one_object(form, fetch, object, nb::none(), nb::none(), pe);
}

nb::object one_by_value(Form &form, nb::handle dest, nb::handle value, int pe)
{
    return one_object(form, nb::none(), dest, nb::none(), value, pe);
}

nb::object one_by_value_nbi(Form &form, nb::handle fetch, nb::handle dest, nb::handle value, int pe)
{
    return one_object(form, fetch, dest, nb::none(), value, pe);
}

nb::object one_if(Form &form, nb::handle dest, nb::handle cond, nb::handle value, int pe)
{
    return one_object(form, nb::none(), dest, cond, value, pe);
}

nb::object one_if_nbi(Form &form, nb::handle fetch, nb::handle dest, nb::handle cond,
                      nb::handle value, int pe)
{
    return one_object(form, fetch, dest, cond, value, pe);
}
