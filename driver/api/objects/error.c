/* SPDX-License-Identifier: BSD-3-Clause */
/* Keeps the message of each thread's last error. */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char last_error[256];

void zed_error_keep(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
}

const char *zed_error_last(void)
{
    return last_error;
}
