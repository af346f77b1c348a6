/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Programs that make one bad call a run, by its name: `PROGRAM NAME`.  The library must say what is
 * wrong and end the job; expect.sh looks at what it said.  A run that comes to its end prints that
 * it did and exits 0, which is the failure.
 */
#ifndef BAD_CALL_H
#define BAD_CALL_H

#include <stddef.h>

typedef struct bad_call {
    const char *name;
    void (*make)(void);
} bad_call_t;

#define BAD_CALL(NAME) \
    {                  \
#NAME, NAME    \
    }

/* Where `name` is none of them, nothing is called.  Returns the program's exit status. */
int bad_call_make(const bad_call_t *calls, size_t count, const char *name);

/* How many bytes of the symmetric heap begin at `block`. */
size_t bad_call_room(const void *block);

#endif
