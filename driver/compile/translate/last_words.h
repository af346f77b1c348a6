/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the compiler reports when LLVM gives up: which kernel it was compiling, and why it failed.
 */
#ifndef ZED_LAST_WORDS_H
#define ZED_LAST_WORDS_H

namespace zed {

/* From now on, a fatal error, an assertion or a signal within LLVM ends the process with one line
 * on the standard error, which begins with stopped_in_code (wire.h).  Called when the module has
 * been read. */
void keep_last_words();

} // namespace zed

#endif
