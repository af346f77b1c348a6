/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * perf looks for the names of code that is in no file in /tmp/perf-PID.map: one line per function,
 * with its address, size and name.  perf reads the file after the process has ended, so the file is
 * never removed.
 */
#include "perf_map.h"

#include "machine/settings.h"
#include "util/file_limit.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace zed {
namespace {

/* The file of this process; a child of fork() has its own.  Everybody can write to /tmp, so an
 * existing file is used only if it is exclusively ours. */
int open_map(pid_t process)
{
    const std::string name = "/tmp/perf-" + std::to_string(process) + ".map";
    const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    struct stat status;
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == geteuid() && status.st_nlink == 1 && ftruncate(file, 0) == 0)
        return file;
    std::fprintf(stderr, "zed: cannot write %s: %s\n", name.c_str(),
                 file < 0 ? std::strerror(errno) : "it is not a file of this user alone");
    if (file >= 0)
        close(file);
    return -1;
}

/* -1: no file. */
int map_of_process()
{
    static int file = -1;
    static pid_t owner;
    if (owner != getpid()) {
        if (file >= 0)
            close(file);
        owner = getpid();
        file = open_map(owner);
    }
    return file;
}

std::mutex map_mutex;

} // namespace

void perf_map_add(const BlobView &blob, const void *base)
{
    if (!zed_settings_get()->perf_map)
        return;
    const BlobFunction *functions = blob.table<BlobFunction>(blob.header().functions);
    std::string lines;
    for (uint64_t i = 0; i < blob.header().functions.count; i++) {
        char place[64];
        std::snprintf(place, sizeof place, "%zx %x ",
                      reinterpret_cast<size_t>(base) + functions[i].address, functions[i].bytes);
        lines += place + std::string(blob.string(functions[i].name)) + "\n";
    }
    std::lock_guard<std::mutex> lock(map_mutex);
    const int file = map_of_process();
    const ishmemi_file_limit_t limit = ishmemi_file_limit_begin();
    const bool written = file < 0 || write(file, lines.data(), lines.size()) >= 0;
    ishmemi_file_limit_end(&limit);
    if (!written)
        std::fprintf(stderr, "zed: cannot write the names of kernels for perf: %s\n",
                     std::strerror(errno));
}

} // namespace zed
