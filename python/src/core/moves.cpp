/* SPDX-License-Identifier: BSD-3-Clause */
/* Routines that move arrays: put, get, their strided forms and put with signal. */
#include "form.h"

void copy(Form &form, nb::handle dest, nb::handle source, int pe)
{
    const Operand to("dest", dest, true);
    const Operand from("source", source, false);
    form.need_same(to, from);
    form.need_size(from, to.size);
    const Moved moved = moved_as(form, to);
    Call call;
    call.dest = to.data;
    call.source = from.data;
    call.nelems = to.size * moved.each;
    call.pe = pe;
    form.make(form.invoke(moved.code), call, {&to, &from});
}

void blocks(Form &form, nb::handle dest, nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
            std::size_t bsize, std::size_t nblocks, int pe)
{
    const Operand to("dest", dest, true);
    const Operand from("source", source, false);
    form.need_same(to, from);
    if (nblocks != 0 && dst > 0 && sst > 0) {
        form.need_room(to, (nblocks - 1) * static_cast<std::size_t>(dst) + bsize);
        form.need_room(from, (nblocks - 1) * static_cast<std::size_t>(sst) + bsize);
    }
    const Moved moved = moved_as(form, to);
    Invoke invoke = form.invoke(moved.code);
    Call call;
    call.dest = to.data;
    call.source = from.data;
    call.dst = dst * static_cast<std::ptrdiff_t>(moved.each);
    call.sst = sst * static_cast<std::ptrdiff_t>(moved.each);
    call.nelems = nblocks; /* of iput and iget, whose blocks are elements */
    call.bsize = bsize * moved.each;
    call.nblocks = nblocks;
    call.pe = pe;
    if (moved.each != 1 && form.routine.kind == Kind::strided) { /* an element is a block */
        const Routine &of_blocks =
            routines().at(std::strcmp(form.name, "iput") == 0 ? "ibput" : "ibget");
        invoke = (form.is_queued ? of_blocks.queued : of_blocks.plain)[moved.code];
    }
    form.make(invoke, call, {&to, &from});
}

void strided(Form &form, nb::handle dest, nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
             std::size_t nelems, int pe)
{
    blocks(form, dest, source, dst, sst, 1, nelems, pe);
}

void put_signal(Form &form, nb::handle dest, nb::handle source, nb::handle signal,
                std::uint64_t value, int op, int pe)
{
    const Operand to("dest", dest, true);
    const Operand from("source", source, false);
    const Operand word("signal", signal, true);
    form.need_same(to, from);
    form.need_size(from, to.size);
    if (word.code != UINT64) {
        form.refuse_type(word);
    }
    form.need_room(word, 1);
    const Moved moved = moved_as(form, to);
    Call call;
    call.dest = to.data;
    call.source = from.data;
    call.nelems = to.size * moved.each;
    call.sig_addr = static_cast<std::uint64_t *>(word.data);
    call.signal = value;
    call.sig_op = op;
    call.pe = pe;
    form.make(form.invoke(moved.code), call, {&to, &from, &word});
}
