#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""check_test.py PROGRAMS LIBRARIES MPIEXEC PAGE: ishmem-info --check finds each state that is made on purpose,
says what it should be and what mends it, and nothing else becomes wrong.  The page has all its checks.

/dev, /proc and /sys are folders of the test.  What takes a superuser to make, or another user to see, is left
out where it cannot be had."""
import contextlib
import ctypes
import json
import os
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS, LIBRARIES, MPIEXEC, PAGE = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
PROGRAM = PROGRAMS / "ishmem-info"
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
IS_ROOT = os.geteuid() == 0
mistakes = []


def works(*command):
    with contextlib.suppress(OSError):
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    return False


HAS_UNSHARE = IS_ROOT and works("unshare", "--mount", "--uts", "--net", "true")


def forbid_pidfd_getfd():
    """As the filter of a container does, for this process and those that it starts."""
    rows = [(0x20, 0, 0, 0),               # load the number of the system call
            (0x15, 0, 1, 438),             # is it pidfd_getfd?
            (0x06, 0, 0, 0x00050000 | 1),  # fail with EPERM
            (0x06, 0, 0, 0x7fff0000)]      # allow
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *row) for row in rows))
    program = ctypes.create_string_buffer(struct.pack("HP", len(rows), ctypes.addressof(code)))
    library = ctypes.CDLL(None)
    if library.prctl(38, 1, 0, 0, 0) != 0 or library.prctl(22, 2, ctypes.byref(program), 0, 0) != 0:
        raise OSError("no filter of system calls")


class Place:
    """A machine on which all is well, but for what a test changes."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.root = self.folder / "root"
        self.variables = {"PATH": os.environ["PATH"], "HOME": str(self.folder),
                          "RES_OPTIONS": "timeout:1 attempts:1"}
        self.variables.update((name, value) for name, value in os.environ.items() if name.endswith("SAN_OPTIONS"))
        self.before = []  # the command's first words
        self.limits = {}
        self.inside = None  # called in the process before the program
        self.file("dev/shm/file", "").parent.chmod(0o1777)
        self.folder.chmod(0o755)

    def file(self, path, text):
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
        return place

    def library(self, without=(), spoiled=(), loader=None):
        """A copy of the library with the files beside it."""
        copy = self.folder / "lib"
        copy.mkdir()
        for name in ["libishmem.so.0", "libishmem_mpi.so", "libishmem_mpi_openmpi.so", "libze_cpu.so.1"]:
            if (LIBRARIES / name).exists() and name not in without:
                shutil.copy(LIBRARIES / name, copy / name)
        for name in spoiled:
            (copy / name).write_text("no library", encoding="utf-8")
        if loader:
            shutil.copy(loader_file(), copy / loader)
            (copy / "libze_loader.so.1").symlink_to(loader)
        self.variables["LD_LIBRARY_PATH"] = str(copy)

    def launched(self, pes):
        self.variables.update(PMI_RANK="0", PMI_SIZE=str(pes))

    def run(self, *options):
        def limit():
            for which, value in self.limits.items():
                resource.setrlimit(which, (value, resource.getrlimit(which)[1]))
            if self.inside:
                self.inside()
        return subprocess.run([*self.before, PROGRAM, "--check", "--root", self.root, *options], text=True,
                              capture_output=True, env=self.variables, preexec_fn=limit, check=False)

    def findings(self):
        done = self.run("--json")
        report = json.loads(done.stdout)
        if (done.returncode != 0) != (report["wrong"] > 0):
            mistakes.append(f"status {done.returncode} with {report['wrong']} wrong")
        return {row["check"]: row for row in report["checks"]}


def loader_file():
    text = subprocess.run(["ldd", LIBRARIES / "libishmem.so.0"], text=True, capture_output=True,
                          check=True).stdout
    return os.path.realpath(re.search(r"libze_loader.so.1 => (\S+)", text)[1])


