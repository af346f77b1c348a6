/* SPDX-License-Identifier: BSD-3-Clause */
/* What sycl_kernels.cpp and its kernels in families.cpp share. */
#ifndef SYCL_FAMILIES_H
#define SYCL_FAMILIES_H

#include <ishmem.h>
#include <ishmemx.h>

struct families {
    /* Symmetric: 1024, 256 and 16 elements, 2 signals, a lock, and 2 halves. */
    int *data;
    int *symmetric; /* value_of(this PE, i); from 200 on, a double */
    int *words;
    uint64_t *signal;
    long *lock;
    uint16_t *halves; /* bfloat16: 1, and the number of PEs */
    /* Of the program. */
    const int *source; /* value_of(this PE, i) */
    int *local;
    size_t *indices;
    const int *status; /* only element 2 is in the set */
    const int *wanted;
    const int *zero;
    int *failures; /* how many checks were made, and the first line that failed */
    ishmemx_ts_handle_t clock;
    ishmem_ctx_t ctx;
    ishmem_team_t team;
    int far; /* a PE is on another host */
};

inline int value_of(int pe, size_t i)
{
    return pe * 1000 + 1 + static_cast<int>(i);
}

#endif
