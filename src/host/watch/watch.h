/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The watcher: a thread that observes this PE while the program is elsewhere, in a loop of its own
 * or waiting for a kernel.
 */
#ifndef ISHMEMI_WATCH_H
#define ISHMEMI_WATCH_H

/* Call it when the heap and ishmemi_job are complete.  The thread calls `look` at each of its own
 * looks; it must not block.  Returns 0, or -1 after logging why. */
int ishmemi_watch_start(void (*look)(void));
/* Call it when no kernel of this PE runs any more: their mail is handled before the thread ends. */
void ishmemi_watch_stop(void);

#endif