def expect(name, check, verdict, seen, command, prepare, more=()):
    """`prepare` makes the state; `more` are checks that it makes wrong, too."""
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        prepare(place)
        try:
            findings = place.findings()
        except (ValueError, KeyError) as error:
            mistakes.append(f"{name}: no report: {error}")
            return
        row = findings[check]
        if row["verdict"] != verdict or not re.search(seen, row["seen"]):
            mistakes.append(f"{name}: {row}, expected {verdict}, seen {seen}")
        if command not in row["command"] or (verdict == "good") != (row["expected"] == ""):
            mistakes.append(f"{name}: {row}, expected the command {command}")
        mistakes.extend(f"{name}: {other} is wrong, too: {found}" for other, found in findings.items()
                        if found["verdict"] == "wrong" and other != check and other not in more)


# ---- The job ----------------------------------------------------------------------------------------

def launchers():
    def open_mpi(place):
        place.library(without=["libishmem_mpi_openmpi.so"])
        place.variables.update(OMPI_COMM_WORLD_SIZE="2", OMPI_COMM_WORLD_RANK="0")

    def mpich(place):
        place.library(without=["libishmem_mpi.so", "libishmem_mpi_openmpi.so"])
        place.launched(2)

    def on_path(place):
        place.library(without=["libishmem_mpi_openmpi.so"])
        folder = place.folder / "bin"
        folder.mkdir()
        (folder / "orterun").write_text("#!/bin/sh\n", encoding="utf-8")
        (folder / "orterun").chmod(0o755)
        (folder / "mpiexec").symlink_to("orterun")
        place.variables["PATH"] = f"{folder}:{os.environ['PATH']}"

    def slurm(place):
        place.variables.update(SLURM_PROCID="0", SLURM_STEP_NUM_TASKS="2")

    expect("launcher", "launcher", "wrong", "Open MPI's mpiexec, PEs: 2", "mpiexec.mpich -n 4", open_mpi)
    expect("no MPI", "launcher", "wrong", "a launcher with PMI, PEs: 2", "ishmrun -n 4", mpich)
    expect("mpiexec", "launcher", "wrong", "none; mpiexec is .*/orterun", "mpiexec.mpich -n 4", on_path)
    expect("srun", "launcher", "wrong", "srun, with neither", "srun --mpi=pmi2", slurm)
    expect("pmi", "launcher", "good", "a launcher with PMI, PEs: 3", "", lambda place: place.launched(3))


def modules():
    def named(place):
        place.variables["ISHMEM_BOOTSTRAP_MODULE"] = "/no/module.so"

    def without(place):
        place.library(without=["libishmem_mpi.so", "libishmem_mpi_openmpi.so"])
        place.variables["PATH"] = ""

    expect("without MPI", "MPI module", "good", "none; this libishmem is built without MPI", "", without)
    expect("module", "MPI module", "wrong", "/no/module.so", "unset ISHMEM_BOOTSTRAP_MODULE", named)
    expect("MPI", "MPI module", "wrong", "libishmem_mpi.so", "apt-get install libmpich12",
           lambda place: (place.library(spoiled=["libishmem_mpi.so"]), place.launched(2)))

    def wanted(place):
        place.library()
        place.variables["ISHMEM_TRANSPORT"] = "ucx"

    expect("without UCX", "UCX module", "good", "none; this libishmem is built without UCX", "",
           lambda place: place.library())
    expect("UCX wanted", "UCX module", "wrong", "none; this libishmem is built", "unset ISHMEM_TRANSPORT", wanted)
    expect("UCX", "UCX module", "warning", "libishmem_ucx.so", "apt-get install libucx0",
           lambda place: place.library(spoiled=["libishmem_ucx.so"]))


