/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels and their parameters in a launch.  An argument in local memory is the offset of its
 * memory in the group's local memory, which is one block; local variables that only kernels use are
 * at fixed offsets in this block.  The last parameter is the global offset; no argument's record
 * describes it.
 *
 * A function that was not inlined finds the global offset at the start of the local memory, where
 * kernels that may call such a function put it.  All items of a group store the same words there,
 * each before it reads them.
 */
#include "../calls.h"
#include "ptx.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace zed {
namespace {

using llvm::Function;
using llvm::Value;

constexpr uint64_t offset_bytes = 16; /* of the global offset, if it is in local memory */
constexpr uint64_t sub_group_items = 32;

bool asks_for_offset(const llvm::Instruction &instruction)
{
    return call_of(&instruction, ptx_global_offset) != nullptr;
}

llvm::Constant *local_memory(llvm::Module &module)
{
    if (llvm::GlobalVariable *there = module.getNamedGlobal(ptx_local_memory))
        return there;
    auto *made = new llvm::GlobalVariable(
        module, llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 0), false,
        llvm::GlobalValue::ExternalLinkage, nullptr, ptx_local_memory, nullptr,
        llvm::GlobalValue::NotThreadLocal, space_local);
    made->setAlignment(llvm::Align(128));
    return made;
}

Value *local_address(Function &function, const llvm::GlobalVariable &, uint64_t offset)
{
    llvm::LLVMContext &context = function.getContext();
    return llvm::ConstantExpr::getInBoundsGetElementPtr(
        llvm::Type::getInt8Ty(context), local_memory(*function.getParent()),
        llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), offset));
}

Value *offset_word(llvm::IRBuilder<> &builder, Value *base, Value *dimension)
{
    llvm::Type *word = builder.getInt32Ty();
    return builder.CreateAlignedLoad(word, builder.CreateGEP(word, base, dimension),
                                     llvm::Align(4));
}

/* A local variable that functions use stays a variable: the GPU's driver gives it an address that
 * no other variable of any linked module has. */
void close_locals(llvm::Module &module)
{
    for (llvm::GlobalVariable &variable : module.globals())
        if (variable.getAddressSpace() == space_local && !variable.isDeclaration()) {
            variable.setLinkage(llvm::GlobalValue::InternalLinkage);
            variable.setInitializer(llvm::UndefValue::get(variable.getValueType()));
        }
}

/* Answers the function's questions for the offset from words at `base`. */
void answer_offset(Function &function, Value *base)
{
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        if (asks_for_offset(instruction)) {
            llvm::IRBuilder<> builder(&instruction);
            Value *dimension = llvm::cast<llvm::CallInst>(instruction).getArgOperand(0);
            instruction.replaceAllUsesWith(offset_word(builder, base, dimension));
            instruction.eraseFromParent();
        }
}

void store_offset(Function &kernel, Value *base)
{
    llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstInsertionPt());
    Value *local = local_memory(*kernel.getParent());
    for (uint32_t d = 0; d < 3; d++)
        builder.CreateStore(offset_word(builder, base, builder.getInt32(d)),
                            builder.CreateConstInBoundsGEP1_32(builder.getInt32Ty(), local, d));
}

void annotate(Function &kernel, const char *key, uint64_t value)
{
    llvm::LLVMContext &context = kernel.getContext();
    auto *number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value);
    llvm::Metadata *operands[] = {llvm::ValueAsMetadata::get(&kernel),
                                  llvm::MDString::get(context, key),
                                  llvm::ValueAsMetadata::get(number)};
    kernel.getParent()
        ->getOrInsertNamedMetadata("nvvm.annotations")
        ->addOperand(llvm::MDNode::get(context, operands));
}

/* The number of registers per work-item depends on the group's size. */
void annotate_size(const KernelDraft &kernel, uint64_t group_items)
{
    if (kernel.required_group_size[0] == 0) {
        annotate(*kernel.body, "maxntidx", group_items);
        return;
    }
    annotate(*kernel.body, "reqntidx", kernel.required_group_size[0]);
    annotate(*kernel.body, "reqntidy", kernel.required_group_size[1]);
    annotate(*kernel.body, "reqntidz", kernel.required_group_size[2]);
}

bool is_local(const llvm::Argument &argument)
{
    const auto *pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
    return pointer && pointer->getAddressSpace() == space_local;
}

llvm::Argument *last_argument(Function &function)
{
    return std::prev(function.arg_end());
}

