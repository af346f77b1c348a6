/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Prints the library's environment variables as the table of docs/environment.md.
 */
#include "env.h"

int main(void)
{
    ishmemi_env_print_markdown(stdout);
    return 0;
}
