/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Links the parts' objects statically: sections are laid out and the references between them
 * resolved, which leaves words that hold addresses (blob.h).  Calls of outside functions go through
 * stubs, and loads of outside addresses through a table; both are in the image, because the outside
 * may be too far away for a branch.
 */
#include "../translate.h"
#include "debug_file.h"
#include "writer.h"

#include <algorithm>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MathExtras.h>
#include <map>

namespace zed {
namespace {

using llvm::object::ELF64LEObjectFile;
using llvm::object::SectionRef;
using llvm::object::SymbolRef;

enum OutputSection { text, rodata, data, zeros, output_count };

struct Place {
    OutputSection output;
    uint64_t offset;
};

struct Defined {
    Place place;
    uint64_t bytes;
    bool variable;
};

void add_to_word(uint8_t *at, uint32_t clear, uint64_t bits)
{
    uint32_t word = llvm::support::endian::read32le(at);
    llvm::support::endian::write32le(at, (word & ~clear) | (static_cast<uint32_t>(bits) & clear));
}

bool fits(int64_t value, unsigned bits)
{
    return value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << (bits - 1);
}

class Linker {
public:
    bool add(llvm::StringRef object, std::string *log)
    {
        llvm::Expected<ELF64LEObjectFile> elf =
            ELF64LEObjectFile::create(llvm::MemoryBufferRef(object, "object"));
        if (!elf) {
            *log += "error: " + llvm::toString(elf.takeError()) + "\n";
            return false;
        }
        objects_.push_back(std::move(*elf));
        return true;
    }

    bool link(std::string *log)
    {
        bool good = true;
        for (uint32_t o = 0; o < objects_.size(); o++)
            place_sections(o);
        for (uint32_t o = 0; o < objects_.size(); o++)
            good = good && read_symbols(o);
        if (good) {
            find_meant();
            for (uint32_t o = 0; o < objects_.size(); o++)
                find_outside(o);
            settle_stretches();
            for (uint32_t o = 0; o < objects_.size(); o++)
                for (const SectionRef &section : objects_[o].sections())
                    good = good && relocate(o, section);
        }
        std::sort(
            functions.begin(), functions.end(),
            [](const DebugFunction &a, const DebugFunction &b) { return a.address < b.address; });
        if (good)
            fill_stubs();
        else
            *log += "error: compiled code cannot be linked: " + problem_ + "\n";
        return good;
    }

    uint64_t address(const Place &place) const
    {
        return base_[place.output] + place.offset;
    }

    /* The sections of the image, and its symbols by name. */
    std::vector<DebugObject> debug_objects() const
    {
        std::vector<DebugObject> described;
        for (uint32_t o = 0; o < objects_.size(); o++) {
            DebugObject object = {&objects_[o], {}};
            for (const auto &section : sections_)
                if (section.first >> 32 == o)
                    object.sections[section.first & UINT32_MAX] = address(section.second);
            described.push_back(std::move(object));
        }
        return described;
    }

    std::vector<DebugFunction> functions; /* in the order of their addresses */
    std::map<std::string, Defined> defined;
    std::vector<std::string> outside;
    std::vector<BlobFixup> fixups;
    std::vector<uint8_t> bytes[output_count];
    uint64_t size[output_count] = {};

private:
    static constexpr uint64_t stub_bytes = 16;

    /* The key of a symbol or section: its object, and its index there. */
    static uint64_t key(uint32_t object, uint64_t index)
    {
        return uint64_t{object} << 32 | index;
    }

    /* The symbol that a relocation refers to: all undefined symbols with one name are one. */
    uint64_t meant(uint32_t object, const llvm::object::ELFRelocationRef &relocation) const
    {
        uint64_t own = key(object, relocation.getSymbol()->getRawDataRefImpl().d.b);
        auto other = meant_.find(own);
        return other == meant_.end() ? own : other->second;
    }

