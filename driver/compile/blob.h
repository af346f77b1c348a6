/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A compiled module as one run of bytes: what the compiler hands out, what the
 * cache stores and what an engine loads.  The compiler writes it, nobody changes
 * it afterwards, and a reader checks magic, size and hash before it trusts a word.
 *
 * Code for the processor is laid out and linked already: [text][read-only
 * data][data][zeros], each part starting at a multiple of ZED_BLOB_ALIGN.  All
 * that is left to the loader are the fixups, words in the data that hold an
 * address.
 *
 * PTX is a text that ends with a NUL: the whole of the text part.  Nothing has an
 * address there, and there are no fixups.
 *
 * What has lines of its source carries a table of them, and a file in the format of ELF for debuggers: no
 * code, but the symbols and DWARF, whose addresses are the image's until the loader adds its base.
 *
 * Tables are named by their offset from the start of the blob, strings by their
 * offset in the string table.  Exports and kernels are sorted by name, functions and lines by address.
 */
#ifndef ZED_COMPILE_BLOB_H
#define ZED_COMPILE_BLOB_H

#include <cstdint>

namespace zed {

constexpr uint64_t blob_magic = 0x35646f6d64657aULL; /* "zedmod5" */
constexpr uint64_t blob_align = 65536;               /* the largest page of any host */

/* What a module is compiled for. */
enum class CompileTarget : uint64_t {
    Processor, /* this machine's */
    Ptx,       /* NVIDIA's GPUs from sm_80 on, by the driver's own compiler */
    Checked,   /* this machine's, with a check before each access */
    Reporting, /* this machine's, which reports what it accesses and calls */
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
    Hash hash;      /* of all that follows this word */
    CompileTarget target;
    uint64_t image;      /* offset of text, read-only data and data */
    uint64_t text_bytes; /* each part's own size, before rounding up */
    uint64_t rodata_bytes;
    uint64_t data_bytes;
    uint64_t zero_bytes;
    BlobTable fixups;
    BlobTable symbols; /* BlobSymbol: what the image takes from outside */
    BlobTable exports;
    BlobTable kernels;
    BlobTable arguments;   /* zed_argument_t, in the order of kernels */
    BlobTable needs;       /* uint32_t: symbols that kernels need */
    BlobTable functions;   /* BlobFunction: all of the text's */
    BlobTable lines;       /* zed_code_line_t: empty without -g */
    BlobTable debug_file;  /* bytes: the same */
    BlobTable debug_words; /* uint64_t: offsets of the words in it that hold an address */
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
