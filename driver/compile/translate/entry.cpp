/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The compiler reads a request from its standard input, which is a socket, and answers there:
 * SPIR-V in, blob out, in the steps of translate.h.  Once the built-ins are linked in, the parts of
 * a large module are compiled in parallel.
 */
#include "calls.h"
#include "last_words.h"
#include "ptx/ptx.h"
#include "translate.h"

#include <csignal>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace zed {
namespace {

/* The effort that the flags of all images ask for; flags that change nothing here are accepted.
 * *said: whether they ask for one. */
Effort effort_of(const std::vector<CompileImage> &images, bool *said)
{
    Effort effort = Effort::Full;
    *said = false;
    for (const CompileImage &image : images) {
        llvm::SmallVector<llvm::StringRef, 8> words;
        llvm::SplitString(image.flags, words);
        for (size_t w = 0; w < words.size(); w++) {
            llvm::StringRef word = words[w];
            if (word == "-ze-opt-level" && w + 1 < words.size())
                word = words[++w];
            else if (!word.consume_front("-ze-opt-level=")) {
                if (word == "-ze-opt-disable" || word == "-cl-opt-disable") {
                    effort = Effort::None;
                    *said = true;
                }
                continue;
            }
            *said = true;
            if (word == "0" || word == "O0" || word == "-O0")
                effort = Effort::None;
            else if (word == "1" || word == "O1" || word == "-O1")
                effort = Effort::Some;
        }
    }
    return effort;
}

/* A source compiled without optimisation is for a debugger, unless the flags ask for more. */
Effort effort_for(const llvm::Module &module, const std::vector<CompileImage> &images)
{
    bool said;
    const Effort effort = effort_of(images, &said);
    return (!said || effort == Effort::None) && is_for_debugger(module) ? Effort::Debug : effort;
}

/* Names that can be looked up or linked to stay external; everything else becomes internal.
 * Kernels are called through their shapes. */
std::set<std::string> keep_exports(llvm::Module &module, const std::vector<KernelDraft> &kernels)
{
    std::set<std::string> exports;
    for (const KernelDraft &kernel : kernels)
        kernel.body->setLinkage(llvm::GlobalValue::InternalLinkage);
    for (llvm::GlobalValue &value : module.global_values()) {
        if (value.isDeclaration() || value.hasLocalLinkage())
            continue;
        if (value.getAddressSpace() == space_local || value.hasAppendingLinkage()) {
            value.setLinkage(llvm::GlobalValue::InternalLinkage);
            continue;
        }
        value.setLinkage(llvm::GlobalValue::ExternalLinkage);
        exports.insert(value.getName().str());
    }
    return exports;
}

/* A function that was not inlined asks the executor which item it runs for. */
void answer_views(llvm::Module &module)
{
    llvm::Function *view = module.getFunction("zed_view");
    if (!view)
        return;
    llvm::FunctionCallee item = module.getOrInsertFunction("zed_rt_item", view->getFunctionType());
    view->replaceAllUsesWith(item.getCallee());
    view->eraseFromParent();
}

/* Where items meet, all of them must execute the same call: it may not become several calls for
 * different items, nor merge with another call in a branch that other items take. */
void keep_calls_apart(llvm::Function &function)
{
    function.setConvergent();
    function.addFnAttr(llvm::Attribute::NoMerge);
}

/* The item of a function's call never changes, whatever the executor does meanwhile, nor does the
 * space of an address. */
void describe_runtime(llvm::Module &module)
{
    for (const char *name : {"zed_view", "zed_rt_item", "zed_rt_space"}) {
        if (llvm::Function *function = module.getFunction(name)) {
            function->setDoesNotAccessMemory();
            function->setDoesNotThrow();
            function->setWillReturn();
            function->addFnAttr(llvm::Attribute::Speculatable);
        }
    }
    for (const char *name :
         {"zed_rt_barrier", "zed_rt_lead", "zed_rt_exchange", "zed_rt_arrive_barrier",
          "zed_rt_arrive_lead", "zed_rt_arrive_exchange"})
        if (llvm::Function *function = module.getFunction(name))
            keep_calls_apart(*function);
    FunctionsWith meeting(module, is_meeting);
    for (llvm::Function &function : module)
        if (meeting.has(&function))
            keep_calls_apart(function);
}

void finish_attributes(llvm::Module &module, const llvm::TargetMachine &machine,
                       const std::set<std::string> &imports)
{
    for (llvm::Function &function : module) {
        if (function.isIntrinsic())
            continue;
        function.setDoesNotThrow();
        if (function.isDeclaration())
            continue;
        function.setDSOLocal(true);
        function.removeFnAttr(llvm::Attribute::UWTable);
        function.addFnAttr("target-cpu", machine.getTargetCPU());
        function.addFnAttr("target-features", machine.getTargetFeatureString());
    }
    for (llvm::GlobalVariable &variable : module.globals())
        variable.setDSOLocal(imports.count(variable.getName().str()) == 0);
}

/* Another kernel may still call a kernel's body as a function. */
void drop_bodies(std::vector<KernelDraft> &kernels)
{
    for (KernelDraft &kernel : kernels) {
        kernel.body->setLinkage(llvm::GlobalValue::InternalLinkage);
        if (kernel.body->use_empty())
            kernel.body->eraseFromParent();
        kernel.body = nullptr;
    }
}

bool whole(const llvm::Module &module, const char *after, std::string *log)
{
    llvm::raw_string_ostream stream(*log);
    if (!llvm::verifyModule(module, &stream))
        return true;
    stream << "\nerror: the module is malformed after " << after << "\n";
    return false;
}

bool compile_part(llvm::StringRef bitcode, Effort effort, const std::set<std::string> &imports,
                  size_t number, Part *part)
{
    std::string *log = &part->log;
    llvm::LLVMContext context;
    use_opaque_pointers(context, true);
    context.setDiscardValueNames(true);
    std::unique_ptr<llvm::TargetMachine> machine = host_machine(effort, log);
    std::unique_ptr<llvm::Module> module =
        machine ? read_part(bitcode, context, part, log) : nullptr;
    if (!module)
        return false;
    /* A kernel's body must survive the removal of functions that nobody calls. */
    for (KernelDraft &kernel : part->kernels)
        kernel.body->setLinkage(llvm::GlobalValue::ExternalLinkage);
    const bool stays = effort == Effort::Debug;
    simplify_module(*module, *machine, effort);
    insert_polls(*module);
    inline_kernels(*module, imports, stays, part->kernels);
    simplify_kernels(part->kernels, *machine, effort);
    answer_spaces(*module);
    insert_polls(*module);
    if (!stays)
        move_barriers(*module);
    number_lanes(*module, part->kernels);
    place_locals(*module, part->kernels);
    for (KernelDraft &kernel : part->kernels)
        make_shape(*module, kernel, imports, stays);
    drop_bodies(part->kernels);
    answer_views(*module);
    describe_runtime(*module);
    finish_attributes(*module, *machine, imports);
    if (!whole(*module, "its kernels were shaped", log))
        return false;
    optimise_module(*module, *machine, effort, !part->kernels.empty());
    part->stacks = note_stacks(*module, number);
    return emit_object(*module, *machine, &part->object, log);
}

/* Compiles one part on this thread, and the others on threads of their own. */
bool compile_parts(llvm::StringRef bitcode, Effort effort, const std::set<std::string> &imports,
                   std::vector<Part> *parts, std::string *log)
{
    std::vector<std::thread> threads;
    auto compile = [&](size_t p) {
        Part &part = (*parts)[p];
        part.good = compile_part(bitcode, effort, imports, p, &part);
    };
    for (size_t p = 1; p < parts->size(); p++)
        threads.emplace_back(compile, p);
    compile(0);
    for (std::thread &thread : threads)
        thread.join();
    for (const Part &part : *parts) {
        *log += part.log;
        if (!part.good)
            return false;
    }
    return true;
}

/* Calls in kernels are timed by the host's clock, which libishmem has to provide for devices
 * without one (device/body/log.h).  A processor reads its own clock, which is the host's. */
void read_own_clock(llvm::Module &module)
{
#if defined(__x86_64__)
    llvm::Function *clock = module.getFunction("ishmemi_log_clock");
    if (!clock || clock->isDeclaration() || !clock->getReturnType()->isIntegerTy(64))
        return;
    clock->deleteBody();
    clock->setLinkage(llvm::GlobalValue::InternalLinkage);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", clock));
    /* Both lists have their types, because LLVM 21 has several functions that would otherwise
     * match. */
    builder.CreateRet(builder.CreateIntrinsic(llvm::Intrinsic::readcyclecounter,
                                              llvm::ArrayRef<llvm::Type *>(),
                                              llvm::ArrayRef<llvm::Value *>()));
#else
    (void)module;
#endif
}

bool build_for_processor(CompileTarget target, const std::string &words,
                         const std::vector<CompileImage> &images, Bytes *blob, std::string *log)
{
    llvm::LLVMContext context;
    use_opaque_pointers(context, true);
    std::unique_ptr<llvm::TargetMachine> machine = host_machine(Effort::Full, log);
    std::string warnings;
    if (!words.empty())
        warnings =
            "warning: " + words + "; the module is compiled without this processor's extensions\n";
    std::unique_ptr<llvm::Module> module =
        machine ? read_images(images, context, &warnings, log) : nullptr;
    if (!module) {
        *log = warnings + *log;
        return false;
    }
    keep_last_words();
    read_own_clock(*module);
    const Effort effort = effort_for(*module, images);
    prepare_debug(*module);
    std::vector<KernelDraft> kernels = prepare_module(*module, *machine);
    std::set<std::string> exports = keep_exports(*module, kernels), imports;
    lower_atomics(*module, false);
    lower_printf(*module);
    call_fma_of_half(*module);
    if (!link_library(*module, processor_builtins(), log, &imports))
        return false;
    if (is_checked(target))
        insert_checks(*module);
    if (is_reporting(target))
        insert_races(*module, kernels);
    guard_divisions(*module);
    for (const std::string &name : imports)
        warnings += "warning: unresolved symbol '" + name + "'\n";
    finish_attributes(*module, *machine, imports);
    describe_runtime(*module);
    if (!whole(*module, "its built-ins were linked", log))
        return false;
    std::vector<Part> parts = divide_module(*module, kernels, exports);
    llvm::SmallVector<char, 0> bitcode = module_bitcode(*module);
    module.reset();
    return compile_parts(llvm::StringRef(bitcode.data(), bitcode.size()), effort, imports, &parts,
                         log) &&
           lay_out(target, parts, exports, imports, warnings, blob, log);
}

bool build(CompileTarget target, const std::string &words, const std::vector<CompileImage> &images,
           Bytes *blob, std::string *log)
{
    if (target == CompileTarget::Ptx) {
        bool said;
        start_ptx();
        return build_for_ptx(images, effort_of(images, &said), blob, log);
    }
    start_llvm(!words.empty());
    return build_for_processor(target, words, images, blob, log);
}

/* If a module needs more than the machine has, only this process ends, and it leaves no core
 * file. */
void limit_resources()
{
    const rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const rlim_t half = static_cast<rlim_t>(sysconf(_SC_PHYS_PAGES)) / 2 *
                        static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
    rlimit now;
    if (getrlimit(RLIMIT_DATA, &now) == 0 && half < now.rlim_max) {
        const rlimit data = {half, now.rlim_max};
        setrlimit(RLIMIT_DATA, &data);
    }
#endif
}

bool read_all(Bytes *bytes)
{
    uint8_t part[65536];
    ssize_t got;
    while ((got = read(STDIN_FILENO, part, sizeof part)) > 0)
        bytes->insert(bytes->end(), part, part + got);
    return got == 0;
}

bool write_all(const Bytes &bytes)
{
    for (size_t sent = 0; sent < bytes.size();) {
        ssize_t done = write(STDIN_FILENO, bytes.data() + sent, bytes.size() - sent);
        if (done <= 0)
            return false;
        sent += static_cast<size_t>(done);
    }
    return true;
}

} // namespace
} // namespace zed

int main()
{
    /* A write beyond the limit of file sizes then fails instead of ending the process silently. */
    std::signal(SIGXFSZ, SIG_IGN);
    zed::limit_resources();
    zed::Bytes request;
    zed::CompileTarget target;
    std::string words;
    std::vector<zed::CompileImage> images;
    if (!zed::read_all(&request) || !zed::wire_read_request(request, &target, &words, &images)) {
        llvm::errs()
            << "only a Level Zero driver of libishmem can start this program: it sends a module\n";
        return 2;
    }
    zed::CompileAnswer answer = {};
    answer.result = zed::build(target, words, images, &answer.blob, &answer.log)
                        ? ZE_RESULT_SUCCESS
                        : ZE_RESULT_ERROR_MODULE_BUILD_FAILURE;
    /* Nothing is torn down: the answer is written, and the process's memory is freed with the
     * process. */
    _exit(zed::write_all(zed::wire_answer(answer)) ? 0 : 1);
}
