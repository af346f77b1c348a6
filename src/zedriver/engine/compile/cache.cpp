/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See cache.h.  An entry is its key and the blob.  Entries are written under a
 * name of their own and renamed, so that a reader in any process sees all of one
 * or nothing; they hold code, so only files that nobody but this user could have
 * written are read, and none that has got another one's name.
 */
#include "cache.h"

#include "../abi.h"
#include "build_id.h"
#include "cache_trim.h"
#include "spec_constants.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace zed {
namespace {

std::string environment(const char *name)
{
    const char *value = std::getenv(name);
    return value ? value : "";
}

bool cache_wanted()
{
    static std::atomic<bool> told;
    std::string value = environment("ZECPU_CACHE");
    if (!value.empty() && value != "0" && value != "1" && !told.exchange(true))
        std::fprintf(stderr, "zed: ZECPU_CACHE=%.64s is neither 0 nor 1; going on with 1\n",
                     value.c_str());
    return value != "0";
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

/* Makes the directory and those above it that are missing. */
bool make_directory(const std::string &name)
{
    for (size_t slash = name.find('/', 1);; slash = name.find('/', slash + 1)) {
        std::string part = name.substr(0, slash);
        if (mkdir(part.c_str(), 0700) != 0 && errno != EEXIST)
            return false;
        if (slash == std::string::npos)
            break;
    }
    /* In a directory that all may write to, a link is somebody's trick. */
    struct stat status;
    return (name == fallback_name() ? lstat : stat)(name.c_str(), &status) == 0 &&
           S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

/* The cache's directory is there; where the user has named one that cannot be, says so once. */
bool find_directory()
{
    static std::atomic<bool> told;
    std::string name = directory_name();
    if (make_directory(name) && access(name.c_str(), W_OK) == 0)
        return true;
    if (!environment("ZECPU_CACHE_DIR").empty() && !told.exchange(true))
        std::fprintf(stderr,
                     "zed: ZECPU_CACHE_DIR=%.256s is not a directory of this user's that can be "
                     "made and written to; going on without a cache\n",
                     name.c_str());
    return false;
}

std::string entry_name(const Hash &key)
{
    char text[64];
    std::snprintf(text, sizeof text, "/%016llx%016llx%s",
                  static_cast<unsigned long long>(key.word[0]),
                  static_cast<unsigned long long>(key.word[1]), cache_entry_end);
    return directory_name() + text;
}

/* The lines of /proc/cpuinfo that say which processor this is, of the first one; the rest of
 * that file changes from read to read. */
std::string processor()
{
    char text[8192];
    int file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return "";
    size_t length = 0;
    for (ssize_t got = 1; got > 0 && length < sizeof text - 1; length += static_cast<size_t>(got)) {
        got = read(file, text + length, sizeof text - 1 - length);
        if (got < 0)
            got = 0;
    }
    close(file);
    text[length] = '\0';
    static const char *const wanted[] = {"vendor_id", "cpu family",      "model",    "stepping",
                                         "flags",     "CPU implementer", "CPU part", "Features"};
    std::string found;
    for (char *line = text; line && *line && *line != '\n';) {
        char *end = std::strchr(line, '\n');
        for (const char *name : wanted)
            if (std::strncmp(line, name, std::strlen(name)) == 0)
                found.append(line, end ? static_cast<size_t>(end - line) : std::strlen(line));
        line = end ? end + 1 : nullptr;
    }
    return found;
}

bool write_all(int file, const uint8_t *bytes, size_t count)
{
    while (count > 0) {
        ssize_t done = write(file, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        count -= static_cast<size_t>(done);
    }
    return true;
}

bool read_all(int file, uint8_t *bytes, size_t count)
{
    while (count > 0) {
        ssize_t done = read(file, bytes, count);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes += done;
        count -= static_cast<size_t>(done);
    }
    return true;
}

void add(Hasher *hasher, const Hash &hash)
{
    hasher->add(&hash, sizeof hash);
}

} // namespace

Hash driver_key()
{
    Hasher hasher;
    hasher.add(static_cast<uint64_t>(ZED_CODE_VERSION));
    hasher.add(std::string(ZED_BUILD_ID));
    return hasher.finish();
}

Hash processor_key()
{
    static const std::string cpu = processor();
    Hasher hasher;
    hasher.add(cpu);
    return hasher.finish();
}

Hash cache_key(const zed_module_desc &desc)
{
    Hasher hasher;
    add(&hasher, driver_key());
    add(&hasher, processor_key());
    hasher.add(static_cast<uint64_t>(desc.image_count));
    for (uint32_t i = 0; i < desc.image_count; i++) {
        hasher.add(desc.images[i], desc.image_bytes[i]);
        hasher.add(std::string(desc.build_flags && desc.build_flags[i] ? desc.build_flags[i] : ""));
        for (const std::pair<uint32_t, uint64_t> &constant : spec_constants(desc, i)) {
            hasher.add(static_cast<uint64_t>(constant.first));
            hasher.add(constant.second);
        }
    }
    return hasher.finish();
}

bool cache_read(const Hash &key, Bytes *blob)
{
    if (!cache_wanted())
        return false;
    int file = open(entry_name(key).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return false;
    struct stat status;
    Hash written;
    bool good = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && only_ours(status) &&
                status.st_size >= static_cast<off_t>(sizeof written + sizeof(BlobHeader)) &&
                read_all(file, reinterpret_cast<uint8_t *>(&written), sizeof written) &&
                std::memcmp(&written, &key, sizeof key) == 0;
    Bytes bytes;
    if (good) {
        bytes.resize(static_cast<size_t>(status.st_size) - sizeof written);
        good = read_all(file, bytes.data(), bytes.size());
        cache_touch(file);
    }
    close(file);
    if (!good || !blob_check(bytes))
        return false;
    *blob = std::move(bytes);
    return true;
}

CacheTurn::CacheTurn(const Hash &key)
{
    constexpr int tries = 6000;
    const timespec pause = {0, 10000000};
    if (!cache_wanted() || !find_directory())
        return;
    name_ = entry_name(key) + ".turn";
    file_ = open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file_ < 0)
        return;
    for (int i = 0; i < tries && flock(file_, LOCK_EX | LOCK_NB) != 0 &&
                    (errno == EWOULDBLOCK || errno == EINTR); i++) {
        waited_ = true;
        nanosleep(&pause, nullptr);
    }
}

/* Who waits on the file that has lost its name finds the entry; who comes later makes a new one. */
CacheTurn::~CacheTurn()
{
    if (file_ < 0)
        return;
    unlink(name_.c_str());
    close(file_);
}

void cache_write(const Hash &key, const Bytes &blob)
{
    if (!cache_wanted() || !find_directory())
        return;
    static std::atomic<unsigned> counter;
    std::string name = entry_name(key);
    std::string draft =
        name + "." + std::to_string(getpid()) + "." + std::to_string(counter.fetch_add(1));
    int file = open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return;
    bool good = write_all(file, reinterpret_cast<const uint8_t *>(&key), sizeof key) &&
                write_all(file, blob.data(), blob.size());
    good = close(file) == 0 && good;
    if (!good || rename(draft.c_str(), name.c_str()) != 0)
        unlink(draft.c_str());
    cache_trim(directory_name());
}

} // namespace zed
