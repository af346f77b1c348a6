/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The watcher: a thread that sees what happens to this PE while the program is elsewhere, in a
 * loop of its own or waiting for a kernel.
 */
#ifndef ISHMEMI_WATCH_H
#define ISHMEMI_WATCH_H

/* When the heap and ishmemi_job are complete.  look: called by the thread at each of its own looks; it
 * waits for nothing.  0, or -1 having said why. */
int ishmemi_watch_start(void (*look)(void));
/* When no kernel of this PE runs any more: their mail is done with before the thread ends. */
void ishmemi_watch_stop(void);

#endif
