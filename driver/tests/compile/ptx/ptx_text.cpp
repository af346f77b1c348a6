/* SPDX-License-Identifier: BSD-3-Clause */
/* See ptx_text.h. */
#include "ptx_text.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <unistd.h>

int test_failures;

namespace {

bool starts_with(const std::string &text, const char *start)
{
    return text.compare(0, std::strlen(start), start) == 0;
}

std::string trimmed(const std::string &line)
{
    const size_t from = line.find_first_not_of(" \t");
    return from == std::string::npos ? "" : line.substr(from);
}

std::vector<std::string> lines_of(const std::string &text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(trimmed(line));
    return lines;
}

/* ".param .u64 name" or ".param .align 8 .b8 name[24]". */
Parameter parameter_of(const std::string &line)
{
    unsigned alignment, bytes, bits;
    char kind;
    const size_t bracket = line.find('[');
    if (std::sscanf(line.c_str(), ".param .align %u", &alignment) == 1 &&
        bracket != std::string::npos && std::sscanf(line.c_str() + bracket, "[%u]", &bytes) == 1)
        return {bytes, alignment};
    if (std::sscanf(line.c_str(), ".param .%c%u", &kind, &bits) == 2)
        return {bits / 8, bits / 8};
    return {0, 1};
}

Entry entry_of(const std::string &text, size_t open)
{
    Entry entry;
    const size_t close = text.find("\n)", open), body = text.find("\n{", close),
                 end = text.find("\n}", body);
    if (text.compare(open, 2, "()") != 0)
        for (const std::string &line : lines_of(text.substr(open + 1, close - open)))
            if (starts_with(line, ".param"))
                entry.parameters.push_back(parameter_of(line));
    entry.directives = text.substr(close + 2, body - close - 2);
    entry.body = text.substr(body + 2, end - body - 2);
    return entry;
}

std::string check_entry(const zed_kernel_t &kernel, const Entry &entry)
{
    const std::string name = std::string("kernel ") + kernel.name + ": ";
    uint32_t end = 0;
    for (size_t i = 0; i < entry.parameters.size(); i++) {
        const Parameter &parameter = entry.parameters[i];
        const uint32_t offset =
            (end + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
        end = offset + parameter.bytes;
        if (i == kernel.argument_count) {
            if (offset != kernel.argument_block_bytes || parameter.bytes != 12)
                return name + "the global offset is not behind the block\n";
            continue;
        }
        const zed_argument_t &argument = kernel.arguments[i];
        if (offset != argument.offset || parameter.bytes != argument.bytes)
            return name + "argument " + std::to_string(i) + " is at " + std::to_string(offset) +
                   ", " + std::to_string(parameter.bytes) + " bytes, but its record says " +
                   std::to_string(argument.offset) + ", " + std::to_string(argument.bytes) + "\n";
    }
    if (entry.parameters.size() != kernel.argument_count + 1U)
        return name + "its parameters are not its arguments and the offset\n";
    return "";
}

/* Finds what the code generator emits for an order that it does not know. */
std::string check_line(const std::string &line)
{
    const bool ordered = line.find(".relaxed.") != std::string::npos ||
                         line.find(".acquire.") != std::string::npos ||
                         line.find(".release.") != std::string::npos ||
                         line.find(".acq_rel.") != std::string::npos;
    for (const char *bad : {"bar.sync", "membar", "red."})
        if (starts_with(line, bad))
            return "'" + line + "' is nothing that the compiler means to make\n";
    return starts_with(line, "atom.") && !ordered ? "'" + line + "' has no order\n" : "";
}

/* Assembles the text as a module for linking, in which each function gets the registers of the
 * largest groups: a callee must not use more than the kernel has. */
std::string run_ptxas(const std::string &text)
{
    const std::string program = ptxas();
    if (program.empty())
        return "";
    char name[] = "/tmp/zed_ptx_XXXXXX";
    const int file = mkstemp(name);
    if (file < 0)
        return "no temporary file\n";
    const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(file);
    std::string said;
    FILE *pipe = popen(
        (program + " -arch=sm_90 -c -maxrregcount=64 -o /dev/null " + name + " 2>&1").c_str(), "r");
    char part[4096];
    for (size_t got; pipe && (got = fread(part, 1, sizeof part, pipe)) > 0;)
        said.append(part, got);
    const bool good = pipe && pclose(pipe) == 0;
    unlink(name);
    return written && good ? "" : "ptxas: " + said + "\n";
}

} // namespace

void test_text(const std::string &found, const std::string &wanted, const char *what,
               const char *file, int line)
{
    if (found == wanted)
        return;
    std::fprintf(stderr, "%s:%d: %s is\n  %s\nnot\n  %s\n", file, line, what, found.c_str(),
                 wanted.c_str());
    test_failures++;
}

std::vector<uint8_t> read_file(const std::string &name)
{
    std::ifstream stream(name[0] == '/' ? name : TEST_KERNELS "/" + name, std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    if (bytes.empty()) {
        std::fprintf(stderr, "%s cannot be read\n", name.c_str());
        std::exit(1);
    }
    return {bytes.begin(), bytes.end()};
}

Built build(const std::vector<std::vector<uint8_t>> &images, const char *flags,
            const ze_module_constants_t *constants, bool native)
{
    std::vector<const uint8_t *> words;
    std::vector<size_t> sizes;
    const std::vector<const char *> all_flags(images.size(), flags);
    const std::vector<const ze_module_constants_t *> all_constants(images.size(), constants);
    for (const std::vector<uint8_t> &image : images) {
        words.push_back(image.data());
        sizes.push_back(image.size());
    }
    const zed_module_desc_t desc = {static_cast<uint32_t>(images.size()),
                                    words.data(),
                                    sizes.data(),
                                    all_flags.data(),
                                    all_constants.data(),
                                    native};
    zed_ptx_t *ptx = nullptr;
    char *log = nullptr;
    Built built = {zed_ptx_create(&desc, &ptx, &log), Ptx(nullptr, zed_ptx_destroy), ""};
    built.ptx.reset(ptx);
    if (log)
        built.log = log;
    std::free(log);
    return built;
}

Built build_file(const std::string &name, const char *flags)
{
    Built built = build({read_file(name)}, flags);
    if (built.result != ZE_RESULT_SUCCESS) {
        std::fprintf(stderr, "%s: 0x%x\n%s\n", name.c_str(), built.result, built.log.c_str());
        std::exit(1);
    }
    return built;
}

std::map<std::string, Entry> entries_of(const std::string &text)
{
    std::map<std::string, Entry> entries;
    static const std::string mark = ".entry ";
    for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
        const size_t name = at + mark.size(), open = text.find('(', name);
        entries[text.substr(name, open - name)] = entry_of(text, open);
    }
    return entries;
}

std::string ordering_of(const std::string &body)
{
    static const char *const wanted[] = {"ld.relaxed", "ld.acquire", "st.relaxed", "st.release",
                                         "atom.",      "red.",       "fence.",     "membar",
                                         "barrier.",   "bar.",       "ld.volatile"};
    std::string all;
    for (std::string line : lines_of(body)) {
        std::replace(line.begin(), line.end(), '\t', ' ');
        if (std::none_of(std::begin(wanted), std::end(wanted),
                         [&](const char *start) { return starts_with(line, start); }))
            continue;
        if (!all.empty())
            all += ", ";
        all += line.substr(0, line.find_first_of(" ;"));
    }
    return all;
}

const zed_kernel_t *kernel_of(const Built &built, const std::string &name)
{
    for (uint32_t i = 0; i < zed_ptx_kernel_count(built.ptx.get()); i++)
        if (name == zed_ptx_kernel(built.ptx.get(), i)->name)
            return zed_ptx_kernel(built.ptx.get(), i);
    std::fprintf(stderr, "there is no kernel %s\n", name.c_str());
    std::exit(1);
}

std::string problems_of(const zed_ptx_t *ptx)
{
    size_t bytes;
    const char *text = zed_ptx_text(ptx, &bytes);
    std::string problems;
    if (std::strlen(text) != bytes)
        return "the text has a NUL inside\n";
    const std::map<std::string, Entry> entries = entries_of(text);
    for (uint32_t i = 0; i < zed_ptx_kernel_count(ptx); i++) {
        const zed_kernel_t *kernel = zed_ptx_kernel(ptx, i);
        auto entry = entries.find(kernel->name);
        problems += entry == entries.end() ? std::string(kernel->name) + " is no entry\n"
                                           : check_entry(*kernel, entry->second);
    }
    for (const std::string &line : lines_of(text))
        problems += check_line(line);
    return problems + run_ptxas(text);
}

std::string ptxas()
{
    if (const char *given = std::getenv("ISHMEM_PTXAS"))
        return given;
    return std::system("command -v ptxas > /dev/null 2>&1") == 0 ? "ptxas" : "";
}
