/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernels of queue.c, each with the name of its case.  One work-group of one work-item runs.
 */
#include <ishmem_device.h>

#define N 16

typedef struct memory {
    int data[N];
    int other[N];
    int gathered[8 * N];
    ulong flag[4];
    long lock[2];
    uint number;
    uint numbers[4];
} memory_t;

#define KERNEL(NAME) kernel void NAME(global memory_t *m)

static void fill(global memory_t *m)
{
    for (int i = 0; i < N; i++) {
        m->data[i] = i;
    }
}

KERNEL(wrong_kernel_without_synchronize)
{
    fill(m);
}

KERNEL(wrong_kernel_on_other_list)
{
    fill(m);
}

KERNEL(wrong_kernel_reads_before_wait)
{
    m->gathered[0] = m->data[1];
}

KERNEL(right_kernel_then_put)
{
    fill(m);
}

KERNEL(right_kernel_of_waited_list)
{
    fill(m);
}

KERNEL(right_kernel_after_event)
{
    m->gathered[0] = m->data[1];
}

KERNEL(right_put_of_kernel)
{
    ishmem_int_put(m->data, m->other, N, 1);
}

KERNEL(right_kernel_tells_host)
{
    fill(m);
    atomic_store_explicit((global atomic_uint *)&m->number, 1, memory_order_release,
                          memory_scope_all_svm_devices);
}

KERNEL(right_host_tells_kernel)
{
    while (atomic_load_explicit((global atomic_uint *)&m->number, memory_order_acquire,
                                memory_scope_all_svm_devices) == 0) {
    }
    m->gathered[0] = m->data[1];
}
