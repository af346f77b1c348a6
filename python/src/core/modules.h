/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of the module ishmem._core, each defined by the file of its name. */
#ifndef ISHMEM_PYTHON_MODULES_H
#define ISHMEM_PYTHON_MODULES_H

#include <nanobind/nanobind.h>

void define_start(nanobind::module_ &m);
void define_order(nanobind::module_ &m);
void define_teams(nanobind::module_ &m);
void define_kernels(nanobind::module_ &m);
void define_tools(nanobind::module_ &m);

#endif
