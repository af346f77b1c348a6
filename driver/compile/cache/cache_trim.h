/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Keeps the disk cache of compiled modules within its bound.
 */
#ifndef ZED_COMPILE_CACHE_TRIM_H
#define ZED_COMPILE_CACHE_TRIM_H

namespace zed {

/* Removes the entries that have not been used for the longest time, as long as all of them hold more
 * than ZECPU_CACHE_SIZE bytes together; and drafts whose writer must have died.  Any number of
 * processes may do this at a time, while others read and write. */
void cache_trim(int directory);

/* An entry's time of use is now: mounts need not keep one. */
void cache_touch(int file);

} // namespace zed

#endif
