/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ISHMEMI_RESIDENT_H
#define ISHMEMI_RESIDENT_H

/* Makes every heap that is mapped here, this PE's and its peers', resident on the tile.  0, or -1
 * having said why. */
int ishmemi_resident_open(void);

#endif
