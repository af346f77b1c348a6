/* SPDX-License-Identifier: BSD-3-Clause */
#include "array.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <string>

using namespace nb::literals;

/* ---- Arrays ---------------------------------------------------------------------------------- */

Array::Array(std::shared_ptr<Block> block_, char *address, nb::object dtype_, Code code_,
             std::size_t itemsize_, std::vector<std::int64_t> shape_,
             std::vector<std::int64_t> strides_, int pe_)
    : block(std::move(block_)), dtype(std::move(dtype_)), code(code_), itemsize(itemsize_),
      shape(std::move(shape_)), strides(std::move(strides_)), pe(pe_), address_(address), size_(1),
      contiguous_(true)
{
    for (const std::int64_t extent : shape) {
        size_ *= static_cast<std::size_t>(extent);
    }
    std::int64_t expected = static_cast<std::int64_t>(itemsize);
    for (std::size_t i = shape.size(); i-- > 0;) {
        contiguous_ = contiguous_ && (shape[i] <= 1 || strides[i] == expected);
        expected *= shape[i];
    }
    contiguous_ = contiguous_ || size_ == 0;
}

char *Array::address() const
{
    if (!block->base) {
        throw nb::value_error("this symmetric array has been freed, or its job has ended");
    }
    return address_;
}

/* ---- Operands -------------------------------------------------------------------------------- */

void Operand::take_array(const Array &array)
{
    if (!array.is_contiguous()) {
        const std::string text =
            std::string(name) + " is not contiguous: use iput or iget, or a copy of it";
        throw nb::value_error(text.c_str());
    }
    data = array.address();
    size = array.size();
    itemsize = array.itemsize;
    code = array.code;
}

static bool has_interface(nb::handle value)
{
    return nb::hasattr(value, "__cuda_array_interface__") ||
           nb::hasattr(value, "__sycl_usm_array_interface__");
}

bool Operand::take_buffer(nb::handle value, bool writes)
{
    if (!PyObject_CheckBuffer(value.ptr())) {
        return false;
    }
    if (PyObject_GetBuffer(value.ptr(), &buffer_,
                           PyBUF_FORMAT | PyBUF_C_CONTIGUOUS | (writes ? PyBUF_WRITABLE : 0)) !=
        0) {
        const nb::python_error refused; /* takes the error, so that Python can be asked more */
        if (!has_interface(value)) {
            throw refused;
        }
        return false; /* an array of CuPy, which has a buffer only if the host reaches it */
    }
    has_buffer_ = true;
    data = buffer_.buf;
    itemsize = static_cast<std::size_t>(buffer_.itemsize);
    size = static_cast<std::size_t>(buffer_.len) / (itemsize == 0 ? 1 : itemsize);
    code = code_of_format(buffer_.format, itemsize);
    return true;
}

/* The interfaces of CUDA's and SYCL's arrays: ishmem._arrays reads their dictionaries. */
bool Operand::take_interface(nb::handle value)
{
    if (!has_interface(value)) {
        return false;
    }
    const nb::tuple seen = nb::cast<nb::tuple>(
        nb::module_::import_("ishmem._arrays").attr("of_interface")(value, name));
    data = reinterpret_cast<void *>(nb::cast<std::uintptr_t>(seen[0]));
    size = nb::cast<std::size_t>(seen[1]);
    itemsize = nb::cast<std::size_t>(seen[2]);
    code = static_cast<Code>(nb::cast<int>(seen[3]));
    return true;
}

static Code code_of_tensor(nb::dlpack::dtype type)
{
    const std::size_t itemsize = type.bits / 8u;
    switch (static_cast<nb::dlpack::dtype_code>(type.code)) {
    case nb::dlpack::dtype_code::Int:
        return static_cast<Code>(code_of_bits(itemsize) - UINT8 + INT8);
    case nb::dlpack::dtype_code::UInt:
    case nb::dlpack::dtype_code::Bool:
        return code_of_bits(itemsize);
    case nb::dlpack::dtype_code::Float:
        return itemsize == 2 ? FLOAT16 : itemsize == 4 ? FLOAT32 : itemsize == 8 ? FLOAT64 : OTHER;
    case nb::dlpack::dtype_code::Bfloat:
        return BFLOAT16;
    case nb::dlpack::dtype_code::Complex:
        return itemsize == 8 ? COMPLEX64 : COMPLEX128;
    default:
        return OTHER;
    }
}

bool Operand::take_tensor(nb::handle value, bool writes)
{
    if (!nb::hasattr(value, "__dlpack__")) {
        return false;
    }
    nb::ndarray<nb::c_contig, nb::ro> tensor;
    nb::ndarray<nb::c_contig> writable;
    const bool taken =
        writes ? nb::try_cast(value, writable, false) : nb::try_cast(value, tensor, false);
    if (!taken) {
        return false;
    }
    if (writes) {
        data = writable.data();
        size = writable.size();
        itemsize = writable.itemsize();
        code = code_of_tensor(writable.dtype());
        holder = nb::cast(writable);
    } else {
        data = const_cast<void *>(static_cast<const void *>(tensor.data()));
        size = tensor.size();
        itemsize = tensor.itemsize();
        code = code_of_tensor(tensor.dtype());
        holder = nb::cast(tensor);
    }
    return true;
}