    static bool find_output(const SectionRef &section, OutputSection *output)
    {
        llvm::object::ELFSectionRef elf(section);
        llvm::Expected<llvm::StringRef> name = section.getName();
        if (!name) {
            llvm::consumeError(name.takeError());
            return false;
        }
        if (!(elf.getFlags() & llvm::ELF::SHF_ALLOC) || *name == ".eh_frame")
            return false;
        if (elf.getFlags() & llvm::ELF::SHF_EXECINSTR)
            *output = text;
        else if (elf.getType() == llvm::ELF::SHT_NOBITS)
            *output = zeros;
        else
            *output = elf.getFlags() & llvm::ELF::SHF_WRITE ? data : rodata;
        return true;
    }

    void place_sections(uint32_t object)
    {
        for (const SectionRef &section : objects_[object].sections()) {
            OutputSection output;
            if (!find_output(section, &output))
                continue;
            uint64_t start = llvm::alignTo(size[output], alignment_of(section));
            size[output] = start + section.getSize();
            sections_[key(object, section.getIndex())] = {output, start};
            if (output == zeros)
                continue;
            bytes[output].resize(start);
            llvm::StringRef contents = llvm::cantFail(section.getContents());
            bytes[output].insert(bytes[output].end(), contents.begin(), contents.end());
        }
    }

    bool read_symbols(uint32_t object)
    {
        for (const llvm::object::ELFSymbolRef &symbol : objects_[object].symbols()) {
            llvm::Expected<llvm::object::section_iterator> section = symbol.getSection();
            llvm::Expected<llvm::StringRef> name = symbol.getName();
            if (!section || !name) {
                problem_ = "a symbol cannot be read";
                if (!section)
                    llvm::consumeError(section.takeError());
                if (!name)
                    llvm::consumeError(name.takeError());
                return false;
            }
            uint64_t own = key(object, symbol.getRawDataRefImpl().d.b);
            if (*section == objects_[object].section_end()) {
                outside_names_[own] = name->str();
                continue;
            }
            auto found = sections_.find(key(object, (*section)->getIndex()));
            if (found == sections_.end())
                continue;
            Place place = found->second;
            place.offset += llvm::cantFail(symbol.getValue());
            symbols_[own] = place;
            if (symbol.getELFType() == llvm::ELF::STT_FUNC) /* the text is first in the image */
                functions.push_back({place.offset, symbol.getSize(), name->str()});
            if (symbol.getBinding() != llvm::ELF::STB_LOCAL)
                defined[name->str()] = {place, symbol.getSize(),
                                        symbol.getELFType() == llvm::ELF::STT_OBJECT};
        }
        return true;
    }

    /* Another object may define what one object leaves undefined. */
    void find_meant()
    {
        std::map<std::string, uint64_t> first;
        for (auto it = outside_names_.begin(); it != outside_names_.end();) {
            auto found = defined.find(it->second);
            if (found != defined.end()) {
                symbols_[it->first] = found->second.place;
                it = outside_names_.erase(it);
                continue;
            }
            meant_[it->first] = first.try_emplace(it->second, it->first).first->second;
            ++it;
        }
    }

    bool is_arm() const
    {
        return objects_[0].getArch() == llvm::Triple::aarch64;
    }

    bool through_table(uint64_t type) const
    {
        if (is_arm())
            return type == llvm::ELF::R_AARCH64_ADR_GOT_PAGE ||
                   type == llvm::ELF::R_AARCH64_LD64_GOT_LO12_NC;
        return type == llvm::ELF::R_X86_64_GOTPCREL || type == llvm::ELF::R_X86_64_GOTPCRELX ||
               type == llvm::ELF::R_X86_64_REX_GOTPCRELX;
    }

    bool branches(uint64_t type) const
    {
        if (is_arm())
            return type == llvm::ELF::R_AARCH64_CALL26 || type == llvm::ELF::R_AARCH64_JUMP26;
        return type == llvm::ELF::R_X86_64_PLT32;
    }

    /* Adds a table entry for each symbol that is reached through the table, and a stub for each
     * outside symbol that a branch goes to. */
    void find_outside(uint32_t object)
    {
        for (const SectionRef &section : objects_[object].sections()) {
            for (const llvm::object::ELFRelocationRef relocation : section.relocations()) {
                uint64_t type = relocation.getType(), symbol = meant(object, relocation);
                auto name = outside_names_.find(symbol);
                bool stub = name != outside_names_.end() && branches(type);
                if (stub)
                    stubs_.try_emplace(symbol, stubs_.size());
                if (stub || through_table(type))
                    entries_.try_emplace(symbol, entries_.size());
                if (name != outside_names_.end() &&
                    outside_index_.try_emplace(symbol, static_cast<uint32_t>(outside.size()))
                        .second)
                    outside.push_back(name->second);
            }
        }
    }

