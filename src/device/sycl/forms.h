/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * forms/forms.h in SYCL.  The form of a work-item has the name and the linkage of the host's
 * routine; a compiler's pass for devices sees this form.  One form serves a work-group and a
 * sub-group: its last argument says which.
 */
#ifndef ISHMEMI_DEVICE_SYCL_FORMS_H
#define ISHMEMI_DEVICE_SYCL_FORMS_H

namespace ishmemi {
template <typename Group>
inline constexpr ishmemi_group_t kind_of = static_cast<ishmemi_group_t>(kind_of_group<Group>::kind);
}

#define DEFINE_ITEM extern "C" inline

#define DEFINE_GROUP(RESULT, NAME, PARAMETERS, BODY, CTX, ...)                                 \
    template <typename Group> inline RESULT NAME(ISHMEMI_UNPACK_LIST PARAMETERS const Group &) \
    {                                                                                          \
        BODY(CTX, ishmemi::kind_of<Group>, #NAME, __VA_ARGS__);                                \
    }

#define DEFINE_OWN(RESULT, PREFIX, ROUTINE, KIND, BODY, NAME, TYPE, SIZE, ALIGNMENT)          \
    DEFINE_ITEM RESULT PREFIX##_##ROUTINE(ISHMEMI_PARAMETERS_##KIND(TYPE))                    \
    {                                                                                         \
        BODY(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM, #PREFIX "_" #ROUTINE, NAME, TYPE, SIZE,   \
             ALIGNMENT);                                                                      \
    }                                                                                         \
    DEFINE_GROUP(RESULT, ishmemx_##ROUTINE##_work_group, (ISHMEMI_PARAMETERS_##KIND(TYPE), ), \
                 BODY, ISHMEM_CTX_DEFAULT, NAME, TYPE, SIZE, ALIGNMENT)

#define DEFINE_ALL(RESULT, PREFIX, ROUTINE, KIND, BODY, NAME, TYPE, SIZE, ALIGNMENT)               \
    DEFINE_OWN(RESULT, PREFIX, ROUTINE, KIND, BODY, NAME, TYPE, SIZE, ALIGNMENT)                   \
    DEFINE_ITEM RESULT PREFIX##_ctx_##ROUTINE(ishmemi_handle_t ctx,                                \
                                              ISHMEMI_PARAMETERS_##KIND(TYPE))                     \
    {                                                                                              \
        BODY(ishmemi_state_of(ctx), ISHMEMI_WORK_ITEM, #PREFIX "_ctx_" #ROUTINE, NAME, TYPE, SIZE, \
             ALIGNMENT);                                                                           \
    }                                                                                              \
    DEFINE_GROUP(RESULT, ishmemx_ctx_##ROUTINE##_work_group,                                       \
                 (ishmemi_handle_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE), ), BODY,                  \
                 ishmemi_state_of(ctx), NAME, TYPE, SIZE, ALIGNMENT)

#define DEFINE_ORDER(ROUTINE, ORDER)                                                            \
    DEFINE_ITEM void ishmem_##ROUTINE(void){                                                    \
        ORDER(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM, "ishmem_" #ROUTINE,                        \
              ROUTINE)} DEFINE_ITEM void ishmem_ctx_##ROUTINE(ishmemi_handle_t ctx){            \
        ORDER(ishmemi_state_of(ctx), ISHMEMI_WORK_ITEM, "ishmem_ctx_" #ROUTINE,                 \
              ROUTINE)} DEFINE_GROUP(void, ishmemx_##ROUTINE##_work_group, (), ORDER,           \
                                     ISHMEM_CTX_DEFAULT, ROUTINE)                               \
        DEFINE_GROUP(void, ishmemx_ctx_##ROUTINE##_work_group, (ishmemi_handle_t ctx, ), ORDER, \
                     ishmemi_state_of(ctx), ROUTINE)

#define DEFINE_BARE(ROUTINE, BODY)                                                   \
    DEFINE_ITEM void ishmem_##ROUTINE(void)                                          \
    {                                                                                \
        BODY(ISHMEM_CTX_DEFAULT, ISHMEMI_WORK_ITEM, "ishmem_" #ROUTINE, , void, , ); \
    }                                                                                \
    DEFINE_GROUP(void, ishmemx_##ROUTINE##_work_group, (), BODY, ISHMEM_CTX_DEFAULT, , void, , )

#endif