Operand::Operand(const char *name_, nb::handle value, bool writes) : name(name_)
{
    const Array *array;
    if (nb::try_cast(value, array, false) && array) {
        take_array(*array);
        holder = nb::borrow(value);
        return;
    }
    if (take_buffer(value, writes) || take_interface(value) || take_tensor(value, writes)) {
        if (!holder.is_valid()) {
            holder = nb::borrow(value);
        }
        return;
    }
    const std::string text = std::string(name) + " is " +
                             nb::cast<std::string>(nb::repr(value.type())) +
                             ", expected a symmetric array or an array of the program";
    throw nb::type_error(text.c_str());
}

Operand::~Operand()
{
    if (has_buffer_) {
        PyBuffer_Release(&buffer_);
    }
}

/* ---- Python ---------------------------------------------------------------------------------- */

/* A tensor of the array that keeps `owner` alive. */
static nb::object tensor_of(const Array &array, nb::handle owner, int device_type, int device)
{
    std::vector<std::size_t> shape(array.shape.begin(), array.shape.end());
    std::vector<std::int64_t> strides;
    for (const std::int64_t stride : array.strides) {
        strides.push_back(stride / static_cast<std::int64_t>(array.itemsize));
    }
    const auto code = array.code <= INT64      ? nb::dlpack::dtype_code::Int
                      : array.code <= UINT64   ? nb::dlpack::dtype_code::UInt
                      : array.code == BFLOAT16 ? nb::dlpack::dtype_code::Bfloat
                      : array.code == COMPLEX64 || array.code == COMPLEX128
                          ? nb::dlpack::dtype_code::Complex
                          : nb::dlpack::dtype_code::Float;
    if (array.code == LONG_DOUBLE || array.code >= BITS128) {
        throw nb::buffer_error("DLPack has no such type of elements");
    }
    const nb::dlpack::dtype dtype = {static_cast<std::uint8_t>(code),
                                     static_cast<std::uint8_t>(array.itemsize * 8), 1};
    return nb::cast(nb::ndarray<>(array.address(), shape.size(), shape.data(), owner,
                                  strides.data(), dtype, device_type, device));
}

void define_array(nb::module_ &m)
{
    nb::class_<Block>(m, "_Block", nb::is_weak_referenceable())
        .def(nb::init<>())
        .def_rw("number", &Block::number)
        .def_rw("bytes", &Block::bytes)
        .def_prop_rw(
            "base", [](const Block &block) { return reinterpret_cast<std::uintptr_t>(block.base); },
            [](Block &block, std::uintptr_t base) { block.base = reinterpret_cast<char *>(base); });
    nb::class_<Array>(m, "_Array")
        .def("__init__",
             [](Array *self, std::shared_ptr<Block> block, std::uintptr_t address, nb::object dtype,
                int code, std::size_t itemsize, std::vector<std::int64_t> shape,
                std::vector<std::int64_t> strides, int pe) {
                 new (self) Array(std::move(block), reinterpret_cast<char *>(address),
                                  std::move(dtype), static_cast<Code>(code), itemsize,
                                  std::move(shape), std::move(strides), pe);
             })
        .def_ro("_block", &Array::block)
        .def_prop_ro(
            "_address",
            [](const Array &array) { return reinterpret_cast<std::uintptr_t>(array.address()); })
        .def_prop_ro("_code", [](const Array &array) { return static_cast<int>(array.code); })
        .def_ro("_pe", &Array::pe)
        .def("_tensor",
             [](nb::handle self, int type, int device) {
                 return tensor_of(nb::cast<const Array &>(self), self, type, device);
             })
        .def_ro("dtype", &Array::dtype, "The type of the elements, as NumPy has it.")
        .def_ro("itemsize", &Array::itemsize, "The bytes of an element.")
        .def_prop_ro("size", &Array::size, "The number of elements.")
        .def_prop_ro(
            "nbytes", [](const Array &array) { return array.size() * array.itemsize; },
            "The bytes of all elements.")
        .def_prop_ro(
            "ndim", [](const Array &array) { return array.shape.size(); },
            "The number of dimensions.")
        .def_prop_ro(
            "shape", [](const Array &array) { return nb::tuple(nb::cast(array.shape)); },
            "The extent of each dimension.")
        .def_prop_ro(
            "strides", [](const Array &array) { return nb::tuple(nb::cast(array.strides)); },
            "The bytes from an element to the next one, in each dimension.")
        .def_prop_ro("contiguous", &Array::is_contiguous,
                     "Whether the elements lie one after the other.");
}