    void settle_stretches()
    {
        stubs_start_ = llvm::alignTo(size[text], stub_bytes);
        size[text] = stubs_start_ + stubs_.size() * stub_bytes;
        bytes[text].resize(size[text]);
        table_start_ = llvm::alignTo(size[data], 8);
        /* The zeros follow the data, at a multiple of any alignment that they may need. */
        size[data] = llvm::alignTo(table_start_ + entries_.size() * 8, 4096);
        bytes[data].resize(size[data]);
        base_[rodata] = llvm::alignTo(size[text], blob_align);
        base_[data] = base_[rodata] + llvm::alignTo(size[rodata], blob_align);
        base_[zeros] = base_[data] + size[data];
        for (const auto &entry : entries_)
            add_fixup(entry_address(entry.first), entry.first, 0);
    }

    uint64_t entry_address(uint64_t symbol) const
    {
        return base_[data] + table_start_ + 8 * entries_.at(symbol);
    }

    uint64_t stub_address(uint64_t symbol) const
    {
        return stubs_start_ + stub_bytes * stubs_.at(symbol);
    }

    /* The word at `where` becomes the symbol's address plus addend. */
    void add_fixup(uint64_t where, uint64_t symbol, uint64_t addend)
    {
        auto index = outside_index_.find(symbol);
        if (index != outside_index_.end())
            fixups.push_back({where, addend, index->second, 0});
        else
            fixups.push_back({where, address(symbols_.at(symbol)) + addend, blob_own, 0});
    }

    bool relocate(uint32_t object, const SectionRef &section)
    {
        llvm::Expected<llvm::object::section_iterator> target = section.getRelocatedSection();
        if (!target) {
            llvm::consumeError(target.takeError());
            return true;
        }
        if (*target == objects_[object].section_end())
            return true;
        auto place = sections_.find(key(object, (*target)->getIndex()));
        if (place == sections_.end())
            return true;
        for (const llvm::object::ELFRelocationRef relocation : section.relocations())
            if (!apply(object, place->second, relocation))
                return false;
        return true;
    }

    bool apply(uint32_t object, const Place &section,
               const llvm::object::ELFRelocationRef &relocation)
    {
        uint64_t type = relocation.getType(), symbol = meant(object, relocation);
        uint64_t offset = section.offset + relocation.getOffset();
        uint64_t where = base_[section.output] + offset;
        uint64_t addend = static_cast<uint64_t>(llvm::cantFail(relocation.getAddend()));
        uint64_t absolute = llvm::ELF::R_X86_64_64;
        if (is_arm())
            absolute = llvm::ELF::R_AARCH64_ABS64;
        if (type == absolute) {
            add_fixup(where, symbol, addend);
            return true;
        }
        uint64_t value;
        if (through_table(type)) {
            value = entry_address(symbol);
        } else if (symbols_.count(symbol)) {
            value = address(symbols_.at(symbol));
        } else if (stubs_.count(symbol)) {
            value = stub_address(symbol);
        } else {
            problem_ = "'" + outside_names_[symbol] +
                       "' has a relocation that reaches only nearby addresses";
            return false;
        }
        uint8_t *at = bytes[section.output].data() + offset;
        bool good = is_arm() ? apply_arm(at, type, value + addend, where)
                             : apply_x86(at, type, value + addend, where);
        if (!good)
            problem_ = "relocation type " + std::to_string(type) + " in output section " +
                       std::to_string(section.output);
        return good;
    }