def networks():
    def interface(variable):
        return lambda place: place.variables.update({variable: "no-such-if"})

    for variable in ["ISHMEM_UNIQUEID_INTERFACE", "HYDRA_IFACE"]:
        expect(variable, "network", "wrong", f"{variable} names no-such-if", f"unset {variable}",
               interface(variable))
    if has_network():
        expect("an address", "network", "good", ".", "",
               lambda place: place.variables.update(ISHMEM_UNIQUEID_INTERFACE="127.0.0.1"))
    if HAS_UNSHARE:
        expect("no network", "network", "warning", "no interface to other hosts", "ip link",
               lambda place: place.before.extend(["unshare", "--net"]))
        expect("host name", "host name", "warning", "no-such-host-here has no address", "/etc/hosts",
               lambda place: place.before.extend(["unshare", "--uts", "--net", "sh", "-c",
                                                  'hostname no-such-host-here; exec "$@"', "sh"]))


def has_network():
    return works("sh", "-c", "ip -o addr show up scope global | grep -q .")


# ---- The system --------------------------------------------------------------------------------------

def shared_memory():
    def small(place):
        place.before.extend(["unshare", "--mount", "sh", "-c",
                             f"mount -t tmpfs -o size=12m tmpfs {place.root}/dev/shm; exec \"$@\"", "sh"])

    def denied(place):
        (place.root / "dev/shm").chmod(0o555)
        as_user(place)

    expect("no /dev/shm", "/dev/shm", "wrong", "there is none", "mount -t tmpfs",
           lambda place: shutil.rmtree(place.root / "dev/shm"))
    if HAS_UNSHARE:
        expect("small /dev/shm", "/dev/shm", "warning", "12 MiB are free", "mount -o remount,size=", small)
        expect("smaller /dev/shm", "/dev/shm", "wrong", "12 MiB are free", "mount -o remount,size=",
               lambda place: (small(place), place.launched(3)))
    if has_user():
        expect("denied /dev/shm", "/dev/shm", "wrong", "may not write", "chmod 1777 /dev/shm", denied)


def limits():
    def set_limit(which, value):
        return lambda place: place.limits.update({which: value})

    def adapter(place):
        place.file("sys/class/infiniband/mlx5_0", "")

    def locked(place):
        adapter(place)
        place.limits[resource.RLIMIT_MEMLOCK] = 65536

    expect("locked memory", "locked memory", "wrong", "64 KiB, with an RDMA adapter", "ulimit -l unlimited",
           locked)
    expect("no adapter", "locked memory", "good", "64 KiB; no RDMA", "",
           set_limit(resource.RLIMIT_MEMLOCK, 65536))
    if resource.getrlimit(resource.RLIMIT_MEMLOCK)[1] == resource.RLIM_INFINITY:
        expect("unlimited", "locked memory", "good", "unlimited, with an RDMA adapter", "",
               lambda place: (adapter(place), set_limit(resource.RLIMIT_MEMLOCK, -1)(place)))
    files = resource.RLIMIT_NOFILE
    expect("descriptors", "descriptors", "wrong", "^100$", "ulimit -n 1024", set_limit(files, 100))
    expect("few descriptors", "descriptors", "warning", "^512$", "ulimit -n 1024", set_limit(files, 512))
    expect("many PEs", "descriptors", "wrong", "^1024$", "ulimit -n 6128",
           lambda place: (set_limit(files, 1024)(place), place.launched(1000)), ["/dev/shm"])


def scheduling():
    def scope(value, **variables):
        return lambda place: (place.file("proc/sys/kernel/yama/ptrace_scope", f"{value}\n"),
                              place.variables.update(variables))

    def autogroup(value, pes):
        return lambda place: (place.file("proc/sys/kernel/sched_autogroup_enabled", f"{value}\n"),
                              place.launched(pes))

    expect("ptrace", "ptrace", "warning", "ptrace_scope is 3", "export ISHMEM_IPC=socket", scope(3))
    expect("pidfd", "ptrace", "wrong", "ptrace_scope is 3", "ISHMEM_IPC", scope(3, ISHMEM_IPC="pidfd"))
    def in_container(place):
        place.inside = forbid_pidfd_getfd

    expect("container", "ptrace", "warning", "pidfd_getfd is forbidden", "--cap-add=SYS_PTRACE", in_container)
    expect("ptrace 1", "ptrace", "good", "ptrace_scope is 1", "", scope(1))
    expect("autogroup", "autogroup", "warning", "enabled is 1, PEs: 500,",
           "sysctl -w kernel.sched_autogroup_enabled=0", autogroup(1, 500), ["/dev/shm", "descriptors"])
    expect("no autogroup", "autogroup", "good", "enabled is 0, PEs: 500,", "", autogroup(0, 500),
           ["/dev/shm", "descriptors"])


