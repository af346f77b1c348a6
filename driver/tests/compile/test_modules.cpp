/* SPDX-License-Identifier: BSD-3-Clause */
/* Links of modules, faulty images, flags, specialisation constants and the disk cache. */
#include "harness.h"

#include <chrono>
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

const zed_engine_t *engine;

struct Built {
    ze_result_t result;
    zed_module_t *module;
    std::string log;
};

Built build(const std::vector<std::vector<uint8_t>> &files,
            const ze_module_constants_t *constants = nullptr, const char *flags = nullptr)
{
    std::vector<const uint8_t *> images;
    std::vector<size_t> sizes;
    std::vector<const char *> all_flags(files.size(), flags);
    std::vector<const ze_module_constants_t *> all_constants(files.size(), constants);
    for (const std::vector<uint8_t> &file : files) {
        images.push_back(file.data());
        sizes.push_back(file.size());
    }
    zed_module_desc_t desc = {static_cast<uint32_t>(files.size()),
                              images.data(),
                              sizes.data(),
                              all_flags.data(),
                              all_constants.data(),
                              false};
    Built built = {ZE_RESULT_SUCCESS, nullptr, ""};
    char *log = nullptr;
    built.result = engine->module_create(0, &desc, &built.module, &log);
    if (log)
        built.log = log;
    std::free(log);
    return built;
}

void check_client(zed_module_t *client, int state)
{
    std::vector<int> to(40);
    Launch(client, "client").pointer(to.data()).run(2, 20);
    for (int i = 0; i < 40; i++)
        CHECK_SAME(to[static_cast<size_t>(i)], i + 1000 + 2 * state);
    Launch(client, "where").pointer(to.data()).run(2, 20);
    for (int i = 0; i < 40; i++)
        CHECK_SAME(to[static_cast<size_t>(i)], 2 * i + i % 20 % 16);
    Launch(client, "depth").pointer(to.data()).run(2, 20);
    const int fibonacci[12] = {1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};
    for (int i = 0; i < 40; i++)
        CHECK_SAME(to[static_cast<size_t>(i)], fibonacci[i % 12]);
}

