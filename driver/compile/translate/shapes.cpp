/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The shape of a kernel (abi.h).  Both shapes have a copy of the item and of its group in their
 * stack frame: the work-item functions read the copy (zed_view), so LLVM keeps it in registers, and
 * routines of the executor get the true item (zed_rt_item).
 *
 * The work-items of a kernel that never waits are not ordered, so their ordinary accesses cannot
 * depend on each other, unless the program has a race; the loops' metadata says this
 * (parallel_accesses).  It is not true of private memory, which the loop's iterations share, and is
 * not said of a kernel with atomics or fences, which do order something.
 */
#include "translate.h"

#include "engine/abi.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace zed {
namespace {

using llvm::Function;
using llvm::IRBuilder;
using llvm::Value;

/* Whether this can run where no item is the thread's current one, and without ever waiting.  The
 * body of a kernel may ask for its view, because the shape answers; a function that is called may
 * not. */
bool runs_anywhere(const Function &function, bool body, const std::set<std::string> &imports,
                   std::set<const Function *> *seen)
{
    if (!seen->insert(&function).second)
        return true;
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
        const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (!call || call->isInlineAsm())
            continue;
        const Function *callee = call->getCalledFunction();
        if (!callee)
            return false;
        llvm::StringRef name = callee->getName();
        if (!callee->isDeclaration()) {
            if (!runs_anywhere(*callee, false, imports, seen))
                return false;
        } else if (name == "zed_view") {
            if (!body)
                return false;
        } else if (name != "zed_rt_printf" && name != "zed_rt_assert" &&
                   (starts_with(name, "zed_rt_") || imports.count(name.str()))) {
            return false;
        }
    }
    return true;
}

class Shape {
public:
    Shape(llvm::Module &module, const KernelDraft &kernel)
        : kernel_(kernel), context_(module.getContext()), builder_(context_)
    {
        llvm::Type *pointer = builder_.getPtrTy();
        function_ = Function::Create(
            llvm::FunctionType::get(builder_.getVoidTy(), {pointer, pointer}, false),
            Function::ExternalLinkage, "zed.kernel." + kernel.name, module);
        function_->setDSOLocal(true);
        function_->addFnAttr(llvm::Attribute::NoUnwind);
        for (llvm::Argument &argument : function_->args()) {
            argument.addAttr(llvm::Attribute::NonNull);
            set_captured(argument, false);
        }
        entry_ = llvm::BasicBlock::Create(context_, "entry", function_);
        builder_.SetInsertPoint(entry_);
    }

