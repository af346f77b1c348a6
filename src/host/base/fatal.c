/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * word        written by                          read by                       ordering
 * handler     threads that set it                 threads that have an error    the mutex
 * in_handler  the thread whose handler is called  the same thread               thread-local
 */
#include "fatal.h"

#include "exit.h"
#include "job.h"
#include "log.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define SENTENCE_BYTES 1024

typedef struct handler {
    ishmemx_error_handler_t function;
    void *data;
} handler_t;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static handler_t handler;
static _Thread_local bool in_handler;

void ishmemi_error_set_handler(void (*function)(const struct ishmemx_error *, void *), void *data)
{
    pthread_mutex_lock(&mutex);
    handler = (handler_t){function, data};
    pthread_mutex_unlock(&mutex);
}

/* Returns false if there is no handler, or this thread is in it. */
static bool call_handler(int code, bool ends, const char *format, va_list arguments)
{
    pthread_mutex_lock(&mutex);
    const handler_t current = handler;
    pthread_mutex_unlock(&mutex);
    if (!current.function || in_handler) {
        return false;
    }
    char sentence[SENTENCE_BYTES];
    vsnprintf(sentence, sizeof sentence, format, arguments);
    const ishmemx_error_t error = {
        .code = code, .ends_job = ends, .pe = ishmemi_job.my_pe, .sentence = sentence};
    in_handler = true;
    current.function(&error, current.data);
    in_handler = false;
    return true;
}

/* For a function with a format and arguments: SAY logs them, CALL_HANDLER passes them to the handler. */
#define SAY                             \
    do {                                \
        va_list arguments;              \
        va_start(arguments, format);    \
        ishmemi_say(format, arguments); \
        va_end(arguments);              \
    } while (0)
#define CALL_HANDLER(CALLED, CODE, ENDS)                            \
    do {                                                            \
        va_list arguments;                                          \
        va_start(arguments, format);                                \
        (CALLED) = call_handler((CODE), (ENDS), format, arguments); \
        va_end(arguments);                                          \
    } while (0)

bool ishmemi_refuse(int code, const char *format, ...)
{
    bool called;
    CALL_HANDLER(called, code, false);
    if (!called) {
        SAY;
        ishmemi_exit_job(EXIT_FAILURE);
    }
    return false;
}

bool ishmemi_refuse_argument(const char *routine, const char *argument, const char *value,
                             const char *expected)
{
    return ishmemi_refuse(ISHMEMX_ERROR_ARGUMENT, "%s: argument %s is %s, expected %s", routine,
                          argument, value, expected);
}

bool ishmemi_error_handle(int code, bool ends_job, const char *format, ...)
{
    bool called;
    CALL_HANDLER(called, code, ends_job);
    return called;
}

void ishmemi_fatal(const char *format, ...)
{
    bool called;
    SAY;
    CALL_HANDLER(called, ISHMEMX_ERROR_OTHER, true);
    (void)called;
    ishmemi_exit_job(EXIT_FAILURE);
}

void ishmemi_fatal_as(int code, const char *format, ...)
{
    bool called;
    SAY;
    CALL_HANDLER(called, code, true);
    (void)called;
    ishmemi_exit_job(EXIT_FAILURE);
}

void ishmemi_fatal_together(int speaker, const char *format, ...)
{
    bool called;
    if (ishmemi_job.my_pe == speaker) {
        SAY;
    }
    CALL_HANDLER(called, ISHMEMX_ERROR_OTHER, true);
    (void)called;
    if (ishmemi_job.my_pe == speaker) {
        ishmemi_exit_job(EXIT_FAILURE);
    }
    ishmemi_exit_follow(EXIT_FAILURE);
}

void ishmemi_fatal_argument(const char *routine, const char *argument, const char *value,
                            const char *expected)
{
    char text[SENTENCE_BYTES];
    snprintf(text, sizeof text, "%s: argument %s is %s, expected %s", routine, argument, value,
             expected);
    ishmemi_fatal_as(ISHMEMX_ERROR_ARGUMENT, "%s", text);
}

ishmemi_text_t ishmemi_text(const char *format, ...)
{
    ishmemi_text_t made;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    return made;
}
