/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A get acquires before it reads: a GPU's first cache may have kept what an earlier one read.  Of a group
 * lane 0 acquires, and the barrier after it is for all lanes.
 */
#include "ptx_text.h"

#include <algorithm>

namespace {

std::map<std::string, std::string> functions;

/* By name, those that the text defines. */
void find_functions(const std::string &text)
{
    static const std::string mark = ".func ";
    for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
        const size_t end = text.find_first_of("{;", at);
        if (end == std::string::npos || text[end] == ';')
            continue;
        size_t name = at + mark.size();
        while (text[name] == ' ' || text[name] == '(')
            name = text[name] == '(' ? text.find(')', name) + 1 : name + 1;
        const size_t body = end + 1;
        functions[text.substr(name, text.find_first_of("(\n", name) - name)] =
            text.substr(body, text.find("\n}", body) - body);
    }
}

/* The body, with the functions that it calls where it calls them: routines and built-ins, not what the
 * library has of its own, which is for far PEs and the like. */
std::string with_calls(const std::string &body, unsigned depth)
{
    std::string all;
    for (size_t at = 0; at < body.size();) {
        const size_t end = std::min(body.find('\n', at), body.size());
        std::string line = body.substr(at, end - at);
        at = end + 1;
        line.erase(0, line.find_first_not_of(" \t"));
        const auto called = functions.find(line.substr(0, line.find(',')));
        if (called != functions.end() && depth > 0 && line.compare(0, 8, "ishmemi_") != 0)
            all += with_calls(called->second, depth - 1);
        else
            all += line + "\n";
    }
    return all;
}

} // namespace

int main()
{
    const Built built = build_file(KERNELS);
    CHECK_TEXT(built.log, "");
    CHECK_TEXT(problems_of(built.ptx.get()), "");
    const std::string text = zed_ptx_text(built.ptx.get(), nullptr);
    find_functions(text);
    const std::map<std::string, Entry> entries = entries_of(text);
    static const char *const wanted[][2] = {
        {"get", "ld.acquire.sys"},
        {"get_nbi", "ld.acquire.sys"},
        {"iget", "ld.acquire.sys"},
        {"get_work_group", "ld.acquire.sys.global.b32, bar.warp.sync, barrier.sync"},
        {"get_sub_group", "ld.acquire.sys.global.b32, bar.warp.sync"},
        {"iget_work_group", "ld.acquire.sys.global.b32, bar.warp.sync, barrier.sync"},
        {"g_wide", "ld.acquire.sys"},
        {"g_narrow", "ld.acquire.sys"},
        {"g_work_group", "bar.warp.sync, barrier.sync, ld.acquire.sys.global.b64"}};
    for (const auto &row : wanted) {
        const auto entry = entries.find(row[0]);
        const std::string found =
            entry == entries.end() ? "no entry" : ordering_of(with_calls(entry->second.body, 4));
        CHECK_TEXT(found.substr(0, std::string(row[1]).size()), row[1]);
    }
    return test_failures != 0;
}
