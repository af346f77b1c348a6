/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See debug_file.h.  The parts' DWARF sections are concatenated and the references between them
 * resolved, as a linker does.  References to code or data hold addresses in the image.
 */
#include "debug_file.h"

#include "engine/abi.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Support/Endian.h>

namespace zed {
namespace {

using llvm::StringRef;
using llvm::object::ELF64LEObjectFile;
using llvm::object::SectionRef;
namespace elf = llvm::ELF;

void append(Bytes *to, const void *bytes, size_t count)
{
    const uint8_t *begin = static_cast<const uint8_t *>(bytes);
    to->insert(to->end(), begin, begin + count);
}

/* A section of the file. */
struct Merged {
    std::string name;
    Bytes bytes;
    uint32_t type = elf::SHT_PROGBITS;
    uint64_t flags = 0;
    uint64_t entry_bytes = 0;
    uint32_t link = 0;
    uint32_t info = 0;
    uint64_t size = 0;               /* of a section without bytes in the file */
    std::vector<uint64_t> addresses; /* words that hold an address of the image */
};

class DebugFile {
public:
    DebugFile(const std::vector<DebugObject> &objects, uint64_t text_bytes) : objects_(objects)
    {
        Merged text;
        text.name = ".text";
        text.type = elf::SHT_NOBITS;
        text.flags = elf::SHF_ALLOC | elf::SHF_EXECINSTR;
        text.size = text_bytes;
        sections_.push_back(std::move(text));
    }

    bool add_sections(std::string *log)
    {
        for (size_t o = 0; o < objects_.size(); o++)
            for (const SectionRef &section : objects_[o].elf->sections())
                merge(o, section);
        bool good = true;
        for (size_t o = 0; o < objects_.size(); o++)
            for (const SectionRef &section : objects_[o].elf->sections())
                good = good && relocate(o, section);
        if (!good)
            *log += "error: debug information cannot be linked: " + problem_ + "\n";
        return good;
    }

    bool is_empty() const
    {
        return by_name_.count(".debug_info") == 0;
    }

    void add_functions(const std::vector<DebugFunction> &functions)
    {
        Merged symbols, strings;
        symbols.name = ".symtab";
        symbols.type = elf::SHT_SYMTAB;
        symbols.entry_bytes = sizeof(elf::Elf64_Sym);
        symbols.info = 1; /* the first that is not local */
        symbols.link = static_cast<uint32_t>(sections_.size()) + 2;
        strings.name = ".strtab";
        strings.type = elf::SHT_STRTAB;
        elf::Elf64_Sym symbol = {};
        append(&symbols.bytes, &symbol, sizeof symbol);
        strings.bytes.push_back(0);
        for (const DebugFunction &function : functions) {
            symbol.st_name = static_cast<uint32_t>(strings.bytes.size());
            symbol.setBindingAndType(elf::STB_GLOBAL, elf::STT_FUNC);
            symbol.st_shndx = 1;
            symbol.st_value = function.address;
            symbol.st_size = function.bytes;
            symbols.addresses.push_back(symbols.bytes.size() + offsetof(elf::Elf64_Sym, st_value));
            append(&symbols.bytes, &symbol, sizeof symbol);
            append(&strings.bytes, function.name.c_str(), function.name.size() + 1);
        }
        sections_.push_back(std::move(symbols));
        sections_.push_back(std::move(strings));
    }