    static bool apply_x86(uint8_t *at, uint64_t type, uint64_t value, uint64_t where)
    {
        int64_t distance = static_cast<int64_t>(value - where);
        switch (type) {
        case llvm::ELF::R_X86_64_PC32:
        case llvm::ELF::R_X86_64_PLT32:
        case llvm::ELF::R_X86_64_GOTPCREL:
        case llvm::ELF::R_X86_64_GOTPCRELX:
        case llvm::ELF::R_X86_64_REX_GOTPCRELX:
            llvm::support::endian::write32le(at, static_cast<uint32_t>(distance));
            return fits(distance, 32);
        case llvm::ELF::R_X86_64_PC64:
            llvm::support::endian::write64le(at, static_cast<uint64_t>(distance));
            return true;
        default:
            return false;
        }
    }

    static bool apply_arm(uint8_t *at, uint64_t type, uint64_t value, uint64_t where)
    {
        int64_t distance = static_cast<int64_t>(value - where);
        int64_t pages = (static_cast<int64_t>(value & ~UINT64_C(4095)) -
                         static_cast<int64_t>(where & ~UINT64_C(4095))) /
                        4096;
        unsigned scale = 0;
        switch (type) {
        case llvm::ELF::R_AARCH64_PREL32:
            llvm::support::endian::write32le(at, static_cast<uint32_t>(distance));
            return fits(distance, 32);
        case llvm::ELF::R_AARCH64_PREL64:
            llvm::support::endian::write64le(at, static_cast<uint64_t>(distance));
            return true;
        case llvm::ELF::R_AARCH64_CALL26:
        case llvm::ELF::R_AARCH64_JUMP26:
            add_to_word(at, 0x03ffffffU, static_cast<uint64_t>(distance) >> 2);
            return fits(distance, 28);
        case llvm::ELF::R_AARCH64_ADR_PREL_PG_HI21:
        case llvm::ELF::R_AARCH64_ADR_GOT_PAGE:
            add_to_word(at, 0x60ffffe0U,
                        (static_cast<uint64_t>(pages) & 3) << 29 |
                            (static_cast<uint64_t>(pages) >> 2 & 0x7ffff) << 5);
            return fits(pages, 21);
        case llvm::ELF::R_AARCH64_LDST128_ABS_LO12_NC:
            scale = 4;
            break;
        case llvm::ELF::R_AARCH64_LDST64_ABS_LO12_NC:
        case llvm::ELF::R_AARCH64_LD64_GOT_LO12_NC:
            scale = 3;
            break;
        case llvm::ELF::R_AARCH64_LDST32_ABS_LO12_NC:
            scale = 2;
            break;
        case llvm::ELF::R_AARCH64_LDST16_ABS_LO12_NC:
            scale = 1;
            break;
        case llvm::ELF::R_AARCH64_LDST8_ABS_LO12_NC:
        case llvm::ELF::R_AARCH64_ADD_ABS_LO12_NC:
            break;
        default:
            return false;
        }
        add_to_word(at, 0x003ffc00U, (value & 4095) >> scale << 10);
        return true;
    }

    /* jmp *entry(%rip), or adrp x16, entry; ldr x16, [x16, entry]; br x16 */
    void fill_stubs()
    {
        for (const auto &stub : stubs_) {
            uint64_t where = stub_address(stub.first), entry = entry_address(stub.first);
            uint8_t *at = bytes[text].data() + where;
            if (is_arm()) {
                llvm::support::endian::write32le(at, 0x90000010U);
                llvm::support::endian::write32le(at + 4, 0xf9400210U);
                llvm::support::endian::write32le(at + 8, 0xd61f0200U);
                apply_arm(at, llvm::ELF::R_AARCH64_ADR_GOT_PAGE, entry, where);
                apply_arm(at + 4, llvm::ELF::R_AARCH64_LD64_GOT_LO12_NC, entry, where + 4);
            } else {
                at[0] = 0xff;
                at[1] = 0x25;
                apply_x86(at + 2, llvm::ELF::R_X86_64_PC32, entry - 4, where + 2);
            }
        }
    }

