/* SPDX-License-Identifier: BSD-3-Clause */
/* Failed asserts of kernels: compiled code calls this, and the process ends. */
#include "engine/abi.h"
#include "run/location.h"
#include "run/run.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* Only the first item that fails is reported; the others wait until the process ends. */
static atomic_flag reported = ATOMIC_FLAG_INIT;

void zed_rt_assert(const char *expression, const char *file, uint32_t line, const char *function,
                   const uint64_t item[3])
{
    const struct zed_run *run = zed_run_current;
    while (atomic_flag_test_and_set(&reported)) {
        pause();
    }
    const zed_group_t *group = run->record ? &run->record->group : run->group;
    zed_text_t text = {.length = 0};
    zed_text_add(&text, "zed: kernel ");
    zed_text_add(&text, run->state->launch->kernel->name);
    zed_text_add(&text, ": assertion failed: ");
    zed_text_add(&text, expression);
    zed_text_item(&text, item, group->group_id);
    zed_text_line(&text, file, line);
    if (function) {
        zed_text_add(&text, "\nzed: that is in ");
        zed_text_add(&text, function);
    }
    zed_text_add(&text, "\n");
    zed_text_write(&text);
    abort();
}
