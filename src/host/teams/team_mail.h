/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Letters between PEs that make a team without the other PEs: each PE has a box in the arena, with
 * a slot for one letter from each PE.
 */
#ifndef ISHMEMI_TEAM_MAIL_H
#define ISHMEMI_TEAM_MAIL_H

#include <stdbool.h>
#include <stdint.h>

/* A bit of each key.  The key says which team the letter is about. */
#define ISHMEMI_TEAM_MAIL_KEY (UINT64_C(1) << 63)

/* Allocates the box, the first memory of the arena, so that it has the same offset on all PEs. */
bool ishmemi_team_mail_open(void);
void ishmemi_team_mail_close(void);

/* Puts a letter into PE pe's box; false if this PE's last one is still there. */
bool ishmemi_team_mail_post(const char *routine, uint64_t key, uint64_t text, int pe);
/* Takes PE pe's letter with this key; false if it has not arrived. */
bool ishmemi_team_mail_take(const char *routine, uint64_t key, uint64_t *text, int pe);

#endif
