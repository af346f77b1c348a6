/* SPDX-License-Identifier: BSD-3-Clause */
/* What a user would have a program with more rights load. */
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void run(void)
{
    fprintf(stderr, "EVIL: user %d has the rights of %d\n", (int)getuid(), (int)geteuid());
    _exit(42);
}
