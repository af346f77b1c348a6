# SPDX-License-Identifier: BSD-3-Clause
"""ishmrun as a launcher, on this machine and before launchers: ishmrun_test.py ISHMRUN [CASE...].

The PEs are shells, which know their number by ISHMRUN_RANK and need no library.  Launchers are stand-ins
that print what they are called with.
"""
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

ISHMRUN = sys.argv[1]
failures = []


def check(good, *said):
    if not good:
        failures.append(" ".join(str(word) for word in said))
        print("ishmrun_test:", *said)


def run(*words, environment=None, given=""):
    """The status, stdout and stderr of ishmrun with these arguments."""
    done = subprocess.run([ISHMRUN, *words], capture_output=True, text=True, timeout=40, input=given,
                          env=dict(os.environ, **(environment or {})))
    return done.returncode, done.stdout, done.stderr


def start(*words, **more):
    return subprocess.Popen([ISHMRUN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def lines_until(job, count):
    """The first lines of a job's stdout."""
    return [job.stdout.readline().rstrip("\n") for _ in range(count)]


# ---- On this machine -------------------------------------------------------------------------------

def numbers():
    status, out, err = run("-n", "3", "sh", "-c", "echo $ISHMRUN_RANK of $ISHMRUN_SIZE")
    check((status, err) == (0, "") and sorted(out.split("\n")[:-1]) == ["0 of 3", "1 of 3", "2 of 3"],
          "numbers:", status, out, err)
    check(run("sh", "-c", "exit $ISHMRUN_RANK$ISHMRUN_SIZE")[0] == 1, "one PE is the default")
    check(run("-n", "2", "cat", given="to PE 0")[1] == "to PE 0", "PE 0 alone reads what ishmrun is given")


def labels():
    long = "x" * 200000
    status, out, err = run("-l", "-n", "2", "sh", "-c",
                           f"printf 'a\\nb'; echo e >&2; head -c 200000 /dev/zero | tr '\\0' x; exit 3")
    check(status == 3, "labels: status", status)
    check(sorted(out.split("\n")) == sorted(["", "[0] a", "[0] b" + long, "[1] a", "[1] b" + long]),
          "labels: stdout is", len(out), "bytes:", out[:100])
    check(sorted(err.split("\n")) == ["", "[0] e", "[1] e"], "labels: stderr is", err)


def statuses():
    """That of the first PE that fails; and no other PE stays."""
    # PE 2 takes no notice of SIGTERM.
    status, _, err = run("-n", "3", "sh", "-c", "case $ISHMRUN_RANK in 1) kill -9 $$;; 2) trap '' TERM;; esac; "
                         "while :; do sleep 1; done")
    check(status == 128 + 9 and "PE 1" in err and "signal 9" in err, "killed:", status, err)
    status, _, _ = run("-n", "3", "sh", "-c", "[ $ISHMRUN_RANK != 2 ] || exit 7; sleep 0.5; exit 5")
    check(status == 7, "the first that fails:", status)
    # A PE that dies, and another one that fails because of it, are found together.
    status, _, err = stopped_while("-n", "2", "sh", "-c", "echo $$; read x; [ $ISHMRUN_RANK = 0 ] && exit 4; kill -6 $$")
    check(status == 128 + 6 and "PE 1" in err, "a signal says more:", status, err)
    status, _, err = run("-n", "2", "/no/such/program")
    check(status == 127 and "cannot run /no/such/program" in err, "no program:", status, err)


def stopped_while(*words):
    """ishmrun is stopped while its PEs end: it finds them all at once."""
    reading, writing = os.pipe()
    os.set_inheritable(reading, True)
    job = start(*[word.replace("read x", f"read x </proc/self/fd/{reading}") for word in words],
                pass_fds=[reading])
    pids = lines_until(job, 2)
    os.kill(job.pid, signal.SIGSTOP)
    os.close(reading)
    os.close(writing)
    check(wait_for(lambda: all(state_of(pid) == "Z" for pid in pids)), "PEs end by themselves")
    os.kill(job.pid, signal.SIGCONT)
    out, err = job.communicate(timeout=20)
    return job.returncode, out, err


def signals():
    for number in (signal.SIGUSR1, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        name = number.name[3:]
        job = start("-n", "3", "sh", "-c", f"trap 'echo got; exit 3' {name}; echo; while :; do sleep 0.05; done")
        lines_until(job, 3)
        job.send_signal(number)
        out, _ = job.communicate(timeout=20)
        check(out == "got\n" * 3 and job.returncode == 3, name, "reaches PEs:", out, job.returncode)
    # In a group of its own, whose parent is in the same session: an orphaned group, as that of this test may
    # be, takes no SIGTSTP.
    job = start("-n", "2", "sh", "-c", "echo $$; exec sleep 60", process_group=0)
    pids = lines_until(job, 2)
    job.send_signal(signal.SIGTSTP)
    check(wait_for(lambda: all(state_of(pid) == "T" for pid in [job.pid, *pids])), "SIGTSTP stops the job")
    job.send_signal(signal.SIGCONT)
    check(wait_for(lambda: all(state_of(pid) == "S" for pid in [job.pid, *pids])), "SIGCONT continues it")
    job.kill()
    job.communicate()
    check(wait_for(lambda: all(state_of(pid) in "XZ" for pid in pids)), "PEs end with ishmrun")


def surroundings():
    """What ishmrun is started with: standard files, ignored signals, limits."""
    show = "import os; open(os.environ['OUT'], 'w').write(' '.join(os.readlink(f'/proc/self/fd/{i}') for i in range(3)))"
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        subprocess.run(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", ISHMRUN, sys.executable, "-c", show], timeout=20, check=True,
                       env=dict(os.environ, OUT=out))
        with open(out) as file:
            check(file.read() == "/dev/null /dev/null /dev/null", "closed standard files are empty ones")
    trap = "import signal, time; signal.signal(signal.SIGINT, lambda *_: print('got')); print('ready', flush=True); time.sleep(1)"
    ignoring = lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)
    job = start(sys.executable, "-c", trap, preexec_fn=ignoring)
    lines_until(job, 1)
    job.send_signal(signal.SIGINT)
    check(job.communicate(timeout=20)[0] == "", "a signal that ishmrun was started to ignore is ignored")
    job = start("sh", "-c", "exit 3", preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    check(job.wait(timeout=20) == 3, "SIGCHLD ignored")

    def limited(soft, hard):
        job = start("-n", "4", "sh", "-c", "ulimit -n", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)))
        out, err = job.communicate(timeout=20)
        return job.returncode, out, err
    check(limited(10, 1000) == (0, "10\n" * 4, ""), "a limit that ishmrun raises for itself:", limited(10, 1000))
    status, _, err = limited(10, 10)
    check(status == 1 and re.search(r"at most 10 files open \(ulimit -n\): expected at least \d+", err),
          "a limit that is too low:", status, err)


# Each line in one write, for the PEs share the terminal.
WAITER = """import os, signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
os.write(1, b"ready\\n")
while found := signal.sigtimedwait([signal.SIGINT], 1):
    os.write(1, b"got from a process\\n" if found.si_pid else b"got from the terminal\\n")
"""


def terminal():
    """^C comes once to each PE, although the terminal and ishmrun both could send it."""
    job, master = pty.fork()
    if job == 0:
        os.execv(ISHMRUN, [ISHMRUN, "-n", "3", sys.executable, "-c", WAITER])
    seen = b""
    while seen.count(b"ready") < 3:
        seen += os.read(master, 4096)
    os.write(master, b"\x03")
    try:
        while more := os.read(master, 4096):
            seen += more
    except OSError:  # the other end is closed
        pass
    os.waitpid(job, 0)
    check(seen.count(b"got from the terminal") == 3 and b"a process" not in seen, "^C comes once to each PE:", seen)


def state_of(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0]
    except OSError:
        return "X"


def wait_for(condition, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end and not condition():
        time.sleep(0.02)
    return condition()


def binding():
    allowed = os.sched_getaffinity(0)
    ask = (sys.executable, "-c", "import os; print(*os.sched_getaffinity(0))")

    def sets(*words):
        lines = run("-l", *words, *ask)[1].split("\n")[:-1]
        return [{int(number) for number in line.split()[1:]} for line in sorted(lines)]

    check(sets("-n", "1") == [allowed], "one PE has all processors")
    check(sets("-b", "none", "-n", "2") == [allowed] * 2, "none: all have all")
    check(sets("-n", str(len(allowed) + 1)) == [allowed] * (len(allowed) + 1),
          "more PEs than processors: all have all")
    if len(allowed) > 1:
        shares = sets("-n", "2")
        check(shares[0] | shares[1] == allowed and not shares[0] & shares[1], "shares:", shares)
        one = {min(allowed)}
        os.sched_setaffinity(0, one)
        check(sets("-n", "1") == [one] and sets("-b", "core", "-n", "2") == [one, one],
              "no processor that ishmrun may not use")
        os.sched_setaffinity(0, allowed)
    check(all(found and found <= allowed for found in sets("-b", "core", "-n", "3")), "core")


# ---- Before launchers ------------------------------------------------------------------------------

ANSWERS = {"mpiexec.hydra": "HYDRA build details:", "mpirun.openmpi": "mpirun.openmpi (OpenRTE) 4.1.4",
           "srun": "slurm 22.05.8", "mpirun": "mpirun (Open MPI) 5.0.7", "mpiexec": "Version 9", "other": "HYDRA"}
STAND_IN = """if [ "$1" = --version ]; then
    echo "{answer}"
elif [ "$1" = --mpi=list ]; then
    echo "MPI plugin types are..."; echo "	none"; echo "	{mpi}"
else
    echo "{name}$(printf ' %s' "$@")"
    [ -z "$SLURM_HOSTFILE" ] || cat "$SLURM_HOSTFILE"
    [ -z "$ISHMRUN_RANK$ISHMRUN_SIZE$ISHMRUN_SOCKET" ] || echo "PE $ISHMRUN_RANK"
fi
"""


def write_program(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + text + "\n")
    os.chmod(path, 0o755)


def stand_in(folder, *names, mpi="pmi2"):
    for name in names:
        write_program(folder, name, STAND_IN.format(name=name, answer=ANSWERS[name], mpi=mpi))


def called(*words, **environment):
    """What a launcher is called with, or what ishmrun refuses."""
    status, out, err = run(*words, environment=environment)
    return out if status == 0 else err


def launchers():
    tools = {name: os.path.join(place, name) for name in ("sh", "cat") for place in os.environ["PATH"].split(":")
             if os.access(os.path.join(place, name), os.X_OK)}
    for variable in [name for name in os.environ if re.match("ISHMEM|SLURM|ZE|UCX|FI_|NEO|LD_LIB|SHMEM", name)]:
        del os.environ[variable]
    with tempfile.TemporaryDirectory() as folder:
        for name, path in tools.items():
            os.symlink(path, os.path.join(folder, name))
        os.environ["PATH"] = folder
        job = ("-n", "4", "-H", "a,b", "program", "-n", "x y")
        check("PATH has none of them" in called(*job), "no launcher")
        # As if the user's ssh knew the hosts.
        write_program(folder, "ssh", 'for name; do :; done; [ "$name" = nosuchhost ] || name=127.0.0.1; '
                      'echo "user me"; echo "hostname $name"')
        stand_in(folder, "mpiexec")
        check("PATH has none of them" in called(*job), "an mpiexec of nobody's")
        stand_in(folder, "mpirun")
        check(called(*job) == "mpirun -np 4 --host a:2,b:2 --map-by slot program -n x y\n", "mpirun is asked:",
              called(*job))
        stand_in(folder, "srun", "mpirun.openmpi", "mpiexec.hydra", "other")
        of_mpich(job, folder)
        of_open_mpi(job)
        of_slurm(job, folder)
        of_hosts(folder)


def of_mpich(job, folder):
    hydra = "mpiexec.hydra -n 4 -hosts a,b -ppn 2 "
    check(called(*job) == hydra + "program -n x y\n", "mpich:", called(*job))
    check(called("-l", "-b", "core", *job) == hydra + "-prepend-rank -bind-to core program -n x y\n", "mpich's options")
    check(called("-L", folder + "/other", *job).startswith("other -n 4 -hosts"), "a path")
    check(called("-n", "3", "-L", "mpich", "p") == "mpiexec.hydra -n 3 p\n", "no hosts")
    check(called("-n", "1", ISHMRUN, *job) == hydra + "program -n x y\n", "nothing of another ishmrun is left")
    check("-b x: expected" in called("-b", "x", *job), "a binding")
    # Nobody knows it, and the launcher would wait for ever.
    check("host nosuchhost: " in called("-H", "a,nosuchhost", "p"), "a host that nobody knows")
    check(called("-H", "nosuchhost", "p", HYDRA_LAUNCHER_EXEC="x").endswith("-hosts nosuchhost -ppn 1 p\n"),
          "the user reaches hosts in another way")
    check("both name the hosts" in called("-f", "x", *job), "two lists")
    check("expected mpich, openmpi, slurm or the path" in called("-L", "lam", *job), "an unknown launcher")
    check("says nothing of" in called("-L", folder + "/mpiexec", *job), "a launcher of nobody's")


def of_open_mpi(job):
    begin = "mpirun.openmpi -np 4 --host a:2,b:2 --map-by slot "
    check(called("-L", "openmpi", *job) == begin + "program -n x y\n", "openmpi:", called("-L", "openmpi", *job))
    check(called("-L", "openmpi", "-l", "-b", "none", *job, ISHMEM_DEBUG="a b", OTHER="1") ==
          begin + "--tag-output --bind-to none -x ISHMEM_DEBUG program -n x y\n", "openmpi's options")


def of_slurm(job, folder):
    slurm = "srun --kill-on-bad-exit=1 "
    four = "--ntasks=4 --nodes=2 --ntasks-per-node=2 --distribution=block --nodelist=a,b "
    check(called("-L", "slurm", *job) == slurm + four + "program -n x y\n", "slurm:", called("-L", "slurm", *job))
    check(called("-l", "-b", "core", *job, SLURM_JOB_ID="1") ==
          slurm + four + "--label --cpu-bind=cores program -n x y\n", "slurm's options, in an allocation")
    check(called("-L", "slurm", "-H", "a:2,b", "p") ==
          slurm + "--ntasks=3 --distribution=arbitrary p\na\na\nb\n", "slurm, unequal hosts")
    check(called("p", SLURM_JOB_ID="1", SLURM_JOB_NUM_NODES="2") == slurm + "p\n", "an allocation of several hosts")
    one_host = {"SLURM_JOB_ID": "1", "SLURM_JOB_NUM_NODES": "1"}
    check(called("p", **one_host) == slurm + "p\n", "an allocation of one other host")
    on_host = dict(one_host, SLURMD_NODENAME="a")
    size = ("sh", "-c", "echo $ISHMRUN_SIZE")
    check(called(*size, **on_host) == "1\n", "an allocation of this host")
    check(called(*size, SLURM_NTASKS="3", **on_host) == "3\n" * 3, "what the allocation is for")
    check(called("-n", "1", *size, SLURM_NTASKS="3", **on_host) == "1\n", "fewer than the allocation is for")
    stand_in(folder, "srun", mpi="pmix_v4")
    with_pmix = called("-L", "slurm", "p")
    check(with_pmix in (slurm + "--mpi=pmix p\n", slurm + "p\n"), "slurm and PMIx:", with_pmix)
    check(called("-L", "slurm", "p", SLURM_MPI_TYPE="pmi2") == slurm + "p\n", "the user's choice of PMI")


def of_hosts(folder):
    file = os.path.join(folder, "hosts")

    def with_file(text, *words):
        with open(file, "w") as stream:
            stream.write(text)
        return called("-f", file, *words, "p")

    check(with_file("# all\na\n\n b:2 # x\nc slots=3\n") == "mpiexec.hydra -n 6 -hosts a:1,b:2,c:3 p\n", "a file")
    check(with_file("a:2\nb:4\n", "-n", "3") == "mpiexec.hydra -n 3 -hosts a:2,b:1 p\n", "fewer PEs")
    check(with_file("a:2\nb:4\n", "-n", "2") == "mpiexec.hydra -n 2 -hosts a -ppn 2 p\n", "a host without PEs")
    check(with_file("a\nb:1\nc\n", "-n", "6") == "mpiexec.hydra -n 6 -hosts a:3,b:1,c:2 p\n", "shares of the rest")
    check(f"{file}:2: expected HOST" in with_file("a\nb slots=2 max=3\n"), "a line")
    check("names no host" in with_file("#\n"), "an empty file")
    check("No such file" in called("-f", folder + "/none", "p"), "no file")
    check("-n 4: the hosts take 3 PEs" in called("-n", "4", "-H", "a:1,b:2", "p"), "too many PEs")
    check("host a is named twice" in called("-H", "a,a", "p"), "a host twice")
    check(f"{file}:2: it has a zero byte" in with_file("a\nb\0c\n"), "a file that is no text")
    check("the hosts take 4097 PEs, expected at most 4096" in called("-H", "a:4096,b", "p"), "more PEs than there can be")
    many = "".join(f"node{i}:4096\n" for i in range(600000))  # together more than an int counts
    check(with_file(many, "-n", "2") == "mpiexec.hydra -n 2 -hosts node0 -ppn 2 p\n", "many hosts")
    check(f'{file}:1: "a?[31mb??c" is not the name' in with_file("a\x1b[31mb\x9bc\n"), "characters for a terminal")
    for bad in ("", "a,", "-x", "a b", "a:0", "a:", "a:x", "a:99999", "[::1]", "$(x)"):
        check("--hosts: " in called("-H", bad, "p"), "a bad list:", bad, called("-H", bad, "p"))


# ---- In the job of a launcher -----------------------------------------------------------------------

def launched():
    """ishmrun becomes the program, as one PE of the launcher's."""
    processors = sorted(os.sched_getaffinity(0))
    show = (sys.executable, "-c", "import os; print(*sorted(os.sched_getaffinity(0)), os.environ.get('ISHMRUN_RANK'))")

    def in_job(*words, rank=1, **more):
        names = {"PMI_RANK": str(rank), "PMI_SIZE": "2", "MPI_LOCALRANKID": str(rank), "MPI_LOCALNRANKS": "2"}
        return called(*words, **dict(names, **more))

    everywhere = " ".join(map(str, processors)) + " None\n"
    half = " ".join(map(str, processors[len(processors) // 2:])) + " None\n"
    check(len(processors) % 2 != 0 or in_job(*show) == half, "its share:", in_job(*show))
    for free in (["-c"], ["-n"], ["--disable-cpu-bind"], ["--disable-bind"], ["-ncg"], ["-n", "-x"], ["-b", "none"]):
        check(in_job(*free, *show) == everywhere, free, "leaves all processors:", in_job(*free, *show))
    check(in_job("-gx", "--disable-gpu-bind", "--enable-xpu-smi", *show) == in_job(*show), "what the library does itself")
    check(in_job(*show, MPI_LOCALNRANKS="x") == everywhere, "a launcher that numbers nothing")
    two = called("-n", "2", "sh", "-c", "echo PE")
    check(in_job("-n", "2", "sh", "-c", "echo PE") == two == "PE\nPE\n", "a job of its own")
    check("labels its output" in in_job("-l", "true", rank=0), "a label")
    check(in_job("-l", "true") == "", "only the first process says what is wrong")
    check("-nz: expected" in in_job("-nz", "true", rank=0), "letters that are not Intel's")
    check("cannot run /none: No such file" in in_job("/none", rank=0), "no program")
    check(called("-n", "2", ISHMRUN, "sh", "-c", "echo $ISHMRUN_SIZE") == "2\n2\n", "in a job of another ishmrun")
    shell = {"SLURM_JOB_ID": "1", "SLURM_JOB_NUM_NODES": "1", "SLURMD_NODENAME": "a", "SLURM_PROCID": "0",
             "SLURM_STEP_NUM_TASKS": "1", "SLURM_NTASKS": "3"}
    check(called("sh", "-c", "echo $ISHMRUN_SIZE", **shell) == "3\n" * 3, "a shell in an allocation")
    check(called("sh", "-c", "echo =$ISHMRUN_SIZE", **dict(shell, SLURM_STEP_NUM_TASKS="3")) == "=\n", "a task of srun")


CASES = [numbers, labels, statuses, signals, surroundings, terminal, binding, launched, launchers]
for case in CASES:
    if case.__name__ in sys.argv[2:] or not sys.argv[2:]:
        case()
sys.exit(1 if failures else 0)
