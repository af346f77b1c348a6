/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem_global_exit.
 */
#include "exit.h"

#include "check.h"
#include "log.h"
#include "mail.h"
#include <stdio.h>

void ishmem_global_exit(int status)
{
    ISHMEMI_REQUIRE(ishmemi_check_ready("ishmem_global_exit"));
    ishmemi_debug("ishmem_global_exit(%d)", status);
    ishmemi_mail_receive();
    fflush(NULL);
    ishmemi_exit_job(status);
}
