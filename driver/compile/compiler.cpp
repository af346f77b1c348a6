/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See compiler.h.  The program is next to the file that contains this code (the driver), or in the
 * bin or libexec directory that belongs to it.  The request and the answer go through one socket;
 * if the program dies, its standard error goes to the log.
 */
#include "compiler.h"

#include "util/clock.h"
#include "wire.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace zed {
namespace {

constexpr const char *program_name = "ze_compile";
constexpr timeval look = {0, 200000}; /* how often to check that the compiler is at work */

class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number)
    {
    }
    ~Descriptor()
    {
        if (number_ >= 0)
            close(number_);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    int number() const
    {
        return number_;
    }
    void reset(int number)
    {
        if (number_ >= 0)
            close(number_);
        number_ = number;
    }

private:
    int number_;
};

std::string find_program()
{
    Dl_info info;
    if (dladdr(reinterpret_cast<void *>(&compiler_build), &info) == 0 || !info.dli_fname)
        return "";
    std::string own = info.dli_fname;
    size_t slash = own.rfind('/');
    own = slash == std::string::npos ? "." : own.substr(0, slash);
    for (const char *way : {"/", "/../bin/", "/../libexec/ishmem/", "/../../libexec/ishmem/"}) {
        std::string name = own + way + program_name;
        if (access(name.c_str(), X_OK) == 0)
            return name;
    }
    return "";
}

/* Returns -1 and sets errno if it cannot be started. */
pid_t start(const std::string &program, int channel, int messages)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, channel, 0);
    posix_spawn_file_actions_adddup2(&files, messages, 2);
    posix_spawn_file_actions_adddup2(&files, messages, 1);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    char *const arguments[] = {const_cast<char *>(program_name), nullptr};
    pid_t process;
    int error = posix_spawn(&process, program.c_str(), &files, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    errno = error;
    return error == 0 ? process : -1;
}

/* Tells whether a process computes.  If the system does not report it, it counts as computing. */
class Progress {
public:
    explicit Progress(pid_t process) : known_(clock_getcpuclockid(process, &clock_) == 0)
    {
    }

    /* Whether it computed since the last call. */
    bool made()
    {
        timespec used;
        if (!known_ || clock_gettime(clock_, &used) != 0)
            return true;
        const bool more = used.tv_sec != used_.tv_sec || used.tv_nsec != used_.tv_nsec;
        used_ = used;
        return more;
    }

private:
    clockid_t clock_ = 0;
    bool known_;
    timespec used_ = {0, 0};
};

/* Sends the request to the compiler and receives its answer. */
class Conversation {
public:
    Conversation(int channel, pid_t process, const std::function<void()> &at_work)
        : channel_(channel), progress_(process), at_work_(at_work)
    {
        setsockopt(channel, SOL_SOCKET, SO_SNDTIMEO, &look, sizeof look);
        setsockopt(channel, SOL_SOCKET, SO_RCVTIMEO, &look, sizeof look);
    }

