/* SPDX-License-Identifier: BSD-3-Clause */
/* Which groups of work-items can call a routine together. */
// IWYU pragma: private, include <ishmemx.h>
#ifndef ISHMEM_SYCL_GROUP_KIND_H
#define ISHMEM_SYCL_GROUP_KIND_H

#include <sycl/sycl.hpp>

namespace ishmemi {

/* As ishmemi_group_t in src/device/body. */
enum group_kind { work_item, sub_group, work_group };

template <typename Group> struct kind_of_group {
    static_assert(sizeof(Group) == 0, "the group is not a sycl::group or a sycl::sub_group");
};
template <int Dimensions> struct kind_of_group<sycl::group<Dimensions>> {
    static constexpr group_kind kind = work_group;
};
template <> struct kind_of_group<sycl::sub_group> {
    static constexpr group_kind kind = sub_group;
};

} // namespace ishmemi

#endif
