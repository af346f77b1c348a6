/* SPDX-License-Identifier: BSD-3-Clause */
#include "listener.h"

#include "driver.h"

_Atomic(const ze_cpu_kernel_listener_t *) zed_listener_now;

void zed_listener_set(const ze_cpu_kernel_listener_t *listener)
{
    zed_driver_engine()->set_kernel_listener(listener);
    atomic_store_explicit(&zed_listener_now, listener, memory_order_release);
}

void zed_listener_append(zed_command_t *first)
{
    const ze_cpu_kernel_listener_t *listener = zed_listener_get();
    for (zed_command_t *command = first; listener && command; command = command->next) {
        listener->on_append(&command->remembered);
    }
}

void zed_listener_submit(zed_command_t *first)
{
    const ze_cpu_kernel_listener_t *listener = zed_listener_get();
    for (zed_command_t *command = first; listener && command; command = command->next) {
        listener->release(&command->clock);
    }
}

void zed_listener_acquire_event(const ze_cpu_kernel_listener_t *listener, zed_event_t *event)
{
    if (event->shared) {
        listener->acquire_process();
    } else {
        listener->acquire(&event->clock);
    }
}