void test_one_module_of_two()
{
    Built both = build({test_file("kernels_client.spv"), test_file("kernels_library.spv")});
    CHECK_SAME(both.result, ZE_RESULT_SUCCESS);
    CHECK(both.log.empty());
    check_client(both.module, 5);
    engine->module_destroy(both.module);
    Built twice = build({test_file("kernels_library.spv"), test_file("kernels_library.spv")});
    CHECK_SAME(twice.result, ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
    CHECK(twice.log.find("multiply defined") != std::string::npos);
}

void test_dynamic_link()
{
    Built client = build({test_file("kernels_client.spv")});
    CHECK_SAME(client.result, ZE_RESULT_SUCCESS);
    CHECK(client.log.find("unresolved symbol 'library_add'") != std::string::npos);
    const zed_kernel_t *kernel;
    CHECK_SAME(engine->kernel_get(client.module, "client", &kernel),
               ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED);
    int to = 0;
    Launch(client.module, "alone").pointer(&to).run(1, 1);
    CHECK_SAME(to, 3);
    char *log = nullptr;
    CHECK_SAME(engine->module_link(1, &client.module, &log), ZE_RESULT_ERROR_MODULE_LINK_FAILURE);
    CHECK(log && std::strstr(log, "library_meet"));
    std::free(log);
    Built library = build({test_file("kernels_library.spv")}, nullptr, "-library-compilation");
    zed_module_t *modules[2] = {client.module, library.module};
    CHECK_SAME(engine->module_link(2, modules, &log), ZE_RESULT_SUCCESS);
    CHECK(!log);
    check_client(client.module, 5);
    /* Both modules see one instance of the variable. */
    void *address;
    size_t bytes;
    CHECK_SAME(engine->module_global(library.module, "library_state", &address, &bytes),
               ZE_RESULT_SUCCESS);
    *static_cast<int *>(address) = 50;
    engine->module_destroy(library.module);
    check_client(client.module, 50);
    engine->module_destroy(client.module);
}

/* Every faulty image has a result and a message. */
void test_faults()
{
    std::vector<uint8_t> good = test_file("kernels_library.spv");
    std::vector<std::vector<uint8_t>> bad = {{}, {1, 2, 3}, std::vector<uint8_t>(64, 0)};
    for (size_t cut : {4UL, 20UL, 21UL, good.size() / 2, good.size() - 4})
        bad.emplace_back(good.begin(), good.begin() + static_cast<long>(cut));
    for (const std::vector<uint8_t> &image : bad) {
        Built built = build({image});
        CHECK_SAME(built.result, ZE_RESULT_ERROR_MODULE_BUILD_FAILURE);
        CHECK(!built.log.empty());
    }
}

/* Invalid modules that other drivers accept are accepted with a warning. */
void test_lenient()
{
    for (const std::string file : {"kernels_undeclared.spv", "kernels_nowrap.spv",
                                   "kernels_order.spv", "kernels_wide.spv", "kernels_format.spv"}) {
        int to[2] = {0, 0};
        Built built = build({test_file(file.c_str())});
        CHECK_SAME(built.result, ZE_RESULT_SUCCESS);
        /* Newer validators accept the last one. */
        CHECK(built.log.rfind("warning: invalid SPIR-V: ", 0) == 0 ||
              (built.log.empty() && file == "kernels_format.spv"));
        if (built.result != ZE_RESULT_SUCCESS) {
            std::fprintf(stderr, "%s: %s\n", file.c_str(), built.log.c_str());
            continue;
        }
        Launch(built.module, "lenient").pointer(to).run(1, 1);
        CHECK_SAME(to[1], 41);
        engine->module_destroy(built.module);
    }
    Built none = build({test_file("kernels_nokernel.spv")});
    CHECK_SAME(none.result, ZE_RESULT_SUCCESS);
    CHECK(none.log.find("No OpEntryPoint") != std::string::npos);
    if (none.result == ZE_RESULT_SUCCESS)
        engine->module_destroy(none.module);
}

/* Hints are removed, and the variable that the entry point does not list is added: no warning. */
void test_hints()
{
    int to[9] = {40};
    Built built = build({test_file("kernels_hints.spv")});
    CHECK_SAME(built.result, ZE_RESULT_SUCCESS);
    CHECK(built.log.empty());
    if (built.result == ZE_RESULT_SUCCESS) {
        Launch(built.module, "hinted").pointer(to).run(2, 4);
        for (int i = 1; i < 9; i++)
            CHECK_SAME(to[i], 41);
        engine->module_destroy(built.module);
    }
}

/* A duplicate decoration counts once: no warning. */
void test_twice()
{
    int to[2] = {0, 0};
    Built built = build({test_file("kernels_twice.spv")});
    CHECK_SAME(built.result, ZE_RESULT_SUCCESS);
    CHECK(built.log.empty());
    if (built.result == ZE_RESULT_SUCCESS) {
        Launch(built.module, "lenient").pointer(to).run(1, 1);
        CHECK_SAME(to[1], 41);
        engine->module_destroy(built.module);
    }
}

/* Hints that only newer translators know. */
void test_attributes()
{
    int to[2] = {0, 0}, from[1] = {40};
    Built built = build({test_file("kernels_attributes.spv")});
    CHECK_SAME(built.result, ZE_RESULT_SUCCESS);
    CHECK(built.log.empty());
    if (built.result == ZE_RESULT_SUCCESS) {
        Launch(built.module, "attributed").pointer(to).pointer(from).run(1, 1);
        CHECK_SAME(to[0], 0);
        CHECK_SAME(to[1], 41);
        CHECK_SAME(from[0], 40);
        engine->module_destroy(built.module);
    }
}

/* A kernel whose body clang has made a function has only its own local memory. */
void test_bodies()
{
    Built built = build({test_file("kernels_bodies.spv")});
    CHECK_SAME(built.result, ZE_RESULT_SUCCESS);
    CHECK(built.log.empty());
    if (built.result != ZE_RESULT_SUCCESS)
        return;
    uint32_t bytes = 128;
    for (const char *name : {"passes", "copied"}) {
        int to[8] = {0};
        const zed_kernel_t *kernel = nullptr;
        CHECK_SAME(engine->kernel_get(built.module, name, &kernel), ZE_RESULT_SUCCESS);
        CHECK_SAME(kernel->local_static_bytes, bytes);
        Launch(built.module, name).pointer(to).run(1, 8);
        for (int value : to)
            CHECK_SAME(value, 41);
        bytes *= 2;
    }
    engine->module_destroy(built.module);
}

void test_flags()
{
    for (const char *flags :
         {"", "-ze-opt-disable", "-ze-opt-level=1", "-ze-opt-level=2 -g",
          "-cl-std=CL2.0 -cl-mad-enable -ze-intel-greater-than-4GB-buffer-required",
          "-cl-fast-relaxed-math -cl-denorms-are-zero"}) {
        Built built = build({test_file("kernels_client.spv"), test_file("kernels_library.spv")},
                            nullptr, flags);
        CHECK_SAME(built.result, ZE_RESULT_SUCCESS);
        check_client(built.module, 5);
        engine->module_destroy(built.module);
    }
}

void test_constants()
{
    const uint32_t ids[3] = {8, 7, 99};
    const uint64_t large = 1000;
    const uint32_t small = 77, stray = 1;
    const void *values[3] = {&large, &small, &stray};
    const ze_module_constants_t given = {3, ids, values};
    const ze_module_constants_t *cases[2] = {nullptr, &given};
    const int wanted[2][2] = {{11, 22}, {77, 1000}};
    for (int i = 0; i < 2; i++) {
        int to[2] = {};
        Built built = build({test_file("kernels_constants.spv")}, cases[i]);
        CHECK_SAME(built.result, ZE_RESULT_SUCCESS);
        Launch(built.module, "constants").pointer(to).run(1, 1);
        CHECK_SAME(to[0], wanted[i][0]);
        CHECK_SAME(to[1], wanted[i][1]);
        engine->module_destroy(built.module);
    }
}

std::vector<std::string> entries(const std::string &directory)
{
    std::vector<std::string> found;
    DIR *stream = opendir(directory.c_str());
    while (const dirent *entry = stream ? readdir(stream) : nullptr)
        if (entry->d_name[0] != '.')
            found.push_back(directory + "/" + entry->d_name);
    if (stream)
        closedir(stream);
    return found;
}

double build_milliseconds()
{
    auto start = std::chrono::steady_clock::now();
    Built built = build({test_file("kernels_client.spv"), test_file("kernels_library.spv")});
    double time =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    CHECK_SAME(built.result, ZE_RESULT_SUCCESS);
    check_client(built.module, 5);
    engine->module_destroy(built.module);
    return time;
}

void overwrite(const std::string &name, off_t at, bool cut)
{
    if (cut) {
        CHECK(truncate(name.c_str(), at) == 0);
        return;
    }
    FILE *file = std::fopen(name.c_str(), "r+b");
    std::fseek(file, at, SEEK_SET);
    std::fputc(std::fgetc(file) ^ 0x55, file);
    std::fclose(file);
}

bool exists(const std::string &name)
{
    return access(name.c_str(), F_OK) == 0;
}

/* As if the file had been written and last used this many seconds ago. */
void write_file(const std::string &name, size_t bytes, time_t seconds_ago)
{
    std::ofstream(name) << std::string(bytes, 'x');
    const timespec then = {time(nullptr) - seconds_ago, 0};
    const timespec times[2] = {then, then};
    CHECK_SAME(utimensat(AT_FDCWD, name.c_str(), times, 0), 0);
}

/* The least recently used entries are removed first, until the limit holds; other files stay. */
void test_bound(const std::string &directory)
{
    const std::string in = directory + "/";
    build_milliseconds();
    const std::string real = entries(directory)[0];
    struct stat status;
    CHECK_SAME(stat(real.c_str(), &status), 0);
    const timespec long_ago[2] = {{1000, 0}, {1000, 0}};
    CHECK_SAME(utimensat(AT_FDCWD, real.c_str(), long_ago, 0), 0);
    build_milliseconds(); /* read, so used now */
    CHECK(stat(real.c_str(), &status) == 0 && status.st_atim.tv_sec > 1000 &&
          status.st_mtim.tv_sec == 1000);
    for (int i = 0; i < 8; i++)
        write_file(in + std::to_string(i) + ".zemod", 100000, 100 * (i + 1));
    write_file(in + "old.zemod.12.3", 10, 7200);
    write_file(in + "new.zemod.12.4", 10, 60);
    write_file(in + "not_ours", 4000000, 90000);
    setenv("ZECPU_CACHE_SIZE", "600K", 1);
    /* Modules with different flags are new entries, written by several processes at once. */
    for (int i = 0; i < 4; i++)
        if (fork() == 0) {
            test_failures = 0;
            Built built = build({test_file("kernels_client.spv")}, nullptr,
                                ("-ze-opt-level=2 -cl-" + std::to_string(i)).c_str());
            CHECK_SAME(built.result, ZE_RESULT_SUCCESS);
            _exit(test_failures != 0);
        }
    for (int i = 0; i < 4; i++) {
        int ended;
        wait(&ended);
        CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
    }
    off_t total = 0;
    size_t real_ones = 0;
    for (const std::string &file : entries(directory))
        if (file.size() > 6 && file.compare(file.size() - 6, 6, ".zemod") == 0 &&
            stat(file.c_str(), &status) == 0) {
            total += status.st_size;
            real_ones += status.st_size != 100000;
        }
    CHECK(total <= 600 << 10);
    CHECK_SAME(real_ones, 5);
    CHECK(exists(in + "0.zemod") && exists(in + "3.zemod"));
    CHECK(!exists(in + "7.zemod") && !exists(in + "6.zemod"));
    CHECK(!exists(in + "old.zemod.12.3") && exists(in + "new.zemod.12.4"));
    CHECK(exists(in + "not_ours"));
    /* An invalid value gives a warning; a limit that is too small for any entry leaves none. */
    setenv("ZECPU_CACHE_SIZE", "much", 1);
    unlink(real.c_str());
    build_milliseconds();
    CHECK(exists(real) && exists(in + "3.zemod"));
    setenv("ZECPU_CACHE_SIZE", "0", 1);
    unlink(real.c_str());
    build_milliseconds();
    CHECK(!exists(real) && !exists(in + "0.zemod"));
    unsetenv("ZECPU_CACHE_SIZE");
    for (const std::string &file : entries(directory))
        unlink(file.c_str());
}

std::string contents(const std::string &name)
{
    std::ifstream stream(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void replace_contents(const std::string &name, const std::string &bytes)
{
    std::ofstream(name, std::ios::binary | std::ios::trunc) << bytes;
}

/* Whatever is done to an entry, the module is right, and afterwards the entry is, too. */
void test_damaged_entries(const std::string &entry)
{
    const std::string good = contents(entry);
    uint32_t random = 2463534242;
    auto below = [&](size_t bound) {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        return random % bound;
    };
    for (int round = 0; round < 16; round++) {
        std::string bad = good;
        if (round % 4 == 0)
            bad.resize(below(good.size()));
        else if (round % 4 == 1) /* a length among the first words, or other contents */
            bad.replace(below(40) * 8, 8,
                        std::string(8, static_cast<char>(round % 8 == 1 ? 0xff : 0x7f)));
        else
            bad[below(good.size())] ^= static_cast<char>(1 << below(8));
        replace_contents(entry, bad);
        build_milliseconds();
        CHECK(contents(entry) == good);
    }
    CHECK_SAME(truncate(entry.c_str(), off_t{1} << 40), 0);
    build_milliseconds();
    CHECK(contents(entry) == good);
}

/* A file with the name of an entry or of its turn may be anything. */
void test_intruders(const std::string &directory, const std::string &entry)
{
    struct stat status;
    const std::string turn = entry + ".turn", elsewhere = directory + "/elsewhere";
    unlink(entry.c_str());
    CHECK_SAME(mkfifo(entry.c_str(), 0666), 0);
    build_milliseconds();
    CHECK(stat(entry.c_str(), &status) == 0 && S_ISREG(status.st_mode));
    unlink(entry.c_str());
    CHECK(mkfifo(turn.c_str(), 0600) == 0);
    build_milliseconds();
    CHECK(stat(entry.c_str(), &status) == 0 && S_ISREG(status.st_mode));
    CHECK(unlink(turn.c_str()) == 0 && unlink(entry.c_str()) == 0);
    CHECK(symlink(elsewhere.c_str(), turn.c_str()) == 0 &&
          symlink(elsewhere.c_str(), entry.c_str()) == 0);
    build_milliseconds();
    CHECK(!exists(elsewhere) && lstat(entry.c_str(), &status) == 0 && S_ISREG(status.st_mode));
    unlink(turn.c_str());
    CHECK(unlink(entry.c_str()) == 0 && mkdir(entry.c_str(), 0700) == 0);
    build_milliseconds();
    CHECK_SAME(rmdir(entry.c_str()), 0);
    build_milliseconds();
    if (geteuid() != 0)
        return;
    const std::string good = contents(entry);
    CHECK(lchown(entry.c_str(), 12345, 12345) == 0);
    build_milliseconds();
    CHECK(stat(entry.c_str(), &status) == 0 && status.st_uid == 0 && contents(entry) == good);
}

/* A directory to which others may have written is not used: its entries are neither read nor
 * written, and a message says so. */
void test_open_directory(const std::string &directory, const std::string &entry)
{
    const std::string said = directory + "/../said";
    unlink(entry.c_str());
    CHECK(chmod(directory.c_str(), 0770) == 0);
    if (fork() == 0) {
        test_failures = 0;
        CHECK(std::freopen(said.c_str(), "w", stderr) != nullptr);
        build_milliseconds();
        build_milliseconds();
        std::fflush(stderr);
        _exit(test_failures != 0);
    }
    int ended;
    wait(&ended);
    CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
    CHECK(!exists(entry));
    const std::string text = contents(said);
    CHECK(text.find(directory) != std::string::npos &&
          text.find("is not used") != std::string::npos &&
          text.find("is not used") == text.rfind("is not used"));
    unlink(said.c_str());
    CHECK(chmod(directory.c_str(), 0700) == 0);
    if (geteuid() == 0) {
        CHECK(chown(directory.c_str(), 12345, 12345) == 0);
        build_milliseconds();
        CHECK(!exists(entry));
        CHECK(chown(directory.c_str(), 0, 0) == 0);
    }
    build_milliseconds();
    CHECK(exists(entry));
}

/* If nothing can be written there is no entry, and nothing else is different. */
void test_no_room(const std::string &directory, const std::string &entry)
{
    unlink(entry.c_str());
    if (fork() == 0) {
        test_failures = 0;
        const rlimit little = {1000, 1000};
        CHECK(signal(SIGXFSZ, SIG_IGN) != SIG_ERR && setrlimit(RLIMIT_FSIZE, &little) == 0);
        build_milliseconds();
        _exit(test_failures != 0);
    }
    int ended;
    wait(&ended);
    CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
    CHECK_SAME(entries(directory).size(), 0);
    setenv("ZECPU_CACHE_DIR", "/proc", 1);
    build_milliseconds();
    setenv("ZECPU_CACHE_DIR", directory.c_str(), 1);
}

/* The test has the directory to itself, and leaves it empty. */
void test_hostile_places(const std::string &directory)
{
    build_milliseconds();
    const std::string entry = entries(directory)[0];
    test_damaged_entries(entry);
    test_intruders(directory, entry);
    test_open_directory(directory, entry);
    test_no_room(directory, entry);
}

void test_cache()
{
    char name[] = "/tmp/zed_cache_XXXXXX";
    std::string directory = std::string(mkdtemp(name)) + "/deep/er";
    setenv("ZECPU_CACHE_DIR", directory.c_str(), 1);
    unsetenv("ZECPU_CACHE");
    double cold = build_milliseconds(), warm = build_milliseconds();
    std::printf("cold %.2f ms, warm %.2f ms\n", cold, warm);
    CHECK(warm < cold);
    std::vector<std::string> files = entries(directory);
    CHECK_SAME(files.size(), 1);
    struct stat status;
    CHECK(stat(files[0].c_str(), &status) == 0 && (status.st_mode & 077) == 0);
    for (off_t at : {0, 9, 40, 300, static_cast<int>(status.st_size) - 1}) {
        overwrite(files[0], at, false);
        build_milliseconds();
        overwrite(files[0], at, true);
        build_milliseconds();
        CHECK(stat(files[0].c_str(), &status) == 0 && status.st_size > at);
    }
    CHECK(chmod(files[0].c_str(), 0666) == 0);
    build_milliseconds(); /* not trusted, so replaced */
    CHECK(stat(files[0].c_str(), &status) == 0 && (status.st_mode & 077) == 0);
    /* Other flags give another entry. */
    Built other = build({test_file("kernels_client.spv")}, nullptr, "-ze-opt-disable");
    CHECK_SAME(other.result, ZE_RESULT_SUCCESS);
    engine->module_destroy(other.module);
    files = entries(directory);
    CHECK_SAME(files.size(), 2);
    /* An entry under another entry's name, or behind a link, is not trusted. */
    const std::string aside = std::string(name) + "/aside", link = std::string(name) + "/link";
    CHECK(rename(files[0].c_str(), aside.c_str()) == 0 &&
          rename(files[1].c_str(), files[0].c_str()) == 0 &&
          rename(aside.c_str(), files[1].c_str()) == 0);
    build_milliseconds();
    for (const std::string &file : files) {
        CHECK(rename(file.c_str(), aside.c_str()) == 0 &&
              symlink(aside.c_str(), file.c_str()) == 0);
        build_milliseconds();
        bool replaced = lstat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode);
        if (!replaced)
            CHECK(unlink(file.c_str()) == 0 && rename(aside.c_str(), file.c_str()) == 0);
        unlink(aside.c_str());
    }
    /* The user may keep the directory elsewhere. */
    CHECK(symlink(directory.c_str(), link.c_str()) == 0);
    setenv("ZECPU_CACHE_DIR", link.c_str(), 1);
    build_milliseconds();
    CHECK_SAME(entries(directory).size(), 2);
    setenv("ZECPU_CACHE_DIR", directory.c_str(), 1);
    unlink(link.c_str());
    for (const std::string &file : entries(directory))
        unlink(file.c_str());
    for (int i = 0; i < 4; i++)
        if (fork() == 0) {
            test_failures = 0;
            build_milliseconds();
            _exit(test_failures != 0);
        }
    for (int i = 0; i < 4; i++) {
        int ended;
        wait(&ended);
        CHECK(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
    }
    CHECK_SAME(entries(directory).size(), 1);
    for (const std::string &file : entries(directory))
        unlink(file.c_str());
    test_hostile_places(directory);
    test_bound(directory);
    setenv("ZECPU_CACHE", "0", 1);
    build_milliseconds();
    CHECK_SAME(entries(directory).size(), 0);
    for (std::string part : {directory, std::string(name) + "/deep", std::string(name)})
        rmdir(part.c_str());
}

} // namespace

int main(int argc, char **argv)
{
    uint32_t count;
    const zed_device_info_t *devices;
    engine = zed_engine_get();
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "cache") { /* before any thread starts, because it forks */
        test_cache();
        return test_failures != 0;
    }
    engine->start(&count, &devices);
    test_one_module_of_two();
    test_dynamic_link();
    test_lenient();
    test_hints();
    test_twice();
    test_bodies();
    test_attributes();
    test_flags();
    test_constants();
    test_faults();
    return test_failures != 0;
}
