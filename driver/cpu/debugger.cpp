/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See debugger.h.  GDB defines the names and structs: it stops at __jit_debug_register_code and
 * reads __jit_debug_descriptor, which heads a list of files in memory.  A debugger that attaches
 * later reads the whole list.  The driver exports both names, so that they survive strip.
 */
#include "debugger.h"

#include <cstring>
#include <mutex>

extern "C" {

typedef enum { JIT_NOACTION = 0, JIT_REGISTER_FN, JIT_UNREGISTER_FN } jit_actions_t;

struct jit_code_entry {
    jit_code_entry *next_entry;
    jit_code_entry *prev_entry;
    const char *symfile_addr;
    uint64_t symfile_size;
};

struct jit_descriptor {
    uint32_t version;
    uint32_t action_flag;
    jit_code_entry *relevant_entry;
    jit_code_entry *first_entry;
};

__attribute__((visibility("default"))) void __jit_debug_register_code(void);
extern __attribute__((visibility("default"))) jit_descriptor __jit_debug_descriptor;

__attribute__((noinline)) void __jit_debug_register_code(void)
{
    __asm__ volatile("" ::: "memory"); /* a debugger has a breakpoint here */
}

jit_descriptor __jit_debug_descriptor = {1, JIT_NOACTION, nullptr, nullptr};
}

namespace zed {
namespace {

std::mutex list_mutex;

void notify(jit_actions_t action, jit_code_entry *entry)
{
    __jit_debug_descriptor.action_flag = action;
    __jit_debug_descriptor.relevant_entry = entry;
    __jit_debug_register_code();
    __jit_debug_descriptor.action_flag = JIT_NOACTION;
    __jit_debug_descriptor.relevant_entry = nullptr;
}

} // namespace

struct DebuggerEntry::Link {
    jit_code_entry entry;
};

std::unique_ptr<DebuggerEntry> DebuggerEntry::make(const BlobView &blob, const void *base)
{
    const BlobHeader &header = blob.header();
    if (header.debug_file.count == 0)
        return nullptr;
    std::unique_ptr<DebuggerEntry> made(new DebuggerEntry);
    const uint8_t *file = blob.table<uint8_t>(header.debug_file);
    made->file_.assign(file, file + header.debug_file.count);
    const uint64_t *words = blob.table<uint64_t>(header.debug_words);
    for (uint64_t i = 0; i < header.debug_words.count; i++) {
        uint64_t address;
        std::memcpy(&address, made->file_.data() + words[i], sizeof address);
        address += reinterpret_cast<uint64_t>(base);
        std::memcpy(made->file_.data() + words[i], &address, sizeof address);
    }
    std::lock_guard<std::mutex> lock(list_mutex);
    jit_code_entry *first = __jit_debug_descriptor.first_entry;
    made->link_.reset(new Link{
        {first, nullptr, reinterpret_cast<const char *>(made->file_.data()), made->file_.size()}});
    if (first)
        first->prev_entry = &made->link_->entry;
    __jit_debug_descriptor.first_entry = &made->link_->entry;
    notify(JIT_REGISTER_FN, &made->link_->entry);
    return made;
}

DebuggerEntry::~DebuggerEntry()
{
    std::lock_guard<std::mutex> lock(list_mutex);
    jit_code_entry &entry = link_->entry;
    (entry.prev_entry ? entry.prev_entry->next_entry : __jit_debug_descriptor.first_entry) =
        entry.next_entry;
    if (entry.next_entry)
        entry.next_entry->prev_entry = entry.prev_entry;
    notify(JIT_UNREGISTER_FN, &entry);
}

} // namespace zed
