/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tools of the program that observe its calls (ishmemx_tool_register): together they are one
 * observer.
 */
#ifndef ISHMEMI_TOOLS_H
#define ISHMEMI_TOOLS_H

#include "ishmemx.h"
#include <stdbool.h>

#define ISHMEMI_TOOLS 8

/* The tool's number, or -1: there are as many as there is room for.  Any thread may call; then
 * ishmemi_reach_open is to be called. */
int ishmemi_tools_add(const ishmemx_tool_t *tool);
/* When it returns, the tool's callbacks have returned and are not called again.  False: there is no such
 * tool. */
bool ishmemi_tools_remove(int number);

#endif
