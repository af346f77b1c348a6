/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Arrays in the symmetric heap, and what routines take as data: such an array, or memory of the program.
 */
#ifndef ISHMEM_PYTHON_ARRAY_H
#define ISHMEM_PYTHON_ARRAY_H

#include "types.h"

#include <memory>
#include <nanobind/nanobind.h>
#include <vector>

namespace nb = nanobind;

/* An allocation of the heap.  Arrays share it; the last of them that ends leaves it to be freed by the next
 * collective allocation (heap.cpp), because all PEs must free it together. */
struct Block {
    std::uint64_t number = 0; /* the same on all PEs */
    char *base = nullptr;     /* nullptr: it has been freed, or the job has ended */
    std::size_t bytes = 0;
};

/* Elements at an address, and, in `block`, what they belong to. */
class Array {
public:
    Array(std::shared_ptr<Block> block, char *address, nb::object dtype, Code code,
          std::size_t itemsize, std::vector<std::int64_t> shape, std::vector<std::int64_t> strides,
          int pe);

    /* Throws if the memory has been freed. */
    char *address() const;
    std::size_t size() const
    {
        return size_;
    }
    bool is_contiguous() const
    {
        return contiguous_;
    }

    std::shared_ptr<Block> block;
    nb::object dtype;
    Code code;
    std::size_t itemsize;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides; /* in bytes */
    int pe; /* -1: this PE's own; otherwise the address is where this PE reaches that PE's */

private:
    char *address_;
    std::size_t size_;
    bool contiguous_;
};

/* What an argument of a routine says about memory.  Keeps it alive. */
class Operand {
public:
    /* name: the argument, for messages.  writes: the routine stores there. */
    Operand(const char *name, nb::handle value, bool writes);
    ~Operand();
    Operand(const Operand &) = delete;
    Operand &operator=(const Operand &) = delete;

    void *data = nullptr;
    std::size_t size = 0; /* in elements */
    std::size_t itemsize = 1;
    Code code = OTHER;
    const char *name;
    nb::object holder; /* what must live as long as the memory is used */

private:
    void take_array(const Array &array);
    bool take_buffer(nb::handle value, bool writes);
    bool take_interface(nb::handle value);
    bool take_tensor(nb::handle value, bool writes);

    Py_buffer buffer_{};
    bool has_buffer_ = false;
};

void define_array(nb::module_ &m);

#endif
