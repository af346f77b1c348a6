/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Identifies a work-item on an NVIDIA GPU; included by builtins/opencl.h.  CUDA numbers the threads
 * of a block as OpenCL numbers items, so a warp is a sub-group.
 */
#ifndef ZED_BUILTINS_PTX_ITEM_H
#define ZED_BUILTINS_PTX_ITEM_H

constexpr ulong sub_group_items = 32;

/* The compiler replaces calls of this (translate/ptx/kernels.cpp). */
extern "C" uint zed_global_offset(uint dimension) __attribute__((const));

static inline ulong pick(uint dimension, uint x, uint y, uint z, uint otherwise)
{
    return dimension == 0 ? x : dimension == 1 ? y : dimension == 2 ? z : otherwise;
}

static inline ulong local_id(uint d)
{
    return pick(d, __nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(),
                __nvvm_read_ptx_sreg_tid_z(), 0);
}

static inline ulong group_id(uint d)
{
    return pick(d, __nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(),
                __nvvm_read_ptx_sreg_ctaid_z(), 0);
}

static inline ulong group_size(uint d)
{
    return pick(d, __nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(),
                __nvvm_read_ptx_sreg_ntid_z(), 1);
}

static inline ulong group_count(uint d)
{
    return pick(d, __nvvm_read_ptx_sreg_nctaid_x(), __nvvm_read_ptx_sreg_nctaid_y(),
                __nvvm_read_ptx_sreg_nctaid_z(), 1);
}

static inline ulong global_offset(uint d)
{
    return d < 3 ? zed_global_offset(d) : 0;
}

static inline ulong local_linear_id()
{
    const uint x = __nvvm_read_ptx_sreg_tid_x(), y = __nvvm_read_ptx_sreg_tid_y(),
               z = __nvvm_read_ptx_sreg_tid_z();
    return (z * static_cast<uint>(__nvvm_read_ptx_sreg_ntid_y()) + y) *
               static_cast<uint>(__nvvm_read_ptx_sreg_ntid_x()) +
           x;
}

#endif
