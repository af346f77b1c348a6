/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Limits the size of the disk cache of compiled modules.
 */
#ifndef ZED_COMPILE_CACHE_TRIM_H
#define ZED_COMPILE_CACHE_TRIM_H

namespace zed {

/* Removes the least recently used entries while all entries together have more than
 * ZECPU_CACHE_SIZE bytes, and drafts whose writers must have died.  Any number of processes may do
 * this at the same time, while others read and write. */
void cache_trim(int directory);

/* Sets an entry's time of use to now, because file systems may not record it. */
void cache_touch(int file);

} // namespace zed

#endif
