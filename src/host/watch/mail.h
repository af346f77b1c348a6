/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The receiving end of the mail that kernels send (shared/state.h).
 */
#ifndef ISHMEMI_MAIL_H
#define ISHMEMI_MAIL_H

#include <stdbool.h>

/* A new job: nothing has been received. */
void ishmemi_mail_open(void);

/* Does what all mail that is there asks for, in the order in which it was sent; returns whether
 * there was any.  Any thread may call. */
bool ishmemi_mail_receive(void);

#endif
