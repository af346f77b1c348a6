/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state of libishmem's device library does not change while a kernel runs, but nothing in the
 * module says so: each routine would load the state's address and then the state from global
 * memory, because an acquire empties the first cache.  So the variable with the state's address
 * goes into constant memory and has room for a copy of the state, which the host writes with the
 * address (ze_cpu_ext.h).  Loads of the state become loads of the copy, and are marked as invariant
 * for the optimiser.
 *
 * If the optimiser leaves such a load in a loop, because it depends on a PE's number, it is moved
 * in front of the loop.
 */
#include "ptx.h"

#include "ze_cpu_ext.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>

namespace zed {
namespace {

using llvm::LoadInst;
using llvm::Loop;
using llvm::Value;

/* The number of the variable's layout completes the name (ishmem/device/handle.h). */
constexpr const char *variable_name = "ishmemi_default_ctx_v";

constexpr unsigned space_in_ptx = 4;

bool is_variable(const Value *pointer)
{
    return llvm::isa<llvm::GlobalVariable>(pointer) &&
           starts_with(pointer->getName(), variable_name);
}

/* The variable with the copy if the pointer points into it, else NULL. */
llvm::GlobalVariable *copy_of(Value *pointer)
{
    Value *origin = llvm::getUnderlyingObject(pointer, 0);
    return is_variable(origin) && origin->getType()->getPointerAddressSpace() == space_in_ptx
               ? llvm::cast<llvm::GlobalVariable>(origin)
               : nullptr;
}

bool is_marked(const LoadInst &load)
{
    return load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

void mark(LoadInst &load)
{
    load.setMetadata(llvm::LLVMContext::MD_invariant_load,
                     llvm::MDNode::get(load.getContext(), {}));
}

/* For a pointer that is derived from the state's address, the corresponding pointer into the copy;
 * else NULL. */
Value *place_in_copy(Value *pointer, llvm::IRBuilder<> &builder)
{
    if (auto *step = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
        Value *from = place_in_copy(step->getPointerOperand(), builder);
        const llvm::SmallVector<Value *, 4> indices(step->indices());
        return from ? builder.CreateGEP(step->getSourceElementType(), from, indices) : nullptr;
    }
    auto *address = llvm::dyn_cast<LoadInst>(pointer);
    llvm::GlobalVariable *variable = address && is_variable(address->getPointerOperand())
                                         ? copy_of(address->getPointerOperand())
                                         : nullptr;
    return variable ? builder.CreateConstGEP1_64(builder.getInt8Ty(), variable,
                                                 ZE_CPU_MODULE_STATE_OFFSET)
                    : nullptr;
}

LoadInst *load_copy(LoadInst &load)
{
    llvm::IRBuilder<> builder(&load);
    Value *place = place_in_copy(load.getPointerOperand(), builder);
    if (!place)
        return nullptr;
    LoadInst *made = builder.CreateAlignedLoad(load.getType(), place, load.getAlign());
    load.replaceAllUsesWith(made);
    load.eraseFromParent();
    return made;
}

/* Where in the variable a load reads: at a constant plus multiples of values. */
class Place {
public:
    Place(LoadInst &load, const llvm::DataLayout &layout) : layout_(layout)
    {
        uint64_t most = layout.getTypeStoreSize(load.getType()).getFixedValue();
        Value *pointer = load.getPointerOperand();
        while (auto *step = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
            add(*step);
            pointer = step->getPointerOperand();
        }
        constexpr uint64_t room = ZE_CPU_MODULE_VARIABLE_MAX;
        for (const auto &[index, bytes] : indices_)
            most +=
                llvm::computeKnownBits(index, layout).getMaxValue().getLimitedValue(room) * bytes;
        is_inside_ = pointer == copy_of(pointer) && offset_ <= room && most <= room - offset_;
    }

    /* Whether it reads within the variable for all possible values. */
    bool is_inside() const
    {
        return is_inside_;
    }

    bool is_known_before(Loop &loop) const
    {
        bool changed = false;
        for (const auto &index : indices_)
            if (!loop.makeLoopInvariant(index.first, changed))
                return false;
        return true;
    }

    Value *in(Value *variable, llvm::IRBuilder<> &builder) const
    {
        Value *bytes = builder.getInt64(offset_);
        for (const auto &[index, size] : indices_)
            bytes = builder.CreateAdd(
                bytes, builder.CreateMul(builder.CreateZExtOrTrunc(index, builder.getInt64Ty()),
                                         builder.getInt64(size)));
        return builder.CreateGEP(builder.getInt8Ty(), variable, bytes);
    }

private:
    void add(llvm::GEPOperator &step)
    {
        for (auto at = llvm::gep_type_begin(step), end = llvm::gep_type_end(step); at != end;
             ++at) {
            const auto *number = llvm::dyn_cast<llvm::ConstantInt>(at.getOperand());
            if (llvm::StructType *structure = at.getStructTypeOrNull()) {
                offset_ += layout_.getStructLayout(structure)->getElementOffset(
                    static_cast<unsigned>(number->getZExtValue()));
                continue;
            }
            const uint64_t bytes = layout_.getTypeAllocSize(at.getIndexedType()).getFixedValue();
            if (number)
                offset_ += number->getZExtValue() * bytes;
            else
                indices_.emplace_back(at.getOperand(), bytes);
        }
    }

    const llvm::DataLayout &layout_;
    uint64_t offset_ = 0;
    llvm::SmallVector<std::pair<Value *, uint64_t>, 2> indices_;
    bool is_inside_ = false;
};

/* The outermost loop in which the place does not change, or NULL. */
Loop *loop_to_leave(Loop *loop, const Place &place)
{
    Loop *found = nullptr;
    for (; loop && loop->getLoopPreheader() && place.is_known_before(*loop);
         loop = loop->getParentLoop())
        found = loop;
    return found;
}

void move_out(LoadInst &load, const Place &place, const Loop &loop)
{
    llvm::IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
    LoadInst *moved = builder.CreateAlignedLoad(
        load.getType(), place.in(copy_of(load.getPointerOperand()), builder), load.getAlign());
    mark(*moved);
    load.replaceAllUsesWith(moved);
    load.eraseFromParent();
}

/* Whether the variable is only read, as it should be. */
bool is_read_only(const llvm::GlobalVariable &variable)
{
    return llvm::all_of(variable.users(), [&](const llvm::User *user) {
        const auto *load = llvm::dyn_cast<LoadInst>(user);
        return load && load->isSimple();
    });
}

void make_constant(llvm::GlobalVariable &variable)
{
    llvm::Module &module = *variable.getParent();
    auto *type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()),
                                      ZE_CPU_MODULE_VARIABLE_MAX);
    auto *made = new llvm::GlobalVariable(
        module, type, false, variable.getLinkage(),
        variable.isDeclaration() ? nullptr : llvm::Constant::getNullValue(type), "", &variable,
        llvm::GlobalVariable::NotThreadLocal, space_in_ptx);
    made->setAlignment(llvm::Align(16));
    made->takeName(&variable);
    while (!variable.use_empty()) {
        auto *load = llvm::cast<LoadInst>(variable.user_back());
        load->setOperand(0, made);
    }
    variable.eraseFromParent();
}

} // namespace

