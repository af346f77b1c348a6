/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the library says, on stderr, one line a call: "ishmem: PE 3: ...".  Whoever decides that
 * something is an error says it; callers above stay silent.
 */
#ifndef ISHMEMI_LOG_H
#define ISHMEMI_LOG_H

#include <stdarg.h>

/* Always shown. */
void ishmemi_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void ishmemi_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* From hold on errors are kept back, the first of them, until release says it or drop forgets it:
 * PEs that all fail in the same way speak with one voice (agree.h). */
void ishmemi_error_hold(void);
void ishmemi_error_release(void);
void ishmemi_error_drop(void);
/* As ishmemi_error, but never kept back. */
void ishmemi_say(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
/* Shown once a job, by PE 0 (before the PE is known: by every process that calls). */
void ishmemi_notice(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Shown with ISHMEM_DEBUG=1. */
void ishmemi_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