# ---- Where kernels run ---------------------------------------------------------------------------------

def has_user():
    """Is there a user whom permissions hinder, and can it start the program?"""
    return not IS_ROOT or works(*NOBODY, PROGRAM, "--version")


def as_user(place):
    if IS_ROOT:
        os.chown(place.folder, 65534, 65534)
        place.before.extend(NOBODY)


def drivers():
    expect("old loader", "Level Zero loader", "wrong", r"libze_loader.so.1.5.0", "apt-get install libze1",
           lambda place: place.library(loader="libze_loader.so.1.5.0"))
    expect("loader before SYCL", "Level Zero loader", "warning", r"libze_loader.so.1.12.9", "libze1",
           lambda place: place.library(loader="libze_loader.so.1.12.9"))
    expect("new loader", "Level Zero loader", "good", r"libze_loader.so.1.13.0", "",
           lambda place: place.library(loader="libze_loader.so.1.13.0"))
    expect("named driver", "driver", "wrong", "/no/driver.so", "unset ZE_ENABLE_ALT_DRIVERS",
           lambda place: place.variables.update(ZE_ENABLE_ALT_DRIVERS="/no/driver.so"))
    expect("no driver", "driver", "wrong", "no libze_cpu.so.1 beside", "apt-get install",
           lambda place: place.library(without=["libze_cpu.so.1"]))


def intel(place, mode=None):
    place.file("sys/class/drm/renderD128/device/vendor", "0x1a03\n")  # a server's console
    place.file("sys/class/drm/renderD129/device/vendor", "0x8086\n")
    if mode is not None:
        place.file("dev/dri/renderD129", "").chmod(mode)


def nvidia(place, nodes):
    place.file("proc/driver/nvidia/version", "NVRM version: 550.1\n")
    for node in nodes:
        place.file(f"dev/{node}", "")


def gpus():
    def denied(place):
        intel(place, 0o660)
        as_user(place)
        if not IS_ROOT:
            (place.root / "dev/dri/renderD129").chmod(0)

    nodes = ["nvidiactl", "nvidia-uvm", "nvidia3"]
    expect("Intel node", "Intel GPUs", "wrong", "no /dev/dri/renderD129", "--device /dev/dri", intel)
    expect("Intel GPU", "Intel GPUs", "good", "^1$", "", lambda place: intel(place, 0o660))
    if has_user():
        expect("Intel group", "Intel GPUs", "wrong", "may not open /dev/dri/renderD129",
               "usermod -aG render", denied)
    expect("NVIDIA node", "NVIDIA GPUs", "wrong", "no /dev/nvidiactl", "nvidia-modprobe",
           lambda place: nvidia(place, []))
    expect("NVIDIA uvm", "NVIDIA GPUs", "wrong", "no /dev/nvidia-uvm", "nvidia-modprobe",
           lambda place: nvidia(place, nodes[:1]))
    expect("NVIDIA GPU's node", "NVIDIA GPUs", "wrong", "no /dev/nvidia0", "nvidia-modprobe",
           lambda place: nvidia(place, nodes[:2]))
    if not works("sh", "-c", "/sbin/ldconfig -p | grep -q libcuda.so.1"):
        expect("NVIDIA library", "NVIDIA GPUs", "wrong", "libcuda.so.1", "libcuda1",
               lambda place: nvidia(place, nodes))
    for name, check in [("intel", "Intel GPUs"), ("cuda", "NVIDIA GPUs")]:
        expect(name, check, "wrong", "^none$", "unset ISHMEM_DRIVER",
               lambda place, name=name: place.variables.update(ISHMEM_DRIVER=name))


