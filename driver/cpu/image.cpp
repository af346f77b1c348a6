/* SPDX-License-Identifier: BSD-3-Clause */
/* See image.h. */
#include "image.h"

#include "engine/abi.h"
#include "perf_map.h"
#include "util/align.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>

#if defined(__x86_64__)
/* What the code generator calls for half precision if the processor lacks it. */
extern "C" {
float __extendhfsf2(uint16_t);
uint16_t __truncsfhf2(float);
uint16_t __truncdfhf2(double);
}
#endif

namespace zed {
namespace {

uint64_t whole_pages(uint64_t bytes)
{
    return ishmemi_align_up(bytes, blob_align);
}

/* A helper of the code generator or a routine of the C library; NULL if there is none of that
 * name. */
void *runtime_symbol(const char *name)
{
    for (const zed_rt_symbol_t *symbol = zed_rt_symbols; symbol->name; symbol++)
        if (std::strcmp(symbol->name, name) == 0)
            return symbol->address;
#if defined(__x86_64__)
    if (std::strcmp(name, "__extendhfsf2") == 0)
        return reinterpret_cast<void *>(&__extendhfsf2);
    if (std::strcmp(name, "__truncsfhf2") == 0)
        return reinterpret_cast<void *>(&__truncsfhf2);
    if (std::strcmp(name, "__truncdfhf2") == 0)
        return reinterpret_cast<void *>(&__truncdfhf2);
#endif
    /* libm's handle also finds libc; neither depends on what the program itself has linked. */
    static void *const library = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : nullptr;
}

} // namespace

bool Image::map(std::string *error)
{
    const BlobHeader &h = header();
    uint64_t text = whole_pages(h.text_bytes), rodata = whole_pages(h.rodata_bytes);
    mapped_ = text + rodata + whole_pages(h.data_bytes + h.zero_bytes);
    if (!find_symbols(error))
        return false;
    if (mapped_ == 0)
        return true;
    void *base = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED) {
        *error =
            "cannot map " + std::to_string(mapped_) + " bytes for code: " + std::strerror(errno);
        mapped_ = 0;
        return false;
    }
    base_ = static_cast<uint8_t *>(base);
    const uint8_t *from = blob_.data() + h.image;
    std::memcpy(base_, from, h.text_bytes);
    std::memcpy(base_ + text, from + h.text_bytes, h.rodata_bytes);
    std::memcpy(base_ + text + rodata, from + h.text_bytes + h.rodata_bytes, h.data_bytes);
    const BlobFixup *fixups = table<BlobFixup>(h.fixups);
    for (uint64_t i = 0; i < h.fixups.count; i++) {
        uint64_t value = fixups[i].addend;
        if (fixups[i].symbol == blob_own)
            value += reinterpret_cast<uint64_t>(base_);
        else if (addresses_[fixups[i].symbol])
            value += reinterpret_cast<uint64_t>(addresses_[fixups[i].symbol]);
        else
            continue;
        std::memcpy(base_ + fixups[i].where, &value, sizeof value);
    }
    __builtin___clear_cache(reinterpret_cast<char *>(base_),
                            reinterpret_cast<char *>(base_ + text));
    if ((text > 0 && mprotect(base_, text, PROT_READ | PROT_EXEC) != 0) ||
        (rodata > 0 && mprotect(base_ + text, rodata, PROT_READ) != 0)) {
        *error = std::string("cannot make compiled code executable: ") + std::strerror(errno);
        return false;
    }
    return true;
}

bool Image::find_symbols(std::string *error)
{
    addresses_.assign(symbol_count(), nullptr);
    for (uint32_t i = 0; i < symbol_count(); i++) {
        if (symbol(i).import)
            continue;
        addresses_[i] = runtime_symbol(string(symbol(i).name));
        if (!addresses_[i]) {
            *error = std::string("the engine has no routine '") + string(symbol(i).name) + "'";
            return false;
        }
    }
    return true;
}

std::unique_ptr<Image> Image::load(Bytes blob, std::string *error)
{
    std::unique_ptr<Image> image(new Image(std::move(blob)));
    if (!image->map(error))
        return nullptr;
    /* The image is at the end of the blob.  Its text is mapped and never changes; its data does. */
    const BlobHeader &h = image->header();
    image->data_.assign(image->blob_.begin() + static_cast<ptrdiff_t>(h.image + h.text_bytes),
                        image->blob_.end());
    image->blob_.resize(h.image);
    image->blob_.shrink_to_fit();
    image->describe();
    return image;
}

/* Registers the code, so that an instruction's line can be found. */
void Image::describe()
{
    if (header().text_bytes == 0)
        return;
    code_.begin = reinterpret_cast<uintptr_t>(base_);
    code_.end = code_.begin + header().text_bytes;
    code_.lines = table<zed_code_line_t>(header().lines);
    code_.line_count = header().lines.count;
    code_.strings = string(0);
    zed_code_note(&code_);
    perf_map_add(*this, base_);
    debugger_ = DebuggerEntry::make(*this, base_);
}

Bytes Image::blob() const
{
    Bytes whole = blob_;
    whole.insert(whole.end(), base_, base_ + header().text_bytes);
    whole.insert(whole.end(), data_.begin(), data_.end());
    return whole;
}

Image::~Image()
{
    debugger_.reset();
    if (code_.end != 0)
        zed_code_forget(&code_);
    if (base_)
        munmap(base_, mapped_);
}

void Image::resolve(uint32_t symbol, void *address)
{
    const BlobFixup *fixups = table<BlobFixup>(header().fixups);
    for (uint64_t i = 0; i < header().fixups.count; i++) {
        if (fixups[i].symbol != symbol)
            continue;
        uint64_t value = reinterpret_cast<uint64_t>(address) + fixups[i].addend;
        std::memcpy(base_ + fixups[i].where, &value, sizeof value);
    }
    addresses_[symbol] = address;
}

} // namespace zed
