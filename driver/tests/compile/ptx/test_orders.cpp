/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomics, fences and barriers become exactly the instructions for their order and scope. */
#include "ptx_text.h"

namespace {

struct Row {
    const char *order;
    const char *wanted; /* S stands for the scope */
};

const Row loads[] = {{"relaxed", "ld.relaxed.S.global.b32"},
                     {"acquire", "ld.acquire.S.global.b32"},
                     {"seq_cst", "fence.sc.S, ld.acquire.S.global.b32"}};
const Row stores[] = {{"relaxed", "st.relaxed.S.global.b64"},
                      {"release", "st.release.S.global.b64"},
                      {"seq_cst", "fence.sc.S, st.relaxed.S.global.b64"}};
const Row adds[] = {{"relaxed", "atom.relaxed.S.global.add.u64"},
                    {"acquire", "atom.acquire.S.global.add.u64"},
                    {"release", "atom.release.S.global.add.u64"},
                    {"acq_rel", "atom.acq_rel.S.global.add.u64"},
                    {"seq_cst", "fence.sc.S, atom.acquire.S.global.add.u64"}};
const Row exchanges[] = {{"relaxed", "atom.relaxed.S.global.exch.b32"},
                         {"acquire", "atom.acquire.S.global.exch.b32"},
                         {"release", "atom.release.S.global.exch.b32"},
                         {"acq_rel", "atom.acq_rel.S.global.exch.b32"},
                         {"seq_cst", "fence.sc.S, atom.acquire.S.global.exch.b32"}};
const Row comparisons[] = {{"relaxed", "atom.relaxed.S.global.cas.b32"},
                           {"acquire", "atom.acquire.S.global.cas.b32"},
                           {"release", "atom.release.S.global.cas.b32"},
                           {"acq_rel", "atom.acq_rel.S.global.cas.b32"},
                           {"seq_cst", "fence.sc.S, atom.acquire.S.global.cas.b32"}};
const Row fences[] = {{"relaxed", ""},
                      {"acquire", "fence.acq_rel.S"},
                      {"release", "fence.acq_rel.S"},
                      {"acq_rel", "fence.acq_rel.S"},
                      {"seq_cst", "fence.sc.S"}};

std::map<std::string, Entry> entries;

std::string found(const std::string &kernel)
{
    auto entry = entries.find(kernel);
    return entry == entries.end() ? "no entry" : ordering_of(entry->second.body);
}

std::string with_scope(std::string text, const std::string &scope)
{
    for (size_t at; (at = text.find(".S")) != std::string::npos;)
        text.replace(at, 2, "." + scope);
    return text;
}

/* OpenCL 1's names arrive as relaxed operations of the work-group, and are atomic on the device. */
std::string scope_of(const std::string &access, const std::string &order, const std::string &scope)
{
    const bool changes = access == "add" || access == "exchange" || access == "compare";
    return changes && order == "relaxed" && scope == "cta" ? "gpu" : scope;
}

template <size_t count> void test_rows(const std::string &access, const Row (&rows)[count])
{
    static const char *const scopes[][2] = {
        {"work_group", "cta"}, {"device", "gpu"}, {"all_svm_devices", "sys"}, {"sub_group", "cta"}};
    for (const Row &row : rows)
        for (const auto &scope : scopes)
            CHECK_TEXT(found(access + "_" + row.order + "_" + scope[0]),
                       with_scope(row.wanted, scope_of(access, row.order, scope[1])));
}

void test_forms()
{
    CHECK_TEXT(found("operations"),
               "atom.relaxed.gpu.global.add.u32, atom.relaxed.gpu.global.and.b32, "
               "atom.relaxed.gpu.global.or.b64, atom.relaxed.gpu.global.xor.b64, "
               "atom.relaxed.gpu.global.min.s32, atom.relaxed.gpu.global.max.s64, "
               "atom.relaxed.gpu.global.min.u32, atom.relaxed.gpu.global.max.u64");
    CHECK_TEXT(found("defaults"), "fence.sc.gpu, ld.acquire.gpu.global.b32, "
                                  "fence.sc.gpu, st.relaxed.gpu.global.b32, "
                                  "fence.sc.gpu, atom.acquire.gpu.global.add.u32, "
                                  "fence.sc.gpu, atom.acquire.gpu.global.exch.b32, "
                                  "fence.sc.gpu, st.relaxed.gpu.global.b32");
    /* Up to LLVM 15 an exchange whose result is not used becomes a store. */
    const std::string old_names =
        "atom.relaxed.gpu.global.add.u32, atom.relaxed.gpu.global.add.u32, "
        "atom.relaxed.gpu.global.cas.b32, atom.relaxed.gpu.global.max.s64, ";
    const bool is_store = found("old_names") == old_names + "st.relaxed.gpu.global.b32";
    CHECK_TEXT(found("old_names"), old_names + (is_store ? "st.relaxed.gpu.global.b32"
                                                         : "atom.relaxed.gpu.global.exch.b32"));
}

void test_meeting()
{
    CHECK_TEXT(found("in_local"), "bar.warp.sync, barrier.sync, atom.relaxed.gpu.shared.add.u32");
    CHECK_TEXT(found("barriers"),
               "bar.warp.sync, barrier.sync, "
               "fence.acq_rel.gpu, bar.warp.sync, barrier.sync, fence.acq_rel.gpu, "
               "fence.acq_rel.sys, bar.warp.sync, barrier.sync, fence.acq_rel.sys, "
               "bar.warp.sync, barrier.sync");
    CHECK_TEXT(found("divergent"), "bar.warp.sync, barrier.sync");
}

/* Between the loop's label and the branch back to it, memory must be read. */
void test_polls()
{
    /* The type of the last one has different names in LLVM's versions. */
    const std::string text = found("polls");
    CHECK_TEXT(text.substr(0, text.rfind('.')),
               "ld.relaxed.sys.global.b64, fence.acq_rel.sys, ld.volatile.global");
    const std::string body = entries["polls"].body;
    for (const char *load : {"ld.relaxed.sys", "ld.volatile"}) {
        const size_t at = body.find(load), label = body.rfind(":", at);
        const size_t start = body.rfind("\n", label) + 1;
        const std::string name = body.substr(start, label - start);
        CHECK(body.find("bra \t" + name + ";", at) != std::string::npos);
    }
}

} // namespace

int main()
{
    const Built built = build_file("kernels_orders.spv");
    CHECK_TEXT(built.log, "");
    CHECK_TEXT(problems_of(built.ptx.get()), "");
    entries = entries_of(zed_ptx_text(built.ptx.get(), nullptr));
    test_rows("load", loads);
    test_rows("store", stores);
    test_rows("add", adds);
    test_rows("exchange", exchanges);
    test_rows("compare", comparisons);
    test_rows("fence", fences);
    test_forms();
    test_meeting();
    test_polls();
    return test_failures != 0;
}
