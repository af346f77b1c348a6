/* SPDX-License-Identifier: BSD-3-Clause */
/* See cache_folder.h. */
#include "cache_folder.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zed {
namespace {

std::string environment(const char *name)
{
    const char *value = secure_getenv(name);
    return value ? value : "";
}

std::string fallback_name()
{
    return "/tmp/ze_cpu-" + std::to_string(geteuid());
}

std::string directory_name()
{
    std::string name = environment("ZECPU_CACHE_DIR");
    if (!name.empty())
        return name;
    name = environment("XDG_CACHE_HOME");
    if (!name.empty() && name[0] == '/')
        return name + "/ze_cpu";
    name = environment("HOME");
    if (!name.empty() && access(name.c_str(), W_OK) == 0)
        return name + "/.cache/ze_cpu";
    return fallback_name();
}

bool only_ours(const struct stat &status)
{
    return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Makes the directory and its missing parents.  If one cannot be made, opening fails. */
void make_directories(const std::string &name)
{
    for (size_t slash = name.find('/', 1); slash != std::string::npos;
         slash = name.find('/', slash + 1))
        mkdir(name.substr(0, slash).c_str(), 0700);
    mkdir(name.c_str(), 0700);
}

void say_unsafe(const std::string &name, const struct stat &status)
{
    static std::atomic<bool> warned;
    if (warned.exchange(true))
        return;
    if (status.st_uid != geteuid())
        std::fprintf(stderr,
                     "zed: the cache directory %s belongs to user %u, so it is not used: "
                     "each process compiles its modules again\n",
                     name.c_str(), status.st_uid);
    else
        std::fprintf(stderr,
                     "zed: other users can write to the cache directory %s (mode %04o), so it "
                     "is not used: each process compiles its modules again\n",
                     name.c_str(), status.st_mode & 07777);
}

bool cache_wanted()
{
    static std::atomic<bool> warned;
    const std::string value = environment("ZECPU_CACHE");
    if (!value.empty() && value != "0" && value != "1" && !warned.exchange(true))
        std::fprintf(stderr, "zed: ZECPU_CACHE=%.64s: expected 0 or 1; using 1\n", value.c_str());
    return value != "0";
}

/* Reports a directory that the user has named. */
void say_unusable(const std::string &name)
{
    static std::atomic<bool> warned;
    if (!environment("ZECPU_CACHE_DIR").empty() && !warned.exchange(true))
        std::fprintf(
            stderr,
            "zed: ZECPU_CACHE_DIR=%.256s: expected a directory that this user owns, or can "
            "create, and can write to; compiling without a cache\n",
            name.c_str());
}

} // namespace

CacheFolder::CacheFolder(Missing missing)
{
    if (!cache_wanted())
        return;
    const std::string name = directory_name();
    if (missing == Missing::Made)
        make_directories(name);
    /* The user may keep the directory elsewhere, through a link; but in a directory that everybody
     * can write to, a link may be an attack. */
    const int no_link = name == fallback_name() ? O_NOFOLLOW : 0;
    int file = open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | no_link);
    if (file < 0) {
        if (missing == Missing::Made)
            say_unusable(name);
        return;
    }
    struct stat status;
    if (fstat(file, &status) == 0 && only_ours(status)) {
        descriptor_ = file;
        if (missing == Missing::Made && faccessat(file, ".", W_OK, 0) != 0)
            say_unusable(name);
        return;
    }
    say_unsafe(name, status);
    close(file);
}

CacheFolder::~CacheFolder()
{
    if (descriptor_ >= 0)
        close(descriptor_);
}

int CacheFolder::open_file(const std::string &name, int flags, off_t *bytes) const
{
    int file = openat(descriptor_, name.c_str(),
                      flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
    if (file < 0)
        return -1;
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !only_ours(status)) {
        close(file);
        return -1;
    }
    *bytes = status.st_size;
    return file;
}

std::string cache_entry_name(const Hash &key)
{
    std::string name;
    for (uint64_t word : key.word) {
        char digits[17];
        std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(word));
        name += digits;
    }
    return name + cache_entry_end;
}

} // namespace zed
