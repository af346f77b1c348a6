/* SPDX-License-Identifier: BSD-3-Clause */
/* See last_words.h.  LLVM records what each thread is doing, for its own stack dumps. */
#include "last_words.h"

#include "../wire.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/Signals.h>
#include <string>
#include <unistd.h>

namespace zed {
namespace {

constexpr unsigned patience_s = 5; /* for the line: LLVM may hold a lock that it needs */

/* The name after @ in "Running pass 'Instruction Selection' on function '@zed.kernel.scale'". */
std::string function_at_work()
{
    constexpr llvm::StringLiteral before = "on function '@";
    std::string text;
    llvm::raw_string_ostream stream(text);
    auto *entry = static_cast<const llvm::PrettyStackTraceEntry *>(llvm::SavePrettyStackState());
    for (; entry; entry = entry->getNextEntry())
        entry->print(stream);
    stream.flush();
    const llvm::StringRef all = text;
    const size_t at = all.find(before);
    return at == llvm::StringRef::npos ? ""
                                       : all.drop_front(at + before.size())
                                             .take_until([](char c) { return c == '\''; })
                                             .str();
}

[[noreturn]] void say(llvm::StringRef reason)
{
    constexpr llvm::StringLiteral shape = "zed.kernel.";
    llvm::StringRef name;
    const std::string function = function_at_work();
    name = function;
    std::string words = stopped_in_code;
    if (name.consume_front(shape))
        words += " in kernel '" + name.str() + "'";
    else if (!name.empty())
        words += " in function '" + name.str() + "'";
    /* In further lines LLVM prints the graph of instructions. */
    words += ": " + reason.take_until([](char c) { return c == '\n'; }).str() + "\n";
    if (write(STDERR_FILENO, words.data(), words.size()) < 0)
        _exit(3);
    _exit(2);
}

void end_by_error(void *, const char *reason, bool)
{
    alarm(patience_s);
    say(reason);
}

void end_by_signal(void *)
{
    alarm(patience_s);
    say("an internal error of LLVM");
}

} // namespace

void keep_last_words()
{
    llvm::install_fatal_error_handler(end_by_error);
    llvm::sys::AddSignalHandler(end_by_signal, nullptr);
}

} // namespace zed
