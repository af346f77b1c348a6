/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What other PEs ask of this one.
 */
#ifndef ISHMEMI_MPI_SERVE_H
#define ISHMEMI_MPI_SERVE_H

#include "link.h"
#include <stdbool.h>

/* Begins and ends listening. */
void ishmemi_serve_open(void);
void ishmemi_serve_close(void);

/* Executes what has come; whether anything has. */
bool ishmemi_serve_progress(void);

/* A direct put of the link's PE (lane.h), whose data is at `data`: carries it out, and then says so to
 * what waits for it. */
void ishmemi_serve_direct(link_t *link, const item_t *item, const item_signal_t *signalled,
                          const char *data);
void ishmemi_serve_direct_done(link_t *link);

#endif
