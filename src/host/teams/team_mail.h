/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Letters between PEs that make a team without the others: each PE has a box with a place for one
 * letter from each PE, in the arena.
 */
#ifndef ISHMEMI_TEAM_MAIL_H
#define ISHMEMI_TEAM_MAIL_H

#include <stdbool.h>
#include <stdint.h>

/* Of the key: it says which team the letter is about. */
#define ISHMEMI_TEAM_MAIL_KEY (UINT64_C(1) << 63)

/* Takes the box's memory, the first of the arena, so that it is at the same offset on all PEs. */
bool ishmemi_team_mail_open(void);
void ishmemi_team_mail_close(void);

/* Puts a letter into the box of PE pe; false if this PE's last one is still there. */
bool ishmemi_team_mail_post(const char *routine, uint64_t key, uint64_t text, int pe);
/* Takes the letter of PE pe about the key; false if it has not come. */
bool ishmemi_team_mail_take(const char *routine, uint64_t key, uint64_t *text, int pe);

#endif
