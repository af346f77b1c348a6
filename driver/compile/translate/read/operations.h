/* SPDX-License-Identifier: BSD-3-Clause */
/* The SPIR-V operations that the readers of words look for, by the names of the specification. */
#ifndef ZED_TRANSLATE_OPERATIONS_H
#define ZED_TRANSLATE_OPERATIONS_H

#include <cstdint>

namespace zed {

enum : uint32_t {
    op_name = 5,
    op_extension = 10,
    op_ext_inst = 12,
    op_entry_point = 15,
    op_capability = 17,
    op_type_int = 21,
    op_type_float = 22,
    op_type_vector = 23,
    op_type_pointer = 32,
    op_constant = 43,
    op_constant_null = 46,
    op_spec_constant = 50,
    op_function = 54,
    op_variable = 59,
    op_load = 61,
    op_store = 62,
    op_copy_memory = 63,
    op_copy_memory_sized = 64,
    op_access_chain = 65,
    op_in_bounds_access_chain = 66,
    op_ptr_access_chain = 67,
    op_in_bounds_ptr_access_chain = 70,
    op_decorate = 71,
    op_vector_shuffle = 79,
    op_composite_extract = 81,
    op_composite_insert = 82,
    op_ptr_cast_to_generic = 121,
    op_generic_cast_to_ptr = 122,
    op_bitcast = 124,
    op_control_barrier = 224,
    op_group_async_copy = 259,
    op_group_wait_events = 260,
    op_group_all = 261,
    op_group_smax = 271,
    op_decorate_id = 332,
    op_non_uniform_elect = 333,
    op_non_uniform_quad_swap = 366,
    op_alias_domain = 5911,
    op_alias_scope_list = 5913
};

} // namespace zed

#endif
