/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tools of the program that observe its calls (ishmemx_tool_register).  Together they are one
 * observer.
 */
#ifndef ISHMEMI_TOOLS_H
#define ISHMEMI_TOOLS_H

#include "ishmemx.h"
#include <stdbool.h>

#define ISHMEMI_TOOLS 8

/* The tool's number, or -1 if there is no room.  Any thread may call, and calls ishmemi_reach_open
 * afterwards. */
int ishmemi_tools_add(const ishmemx_tool_t *tool);
/* When it returns, the tool's callbacks have returned and are not called again.  false: there is no
 * such tool. */
bool ishmemi_tools_remove(int number);

#endif