    bool send_all(const Bytes &bytes)
    {
        for (size_t sent = 0; sent < bytes.size();) {
            const ssize_t done =
                send(channel_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (done > 0)
                sent += static_cast<size_t>(done);
            if (!goes_on(done))
                return false;
        }
        return shutdown(channel_, SHUT_WR) == 0;
    }

    /* Receives everything up to the end. */
    bool receive_all(Bytes *bytes)
    {
        uint8_t part[65536];
        for (;;) {
            const ssize_t got = recv(channel_, part, sizeof part, 0);
            if (got > 0)
                bytes->insert(bytes->end(), part, part + got);
            if (got == 0)
                return true;
            if (!goes_on(got))
                return false;
        }
    }

private:
    /* Whether to continue after a call that has transferred this many bytes. */
    bool goes_on(ssize_t moved)
    {
        const uint64_t now = ishmemi_clock_now();
        if (moved > 0) {
            moved_ = now;
            return true;
        }
        if (moved == 0 || (errno != EINTR && errno != EAGAIN) ||
            now - moved_ >= compiler_patience_ns)
            return false;
        if (progress_.made())
            at_work_();
        return true;
    }

    int channel_;
    Progress progress_;
    const std::function<void()> &at_work_;
    uint64_t moved_ = ishmemi_clock_now(); /* when the last byte was transferred */
};

/* Describes how the process ended; if the program collects its children itself, the status is not
 * known. */
std::string wait_for(pid_t process)
{
    int status;
    pid_t found;
    do
        found = waitpid(process, &status, 0);
    while (found < 0 && errno == EINTR);
    if (found != process)
        return "ended";
    if (WIFSIGNALED(status))
        return std::string("was killed by the signal: ") + strsignal(WTERMSIG(status));
    return "ended with status " + std::to_string(WEXITSTATUS(status));
}

std::string text_of(int messages)
{
    char text[4096];
    ssize_t length = pread(messages, text, sizeof text, 0);
    return length > 0 ? std::string(text, static_cast<size_t>(length)) : "";
}

/* The result of a request. */
struct Outcome {
    bool answered = false;
    CompileAnswer answer = {};
    std::string end;      /* how the process ended, if it has not answered */
    std::string messages; /* what it printed before that */
    ze_result_t result = ZE_RESULT_ERROR_MODULE_BUILD_FAILURE; /* in that case */
};

Outcome ask(const std::string &program, const Bytes &request, const std::function<void()> &at_work)
{
    Outcome outcome;
    int pair[2];
    Descriptor messages(memfd_create("zed-messages", MFD_CLOEXEC));
    if (messages.number() < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        outcome.end =
            std::string("cannot be reached: there is no channel to it: ") + std::strerror(errno);
        outcome.result = ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
        return outcome;
    }
    Descriptor ours(pair[0]), theirs(pair[1]);
    pid_t process = start(program, theirs.number(), messages.number());
    if (process < 0) {
        outcome.end = program + " cannot be started: " + std::strerror(errno);
        outcome.result = ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE;
        return outcome;
    }
    theirs.reset(-1);
    Bytes bytes;
    Conversation conversation(ours.number(), process, at_work);
    bool heard = conversation.send_all(request) && conversation.receive_all(&bytes);
    if (!heard)
        kill(process, SIGKILL);
    outcome.end = wait_for(process);
    outcome.answered = heard && wire_read_answer(bytes, &outcome.answer);
    outcome.messages = text_of(messages.number());
    return outcome;
}

/* The line that the compiler printed if LLVM gave up, without its end. */
std::string last_words(const Outcome &outcome)
{
    const size_t at = outcome.answered ? std::string::npos : outcome.messages.find(stopped_in_code);
    return at == std::string::npos
               ? ""
               : outcome.messages.substr(at, outcome.messages.find('\n', at) - at);
}

} // namespace

ze_result_t compiler_build(const zed_module_desc_t &desc, CompileTarget target,
                           const std::function<void()> &at_work, Bytes *blob, std::string *log)
{
    std::string program = find_program();
    if (program.empty()) {
        *log = std::string("error: the driver's compiler, ") + program_name +
               ", is not next to the driver or in its bin directory";
        return ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE;
    }
    Outcome outcome = ask(program, wire_request(desc, target, ""), at_work);
    const std::string words = last_words(outcome);
    /* PTX does not depend on this processor. */
    if (!words.empty() && target != CompileTarget::Ptx)
        outcome = ask(program, wire_request(desc, target, words), at_work);
    if (outcome.answered) {
        *log = outcome.answer.log;
        *blob = std::move(outcome.answer.blob);
        return outcome.answer.result;
    }
    const std::string again = last_words(outcome);
    *log = again.empty() ? "error: the compiler " + outcome.end + "\n" + outcome.messages
                         : "error: " + again + "\n";
    return outcome.result;
}

} // namespace zed
