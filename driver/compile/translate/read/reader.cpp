/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Translates SPIR-V to LLVM.  The validator checks a module before the translator, which trusts its
 * input.  Some invalid modules are accepted, as by other drivers, if their meaning is not in doubt;
 * they get a warning.  The translator's result is verified.  If the translator stops with an
 * assertion, or does not finish, this process ends and the driver reports it.
 *
 * The translator of an older LLVM works on typed pointers; its result is written as bitcode and
 * read again into a context with opaque pointers, which the built-in library and every later step
 * use.
 */
#include "../translate.h"
#include "words.h"

#include "spirv/kernel_bodies.h"
#include "spirv/spirv_plain.h"
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

class ErrorKeeper : public llvm::DiagnosticHandler {
public:
    explicit ErrorKeeper(std::string *log) : log_(log)
    {
    }

    bool handleDiagnostics(const llvm::DiagnosticInfo &info) override
    {
        if (info.getSeverity() != llvm::DS_Error)
            return true;
        llvm::raw_string_ostream stream(*log_);
        llvm::DiagnosticPrinterRawOStream printer(stream);
        stream << "error: ";
        info.print(printer);
        stream << "\n";
        return true;
    }

private:
    std::string *log_;
};

void keep_errors(llvm::LLVMContext &context, std::string *log)
{
    context.setDiagnosticHandler(std::make_unique<ErrorKeeper>(log));
}

/* Whether the meaning is clear and the translator needs no more: a module uses something that it
 * does not declare, or that a later version has; blocks are in another order; functions have no
 * kernel; a decoration is repeated; a format is a pointer to an array of characters, as
 * translators with opaque pointers write it; or an integer has 128 bits, as where a compiler
 * copies a structure of 16 bytes. */
bool is_harmless(spv_result_t result, const std::string &finding)
{
    return result == SPV_ERROR_INVALID_CAPABILITY || result == SPV_ERROR_MISSING_EXTENSION ||
           result == SPV_ERROR_WRONG_VERSION ||
           (finding.find("require") != std::string::npos &&
            finding.find("capability") != std::string::npos) ||
           finding.find("appears in the binary before its dominator") != std::string::npos ||
           finding.find("has not been defined") != std::string::npos || /* blocks' order */
           (finding.find("decorated with") != std::string::npos &&
            finding.find("multiple times is not allowed") != std::string::npos) ||
           finding.find("(128) used for OpTypeInt") != std::string::npos ||
           finding.find("printf: expected Format data type") != std::string::npos ||
           finding.find("No OpEntryPoint instruction was found") != std::string::npos;
}

/* Limits the translator's time for a module that has not been validated completely. */
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
    static constexpr time_t seconds = 20; /* of this process's CPU time */
    void set(time_t value) const
    {
        const itimerval time = {{0, 0}, {value, 0}};
        if (needed_)
            setitimer(ITIMER_VIRTUAL, &time, nullptr);
    }
    bool needed_;
};

/* The module's words, in the form that the validator and the translator accept. */
bool read_words(const Bytes &image, std::vector<uint32_t> *words, std::string *log)
{
    words->resize(image.size() / 4);
    if (!words->empty())
        memcpy(words->data(), image.data(), words->size() * 4);
    if (words->empty() || words->front() != spirv_magic) {
        *log += "error: this is not a SPIR-V module: its magic number is missing\n";
        return false;
    }
    if (image.size() % 4 != 0) {
        *log += "error: the size of the SPIR-V module is not a multiple of 4 bytes\n";
        return false;
    }
    *words = with_whole_loads(with_host_names(without_hints(*words)));
    return true;
}

