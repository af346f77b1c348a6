/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The runtime's module.
 */
#ifndef ISHMEMI_BOOTSTRAP_MODULE_H
#define ISHMEMI_BOOTSTRAP_MODULE_H

#include "runtime/bootstrap_table.h"
#include "runtime/launcher.h"

/* The table of the module, which is loaded if it is not; NULL having said why. */
const ishmemi_bootstrap_t *ishmemi_bootstrap_module_table(void);

/* A function of the module by whose MPI the job has come together, or else, of the one whose MPI can
 * join it; which is loaded if it is not.  NULL, having said why, if there is no such module, or none of
 * that name in it. */
void (*ishmemi_bootstrap_module_transport(const char *name))(void);

/* The end of a sentence about a job that was started by that kind of launcher: what is missing here
 * to make it work as it is, or nothing. */
const char *ishmemi_bootstrap_module_advice(ishmemi_launcher_kind_t kind);

#endif
