/* SPDX-License-Identifier: BSD-3-Clause */
/* The descriptions of a module as PTX: kernels, names, links, printf, constants; and refusals. */
#include "ptx_text.h"

#include <cstring>
#include <set>
#include <unistd.h>

namespace {

std::string text_of(const Built &built)
{
    return zed_ptx_text(built.ptx.get(), nullptr);
}

bool has(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

void check_argument(const zed_kernel_t *kernel, uint32_t index, zed_argument_kind_t kind,
                    uint32_t offset, uint32_t bytes)
{
    const zed_argument_t &found = kernel->arguments[index];
    CHECK(found.kind == kind && found.offset == offset && found.bytes == bytes);
}

/* NVIDIA's driver implements asserts. */
void test_asserts()
{
    const Built built = build_file("../kernels_assert.spv");
    CHECK(built.result == ZE_RESULT_SUCCESS && built.log.empty());
    if (!built.ptx)
        return;
    CHECK(text_of(built).find("__assertfail,") != std::string::npos);
    zed_module_symbol_t symbol;
    for (uint32_t i = 0; zed_ptx_symbol(built.ptx.get(), i, &symbol); i++)
        CHECK(!symbol.imported);
}

void test_arguments(const Built &built)
{
    const zed_kernel_t *kernel = kernel_of(built, "arguments");
    CHECK(kernel->argument_count == 11);
    check_argument(kernel, 0, ZED_ARGUMENT_VALUE, 0, 1);
    check_argument(kernel, 1, ZED_ARGUMENT_POINTER, 8, 8);
    check_argument(kernel, 2, ZED_ARGUMENT_VALUE, 16, 2);
    check_argument(kernel, 3, ZED_ARGUMENT_VALUE, 32, 16);
    check_argument(kernel, 4, ZED_ARGUMENT_VALUE, 48, 16);
    check_argument(kernel, 5, ZED_ARGUMENT_VALUE, 64, 5);
    check_argument(kernel, 6, ZED_ARGUMENT_LOCAL, 72, 8);
    check_argument(kernel, 7, ZED_ARGUMENT_VALUE, 80, 4);
    check_argument(kernel, 8, ZED_ARGUMENT_VALUE, 128, 128);
    check_argument(kernel, 9, ZED_ARGUMENT_POINTER, 256, 8);
    check_argument(kernel, 10, ZED_ARGUMENT_VALUE, 264, 1);
    CHECK(kernel->argument_block_bytes == 268);
    CHECK(kernel->local_static_bytes == 0);
    CHECK(!kernel->module && !kernel->code);
    CHECK(kernel_of(built, "nothing")->argument_block_bytes == 0);
    CHECK(kernel_of(built, "one_byte")->argument_block_bytes == 12);
}

void test_sizes(const Built &built)
{
    const std::map<std::string, Entry> entries = entries_of(text_of(built));
    const zed_kernel_t *kernel = kernel_of(built, "required");
    const uint32_t *size = kernel->required_group_size;
    CHECK(size[0] == 8 && size[1] == 4 && size[2] == 2);
    CHECK(kernel->attributes == std::string("reqd_work_group_size(8,4,2)"));
    CHECK(kernel_of(built, "narrow")->attributes == std::string("intel_reqd_sub_group_size(16)"));
    CHECK(*kernel_of(built, "nothing")->attributes == '\0');
    CHECK(has(entries.at("required").directives, ".reqntid 8, 4, 2"));
    CHECK(has(entries.at("nothing").directives, ".maxntid 1024"));
    CHECK(kernel_of(built, "nothing")->required_group_size[0] == 0);
    CHECK(has(built.log, "warning: kernel 'narrow' asks for sub-groups of 16 items; they have 32"));
}

/* One block for all local variables of a kernel: 40 bytes, then 96 at a multiple of 32. */
void test_locals(const Built &built)
{
    CHECK(kernel_of(built, "two_locals")->local_static_bytes == 256);
    CHECK(has(text_of(built), ".extern .shared .align 128 .b8 zed_local[]"));
    CHECK(!has(text_of(built), "\n.shared"));
}

/* A kernel whose calls are inlined reads its parameter; another stores it for its functions. */
void test_offset(const Built &built)
{
    const std::map<std::string, Entry> entries = entries_of(text_of(built));
    CHECK(has(entries.at("ids").body, "ids_param_1"));
    CHECK(!has(entries.at("ids").body, "zed_local"));
    CHECK(has(entries.at("deep").body, "deep_param_2"));
    CHECK(has(entries.at("deep").body, "st.shared.u32 \t[zed_local+8]") || /* up to LLVM 20 */
          has(entries.at("deep").body, "st.shared.b32 \t[zed_local+8]"));
    CHECK(!has(entries.at("nothing").body, "zed_local"));
    CHECK(!has(text_of(built), "zed_global_offset"));
}

/* The bytes of a format as listed in the text; some versions of LLVM leave out the final zero. */
std::string listed(const char *format)
{
    std::string list;
    for (const char *c = format; *c; c++)
        list += (c == format ? "" : ", ") + std::to_string(*c);
    return list;
}

void test_printf(const Built &built)
{
    const std::string text = text_of(built);
    CHECK(has(text, listed("%d items of %d,%d,%d,%d, %5.2f %s %c %#llx%%\n")));
    CHECK(has(text, listed("%d %u,%u %llu\n")));
    CHECK(has(text, "vprintf"));
}

void test_exports(const Built &built)
{
    std::set<std::string> exported;
    zed_module_symbol_t symbol;
    for (uint32_t i = 0; zed_ptx_symbol(built.ptx.get(), i, &symbol); i++)
        if (!symbol.imported)
            exported.insert(symbol.name);
    for (const char *name : {"counter", "pointer", "by_itself"})
        CHECK(exported.count(name) == 1);
    CHECK(has(text_of(built), ".visible .global .align 4 .u32 counter = 5;"));
    CHECK(has(text_of(built), ".visible .global .align 8 .u64 pointer = counter;"));
}

/* A module without some of its symbols; then with them. */
void test_imports()
{
    const std::vector<uint8_t> client = read_file("../kernels_client.spv"),
                               library = read_file("../kernels_library.spv");
    const Built alone = build({client});
    CHECK(alone.result == ZE_RESULT_SUCCESS);
    CHECK(has(alone.log, "warning: unresolved symbol 'library_add'"));
    CHECK_TEXT(problems_of(alone.ptx.get()), "");
    CHECK(has(text_of(alone), ".extern .func"));
    CHECK(has(text_of(alone), ".extern .global .align 4 .u32 library_state;"));
    uint32_t imports = 0;
    zed_module_symbol_t symbol;
    for (uint32_t i = 0; zed_ptx_symbol(alone.ptx.get(), i, &symbol); i++)
        imports += symbol.imported;
    CHECK(imports == 5);
    for (uint32_t k = 0; k < zed_ptx_kernel_count(alone.ptx.get()); k++) {
        const std::string kernel = zed_ptx_kernel(alone.ptx.get(), k)->name;
        /* An imported function may ask for the offset. */
        CHECK(has(entries_of(text_of(alone)).at(kernel).body, "[zed_local+8]") ==
              (kernel != "alone"));
    }
    const Built both = build({client, library});
    CHECK(both.result == ZE_RESULT_SUCCESS);
    CHECK_TEXT(both.log, "");
    CHECK_TEXT(problems_of(both.ptx.get()), "");
    CHECK(!has(text_of(both), ".extern .func"));
    const Built functions = build({library});
    CHECK(functions.result == ZE_RESULT_SUCCESS);
    CHECK(zed_ptx_kernel_count(functions.ptx.get()) == 0);
    CHECK_TEXT(problems_of(functions.ptx.get()), "");
    CHECK(has(text_of(functions), ".visible .func"));
}

void test_constants()
{
    const uint32_t ids[2] = {8, 7}, small = 77;
    const uint64_t large = 1000;
    const void *values[2] = {&large, &small};
    const ze_module_constants_t given = {2, ids, values};
    const std::vector<uint8_t> image = read_file("../kernels_constants.spv");
    const Built plain = build({image}), special = build({image}, nullptr, &given);
    CHECK(has(text_of(plain), ", 11;") && has(text_of(plain), ", 22;"));
    CHECK(has(text_of(special), ", 77;") && has(text_of(special), ", 1000;"));
}

void test_flags()
{
    for (const char *flags : {"-ze-opt-disable", "-ze-opt-level=1"}) {
        const Built built = build_file("kernels_records.spv", flags);
        CHECK_TEXT(problems_of(built.ptx.get()), "");
    }
    const Built built = build_file("kernels_records.spv", "-ze-opt-large-register-file");
    CHECK(has(entries_of(text_of(built)).at("nothing").directives, ".maxntid 256"));
}

void test_native(const Built &built)
{
    uint8_t *binary;
    size_t bytes;
    CHECK(zed_ptx_native(built.ptx.get(), &binary, &bytes) == ZE_RESULT_SUCCESS);
    std::vector<uint8_t> native(binary, binary + bytes);
    std::free(binary);
    const Built again = build({native}, nullptr, nullptr, true);
    CHECK(again.result == ZE_RESULT_SUCCESS);
    CHECK(text_of(again) == text_of(built));
    native[native.size() - 5] ^= 1;
    const Built damaged = build({native}, nullptr, nullptr, true);
    CHECK(damaged.result == ZE_RESULT_ERROR_INVALID_NATIVE_BINARY);
    CHECK(has(damaged.log, "the native binary is damaged"));
}

/* An entry for one device is not used for another, and a truncated one is not used at all. */
void test_cubins(const Built &built)
{
    const zed_ptx_t *ptx = built.ptx.get();
    const uint8_t code[] = {1, 2, 3, 4, 5};
    uint8_t *found = nullptr;
    size_t bytes;
    CHECK(!zed_ptx_cubin_read(ptx, "driver 580, 9.0", &found, &bytes));
    zed_ptx_cubin_write(ptx, "driver 580, 9.0", code, sizeof code);
    CHECK(zed_ptx_cubin_read(ptx, "driver 580, 9.0", &found, &bytes) && bytes == sizeof code &&
          std::memcmp(found, code, bytes) == 0);
    std::free(found);
    CHECK(!zed_ptx_cubin_read(ptx, "driver 581, 9.0", &found, &bytes));
    const Built other = build_file("kernels_orders.spv");
    CHECK(!zed_ptx_cubin_read(other.ptx.get(), "driver 580, 9.0", &found, &bytes));
}

void test_refusals()
{
    std::vector<uint8_t> image = read_file("kernels_records.spv");
    image[0] ^= 1;
    const Built magic = build({image});
    CHECK(magic.result == ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
    CHECK(has(magic.log, "error: this is not a SPIR-V module"));
    const Built format = build({read_file("kernels_format.spv")});
    CHECK(format.result == ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
    CHECK(has(format.log, "'formats' calls printf with a format that is not a constant"));
    const Built name = build({read_file("kernels_name.spv")});
    CHECK(name.result == ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
    CHECK(has(name.log, "'two.words' is not a valid name in PTX"));
    const Built stopping = build({read_file("../kernels_stopping.spv")});
    CHECK(stopping.result == ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
    CHECK_TEXT(stopping.log, "error: LLVM stopped in function 'stopping': Cannot select: intrinsic "
                             "%llvm.aarch64.dmb\n");
}

} // namespace

int main()
{
    char directory[] = "/tmp/zed_ptx_cache_XXXXXX";
    CHECK(mkdtemp(directory) != nullptr);
    setenv("ZECPU_CACHE", "1", 1);
    setenv("ZECPU_CACHE_DIR", directory, 1);
    {
        const Built built = build_file("kernels_records.spv");
        CHECK_TEXT(problems_of(built.ptx.get()), "");
        test_arguments(built);
        test_sizes(built);
        test_locals(built);
        test_offset(built);
        test_printf(built);
        test_exports(built);
        test_native(built);
        test_cubins(built);
    }
    test_imports();
    test_constants();
    test_flags();
    test_refusals();
    if (std::system((std::string("rm -rf ") + directory).c_str()) != 0)
        test_failures++;
    test_asserts();
    return test_failures != 0;
}
