// SPDX-License-Identifier: BSD-3-Clause
/*
 * compile_device SOURCE PREFIX OPTION...: the device half of a single-source SYCL compiler, by Intel's libsycl-jit.so.
 *
 *   PREFIX.h         the integration header, which the host half includes first
 *   PREFIX.N.spv     device code, one file for each image
 *   PREFIX.images.c  registers the images with the runtime when the program starts
 */
#include "jit_interface.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

[[noreturn]] static void fail(const std::string &reason)
{
    std::fprintf(stderr, "compile_device: %s\n", reason.c_str());
    std::fflush(nullptr);
    _exit(EXIT_FAILURE);
}

static std::string read(const std::string &path)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    if (!file) {
        fail("cannot read " + path);
    }
    return text.str();
}

static void write(const std::string &path, const char *bytes, std::size_t size)
{
    std::ofstream file(path, std::ios::binary);
    file.write(bytes, static_cast<std::streamsize>(size));
    file.close();
    if (!file) {
        fail("cannot write " + path);
    }
}

static std::string quoted(const std::string &text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += c;
    }
    return result + '"';
}

static void write_code(std::ostream &out, const std::string &number, const std::string &path)
{
    const std::string directives = ".section .rodata\n.balign 16\ncode" + number + ":\n.incbin " +
                                   quoted(path) + "\ncode_end" + number + ":\n.byte 0\n.text\n";
    out << "__asm__(";
    std::istringstream lines(directives);
    for (std::string line; std::getline(lines, line);) {
        out << quoted(line) << "\"\\n\"\n";
    }
    out << ");\nextern const unsigned char code" << number << "[], code_end" << number << "[];\n";
}

static void write_set(std::ostream &out, std::size_t image, std::size_t set,
                      const jit::property_set &from)
{
    std::ostringstream table;
    std::size_t number = 0;
    for (const jit::property &property : from.properties) {
        const std::string name = "p" + std::to_string(image) + "_" + std::to_string(set) + "_" +
                                 std::to_string(number++);
        table << "{" << quoted(property.name.chars);
        if (property.is_number) {
            table << ", 0, PROPERTY_IS_NUMBER, " << property.number << "},\n";
            continue;
        }
        out << "static const unsigned char " << name << "[] = {";
        for (const std::uint8_t byte : property.bytes) {
            out << unsigned{byte} << ",";
        }
        out << "0};\n";
        table << ", " << name << ", PROPERTY_IS_BYTES, " << property.bytes.size << "},\n";
    }
    out << "static const struct property properties" << image << "_" << set << "[] = {\n"
        << table.str() << "{0}};\n";
}

static void write_image(std::ostream &out, std::size_t image, const jit::image &from,
                        const std::string &prefix)
{
    const std::string number = std::to_string(image);
    const std::string path = prefix + "." + number + ".spv";
    write(path, reinterpret_cast<const char *>(from.code), from.code_bytes);
    write_code(out, number, path);
    out << "static const struct kernel_entry kernels" << number << "[] = {\n";
    for (const jit::text &kernel : from.kernels) {
        out << "{.name = " << quoted(kernel.chars) << "},\n";
    }
    out << "{0}};\n";
    for (std::size_t set = 0; set < from.sets.size; set++) {
        write_set(out, image, set, from.sets.values[set]);
    }
    out << "static const struct property_set sets" << number << "[] = {\n";
    for (std::size_t set = 0; set < from.sets.size; set++) {
        const std::string table = "properties" + number + "_" + std::to_string(set);
        out << "{" << quoted(from.sets.values[set].name.chars) << ", " << table << ", " << table
            << " + " << from.sets.values[set].properties.size << "},\n";
    }
    out << "{0}};\n";
}

static void write_images(const std::string &prefix, const jit::array<jit::image> &images)
{
    std::ostringstream out;
    out << "#include \"device_images.h\"\n";
    for (std::size_t i = 0; i < images.size; i++) {
        write_image(out, i, images.values[i], prefix);
    }
    out << "static const struct device_image images[] = {\n";
    for (std::size_t i = 0; i < images.size; i++) {
        const jit::image &image = images.values[i];
        out << "{IMAGE_VERSION, IMAGE_OF_SYCL, IMAGE_IS_SPIRV, \"spir64\", \"\", \"\", code" << i
            << ", code_end" << i << ", kernels" << i << ", kernels" << i << " + "
            << image.kernels.size << ", sets" << i << ", sets" << i << " + " << image.sets.size
            << "},\n";
    }
    out << "{0}};\n"
           "static const struct device_images table = {IMAGES_VERSION, "
        << images.size
        << ", images, {0, 0}};\n"
           "__attribute__((constructor)) static void begin(void)\n{\n"
           "    __sycl_register_lib(&table);\n}\n"
           "__attribute__((destructor)) static void end(void)\n{\n"
           "    __sycl_unregister_lib(&table);\n}\n";
    const std::string text = out.str();
    write(prefix + ".images.c", text.data(), text.size());
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fail("usage: compile_device SOURCE PREFIX OPTION...");
    }
    const std::string prefix = argv[2];
    const std::string header = "-fsycl-int-header=" + prefix + ".h";
    std::vector<const char *> options(argv + 3, argv + argc);
    options.insert(options.end(), {"-Xclang", header.c_str()});

    void *const library = dlopen("libsycl-jit.so", RTLD_NOW);
    if (!library) {
        fail(dlerror());
    }
    const auto compile = reinterpret_cast<jit::compile *>(dlsym(library, "compileSYCL"));
    if (!compile) {
        fail(dlerror());
    }
    const std::string source = read(argv[1]);
    const jit::result result =
        compile({argv[1], source.c_str()}, {}, {options.data(), options.size()}, {}, false,
                jit::format_spirv);
    if (result.log.chars) {
        std::fputs(result.log.chars, stderr);
    }
    if (result.error != 0) {
        fail("libsycl-jit.so does not compile " + std::string(argv[1]));
    }
    write_images(prefix, result.images);
    std::fflush(nullptr);
    /* The library's own destructors fault at exit. */
    _exit(EXIT_SUCCESS);
}
