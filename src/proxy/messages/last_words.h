/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Delays the end of this process by the layers that carry data.
 */
#ifndef ISHMEMI_MESSAGES_LAST_WORDS_H
#define ISHMEMI_MESSAGES_LAST_WORDS_H

void ishmemi_last_words_open(void);
void ishmemi_last_words_close(void);

/* Waits for the library to find out that a PE has died, and to end this process. */
void ishmemi_last_words_wait(void);

/* Call enter before and leave after all calls of the wire, on the same thread; one thread at a time. */
void ishmemi_last_words_enter(void);
void ishmemi_last_words_leave(void);

#endif
