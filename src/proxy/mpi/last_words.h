/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A pause before MPI ends this process.
 */
#ifndef ISHMEMI_MPI_LAST_WORDS_H
#define ISHMEMI_MPI_LAST_WORDS_H

void ishmemi_last_words_open(void);
void ishmemi_last_words_close(void);

/* Around all calls of MPI: this thread begins and ends to be in MPI.  One thread at a time. */
void ishmemi_last_words_enter(void);
void ishmemi_last_words_leave(void);

#endif
