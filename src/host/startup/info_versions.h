/* SPDX-License-Identifier: BSD-3-Clause */
/* The versions of the software that the library runs with and was built with. */
#ifndef ISHMEMI_INFO_VERSIONS_H
#define ISHMEMI_INFO_VERSIONS_H

#include <stdio.h>

typedef void (*ishmemi_info_version_fn)(FILE *out, const char *name, const char *version);

/* Calls `print` for each. */
void ishmemi_info_versions(FILE *out, ishmemi_info_version_fn print);

#endif
