/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A compiled module as one sequence of bytes, which the compiler produces, the cache stores and an
 * engine loads.  After the compiler has written it, nobody changes it, and a reader checks magic,
 * size and hash before it relies on any word.
 *
 * Code for the processor has already been laid out and linked: [text][read-only data][data][zeros].
 * The first three begin at multiples of blob_align, and the zeros follow the data.  The loader only
 * applies the fixups, words in the data that hold an address.
 *
 * PTX is a text that ends with a NUL and fills the text part.  Nothing in it has an address, and
 * there are no fixups.
 *
 * A module with line information has a table of lines, and an ELF file for debuggers: no code, but
 * symbols and DWARF, with addresses in the image until the loader adds its base.
 *
 * Tables are referred to by their offset from the start of the blob, strings by their offset in the
 * string table.  Exports and kernels are sorted by name, functions and lines by address.
 */
#ifndef ZED_COMPILE_BLOB_H
#define ZED_COMPILE_BLOB_H

#include <cstdint>

namespace zed {

constexpr uint64_t blob_magic = 0x35646f6d64657aULL; /* "zedmod5" */
constexpr uint64_t blob_align = 65536;               /* the largest page of any host */

/* The target of a compilation. */
enum class CompileTarget : uint64_t {
    Processor, /* this machine's processor */
    Ptx,       /* NVIDIA's GPUs from sm_80 on, through their driver's compiler */
    Checked,   /* this machine's, with a check before each access */
    Reporting, /* this machine's, reporting accesses and calls */
    CheckedReporting
};

inline bool is_checked(CompileTarget target)
{
    return target == CompileTarget::Checked || target == CompileTarget::CheckedReporting;
}

inline bool is_reporting(CompileTarget target)
{
    return target == CompileTarget::Reporting || target == CompileTarget::CheckedReporting;
}

struct Hash {
    uint64_t word[4];
};

struct BlobTable {
    uint64_t offset;
    uint64_t count;
};

struct BlobHeader {
    uint64_t magic;
    uint64_t bytes; /* of the whole blob */
    Hash hash;      /* of everything after this word */
    CompileTarget target;
    uint64_t image;      /* offset of the text, read-only data and data */
    uint64_t text_bytes; /* each part's own size, before rounding up */
    uint64_t rodata_bytes;
    uint64_t data_bytes;
    uint64_t zero_bytes;
    BlobTable fixups;
    BlobTable symbols; /* BlobSymbol: names that the image takes from outside */
    BlobTable exports;
    BlobTable kernels;
    BlobTable arguments;   /* zed_argument_t, in the order of kernels */
    BlobTable needs;       /* uint32_t: symbols that kernels need */
    BlobTable functions;   /* BlobFunction: all functions of the text */
    BlobTable lines;       /* zed_code_line_t: empty without -g */
    BlobTable debug_file;  /* bytes: empty without -g, too */
    BlobTable debug_words; /* uint64_t: offsets of the words in the file that hold an address */
    BlobTable strings;     /* bytes */
    uint64_t log;          /* string: warnings of the build */
};

constexpr uint32_t blob_own = UINT32_MAX; /* a fixup's symbol: the image itself */

/* The word at `where` in the image gets the symbol's address plus `addend`. */
struct BlobFixup {
    uint64_t where;
    uint64_t addend;
    uint32_t symbol;
    uint32_t unused;
};

struct BlobSymbol {
    uint32_t name;
    uint32_t import; /* 1: comes from another module; 0: from the engine or the C library */
};

struct BlobExport {
    uint64_t address; /* in the image */
    uint64_t bytes;
    uint32_t name;
    uint32_t variable;
};

struct BlobFunction {
    uint64_t address; /* in the image */
    uint32_t bytes;
    uint32_t name;
};

struct BlobKernel {
    uint64_t code; /* address in the image */
    uint32_t name;
    uint32_t is_group; /* the code's shape */
    uint32_t argument_count;
    uint32_t argument_block_bytes;
    uint32_t local_static_bytes;
    uint32_t private_bytes; /* of a work-item, its stack included */
    uint32_t stack_bytes;
    uint32_t required_group_size[3];
    uint32_t needs_first;
    uint32_t needs_count;
    uint32_t attributes; /* of the source: a string */
    uint32_t unused;
};

} // namespace zed

#endif
