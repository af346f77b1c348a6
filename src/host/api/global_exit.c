/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem_global_exit.
 */
#include "exit.h"

#include "check.h"
#include "fatal.h"
#include "log.h"
#include "mail.h"
#include <stdio.h>

/* The most that a process' parent gets of its status. */
#define STATUS_MOST 255

void ishmem_global_exit(int status)
{
    static const char routine[] = "ishmem_global_exit";
    ISHMEMI_REQUIRE(ishmemi_check_ready(routine));
    /* Whatever ISHMEM_CHECKS says: of 256 the launcher would see a 0. */
    if (status < 0 || status > STATUS_MOST) {
        ishmemi_fatal_argument(routine, "status", ishmemi_text("%d", status).text, "0 to 255");
    }
    ishmemi_debug("%s(%d)", routine, status);
    ishmemi_mail_receive();
    fflush(NULL);
    ishmemi_exit_job(status);
}
