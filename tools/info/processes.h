/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What /proc reports about a process.
 */
#ifndef ISHMEM_INFO_PROCESSES_H
#define ISHMEM_INFO_PROCESSES_H

#include <stdbool.h>
#include <sys/types.h>

#define PROCESS_NAME_BYTES 256

/* The program's file name, without its folder; "?" if that is not known. */
void process_name(pid_t process, char name[PROCESS_NAME_BYTES]);

/* Whether a process is `ancestor`, or was started by it or one of its descendants. */
bool process_descends_from(pid_t process, pid_t ancestor);

#endif
