/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The library's messages on stderr, one line per call: "ishmem: PE 3: ...".  The code that decides
 * that something is an error logs it; its callers stay silent.
 */
#ifndef ISHMEMI_LOG_H
#define ISHMEMI_LOG_H

#include <stdarg.h>

/* Always shown. */
void ishmemi_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void ishmemi_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* After hold, the first error is kept back until release logs it or drop discards it, so that PEs
 * that all fail in the same way print one message (agree.h). */
void ishmemi_error_hold(void);
void ishmemi_error_release(void);
void ishmemi_error_drop(void);
/* As ishmemi_error, but never kept back. */
void ishmemi_say(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
/* Shown once per job, by PE 0 (before the PE is known: by every process that calls). */
void ishmemi_notice(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Shown with ISHMEM_DEBUG=1. */
void ishmemi_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
