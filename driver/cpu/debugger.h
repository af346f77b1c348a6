/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows debuggers code that is in no file, through GDB's interface for JIT compilers.
 */
#ifndef ZED_COMPILE_DEBUGGER_H
#define ZED_COMPILE_DEBUGGER_H

#include "compile/blob_view.h"

#include <memory>

namespace zed {

/* The file of a loaded image; the debugger sees it while this object exists. */
class DebuggerEntry {
public:
    /* NULL: the blob has no file for debuggers. */
    static std::unique_ptr<DebuggerEntry> make(const BlobView &blob, const void *base);
    ~DebuggerEntry();
    DebuggerEntry(const DebuggerEntry &) = delete;
    DebuggerEntry &operator=(const DebuggerEntry &) = delete;

private:
    DebuggerEntry() = default;
    struct Link;
    Bytes file_;
    std::unique_ptr<Link> link_;
};

} // namespace zed

#endif
