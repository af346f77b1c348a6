/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations of sub-groups on every type; these need SPIR-V 1.3. */
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_short : enable

/* OpenCL C has these only for int and wider types; SPIR-V has them for all. */
#define NARROW(T)                                                           \
    __attribute__((overloadable)) T work_group_reduce_add(T value);         \
    __attribute__((overloadable)) T work_group_reduce_max(T value);         \
    __attribute__((overloadable)) T work_group_scan_exclusive_min(T value); \
    __attribute__((overloadable)) T work_group_broadcast(T value, size_t item);
NARROW(char)
NARROW(uchar)
NARROW(short)
NARROW(ushort)

#define TYPES(T)                                                                 \
    kernel void types_##T(global const T *from, global T *to, global int *equal) \
    {                                                                            \
        size_t i = get_global_id(0);                                             \
        T v = from[i];                                                           \
        to += i * 14;                                                            \
        to[0] = work_group_reduce_add(v);                                        \
        to[1] = work_group_reduce_max(v);                                        \
        to[2] = work_group_scan_exclusive_min(v);                                \
        to[3] = work_group_broadcast(v, 2);                                      \
        to[4] = sub_group_reduce_add(v);                                         \
        to[5] = sub_group_scan_inclusive_max(v);                                 \
        to[6] = sub_group_broadcast(v, 3);                                       \
        to[7] = sub_group_non_uniform_reduce_min(v);                             \
        to[8] = sub_group_non_uniform_scan_exclusive_add(v);                     \
        to[9] = sub_group_non_uniform_scan_inclusive_mul(i % 16 < 4 ? v : (T)1); \
        to[10] = sub_group_clustered_reduce_add(v, 4);                           \
        to[11] = sub_group_clustered_reduce_max(v, 8);                           \
        to[12] = sub_group_clustered_reduce_min(v, 1);                           \
        to[13] = sub_group_clustered_reduce_mul(i % 4 < 2 ? v : (T)1, 4);        \
        equal[2 * i] = sub_group_non_uniform_all_equal(v);                       \
        equal[2 * i + 1] = sub_group_non_uniform_all_equal(i < 16 ? (T)1 : v);   \
    }
TYPES(char)
TYPES(uchar)
TYPES(short)
TYPES(ushort)
TYPES(int)
TYPES(uint)
TYPES(long)
TYPES(ulong)
TYPES(half)
TYPES(float)
TYPES(double)

#define BITS(T)                                                  \
    kernel void bits_##T(global T *to)                           \
    {                                                            \
        uint lane = get_sub_group_local_id();                    \
        T v = (T)((T)1 << (lane & 7));                           \
        to += get_global_id(0) * 5;                              \
        to[0] = sub_group_non_uniform_reduce_or(v);              \
        to[1] = sub_group_non_uniform_scan_exclusive_and((T)~v); \
        to[2] = sub_group_non_uniform_scan_inclusive_xor(v);     \
        to[3] = sub_group_clustered_reduce_or(v, 4);             \
        to[4] = sub_group_clustered_reduce_xor(v, 2);            \
    }
BITS(char)
BITS(uchar)
BITS(short)
BITS(ushort)
BITS(int)
BITS(uint)
BITS(long)
BITS(ulong)

kernel void logical(global int *to)
{
    int lane = (int)get_sub_group_local_id();
    to += get_global_id(0) * 6;
    to[0] = sub_group_non_uniform_reduce_logical_and(lane != 5) != 0;
    to[1] = sub_group_non_uniform_reduce_logical_or(lane == 5) != 0;
    to[2] = sub_group_non_uniform_reduce_logical_xor(lane < 3) != 0;
    to[3] = sub_group_non_uniform_scan_exclusive_logical_and(lane != 5) != 0;
    to[4] = sub_group_non_uniform_scan_inclusive_logical_or(lane == 5) != 0;
    to[5] = sub_group_clustered_reduce_logical_and(lane != 5, 4) != 0;
}

/* The header declares them for two types only. */
#define DECLARE_BLOCKS(T, suffix)                                                              \
    __attribute__((overloadable)) T intel_sub_group_block_read_##suffix(const global T *from); \
    __attribute__((overloadable))                                                              \
    T##2 intel_sub_group_block_read_##suffix##2(const global T *from);                         \
    __attribute__((overloadable))                                                              \
    T##4 intel_sub_group_block_read_##suffix##4(const global T *from);                         \
    __attribute__((overloadable))                                                              \
    T##8 intel_sub_group_block_read_##suffix##8(const global T *from);                         \
    __attribute__((overloadable)) void intel_sub_group_block_write_##suffix(global T *to,      \
                                                                            T value);          \
    __attribute__((overloadable)) void intel_sub_group_block_write_##suffix##2(global T * to,  \
                                                                               T##2 value);    \
    __attribute__((overloadable)) void intel_sub_group_block_write_##suffix##4(global T * to,  \
                                                                               T##4 value);    \
    __attribute__((overloadable)) void intel_sub_group_block_write_##suffix##8(global T * to,  \
                                                                               T##8 value);
DECLARE_BLOCKS(uchar, uc)
DECLARE_BLOCKS(ulong, ul)
__attribute__((overloadable)) uchar16 intel_sub_group_block_read_uc16(const global uchar *from);
__attribute__((overloadable)) void intel_sub_group_block_write_uc16(global uchar *to,
                                                                    uchar16 value);

/* For 16 items: blocks of one, two, four and eight elements each. */
#define BLOCK(suffix, n, at)                        \
    intel_sub_group_block_write##suffix##n(to + at, \
                                           intel_sub_group_block_read##suffix##n(from + at))
#define BLOCKS(name, T, suffix)                                       \
    kernel void blocks_##name(global T *to, global T *from)           \
    {                                                                 \
        from += get_sub_group_id() * 256;                             \
        to += get_sub_group_id() * 256;                               \
        BLOCK(suffix, , 0);                                           \
        BLOCK(suffix, 2, 16);                                         \
        BLOCK(suffix, 4, 48);                                         \
        BLOCK(suffix, 8, 112);                                        \
        T##2 two = intel_sub_group_block_read##suffix##2(from + 208); \
        to[240 + get_sub_group_local_id()] = two.y + (T)16;           \
    }
BLOCKS(uchar, uchar, _uc)
BLOCKS(ushort, ushort, _us)
BLOCKS(uint, uint, )
BLOCKS(ui, uint, _ui)
BLOCKS(ulong, ulong, _ul)

kernel void blocks_of_16(global uchar *to, global uchar *from)
{
    from += get_sub_group_id() * 256;
    to += get_sub_group_id() * 256;
    BLOCK(_uc, 16, 0);
}
