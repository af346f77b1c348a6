/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A form of a routine of Python, as a call sees it: what it is called, and where it goes: now, with a context or a
 * team, or on a queue.
 */
#ifndef ISHMEM_PYTHON_FORM_H
#define ISHMEM_PYTHON_FORM_H

#include "array.h"
#include "routines.h"

#include <initializer_list>
#include <memory>
#include <vector>

using Waits = std::vector<std::uintptr_t>;

/* The number of a context, a queue or an event, which is None, the number, or has it as the attribute `handle`. */
std::uintptr_t handle_of(nb::handle object, std::uintptr_t none);

std::vector<ze_event_handle_t> events_of(const Waits &waits);

class Form {
public:
    Form(const char *name_of_routine, const Routine &its_routine)
        : name(name_of_routine), routine(its_routine)
    {
    }

    void set_context(nb::handle object)
    {
        ctx = context(handle_of(object, 0));
    }
    void set_team(nb::handle object);
    void set_queue(nb::handle queue, nb::handle ret, nb::handle signal_event, const Waits &waits);

    /* The form for elements of this type; null: there is none. */
    Invoke invoke(Code code) const
    {
        return (is_queued ? routine.queued : routine.plain)[code];
    }
    /* The same.  Throws if there is none. */
    Invoke need(const Operand &operand) const;

    /* Makes the call, now or on the queue; `operands`: what it uses, of which some may be null. */
    void make(Invoke invoke, Call &call, std::initializer_list<const Operand *> operands);

    /* Raise TypeError or ValueError. */
    [[noreturn]] void refuse_type(const Operand &operand) const;
    void need_same(const Operand &a, const Operand &b) const;
    void need_size(const Operand &operand, std::size_t expected) const;
    void need_room(const Operand &operand, std::size_t least) const;

    const char *const name;
    const Routine &routine;
    bool is_queued = false;
    ishmem_ctx_t ctx = nullptr;
    ishmem_team_t team = ISHMEM_TEAM_WORLD;
    std::size_t index = 0; /* of the element that is meant */
    nb::handle status;     /* of a set's elements; invalid or None: all of them count */
    nb::handle indices;    /* where a queue's form stores the indices that it finds */

private:
    void append(Invoke invoke, Call &call);

    nb::handle queue_;
    std::unique_ptr<Operand> ret_;
    ze_event_handle_t signal_event_ = nullptr;
    std::vector<ze_event_handle_t> waits_;
};

/* The form for elements that are only moved, of which one element of the array can be several. */
struct Moved {
    Code code;
    std::size_t each;
};
Moved moved_as(const Form &form, const Operand &operand);

/* The value of an element of this type, in C and in Python. */
Scalar scalar_of(nb::handle value, Code code);
nb::object value_of(const Scalar &scalar, Code code);

/* What each kind of routine does (moves.cpp, objects.cpp, waits.cpp, collectives.cpp).  The result is None if the
 * routine has none. */
void copy(Form &form, nb::handle dest, nb::handle source, int pe);
void strided(Form &form, nb::handle dest, nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
             std::size_t nelems, int pe);
void blocks(Form &form, nb::handle dest, nb::handle source, std::ptrdiff_t dst, std::ptrdiff_t sst,
            std::size_t bsize, std::size_t nblocks, int pe);
void put_signal(Form &form, nb::handle dest, nb::handle source, nb::handle signal,
                std::uint64_t value, int op, int pe);
nb::object one(Form &form, nb::handle object, int pe);
nb::object one_nbi(Form &form, nb::handle fetch, nb::handle object, int pe);
nb::object one_by_value(Form &form, nb::handle dest, nb::handle value, int pe);
nb::object one_by_value_nbi(Form &form, nb::handle fetch, nb::handle dest, nb::handle value,
                            int pe);
nb::object one_if(Form &form, nb::handle dest, nb::handle cond, nb::handle value, int pe);
nb::object one_if_nbi(Form &form, nb::handle fetch, nb::handle dest, nb::handle cond,
                      nb::handle value, int pe);
nb::object test_or_wait(Form &form, nb::handle ivars, int cmp, nb::handle value);
void gather(Form &form, nb::handle dest, nb::handle source);
void from_root(Form &form, nb::handle dest, nb::handle source, int root);
void gather_strided(Form &form, nb::handle dest, nb::handle source, std::ptrdiff_t dst,
                    std::ptrdiff_t sst, std::size_t nelems);

#endif
