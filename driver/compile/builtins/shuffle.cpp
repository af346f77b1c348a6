/* SPDX-License-Identifier: BSD-3-Clause */
/* Shuffles, ballots and votes of a sub-group, built on the target's group.h. */
#ifdef __NVPTX__
#include "../builtins_ptx/group.h"
#else
#include "group.h"
#endif

namespace {

/* Lane `lane` of `current` followed by `next`, as cl_intel_subgroups defines it. */
template <class T> T window(T current, T next, int lane)
{
    uint count = sub_group_count(), at = static_cast<uint>(lane);
    T low = lane_value(current, at), high = lane_value(next, at - count);
    return at < count || at >= 2 * count ? low : high;
}

/* Rotates within each `size` lanes that begin at a multiple of `size`. */
template <class T> T rotate(T value, int by, uint size)
{
    const uint lane = sub_group_lane(), first = lane - lane % size;
    const int count = static_cast<int>(size), at = static_cast<int>(lane - first);
    return lane_value(value, first + static_cast<uint>((at + by % count + count) % count));
}

using mask4 = uint __attribute__((ext_vector_type(4)));

uint all_lanes()
{
    return ~0U >> (32 - sub_group_count());
}

mask4 mask(uint bits)
{
    return (mask4){bits & all_lanes(), 0, 0, 0};
}

} // namespace

#define SHUFFLES(T)                                                                 \
    T sub_group_shuffle(T value, uint lane)                                         \
    {                                                                               \
        return lane_value(value, lane);                                             \
    }                                                                               \
    T sub_group_shuffle_xor(T value, uint lane)                                     \
    {                                                                               \
        return lane_value(value, sub_group_lane() ^ lane);                          \
    }                                                                               \
    T sub_group_shuffle_up(T value, uint by)                                        \
    {                                                                               \
        return lane_value(value, sub_group_lane() - by);                            \
    }                                                                               \
    T sub_group_shuffle_down(T value, uint by)                                      \
    {                                                                               \
        return lane_value(value, sub_group_lane() + by);                            \
    }                                                                               \
    T sub_group_rotate(T value, int by)                                             \
    {                                                                               \
        return rotate(value, by, sub_group_most());                                 \
    }                                                                               \
    T sub_group_clustered_rotate(T value, int by, uint size)                        \
    {                                                                               \
        return rotate(value, by, size);                                             \
    }                                                                               \
    T sub_group_non_uniform_broadcast(T value, uint lane)                           \
    {                                                                               \
        return lane_value(value, lane);                                             \
    }                                                                               \
    T sub_group_broadcast_first(T value)                                            \
    {                                                                               \
        return first_lane_value(value);                                             \
    }                                                                               \
    T intel_sub_group_shuffle(T value, uint lane)                                   \
    {                                                                               \
        return lane_value(value, lane);                                             \
    }                                                                               \
    T intel_sub_group_shuffle_xor(T value, uint lane)                               \
    {                                                                               \
        return lane_value(value, sub_group_lane() ^ lane);                          \
    }                                                                               \
    T intel_sub_group_shuffle_down(T current, T next, uint by)                      \
    {                                                                               \
        return window(current, next, static_cast<int>(sub_group_lane() + by));      \
    }                                                                               \
    T intel_sub_group_shuffle_up(T previous, T current, uint by)                    \
    {                                                                               \
        return window(previous, current,                                            \
                      static_cast<int>(sub_group_lane() + sub_group_count() - by)); \
    }
#define VECTOR_SHUFFLES(T, n)                           \
    using T##n = T __attribute__((ext_vector_type(n))); \
    SHUFFLES(T##n)
#define ALL_SHUFFLES(T)   \
    SHUFFLES(T)           \
    VECTOR_SHUFFLES(T, 2) \
    VECTOR_SHUFFLES(T, 3) \
    VECTOR_SHUFFLES(T, 4) \
    VECTOR_SHUFFLES(T, 8) \
    VECTOR_SHUFFLES(T, 16)

ALL_SHUFFLES(char)
ALL_SHUFFLES(uchar)
ALL_SHUFFLES(short)
ALL_SHUFFLES(ushort)
ALL_SHUFFLES(int)
ALL_SHUFFLES(uint)
ALL_SHUFFLES(long)
ALL_SHUFFLES(ulong)
ALL_SHUFFLES(half)
ALL_SHUFFLES(float)
ALL_SHUFFLES(double)

mask4 sub_group_ballot(int predicate)
{
    return mask(ballot_bits(predicate));
}

int sub_group_inverse_ballot(mask4 value)
{
    return static_cast<int>(value.x >> sub_group_lane() & 1);
}

int sub_group_ballot_bit_extract(mask4 value, uint lane)
{
    return static_cast<int>(value.x >> lane & 1);
}

uint sub_group_ballot_bit_count(mask4 value)
{
    return static_cast<uint>(__builtin_popcount(value.x & all_lanes()));
}

uint sub_group_ballot_inclusive_scan(mask4 value)
{
    return static_cast<uint>(__builtin_popcount(value.x & (lanes_below() * 2 + 1)));
}

uint sub_group_ballot_exclusive_scan(mask4 value)
{
    return static_cast<uint>(__builtin_popcount(value.x & lanes_below()));
}

uint sub_group_ballot_find_lsb(mask4 value)
{
    return static_cast<uint>(__builtin_ctz(value.x & all_lanes()));
}

uint sub_group_ballot_find_msb(mask4 value)
{
    return 31 - static_cast<uint>(__builtin_clz(value.x & all_lanes()));
}

mask4 get_sub_group_eq_mask()
{
    return mask(lanes_below() + 1);
}

mask4 get_sub_group_ge_mask()
{
    return mask(~lanes_below());
}

mask4 get_sub_group_gt_mask()
{
    return mask(~(lanes_below() * 2 + 1));
}

mask4 get_sub_group_le_mask()
{
    return mask(lanes_below() * 2 + 1);
}

mask4 get_sub_group_lt_mask()
{
    return mask(lanes_below());
}

int sub_group_elect()
{
    return is_first_lane();
}

int sub_group_non_uniform_all(int predicate)
{
    return ballot_bits(!predicate) == 0;
}

int sub_group_non_uniform_any(int predicate)
{
    return ballot_bits(predicate) != 0;
}
