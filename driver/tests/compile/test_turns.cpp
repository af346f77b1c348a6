/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Processes that need the same module: one of them compiles, and the others wait, but only while it
 * is at work.
 */
#include "compile/cache/cache.h"
#include "harness.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace {

constexpr const char *source = "kernels_lead.spv";
std::string entry; /* of its module */

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void sleep_for(double seconds)
{
    usleep(static_cast<useconds_t>(seconds * 1e6));
}

bool exists(const std::string &name)
{
    return access(name.c_str(), F_OK) == 0;
}

template <class Run> pid_t start(Run run)
{
    const pid_t process = fork();
    if (process == 0) {
        test_failures = 0;
        run();
        _exit(test_failures != 0);
    }
    return process;
}

pid_t start_build()
{
    return start([] { zed_engine_get()->module_destroy(test_module(source)); });
}

/* Whether the process has succeeded before that time; if not, it is killed. */
bool ends_until(pid_t process, double end)
{
    int status;
    while (waitpid(process, &status, WNOHANG) == 0) {
        if (now() > end) {
            kill(process, SIGKILL);
            waitpid(process, &status, 0);
            return false;
        }
        sleep_for(0.01);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The compiler that the process has started; 0 if there is none now. */
pid_t compiler_of(pid_t parent)
{
    for (const auto &file : std::filesystem::directory_iterator("/proc")) {
        std::ifstream stream(file.path() / "stat");
        int process = 0, its_parent = 0;
        std::string name, state;
        if (stream >> process >> name >> state >> its_parent && its_parent == parent &&
            name == "(ze_compile)")
            return process;
    }
    return 0;
}

/* Stops the process's compiler in the middle of its work. */
pid_t stop_compiler(pid_t parent)
{
    const double end = now() + 30;
    pid_t compiler = 0;
    while ((compiler = compiler_of(parent)) == 0 && now() < end)
        sleep_for(0.001);
    CHECK(compiler != 0 && kill(compiler, SIGSTOP) == 0);
    return compiler;
}

timespec used_by(pid_t process)
{
    clockid_t clock;
    timespec used = {0, 0};
    CHECK(clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, &used) == 0);
    return used;
}

/* Lets the stopped compiler compute a little. */
void step(pid_t compiler)
{
    const timespec before = used_by(compiler);
    timespec used = before;
    while (used.tv_sec == before.tv_sec && used.tv_nsec == before.tv_nsec) {
        kill(compiler, SIGCONT);
        usleep(100);
        kill(compiler, SIGSTOP);
        usleep(100);
        used = used_by(compiler);
    }
}

/* However slow the compiler of another process is, its work is not done again. */
void test_slow_compiler()
{
    unlink(entry.c_str());
    const pid_t busy = start_build();
    const pid_t compiler = stop_compiler(busy);
    const double start = now();
    const pid_t waiter = start_build();
    while (compiler && now() < start + 5) {
        step(compiler);
        CHECK_SAME(compiler_of(waiter), 0);
        sleep_for(0.5);
    }
    CHECK(!exists(entry));
    if (compiler)
        kill(compiler, SIGCONT);
    CHECK(ends_until(busy, now() + 30));
    CHECK(ends_until(waiter, now() + 30));
    CHECK(exists(entry));
}

/* A stopped compiler delays the others only for a moment, even if the process that started it
 * runs. */
void test_stopped_compiler()
{
    unlink(entry.c_str());
    const pid_t busy = start_build();
    const pid_t compiler = stop_compiler(busy);
    CHECK(ends_until(start_build(), now() + 20));
    CHECK(exists(entry));
    kill(busy, SIGKILL);
    if (compiler)
        kill(compiler, SIGKILL);
    waitpid(busy, nullptr, 0);
}

/* Another process that holds the turn, and beats unless it is stopped. */
class Holder {
public:
    Holder()
    {
        int ready[2];
        char byte;
        CHECK_SAME(pipe(ready), 0);
        process_ = start([&] { hold(ready[1]); });
        CHECK_SAME(read(ready[0], &byte, 1), 1);
        close(ready[0]);
        close(ready[1]);
    }
    ~Holder()
    {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    void stop() const
    {
        CHECK_SAME(kill(process_, SIGSTOP), 0);
    }

private:
    static void hold(int ready)
    {
        const int file = open((entry + ".turn").c_str(), O_RDWR | O_CREAT, 0600);
        if (file < 0 || flock(file, LOCK_EX) != 0 || write(ready, "", 1) != 1)
            _exit(1);
        for (;; sleep_for(0.1))
            futimens(file, nullptr);
    }

    pid_t process_;
};

/* A process that is stopped as a whole delays the others only for a moment, too. */
void test_stopped_holder()
{
    unlink(entry.c_str());
    Holder holder;
    holder.stop();
    CHECK(ends_until(start_build(), now() + 20));
    CHECK(exists(entry));
}

/* A compiler that never ends: the others wait no longer than they would for their own. */
void test_endless_holder(const zed::Hash &key)
{
    Holder holder;
    const pid_t waiter = start([&] {
        const double start = now();
        zed::CacheTurn turn(key, 3000000000);
        CHECK(turn.waited() && now() - start > 2.9);
    });
    CHECK(ends_until(waiter, now() + 20));
}

} // namespace

int main()
{
    char name[] = "/tmp/zed_turns_XXXXXX";
    const std::string directory = mkdtemp(name);
    setenv("ZECPU_CACHE_DIR", directory.c_str(), 1);
    const zed::Hash key = {};
    entry = directory + "/" + zed::cache_entry_name(key);
    test_endless_holder(key);
    unlink((entry + ".turn").c_str());
    CHECK(ends_until(start_build(), now() + 30));
    for (const auto &file : std::filesystem::directory_iterator(directory))
        entry = file.path();
    test_stopped_holder();
    test_stopped_compiler();
    test_slow_compiler();
    std::filesystem::remove_all(directory);
    return test_failures != 0;
}