/* Makes the kernel with the parameters of a launch; the last one is the offset. */
Function *with_parameters(Function &old)
{
    llvm::Module &module = *old.getParent();
    llvm::LLVMContext &context = module.getContext();
    llvm::Type *offset = llvm::ArrayType::get(llvm::Type::getInt32Ty(context), 3);
    llvm::SmallVector<llvm::Type *, 8> types;
    for (const llvm::Argument &argument : old.args())
        types.push_back(is_local(argument) ? llvm::Type::getInt64Ty(context) : argument.getType());
    types.push_back(llvm::PointerType::get(context, 0));
    Function *made = Function::Create(llvm::FunctionType::get(old.getReturnType(), types, false),
                                      llvm::GlobalValue::ExternalLinkage, "", &module);
    made->takeName(&old);
    made->copyAttributesFrom(&old);
    made->copyMetadata(&old, 0);
    for (llvm::BasicBlock &block : llvm::make_early_inc_range(old)) {
        block.removeFromParent();
        block.insertInto(made);
    }
    llvm::IRBuilder<> builder(&*made->getEntryBlock().getFirstInsertionPt());
    for (llvm::Argument &argument : old.args()) {
        llvm::Argument *given = made->getArg(argument.getArgNo());
        given->takeName(&argument);
        Value *value = given;
        if (is_local(argument)) {
            /* They apply only to pointers. */
            made->setAttributes(
                made->getAttributes().removeParamAttributes(context, given->getArgNo()));
            value = builder.CreateGEP(builder.getInt8Ty(), local_memory(module), given);
        }
        argument.replaceAllUsesWith(value);
    }
    llvm::AttrBuilder attributes(context);
    attributes.addByValAttr(offset);
    attributes.addAlignmentAttr(4);
    last_argument(*made)->addAttrs(attributes);
    return made;
}

/* If other kernels call this one, they call a copy of it, because an entry cannot be called. */
void make_callable(Function &kernel)
{
    llvm::SmallVector<llvm::CallBase *, 4> calls;
    for (llvm::User *user : kernel.users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
            calls.push_back(call);
    if (calls.empty())
        return;
    llvm::ValueToValueMapTy map;
    Function *body = llvm::CloneFunction(&kernel, map);
    body->setName(kernel.getName() + ".body");
    body->setLinkage(llvm::GlobalValue::InternalLinkage);
    body->setCallingConv(llvm::CallingConv::C);
    for (llvm::CallBase *call : calls)
        call->setCalledFunction(body);
}

/* Sub-groups have one size here; a kernel that asks for another gets a warning. */
void check_sub_groups(const Function &kernel, std::string *warnings)
{
    const llvm::MDNode *wanted = kernel.getMetadata("intel_reqd_sub_group_size");
    if (!wanted || wanted->getNumOperands() == 0)
        return;
    const uint64_t items =
        llvm::mdconst::extract<llvm::ConstantInt>(wanted->getOperand(0))->getZExtValue();
    if (items != sub_group_items)
        *warnings += "warning: kernel '" + kernel.getName().str() + "' asks for sub-groups of " +
                     std::to_string(items) + " items; they have " +
                     std::to_string(sub_group_items) + " here\n";
}

} // namespace

std::vector<KernelDraft> prepare_kernels(llvm::Module &module, std::string *warnings)
{
    std::vector<KernelDraft> kernels;
    for (Function &function : module) {
        if (function.isIntrinsic())
            continue;
        const bool is_kernel = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
                               !function.isDeclaration();
        function.setCallingConv(is_kernel ? llvm::CallingConv::PTX_Kernel : llvm::CallingConv::C);
        for (llvm::Instruction &instruction : llvm::instructions(function))
            if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                call->setCallingConv(llvm::CallingConv::C);
        if (is_kernel) {
            check_sub_groups(function, warnings);
            kernels.push_back(draft_kernel(function, 4));
        }
    }
    for (KernelDraft &kernel : kernels)
        make_callable(*kernel.body);
    return kernels;
}

void finish_kernels(llvm::Module &module, const std::set<std::string> &imports,
                    uint64_t group_items, std::vector<KernelDraft> &kernels)
{
    std::set<const Function *> bodies;
    for (const KernelDraft &kernel : kernels)
        bodies.insert(kernel.body);
    /* An imported function may ask, too. */
    const FunctionsWith needs(module, [&](const llvm::Instruction &instruction) {
        llvm::StringRef name;
        if (asks_for_offset(instruction))
            return bodies.count(instruction.getFunction()) == 0;
        return calls_outside(instruction, &name) &&
               (name.empty() || imports.count(name.str()) != 0);
    });
    const auto first = [&](const Function &kernel) {
        return needs.has(&kernel) ? offset_bytes : 0;
    };
    place_locals(module, kernels, {false, first, local_address});
    close_locals(module);
    for (Function &function : module)
        if (bodies.count(&function) == 0)
            answer_offset(function, local_memory(module));
    for (KernelDraft &kernel : kernels) {
        const bool stores = needs.has(kernel.body);
        Function *old = kernel.body;
        kernel.body = with_parameters(*old);
        Value *offset = last_argument(*kernel.body);
        answer_offset(*kernel.body, offset);
        if (stores)
            store_offset(*kernel.body, offset);
        annotate_size(kernel, group_items);
        old->eraseFromParent();
    }
    finish_annotations(module);
    if (Function *question = module.getFunction(ptx_global_offset))
        question->eraseFromParent();
}

} // namespace zed
