/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether somebody watches what this process writes. */
#ifndef TOOL_TERMINAL_H
#define TOOL_TERMINAL_H

#include <stdbool.h>

/* Whether what is written to the descriptor, 1 or 2, appears on a terminal: because it is one, or
 * because a launcher on this machine passes it on to one. */
bool tool_on_terminal(int descriptor);

#endif
