/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SPIR-V to LLVM.  The validator stands in front of the translator, which
 * trusts its input, and stops with an assertion at some of what passes.  The
 * translator of this LLVM works on typed pointers; its result is written as
 * bitcode and read again by a context of opaque pointers, which is what the
 * built-in library and every later step use.
 */
#include "translate.h"

#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>
#include <spirv-tools/libspirv.h>
#include <sstream>

namespace zed {
namespace {

constexpr uint32_t spirv_magic = 0x07230203;

void keep_errors(const llvm::DiagnosticInfo &info, void *log)
{
    if (info.getSeverity() != llvm::DS_Error)
        return;
    llvm::raw_string_ostream stream(*static_cast<std::string *>(log));
    llvm::DiagnosticPrinterRawOStream printer(stream);
    stream << "error: ";
    info.print(printer);
    stream << "\n";
}

bool validate(const Bytes &image, std::string *log)
{
    std::vector<uint32_t> words(image.size() / 4);
    if (!words.empty())
        memcpy(words.data(), image.data(), words.size() * 4);
    if (words.empty() || words[0] != spirv_magic) {
        *log += "error: this is no SPIR-V module: its magic number is missing\n";
        return false;
    }
    if (image.size() % 4 != 0) {
        *log += "error: the SPIR-V module is no whole number of words\n";
        return false;
    }
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_5);
    spv_diagnostic diagnostic = nullptr;
    spv_const_binary_t binary = {words.data(), words.size()};
    /* Friendly names take quadratic time where many ids have the same one. */
    spv_validator_options options = spvValidatorOptionsCreate();
    spvValidatorOptionsSetFriendlyNames(options, false);
    bool valid = spvValidateWithOptions(context, options, &binary, &diagnostic) == SPV_SUCCESS;
    spvValidatorOptionsDestroy(options);
    if (!valid)
        *log += std::string("error: invalid SPIR-V") +
                (diagnostic ? ": word " + std::to_string(diagnostic->position.index) + ": " +
                                  diagnostic->error
                            : "") +
                "\n";
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return valid && check_scopes(words, log);
}

std::unique_ptr<llvm::Module> read_image(const CompileImage &image, llvm::LLVMContext &context,
                                         std::string *log)
{
    if (!validate(image.words, log))
        return nullptr;
    SPIRV::TranslatorOpts options;
    options.enableAllExtensions();
    options.setDesiredBIsRepresentation(SPIRV::BIsRepresentation::OpenCL20);
    for (const std::pair<uint32_t, uint64_t> &constant : image.constants)
        options.setSpecConst(constant.first, constant.second);
    std::istringstream stream(std::string(image.words.begin(), image.words.end()));
    llvm::LLVMContext typed;
    typed.setOpaquePointers(false);
    typed.setDiagnosticHandlerCallBack(keep_errors, log);
    llvm::Module *raw = nullptr;
    std::string reason;
    bool read = llvm::readSpirv(typed, options, stream, raw, reason);
    std::unique_ptr<llvm::Module> module(raw);
    if (!read || !module) {
        *log += "error: SPIR-V cannot be translated: " + reason + "\n";
        return nullptr;
    }
    llvm::StripDebugInfo(*module);
    llvm::SmallVector<char, 0> bitcode;
    llvm::raw_svector_ostream out(bitcode);
    llvm::WriteBitcodeToFile(*module, out);
    llvm::Expected<std::unique_ptr<llvm::Module>> again = llvm::parseBitcodeFile(
        llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), "module"), context);
    if (!again) {
        *log += "error: " + llvm::toString(again.takeError()) + "\n";
        return nullptr;
    }
    llvm::raw_string_ostream problems(*log);
    if (llvm::verifyModule(**again, &problems)) {
        problems << "\nerror: the translated module is malformed\n";
        return nullptr;
    }
    return std::move(*again);
}

} // namespace

std::unique_ptr<llvm::Module> read_images(const std::vector<CompileImage> &images,
                                          llvm::LLVMContext &context, std::string *log)
{
    context.setDiagnosticHandlerCallBack(keep_errors, log);
    std::unique_ptr<llvm::Module> all;
    for (const CompileImage &image : images) {
        std::unique_ptr<llvm::Module> module = read_image(image, context, log);
        if (!module)
            return nullptr;
        if (!all) {
            all = std::move(module);
        } else if (llvm::Linker::linkModules(*all, std::move(module))) {
            *log += "error: the modules cannot be linked into one\n";
            return nullptr;
        }
    }
    return all;
}

} // namespace zed
