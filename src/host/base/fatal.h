/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Errors that end the job, and errors that a routine can return from.  Both go to the program's
 * error handler (ishmemx_set_error_handler), with the sentence that the job would end with.
 * Without a handler, errors of the second kind end the job too.
 */
#ifndef ISHMEMI_FATAL_H
#define ISHMEMI_FATAL_H

#include <stdbool.h>
#include <stdnoreturn.h>

struct ishmemx_error;

/* handler: an ishmemx_error_handler_t.  Any thread may call. */
void ishmemi_error_set_handler(void (*handler)(const struct ishmemx_error *, void *), void *data);

/* Passes the error to the handler, for a routine that then returns with no effect: always false.
 * Without a handler, and within one, the job ends. */
bool ishmemi_refuse(int code, const char *format, ...) __attribute__((format(printf, 2, 3), cold));
/* The same for a bad argument, with the sentence of ishmemi_fatal_argument. */
bool ishmemi_refuse_argument(const char *routine, const char *argument, const char *value,
                             const char *expected) __attribute__((cold));

/* Passes the error to the handler; returns false if there is none, or this thread is in it.
 * ends_job: the job ends after this. */
bool ishmemi_error_handle(int code, bool ends_job, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

/* Logs the error and ends the job, every process, with a non-zero status. */
noreturn void ishmemi_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same with a code other than ISHMEMX_ERROR_OTHER for the handler. */
noreturn void ishmemi_fatal_as(int code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* For an error that every PE has found: PE `speaker` logs it and ends the job. */
noreturn void ishmemi_fatal_together(int speaker, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Logs the line for a bad argument: "ishmem_int_put: argument pe is 9, expected 0 to 3".  `value`
 * and `expected` are texts; ends the job. */
noreturn void ishmemi_fatal_argument(const char *routine, const char *argument, const char *value,
                                     const char *expected);

/* A short text for the call in which it stands: ishmemi_text("%d", pe).text.  What does not fit is cut. */
typedef struct ishmemi_text {
    char text[256];
} ishmemi_text_t;
ishmemi_text_t ishmemi_text(const char *format, ...) __attribute__((format(printf, 1, 2), cold));

#endif
