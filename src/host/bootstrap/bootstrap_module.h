/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loads the runtime's module.
 */
#ifndef ISHMEMI_BOOTSTRAP_MODULE_H
#define ISHMEMI_BOOTSTRAP_MODULE_H

#include "runtime/bootstrap_table.h"
#include "runtime/launcher.h"
#include <stdbool.h>

/* Returns the module's table, and loads the module first if necessary; NULL after logging why. */
const ishmemi_bootstrap_t *ishmemi_bootstrap_module_table(void);

/* Returns a function of the module whose MPI formed the job, or else of the one whose MPI can join
 * it, and loads that first if necessary.  NULL after logging why, if there is no such module or
 * function. */
void (*ishmemi_bootstrap_module_transport(const char *name))(void);

/* Whether that module is there, as far as its file shows. */
bool ishmemi_bootstrap_module_has_mpi(void);

/* The end of a sentence about a job that this kind of launcher started: what is missing to make it
 * work, or nothing. */
const char *ishmemi_bootstrap_module_advice(ishmemi_launcher_kind_t kind);

#endif
