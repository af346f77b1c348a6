/* SPDX-License-Identifier: BSD-3-Clause */
#include "told.h"

#include "driver.h"

_Atomic(const ishmemi_kernel_listener_t *) zed_told_who;

void zed_told_listen(const ishmemi_kernel_listener_t *who)
{
    zed_driver_engine()->listen_kernels(who);
    atomic_store_explicit(&zed_told_who, who, memory_order_release);
}

void zed_told_append(zed_command_t *first)
{
    const ishmemi_kernel_listener_t *who = zed_told_listener();
    for (zed_command_t *command = first; who && command; command = command->next) {
        who->appends(&command->told);
    }
}

void zed_told_submit(zed_command_t *first)
{
    const ishmemi_kernel_listener_t *who = zed_told_listener();
    for (zed_command_t *command = first; who && command; command = command->next) {
        who->tells(&command->known);
    }
}

void zed_told_learn_event(const ishmemi_kernel_listener_t *who, zed_event_t *event)
{
    if (event->shared) {
        who->learns_all();
    } else {
        who->learns(&event->known);
    }
}
