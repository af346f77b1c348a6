/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel reads the library's state from constant memory, before a loop and not in it, although the loop orders
 * memory. */
#include "ptx_text.h"

#include <sstream>

namespace {

/* The plain loads, but for those of arguments, between the first label of a loop and the last branch back to one. */
std::string loads_in_loops(const std::string &body)
{
    std::istringstream stream(body);
    std::vector<std::string> lines;
    std::map<std::string, size_t> labels;
    size_t first = std::string::npos, last = 0;
    for (std::string line; std::getline(stream, line);) {
        const size_t from = line.find_first_not_of(" \t");
        line.erase(0, from);
        if (line.compare(0, 1, "$") == 0)
            labels[line.substr(0, line.find(':'))] = lines.size();
        const size_t bra = line.find("bra");
        const size_t target = bra == std::string::npos ? bra : line.find('$', bra);
        if (target != std::string::npos) {
            const auto label = labels.find(line.substr(target, line.find(';') - target));
            if (label != labels.end()) {
                first = std::min(first, label->second);
                last = lines.size();
            }
        }
        lines.push_back(line);
    }
    std::string found;
    for (size_t i = first; i < last; i++)
        if (lines[i].compare(0, 10, "ld.global.") == 0 || lines[i].compare(0, 9, "ld.const.") == 0)
            found += lines[i] + "\n";
    return found;
}

void test_kernel(const std::map<std::string, Entry> &entries, const std::string &name,
                 const std::string &ordering)
{
    const auto entry = entries.find(name);
    const std::string body = entry == entries.end() ? "no entry" : entry->second.body;
    CHECK(ordering_of(body).find(ordering) != std::string::npos);
    CHECK_TEXT(loads_in_loops(body), "");
    /* What it reads of the state it reads from constant memory, without the state's address. */
    CHECK(body.find("ld.const.") != std::string::npos);
    CHECK(body.find("ld.global.") == std::string::npos);
    CHECK(body.find("ishmemi_default_ctx_v") != std::string::npos);
}

} // namespace

int main()
{
    const Built built = build_file(KERNELS);
    CHECK_TEXT(built.log, "");
    CHECK_TEXT(problems_of(built.ptx.get()), "");
    const std::map<std::string, Entry> entries = entries_of(zed_ptx_text(built.ptx.get(), nullptr));
    test_kernel(entries, "p_quiet", "fence.sc.sys");
    test_kernel(entries, "ping_pong", "ld.acquire.sys.global.b64");
    return test_failures != 0;
}
