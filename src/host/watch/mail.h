/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The receiving end of the mail that kernels send (shared/state.h).
 */
#ifndef ISHMEMI_MAIL_H
#define ISHMEMI_MAIL_H

#include <stdbool.h>

/* Call it for a new job: nothing has been received yet. */
void ishmemi_mail_open(void);

/* Handles all mail that has arrived, in the order in which it was sent; returns whether there was
 * any.  Any thread may call. */
bool ishmemi_mail_receive(void);

#endif