void place_constants(llvm::Module &module)
{
    for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module.globals()))
        if (is_variable(&variable) && is_read_only(variable))
            make_constant(variable);
}

llvm::PreservedAnalyses MarkConstants::run(llvm::Function &function,
                                           llvm::FunctionAnalysisManager &)
{
    bool changed = false;
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
        auto *load = llvm::dyn_cast<LoadInst>(&instruction);
        if (!load || !load->isSimple())
            continue;
        LoadInst *copied = load_copy(*load);
        changed |= copied != nullptr;
        if (copied)
            load = copied;
        if (copy_of(load->getPointerOperand()))
            mark(*load);
    }
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return changed ? kept : llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses MoveConstants::run(llvm::Function &function,
                                           llvm::FunctionAnalysisManager &manager)
{
    llvm::LoopInfo &loops = manager.getResult<llvm::LoopAnalysis>(function);
    llvm::SmallVector<LoadInst *, 8> found;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
        auto *load = llvm::dyn_cast<LoadInst>(&instruction);
        if (load && is_marked(*load) && copy_of(load->getPointerOperand()))
            found.push_back(load);
    }
    for (LoadInst *load : found) {
        const Place place(*load, function.getParent()->getDataLayout());
        const Loop *loop =
            place.is_inside() ? loop_to_leave(loops.getLoopFor(load->getParent()), place) : nullptr;
        if (loop)
            move_out(*load, place, *loop);
    }
    return llvm::PreservedAnalyses::none();
}

void unmark_constants(llvm::Module &module)
{
    for (llvm::Function &function : module)
        for (llvm::Instruction &instruction : llvm::instructions(function))
            if (llvm::isa<LoadInst>(instruction))
                instruction.setMetadata(llvm::LLVMContext::MD_invariant_load, nullptr);
}

} // namespace zed
