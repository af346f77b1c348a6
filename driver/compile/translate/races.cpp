/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls the executor for the search for races (run/races.c): before each access to global memory,
 * after each atomic access that reads, and around each call of a routine of libishmem.
 *
 * The library's own functions report nothing: the routine says what they do.  They are recognised
 * by their names, which a linked module keeps, because the library is linked to kernels that have
 * already been optimised.  In SYCL the library's bodies are in headers instead and are inlined into
 * the kernels; such kernels only report that they run.
 */
#include "calls.h"
#include "translate.h"

#include "engine/abi.h"

#include "ze_cpu_ext.h"

#include <algorithm>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IRBuilder.h>
#include <map>

namespace zed {
namespace {

using llvm::Function;
using llvm::Instruction;
using llvm::Value;

/* SPIR-V's number of the language OpenCL C. */
constexpr uint64_t opencl_c = 3;

struct SeenAccess {
    Instruction *at;
    Value *pointer;
    Value *bytes;
    bool writes;
    bool reads;
    bool is_atomic;
};

bool is_own(const Function &function)
{
    return starts_with(function.getName(), "ishmem");
}

bool ends_with(llvm::StringRef name, llvm::StringRef end)
{
    return name.size() > end.size() && name.substr(name.size() - end.size()) == end;
}

/* Whether it calls a routine that accesses or orders memory. */
bool is_routine(const llvm::CallInst &call)
{
    static const char *const asking[] = {"ishmem_my_pe",      "ishmem_n_pes",
                                         "ishmem_ptr",        "ishmem_team_my_pe",
                                         "ishmem_team_n_pes", "ishmem_team_translate_pe"};
    const Function *callee = call.getCalledFunction();
    if (!callee ||
        (!starts_with(callee->getName(), "ishmem_") && !starts_with(callee->getName(), "ishmemx_")))
        return false;
    return std::none_of(std::begin(asking), std::end(asking),
                        [&](const char *name) { return callee->getName() == name; });
}

uint32_t caller_of(llvm::StringRef routine)
{
    return ends_with(routine, "_work_group")  ? ZED_CALLER_WORK_GROUP
           : ends_with(routine, "_sub_group") ? ZED_CALLER_SUB_GROUP
                                              : ZED_CALLER_ITEM;
}

/* Whether the source language is not OpenCL C. */
bool is_foreign(const llvm::Module &module)
{
    const llvm::NamedMDNode *source = module.getNamedMetadata("spirv.Source");
    for (unsigned i = 0; source && i < source->getNumOperands(); i++) {
        const llvm::MDNode *node = source->getOperand(i);
        const auto *language =
            node->getNumOperands() > 0
                ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0))
                : nullptr;
        if (language && language->getZExtValue() != opencl_c)
            return true;
    }
    return false;
}

class Races {
public:
    explicit Races(llvm::Module &module)
        : module_(module), layout_(module.getDataLayout()), builder_(module.getContext()),
          pointer_(builder_.getPtrTy()), long_(builder_.getInt64Ty()), int_(builder_.getInt32Ty())
    {
    }

    void insert(Function &function)
    {
        llvm::SmallVector<SeenAccess, 64> accesses;
        llvm::SmallVector<llvm::CallInst *, 16> calls;
        for (Instruction &instruction : llvm::instructions(function)) {
            find(instruction, &accesses);
            auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            if (call && is_routine(*call))
                calls.push_back(call);
        }
        for (const SeenAccess &access : accesses)
            report(access);
        report_calls(function, calls);
    }

    void say_unseen(Function &kernel)
    {
        builder_.SetInsertPoint(&*kernel.getEntryBlock().getFirstInsertionPt());
        builder_.CreateCall(routine("zed_rt_race_unseen", {}), {});
    }

private:
    Value *size_of(llvm::Type *type)
    {
        return builder_.getInt64(layout_.getTypeStoreSize(type).getFixedValue());
    }