    /* Stores in *words the positions of all words that hold an address. */
    Bytes write(std::vector<uint64_t> *words)
    {
        Bytes names(1, 0), file(sizeof(elf::Elf64_Ehdr));
        std::vector<elf::Elf64_Shdr> headers(1);
        headers[0] = {};
        Merged last;
        last.name = ".shstrtab";
        last.type = elf::SHT_STRTAB;
        sections_.push_back(std::move(last));
        std::vector<uint32_t> name_at;
        for (const Merged &section : sections_) {
            name_at.push_back(static_cast<uint32_t>(names.size()));
            append(&names, section.name.c_str(), section.name.size() + 1);
        }
        sections_.back().bytes = names;
        for (size_t s = 0; s < sections_.size(); s++) {
            const Merged &section = sections_[s];
            file.resize((file.size() + 7) / 8 * 8);
            elf::Elf64_Shdr header = {};
            header.sh_name = name_at[s];
            header.sh_type = section.type;
            header.sh_flags = section.flags;
            header.sh_offset = file.size();
            header.sh_size = section.type == elf::SHT_NOBITS ? section.size : section.bytes.size();
            header.sh_link = section.link;
            header.sh_info = section.info;
            header.sh_entsize = section.entry_bytes;
            header.sh_addralign = section.flags & elf::SHF_ALLOC ? 16 : 8;
            headers.push_back(header);
            for (uint64_t address : section.addresses)
                words->push_back(file.size() + address);
            append(&file, section.bytes.data(), section.bytes.size());
        }
        file.resize((file.size() + 7) / 8 * 8);
        const elf::Elf64_Ehdr header = file_header(file.size(), headers.size());
        std::memcpy(file.data(), &header, sizeof header);
        words->push_back(file.size() + sizeof(elf::Elf64_Shdr) +
                         offsetof(elf::Elf64_Shdr, sh_addr)); /* the text's address */
        append(&file, headers.data(), headers.size() * sizeof headers[0]);
        return file;
    }

private:
    elf::Elf64_Ehdr file_header(uint64_t sections_at, size_t count) const
    {
        elf::Elf64_Ehdr header = {};
        std::memcpy(header.e_ident, elf::ElfMagic, 4);
        header.e_ident[elf::EI_CLASS] = elf::ELFCLASS64;
        header.e_ident[elf::EI_DATA] = elf::ELFDATA2LSB;
        header.e_ident[elf::EI_VERSION] = elf::EV_CURRENT;
        header.e_type = elf::ET_EXEC;
        header.e_machine = objects_[0].elf->getELFFile().getHeader().e_machine;
        header.e_version = elf::EV_CURRENT;
        header.e_shoff = sections_at;
        header.e_ehsize = sizeof header;
        header.e_shentsize = sizeof(elf::Elf64_Shdr);
        header.e_shnum = static_cast<uint16_t>(count);
        header.e_shstrndx = static_cast<uint16_t>(count - 1);
        return header;
    }

    static uint64_t key(size_t object, uint64_t section)
    {
        return uint64_t{object} << 32 | section;
    }

    static bool is_debug(const SectionRef &section)
    {
        llvm::Expected<StringRef> name = section.getName();
        if (name)
            return name->substr(0, 7) == ".debug_";
        llvm::consumeError(name.takeError());
        return false;
    }

    void merge(size_t object, const SectionRef &section)
    {
        if (!is_debug(section))
            return;
        const std::string name = llvm::cantFail(section.getName()).str();
        auto known = by_name_.try_emplace(name, sections_.size());
        if (known.second) {
            Merged made;
            made.name = name;
            sections_.push_back(std::move(made));
        }
        Merged &merged = sections_[known.first->second];
        const llvm::object::ELFSectionRef elf_section(section);
        merged.flags = elf_section.getFlags() & (elf::SHF_MERGE | elf::SHF_STRINGS);
        merged.entry_bytes = merged.flags & elf::SHF_MERGE ? 1 : 0;
        const StringRef contents = llvm::cantFail(section.getContents());
        starts_[key(object, section.getIndex())] = {known.first->second, merged.bytes.size()};
        append(&merged.bytes, contents.data(), contents.size());
    }

    bool relocate(size_t object, const SectionRef &section)
    {
        llvm::Expected<llvm::object::section_iterator> target = section.getRelocatedSection();
        if (!target) {
            llvm::consumeError(target.takeError());
            return true;
        }
        if (*target == objects_[object].elf->section_end())
            return true;
        const auto place = starts_.find(key(object, (*target)->getIndex()));
        if (place == starts_.end())
            return true;
        for (const llvm::object::ELFRelocationRef relocation : section.relocations())
            if (!apply(object, place->second, relocation))
                return false;
        return true;
    }