bool validate(const std::vector<uint32_t> &words, std::string *warnings, std::string *log)
{
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

/* The words that the validator checks. */
std::vector<uint32_t> without_debug(const std::vector<uint32_t> &words)
{
    std::vector<uint32_t> plain(words.size());
    plain.resize(words.size() > ISHMEMI_SPIRV_HEADER_WORDS
                     ? ishmemi_spirv_plain(words.data(), words.size(), plain.data())
                     : 0);
    return plain;
}

/* The same module in a context with opaque pointers. */
std::unique_ptr<llvm::Module> without_pointer_types(const llvm::Module &typed,
                                                    llvm::LLVMContext &context, std::string *log)
{
    llvm::SmallVector<char, 0> bitcode;
    llvm::raw_svector_ostream out(bitcode);
    llvm::WriteBitcodeToFile(typed, out);
    llvm::Expected<std::unique_ptr<llvm::Module>> again = llvm::parseBitcodeFile(
        llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()), "module"), context);
    if (again)
        return std::move(*again);
    *log += "error: " + llvm::toString(again.takeError()) + "\n";
    return nullptr;
}

std::unique_ptr<llvm::Module> translate(const CompileImage &image,
                                        const std::vector<uint32_t> &words,
                                        llvm::LLVMContext &context, std::string *log)
{
    SPIRV::TranslatorOpts options;
    options.enableAllExtensions();
    options.setDesiredBIsRepresentation(SPIRV::BIsRepresentation::OpenCL20);
    for (const std::pair<uint32_t, uint64_t> &constant : image.constants)
        options.setSpecConst(constant.first, constant.second);
    std::istringstream stream(
        std::string(reinterpret_cast<const char *>(words.data()), words.size() * sizeof words[0]));
    llvm::Module *raw = nullptr;
    std::string reason;
    const bool read = llvm::readSpirv(context, options, stream, raw, reason);
    std::unique_ptr<llvm::Module> module(raw);
    if (!read || !module) {
        *log += "error: SPIR-V cannot be translated: " + reason + "\n";
        return nullptr;
    }
    return module;
}

std::unique_ptr<llvm::Module> translate_to_opaque_pointers(const CompileImage &image,
                                                           const std::vector<uint32_t> &words,
                                                           llvm::LLVMContext &context,
                                                           std::string *log)
{
    if (!translator_types_pointers)
        return translate(image, words, context, log);
    llvm::LLVMContext typed;
    use_opaque_pointers(typed, false);
    keep_errors(typed, log);
    const std::unique_ptr<llvm::Module> module = translate(image, words, typed, log);
    return module ? without_pointer_types(*module, context, log) : nullptr;
}

/* The debug information has not been validated; if it is malformed, it is removed. */
bool is_whole(llvm::Module &module, std::string *warnings, std::string *log)
{
    bool lines_are_broken = false;
    llvm::raw_string_ostream problems(*log);
    if (llvm::verifyModule(module, &problems, &lines_are_broken)) {
        problems << "\nerror: the translated module is malformed\n";
        return false;
    }
    if (lines_are_broken) {
        *warnings += "warning: the module's debug information is malformed and is left out\n";
        llvm::StripDebugInfo(module);
    }
    return true;
}

std::unique_ptr<llvm::Module> read_image(const CompileImage &image, llvm::LLVMContext &context,
                                         std::string *warnings, std::string *log)
{
    std::string warning;
    std::vector<uint32_t> words;
    if (!read_words(image.words, &words, log))
        return nullptr;
    const std::vector<uint32_t> plain = without_debug(words);
    if (!validate(plain, &warning, log))
        return nullptr;
    *warnings += warning;
    llvm::errs() << warning; /* the only trace if the translator stops */
    const Watch watch(!warning.empty() || plain.size() != words.size());
    std::unique_ptr<llvm::Module> module = translate_to_opaque_pointers(image, words, context, log);
    return module && is_whole(*module, warnings, log) ? std::move(module) : nullptr;
}

/* A kernel gets the lines of the source's function. */
void join_kernels(llvm::Module &module)
{
    ishmemi_join_kernels(llvm::wrap(&module));
    for (llvm::Function &function : module) {
        llvm::DISubprogram *source = function.getSubprogram();
        if (source && starts_with(source->getLinkageName(), ISHMEMI_KERNEL_BODY))
            source->replaceLinkageName(nullptr);
    }
}

} // namespace

std::unique_ptr<llvm::Module> read_images(const std::vector<CompileImage> &images,
                                          llvm::LLVMContext &context, std::string *warnings,
                                          std::string *log)
{
    keep_errors(context, log);
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
    if (all)
        join_kernels(*all);
    return all;
}

} // namespace zed