    std::vector<ELF64LEObjectFile> objects_;
    std::map<uint64_t, Place> sections_; /* by key */
    std::map<uint64_t, Place> symbols_;  /* by key, like the following ones */
    std::map<uint64_t, uint64_t> meant_; /* of symbols that no object defines */
    std::map<uint64_t, std::string> outside_names_;
    std::map<uint64_t, uint32_t> outside_index_; /* in `outside` */
    std::map<uint64_t, uint64_t> entries_;       /* of the address table */
    std::map<uint64_t, uint64_t> stubs_;
    uint64_t stubs_start_ = 0;
    uint64_t table_start_ = 0;
    uint64_t base_[output_count] = {};
    std::string problem_;
};

/* The shape of a kernel has the kernel's name here. */
std::string kernel_or_function(llvm::StringRef name)
{
    name.consume_front("zed.kernel.");
    return name.str();
}

} // namespace

bool lay_out(CompileTarget target, const std::vector<Part> &parts,
             const std::set<std::string> &exports, const std::set<std::string> &imports,
             const std::string &warnings, Bytes *blob, std::string *log)
{
    Linker linker;
    for (const Part &part : parts)
        if (!linker.add(llvm::StringRef(part.object.data(), part.object.size()), log))
            return false;
    if (!linker.link(log))
        return false;
    BlobWriter writer;
    BlobHeader header = {};
    header.log = writer.string(warnings);
    std::vector<BlobSymbol> symbols;
    std::map<std::string, uint32_t> symbol_index;
    for (const std::string &name : linker.outside) {
        symbol_index[name] = static_cast<uint32_t>(symbols.size());
        symbols.push_back({writer.string(name), imports.count(name) ? 1U : 0U});
    }
    std::vector<BlobExport> exported;
    for (const std::string &name : exports) {
        auto found = linker.defined.find(name);
        if (found != linker.defined.end())
            exported.push_back({linker.address(found->second.place), found->second.bytes,
                                writer.string(name), found->second.variable ? 1U : 0U});
    }
    /* Parts are in the module's order, so kernels are, too. */
    std::vector<const KernelDraft *> kernels;
    for (const Part &part : parts)
        for (const KernelDraft &kernel : part.kernels)
            kernels.push_back(&kernel);
    StackUses stacks;
    for (const Part &part : parts)
        stacks.insert(part.stacks.begin(), part.stacks.end());
    std::vector<BlobKernel> records;
    std::vector<zed_argument_t> arguments;
    std::vector<uint32_t> needs;
    for (const KernelDraft *kernel : kernels) {
        BlobKernel record = {};
        record.code = linker.address(linker.defined.at("zed.kernel." + kernel->name).place);
        record.is_group = kernel->is_group;
        record.name = writer.string(kernel->name);
        record.attributes = writer.string(kernel->attributes);
        record.argument_count = static_cast<uint32_t>(kernel->arguments.size());
        record.argument_block_bytes = kernel->block_bytes;
        record.local_static_bytes = kernel->local_bytes;
        const StackNeed need = stack_need(stacks, "zed.kernel." + kernel->name);
        record.stack_bytes = need.stack;
        record.private_bytes = need.all;
        std::copy_n(kernel->required_group_size, 3, record.required_group_size);
        record.needs_first = static_cast<uint32_t>(needs.size());
        for (const std::string &name : kernel->needs)
            if (symbol_index.count(name))
                needs.push_back(symbol_index[name]);
        record.needs_count = static_cast<uint32_t>(needs.size()) - record.needs_first;
        records.push_back(record);
        arguments.insert(arguments.end(), kernel->arguments.begin(), kernel->arguments.end());
    }
    std::vector<BlobFunction> functions;
    for (const DebugFunction &function : linker.functions)
        functions.push_back({function.address, static_cast<uint32_t>(function.bytes),
                             writer.string(kernel_or_function(function.name))});
    header.functions = writer.table(functions);
    if (!describe_source(linker.debug_objects(), linker.functions, linker.size[text], &writer,
                         &header, log))
        return false;
    header.fixups = writer.table(linker.fixups);
    header.symbols = writer.table(symbols);
    header.exports = writer.table(exported);
    header.kernels = writer.table(records);
    header.arguments = writer.table(arguments);
    header.needs = writer.table(needs);
    header.target = target;
    header.zero_bytes = linker.size[zeros];
    *blob = writer.finish(header, linker.bytes[text], linker.bytes[rodata], linker.bytes[data]);
    return true;
}

} // namespace zed