    bool apply(size_t object, const std::pair<size_t, uint64_t> &section,
               const llvm::object::ELFRelocationRef &relocation)
    {
        const llvm::object::ELFSymbolRef symbol(*relocation.getSymbol());
        const llvm::object::section_iterator in = llvm::cantFail(symbol.getSection());
        uint64_t value = llvm::cantFail(symbol.getValue()) +
                         static_cast<uint64_t>(llvm::cantFail(relocation.getAddend()));
        Merged &merged = sections_[section.first];
        const uint64_t offset = section.second + relocation.getOffset();
        const uint64_t index = in == objects_[object].elf->section_end() ? 0 : in->getIndex();
        const auto debug = starts_.find(key(object, index));
        const auto image = objects_[object].sections.find(index);
        const bool is_address = image != objects_[object].sections.end();
        if (debug != starts_.end())
            value += debug->second.second;
        else if (is_address)
            value += image->second;
        else
            value = 0; /* it belongs to another module */
        if (is_wide(relocation.getType())) {
            llvm::support::endian::write64le(merged.bytes.data() + offset, value);
            if (is_address)
                merged.addresses.push_back(offset);
            return true;
        }
        if (is_narrow(relocation.getType()) && !is_address) {
            llvm::support::endian::write32le(merged.bytes.data() + offset,
                                             static_cast<uint32_t>(value));
            return true;
        }
        problem_ = "relocation type " + std::to_string(relocation.getType()) + " in " + merged.name;
        return false;
    }

    bool is_arm() const
    {
        return objects_[0].elf->getArch() == llvm::Triple::aarch64;
    }
    bool is_wide(uint64_t type) const
    {
        return type == (is_arm() ? uint64_t{elf::R_AARCH64_ABS64} : uint64_t{elf::R_X86_64_64});
    }
    bool is_narrow(uint64_t type) const
    {
        return type == (is_arm() ? uint64_t{elf::R_AARCH64_ABS32} : uint64_t{elf::R_X86_64_32});
    }

    const std::vector<DebugObject> &objects_;
    std::vector<Merged> sections_; /* section i + 1 of the file */
    std::map<std::string, size_t> by_name_;
    std::map<uint64_t, std::pair<size_t, uint64_t>> starts_; /* by key: section, offset in it */
    std::string problem_;
};

/* The rows of all units, in the order of their addresses.  Units do not overlap. */
std::vector<zed_code_line_t> lines_of(const Bytes &file, BlobWriter *writer)
{
    std::vector<zed_code_line_t> lines;
    const StringRef bytes(reinterpret_cast<const char *>(file.data()), file.size());
    llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> object =
        llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(bytes, "debug"));
    if (!object) {
        llvm::consumeError(object.takeError());
        return lines;
    }
    const std::unique_ptr<llvm::DWARFContext> context = llvm::DWARFContext::create(**object);
    for (const std::unique_ptr<llvm::DWARFUnit> &unit : context->compile_units()) {
        const llvm::DWARFDebugLine::LineTable *table = context->getLineTableForUnit(unit.get());
        if (!table)
            continue;
        for (const llvm::DWARFDebugLine::Row &row : table->Rows) {
            std::string name;
            const bool known =
                row.Line != 0 && !row.EndSequence &&
                table->getFileNameByIndex(
                    row.File, unit->getCompilationDir(),
                    llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath, name);
            lines.push_back({static_cast<uint32_t>(row.Address.Address), known ? row.Line : 0,
                             known ? writer->string(name) : 0});
        }
    }
    /* Where one sequence ends, another may begin: the end comes first. */
    std::stable_sort(
        lines.begin(), lines.end(), [](const zed_code_line_t &a, const zed_code_line_t &b) {
            return a.address != b.address ? a.address < b.address : a.line == 0 && b.line != 0;
        });
    return lines;
}

} // namespace

bool describe_source(const std::vector<DebugObject> &objects,
                     const std::vector<DebugFunction> &functions, uint64_t text_bytes,
                     BlobWriter *writer, BlobHeader *header, std::string *log)
{
    DebugFile file(objects, text_bytes);
    if (!file.add_sections(log))
        return false;
    if (file.is_empty())
        return true;
    file.add_functions(functions);
    std::vector<uint64_t> words;
    const Bytes bytes = file.write(&words);
    header->lines = writer->table(lines_of(bytes, writer));
    header->debug_file = writer->table(bytes);
    header->debug_words = writer->table(words);
    return true;
}

} // namespace zed