    Function *make(bool takes_in)
    {
        group_type_ = llvm::ArrayType::get(builder_.getInt64Ty(), sizeof(zed_group_t) / 8);
        item_type_ = llvm::ArrayType::get(builder_.getInt64Ty(), sizeof(zed_item_t) / 8);
        group_copy_ = builder_.CreateAlloca(group_type_);
        view_ = builder_.CreateAlloca(item_type_);
        Value *item = kernel_.is_group ? nullptr : function_->getArg(0);
        Value *group =
            kernel_.is_group ? function_->getArg(0) : load_field(item, offsetof(zed_item_t, group));
        for (unsigned i = 0; i < sizeof(zed_group_t) / 8; i++)
            builder_.CreateStore(builder_.CreateLoad(builder_.getInt64Ty(), word(group, i)),
                                 word(group_copy_, i));
        builder_.CreateStore(group_copy_, byte(view_, offsetof(zed_item_t, group)));
        local_ = load_field(group, offsetof(zed_group_t, local));
        load_arguments();
        if (kernel_.is_group)
            loop(2);
        else {
            for (unsigned i = 0; i <= offsetof(zed_item_t, linear_id) / 8; i++)
                builder_.CreateStore(builder_.CreateLoad(builder_.getInt64Ty(), word(item, i)),
                                     word(view_, i));
            call_body();
        }
        builder_.CreateRetVoid();
        describe_caller(*call_);
        if (takes_in)
            take_in();
        return function_;
    }

private:
    Value *byte(Value *base, uint64_t offset)
    {
        return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base, offset);
    }
    Value *word(Value *base, unsigned index)
    {
        return byte(base, 8 * index);
    }
    Value *load_field(Value *base, uint64_t offset)
    {
        return builder_.CreateLoad(builder_.getPtrTy(), byte(base, offset));
    }

    /* The block's address may be any multiple of 8, and the block does not change. */
    void load_arguments()
    {
        for (unsigned i = 0; i < kernel_.arguments.size(); i++) {
            const zed_argument_t &slot = kernel_.arguments[i];
            llvm::Argument *parameter = kernel_.body->getArg(i);
            Value *place = byte(function_->getArg(1), slot.offset);
            if (parameter->hasByValAttr()) {
                llvm::AllocaInst *copy = builder_.CreateAlloca(parameter->getParamByValType());
                copy->setAlignment(parameter->getParamAlign().valueOrOne());
                builder_.CreateMemCpy(copy, copy->getAlign(), place, llvm::Align(1), slot.bytes);
                arguments_.push_back(copy);
                continue;
            }
            if (slot.kind == ZED_ARGUMENT_LOCAL) {
                Value *offset =
                    builder_.CreateAlignedLoad(builder_.getInt64Ty(), place, llvm::Align(8));
                arguments_.push_back(builder_.CreateAddrSpaceCast(
                    builder_.CreateInBoundsGEP(builder_.getInt8Ty(), local_, offset),
                    parameter->getType()));
                continue;
            }
            llvm::LoadInst *load =
                builder_.CreateAlignedLoad(parameter->getType(), place, llvm::Align(1));
            load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                              llvm::MDNode::get(context_, {}));
            arguments_.push_back(load);
        }
    }

    void call_body()
    {
        call_ = builder_.CreateCall(kernel_.body, arguments_);
        for (unsigned i = 0; i < arguments_.size(); i++)
            if (kernel_.body->getArg(i)->hasByValAttr())
                call_->addParamAttr(i, llvm::Attribute::getWithByValType(
                                           context_, kernel_.body->getArg(i)->getParamByValType()));
    }

    Value *group_size(unsigned dimension)
    {
        return builder_.CreateLoad(
            builder_.getInt64Ty(),
            byte(group_copy_, offsetof(zed_group_t, group_size) + 8 * dimension));
    }

    Value *linear_id()
    {
        Value *row = builder_.CreateAdd(builder_.CreateMul(ids_[2], group_size(1)), ids_[1]);
        return builder_.CreateAdd(builder_.CreateMul(row, group_size(0)), ids_[0]);
    }

    /* for (id = 0; id < size; id++); sizes are at least 1. */
    void loop(unsigned dimension)
    {
        Value *size = group_size(dimension);
        llvm::BasicBlock *before = builder_.GetInsertBlock();
        llvm::BasicBlock *head = llvm::BasicBlock::Create(context_, "turn", function_);
        builder_.CreateBr(head);
        builder_.SetInsertPoint(head);
        llvm::PHINode *id = builder_.CreatePHI(builder_.getInt64Ty(), 2);
        id->addIncoming(builder_.getInt64(0), before);
        builder_.CreateStore(id, word(view_, dimension));
        ids_[dimension] = id;
        if (dimension > 0)
            loop(dimension - 1);
        else {
            builder_.CreateStore(linear_id(), byte(view_, offsetof(zed_item_t, linear_id)));
            call_body();
        }
        Value *next = builder_.CreateAdd(id, builder_.getInt64(1), "", true, true);
        llvm::BasicBlock *end = llvm::BasicBlock::Create(context_, "end", function_);
        branches_.push_back(builder_.CreateCondBr(builder_.CreateICmpULT(next, size), head, end));
        id->addIncoming(next, builder_.GetInsertBlock());
        builder_.SetInsertPoint(end);
    }

    /* Inlines the body and replaces its queries. */
    void take_in()
    {
        llvm::InlineFunctionInfo info;
        if (llvm::InlineFunction(*call_, info).isSuccess())
            inlined_ = true;
        Value *item = kernel_.is_group ? nullptr : function_->getArg(0);
        for (llvm::Instruction &instruction :
             llvm::make_early_inc_range(llvm::instructions(*function_))) {
            auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            if (!call || !call->getCalledFunction())
                continue;
            llvm::StringRef name = call->getCalledFunction()->getName();
            Value *answer = name == "zed_view" ? view_ : name == "zed_rt_item" ? item : nullptr;
            if (answer) {
                call->replaceAllUsesWith(answer);
                call->eraseFromParent();
            }
        }
        if (kernel_.is_group && inlined_)
            mark_parallel();
    }

    static bool orders_something(const llvm::Instruction &instruction)
    {
        return instruction.isAtomic() || instruction.isVolatile();
    }

    void mark_parallel()
    {
        bool private_arrays = false;
        for (const llvm::Instruction &instruction : llvm::instructions(*function_)) {
            if (orders_something(instruction))
                return;
            const auto *array = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
            private_arrays |= array && array->getParent() == entry_ && is_private(*array);
        }
        llvm::MDNode *accesses = llvm::MDNode::getDistinct(context_, {});
        for (llvm::Instruction &instruction : llvm::instructions(*function_)) {
            const Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
            if (!pointer || instruction.getParent() == entry_)
                continue;
            unsigned space = pointer->getType()->getPointerAddressSpace();
            bool certain = space == space_global || space == space_constant || space == space_local;
            if (llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0)) ||
                (private_arrays && !certain))
                continue;
            instruction.setMetadata(llvm::LLVMContext::MD_access_group, accesses);
        }
        for (llvm::BranchInst *branch : branches_) {
            llvm::Metadata *parallel[] = {
                llvm::MDString::get(context_, "llvm.loop.parallel_accesses"), accesses};
            llvm::TempMDTuple self = llvm::MDNode::getTemporary(context_, {});
            llvm::MDNode *name = llvm::MDNode::getDistinct(
                context_, {self.get(), llvm::MDNode::get(context_, parallel)});
            name->replaceOperandWith(0, name);
            branch->setMetadata(llvm::LLVMContext::MD_loop, name);
        }
    }

    /* The copies made above are not private: the loop's iterations may share them. */
    bool is_private(const llvm::AllocaInst &array) const
    {
        if (&array == view_ || &array == group_copy_)
            return false;
        for (const Value *argument : arguments_)
            if (&array == argument)
                return false;
        return true;
    }

    const KernelDraft &kernel_;
    llvm::LLVMContext &context_;
    IRBuilder<> builder_;
    bool inlined_ = false;
    Function *function_;
    llvm::BasicBlock *entry_;
    llvm::Type *group_type_ = nullptr;
    llvm::Type *item_type_ = nullptr;
    Value *view_ = nullptr;
    Value *group_copy_ = nullptr;
    Value *local_ = nullptr;
    Value *ids_[3] = {};
    llvm::CallInst *call_ = nullptr;
    std::vector<Value *> arguments_;
    std::vector<llvm::BranchInst *> branches_;
};