def caches():
    def cache(make):
        def prepare(place):
            folder = place.folder / "cache"
            place.variables["ZECPU_CACHE_DIR"] = str(folder)
            make(folder)
        return prepare

    def made(mode, owner=None):
        def make(folder):
            folder.mkdir()
            folder.chmod(mode)
            if owner:
                os.chown(folder, owner, owner)
        return make

    def in_a_file(place):
        place.variables["ZECPU_CACHE_DIR"] = str(place.file("file", "") / "cache")

    def denied(place):
        cache(lambda folder: None)(place)
        as_user(place)
        place.folder.chmod(0o555)

    expect("cache in a file", "cache of kernels", "wrong", "root/file: not a folder", "ZECPU_CACHE_DIR=",
           in_a_file)
    expect("open cache", "cache of kernels", "wrong", "other users may write", "chmod 700",
           cache(made(0o777)))
    expect("new cache", "cache of kernels", "good", "cache, which the first kernel makes", "",
           cache(lambda folder: None))
    expect("cache", "cache of kernels", "good", "cache$", "", cache(made(0o700)))
    expect("no cache", "cache of kernels", "warning", "ZECPU_CACHE is 0", "unset ZECPU_CACHE",
           lambda place: place.variables.update(ZECPU_CACHE="0"))
    if IS_ROOT:
        expect("cache of another", "cache of kernels", "wrong", "belongs to another user", "chown",
               cache(made(0o700, 65534)))
    if has_user():
        expect("denied cache", "cache of kernels", "wrong", "may not write", "chmod 700", denied)


# ---- What is printed --------------------------------------------------------------------------------------

def texts():
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder)
        good = place.run()
        rows = good.stdout.splitlines()
        if good.returncode != 0 or len(rows) != 16 or not re.fullmatch(r"\d+ good, \d+ warnings, 0 wrong",
                                                                       rows[-1]):
            mistakes.append(f"good: status {good.returncode}, {good.stdout}")
        mistakes.extend(f"good: {row}" for row in rows[:-1] if not re.match(r"(good|warning)  ?\s*\S", row))
        shutil.rmtree(place.root / "dev/shm")
        bad = place.run()
        line = "wrong    /dev/shm: there is none; expected a tmpfs for MPI: mkdir -p /dev/shm && mount -t tmpfs"
        if bad.returncode == 0 or line not in bad.stdout or ", 1 wrong" not in bad.stdout:
            mistakes.append(f"bad: status {bad.returncode}, {bad.stdout}")
        # One report for each machine, from jobs that start and from those that do not.
        for launcher in [[MPIEXEC, "-n", "3"], [PROGRAMS / "ishmrun", "-n", "3"]]:
            job = subprocess.run([*launcher, PROGRAM, "--check", "--root", place.root], text=True,
                                 capture_output=True, check=False)
            if job.returncode == 0 or job.stdout.count("wrong    /dev/shm: there is none") != 1:
                mistakes.append(f"{launcher}: status {job.returncode}, {job.stdout} {job.stderr}")
    if "--root" not in subprocess.run([PROGRAM, "--check", "--root"], text=True, capture_output=True,
                                      check=False).stderr:
        mistakes.append("--root without a folder is accepted")


def page():
    with tempfile.TemporaryDirectory() as folder:
        checks = set(Place(folder).findings())
    table = PAGE.read_text(encoding="utf-8").split("| Check | What it checks |")[1].split("\n\n")[0]
    told = {name for cell in re.findall(r"^\| (.+?) \|", table, re.MULTILINE) for name in cell.split(", ")}
    mistakes.extend(f"{PAGE.name}: {name} is there or here alone" for name in checks ^ (told - {"---"}))


for part in [page, launchers, modules, networks, shared_memory, limits, scheduling, drivers, gpus, caches, texts]:
    part()
for mistake in mistakes:
    print(mistake)
sys.exit(1 if mistakes else 0)
