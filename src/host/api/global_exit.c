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

/* The largest status that the parent of a process receives. */
#define STATUS_MOST 255

void ishmem_global_exit(int status)
{
    static const char routine[] = "ishmem_global_exit";
    ISHMEMI_REQUIRE(ishmemi_check_ready(routine));
    /* With any value of ISHMEM_CHECKS, because the launcher would receive 256 as 0. */
    if (status < 0 || status > STATUS_MOST) {
        ishmemi_fatal_argument(routine, "status", ishmemi_text("%d", status).text, "0 to 255");
    }
    ishmemi_debug("%s(%d)", routine, status);
    ishmemi_mail_receive();
    fflush(NULL);
    ishmemi_exit_job(status);
}