void find_needs(const Value &value, const std::set<std::string> &imports,
                std::set<const Value *> *seen, std::set<std::string> *needs)
{
    if (!seen->insert(&value).second)
        return;
    if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(&value))
        if (global->isDeclaration() && imports.count(global->getName().str()))
            needs->insert(global->getName().str());
    if (const auto *function = llvm::dyn_cast<Function>(&value)) {
        for (const llvm::Instruction &instruction : llvm::instructions(*function))
            for (const Value *operand : instruction.operands())
                if (llvm::isa<llvm::Constant>(operand))
                    find_needs(*operand, imports, seen, needs);
    } else if (const auto *constant = llvm::dyn_cast<llvm::Constant>(&value)) {
        for (const Value *operand : constant->operands())
            find_needs(*operand, imports, seen, needs);
    }
}

} // namespace

void make_shape(llvm::Module &module, KernelDraft &kernel, const std::set<std::string> &imports,
                bool stays)
{
    std::set<const Value *> seen;
    find_needs(*kernel.body, imports, &seen, &kernel.needs);
    std::set<const Function *> visited;
    kernel.is_group = !stays && runs_anywhere(*kernel.body, true, imports, &visited);
    Function *shape = Shape(module, kernel).make(!stays);
    if (!kernel.is_group && !stays)
        keep_in_frames(*shape);
}

} // namespace zed
