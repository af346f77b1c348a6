/* SPDX-License-Identifier: BSD-3-Clause */
/* free and realloc. */
#ifndef ISHMEMI_MEMORY_H
#define ISHMEMI_MEMORY_H

/* Called before the program frees anything. */
void ishmemi_accesses_open_memory(void);

#endif
