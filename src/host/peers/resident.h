/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ISHMEMI_RESIDENT_H
#define ISHMEMI_RESIDENT_H

/* Makes every mapped heap, this PE's and its peers', resident on the tile.  0, or -1 after an error
 * message. */
int ishmemi_resident_open(void);

#endif
