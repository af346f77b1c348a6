/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SPIR-V to LLVM.  The validator looks at a module before the translator, which
 * trusts its input.  Some of what is not valid other drivers take, too, since it
 * leaves no doubt about what is meant: such a module gets a warning.  What the
 * translator then makes of it is checked, and where it stops with an assertion,
 * or does not come to an end, this process ends and the driver says so.
 *
 * The translator of this LLVM works on typed pointers; its result is written as
 * bitcode and read again by a context of opaque pointers, which is what the
 * built-in library and every later step use.
 */
#include "translate.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>
#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <spirv-tools/libspirv.h>
#include <sstream>
#include <sys/time.h>

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

/* What is meant is clear, and the translator asks for no more: a module that uses what it has not
 * declared, or what a later version has; blocks in an order of their own; functions without a
 * kernel. */
bool is_harmless(spv_result_t result, const std::string &finding)
{
    return result == SPV_ERROR_INVALID_CAPABILITY || result == SPV_ERROR_MISSING_EXTENSION ||
           result == SPV_ERROR_WRONG_VERSION ||
           (finding.find("require") != std::string::npos &&
            finding.find("capability") != std::string::npos) ||
           finding.find("appears in the binary before its dominator") != std::string::npos ||
           finding.find("has not been defined") != std::string::npos || /* yet: by the same order */
           finding.find("No OpEntryPoint instruction was found") != std::string::npos;
}

/* The translator has been given what nobody has checked to the end. */
class Watch {
public:
    explicit Watch(bool needed) : needed_(needed)
    {
        set(needed ? seconds : 0);
    }
    ~Watch()
    {
        set(0);
    }
    Watch(const Watch &) = delete;
    Watch &operator=(const Watch &) = delete;

private:
    static constexpr time_t seconds = 20; /* of this process's work */
    void set(time_t value) const
    {
        const itimerval time = {{0, 0}, {value, 0}};
        if (needed_)
            setitimer(ITIMER_VIRTUAL, &time, nullptr);
    }
    bool needed_;
};

bool validate(const Bytes &image, std::string *warnings, std::string *log)
{
    std::vector<uint32_t> words(image.size() / 4);
    if (!words.empty())
        memcpy(words.data(), image.data(), words.size() * 4);
    if (words.empty() || words[0] != spirv_magic) {
        *log += "error: this is not a SPIR-V module: its magic number is missing\n";
        return false;
    }
    if (image.size() % 4 != 0) {
        *log += "error: the size of the SPIR-V module is not a multiple of 4 bytes\n";
        return false;
    }
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_5);
    spv_diagnostic diagnostic = nullptr;
    spv_const_binary_t binary = {words.data(), words.size()};
    /* Friendly names take quadratic time where many ids have the same one. */
    spv_validator_options options = spvValidatorOptionsCreate();
    spvValidatorOptionsSetFriendlyNames(options, false);
    const spv_result_t result = spvValidateWithOptions(context, options, &binary, &diagnostic);
    spvValidatorOptionsDestroy(options);
    const std::string finding =
        diagnostic ? "word " + std::to_string(diagnostic->position.index) + ": " + diagnostic->error
                   : "no reason given";
    const bool taken = result == SPV_SUCCESS || is_harmless(result, finding);
    if (!taken)
        *log += "error: invalid SPIR-V: " + finding + "\n";
    else if (result != SPV_SUCCESS)
        *warnings += "warning: invalid SPIR-V: " + finding + "\n";
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return taken && check_scopes(words, log);
}

std::unique_ptr<llvm::Module> read_image(const CompileImage &image, llvm::LLVMContext &context,
                                         std::string *warnings, std::string *log)
{
    std::string warning;
    if (!validate(image.words, &warning, log))
        return nullptr;
    *warnings += warning;
    llvm::errs() << warning; /* all that is left if the translator stops */
    const Watch watch(!warning.empty());
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
                                          llvm::LLVMContext &context, std::string *warnings,
                                          std::string *log)
{
    context.setDiagnosticHandlerCallBack(keep_errors, log);
    std::unique_ptr<llvm::Module> all;
    for (const CompileImage &image : images) {
        std::unique_ptr<llvm::Module> module = read_image(image, context, warnings, log);
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
