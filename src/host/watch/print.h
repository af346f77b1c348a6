/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Output of the program through the library, from hosts and kernels.
 */
#ifndef ISHMEMI_PRINT_H
#define ISHMEMI_PRINT_H

/* file and function may be NULL; type: ISHMEMX_MSG_... */
void ishmemi_print(const char *file, long line, const char *function, const char *text, int type);

/* Prints the line of ishmemx_debug_test.  who: the caller. */
void ishmemi_print_test(const char *who);

#endif