    void find(Instruction &instruction, llvm::SmallVectorImpl<SeenAccess> *found)
    {
        const auto add = [&](Value *pointer, Value *bytes, bool writes, bool reads) {
            if (is_global(pointer))
                found->push_back(
                    {&instruction, pointer, bytes, writes, reads, instruction.isAtomic()});
        };
        if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
            add(load->getPointerOperand(), size_of(load->getType()), false, true);
        } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
            add(store->getPointerOperand(), size_of(store->getValueOperand()->getType()), true,
                false);
        } else if (auto *change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
            add(change->getPointerOperand(), size_of(change->getType()), true, true);
        } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
            add(exchange->getPointerOperand(), size_of(exchange->getCompareOperand()->getType()),
                true, true);
        } else if (auto *fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
            if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(fill))
                add(copy->getRawSource(), copy->getLength(), false, true);
            add(fill->getRawDest(), fill->getLength(), true, false);
        }
    }

    /* Whether it points neither to private nor to local memory, nor to a variable of the module. */
    static bool is_global(Value *pointer)
    {
        const Value *object = llvm::getUnderlyingObject(pointer, 0);
        const unsigned space = pointer->getType()->getPointerAddressSpace();
        return space != space_local && space != space_constant &&
               object->getType()->getPointerAddressSpace() != space_local &&
               !llvm::isa<llvm::AllocaInst>(object) && !llvm::isa<llvm::GlobalVariable>(object);
    }

    Value *in_one_space(Value *pointer)
    {
        return builder_.CreateAddrSpaceCast(pointer, pointer_);
    }

    void report(const SeenAccess &access)
    {
        builder_.SetInsertPoint(access.at);
        Value *bytes = builder_.CreateZExtOrTrunc(access.bytes, long_);
        unsigned how = access.writes ? unsigned{ZED_ACCESS_WRITES} : 0U;
        if (access.is_atomic)
            how |= ZED_ACCESS_ATOMIC;
        Value *pointer = in_one_space(access.pointer);
        const std::initializer_list<llvm::Type *> types = {pointer_, long_, int_};
        builder_.CreateCall(routine("zed_rt_race_access", types),
                            {pointer, bytes, builder_.getInt32(how)});
        if (access.is_atomic && access.reads) {
            builder_.SetInsertPoint(access.at->getNextNode());
            builder_.SetCurrentDebugLocation(access.at->getDebugLoc());
            builder_.CreateCall(routine("zed_rt_race_read", types),
                                {pointer, bytes, builder_.getInt32(how)});
        }
    }

    /* An argument or a result as a word. */
    Value *word_of(Value *value)
    {
        llvm::Type *type = value->getType();
        if (type->isPointerTy())
            return builder_.CreatePtrToInt(in_one_space(value), long_);
        if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
            return builder_.CreateSExt(value, long_);
        return builder_.getInt64(0);
    }

    /* All calls of a function store their words in one array, because no call is made within
     * another. */
    void report_calls(Function &function, llvm::ArrayRef<llvm::CallInst *> calls)
    {
        unsigned most = 0;
        for (const llvm::CallInst *call : calls)
            most = std::max(most, call->arg_size());
        if (calls.empty())
            return;
        builder_.SetInsertPoint(&*function.getEntryBlock().getFirstInsertionPt());
        llvm::AllocaInst *words =
            builder_.CreateAlloca(llvm::ArrayType::get(long_, most + ZE_CPU_CALL_WORDS));
        for (llvm::CallInst *call : calls)
            report(*call, words);
    }

    void report(llvm::CallInst &call, llvm::AllocaInst *array)
    {
        const llvm::StringRef name = call.getCalledFunction()->getName();
        call.setTailCallKind(llvm::CallInst::TCK_None);
        builder_.SetInsertPoint(&call);
        Value *words = in_one_space(array);
        uint32_t count = 0;
        for (Value *argument : call.args())
            builder_.CreateStore(word_of(argument),
                                 builder_.CreateConstGEP1_64(long_, words, count++));
        Value *text = in_one_space(name_of(name));
        Value *number = builder_.getInt32(count), *caller = builder_.getInt32(caller_of(name));
        builder_.CreateCall(plain_routine("zed_rt_race_begin", {pointer_, pointer_, int_, int_}),
                            {text, words, number, caller});
        meet(caller_of(name));
        builder_.SetInsertPoint(call.getNextNode());
        builder_.SetCurrentDebugLocation(call.getDebugLoc());
        Value *result = call.getType()->isVoidTy() ? builder_.getInt64(0) : word_of(&call);
        builder_.CreateCall(
            plain_routine("zed_rt_race_end", {pointer_, pointer_, int_, int_, long_}),
            {text, words, number, caller, result});
    }

    /* The group's work-items wait for each other, because a call that has nothing to do would let
     * early ones pass before its beginning is reported. */
    void meet(uint32_t caller)
    {
        if (caller == ZED_CALLER_ITEM)
            return;
        llvm::FunctionCallee item =
            module_.getOrInsertFunction("zed_rt_item", llvm::FunctionType::get(pointer_, false));
        const unsigned scope =
            caller == ZED_CALLER_WORK_GROUP ? ZED_SCOPE_WORK_GROUP : ZED_SCOPE_SUB_GROUP;
        llvm::FunctionCallee barrier = plain_routine("zed_rt_barrier", {pointer_, int_});
        llvm::cast<Function>(barrier.getCallee())->setConvergent();
        builder_.CreateCall(barrier, {builder_.CreateCall(item), builder_.getInt32(scope)});
    }

    llvm::Constant *name_of(llvm::StringRef name)
    {
        llvm::Constant *&variable = names_[name.str()];
        if (!variable) {
            llvm::Constant *text =
                llvm::ConstantDataArray::getString(module_.getContext(), name, true);
            auto *global =
                new llvm::GlobalVariable(module_, text->getType(), true,
                                         llvm::GlobalValue::PrivateLinkage, text, "zed.routine");
            variable = global;
        }
        return variable;
    }

    llvm::FunctionCallee plain_routine(const char *name, llvm::ArrayRef<llvm::Type *> types)
    {
        llvm::FunctionCallee callee = module_.getOrInsertFunction(
            name, llvm::FunctionType::get(builder_.getVoidTy(), types, false));
        llvm::cast<Function>(callee.getCallee())->setDoesNotThrow();
        return callee;
    }

    /* The routine reads and writes nothing that the kernel can see, and keeps no pointer. */
    llvm::FunctionCallee routine(const char *name, llvm::ArrayRef<llvm::Type *> types)
    {
        llvm::FunctionCallee callee = plain_routine(name, types);
        auto *function = llvm::cast<Function>(callee.getCallee());
        function->setOnlyAccessesInaccessibleMemory();
        for (llvm::Argument &argument : function->args())
            if (argument.getType()->isPointerTy())
                set_captured(argument, false);
        return callee;
    }

    llvm::Module &module_;
    const llvm::DataLayout &layout_;
    llvm::IRBuilder<> builder_;
    llvm::Type *pointer_;
    llvm::Type *long_;
    llvm::Type *int_;
    std::map<std::string, llvm::Constant *> names_;
};

} // namespace

void insert_races(llvm::Module &module, const std::vector<KernelDraft> &kernels)
{
    Races races(module);
    if (is_foreign(module)) {
        for (const KernelDraft &kernel : kernels)
            if (!is_own(*kernel.body))
                races.say_unseen(*kernel.body);
        return;
    }
    std::vector<Function *> functions;
    for (Function &function : module)
        if (!function.isDeclaration() && !is_own(function) && !body_asks_for_item(function))
            functions.push_back(&function);
    for (Function *function : functions)
        races.insert(*function);
}

} // namespace zed
