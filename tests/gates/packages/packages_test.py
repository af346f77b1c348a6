#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""packages_test.py deb|rpm|components BUILD COMMAND LLVM MPIS

Makes the packages with CPack, or installs the components with CMake, in a temporary folder.  Checks each
one's files, and of packages what they need and what lintian says, where that is installed.
"""
import fnmatch
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGES = {"runtime": "libishmem0", "development": "libishmem-dev",
            "documents": "libishmem-doc", "programs": "ishmem-tools",
            "cpu_driver": "libze-cpu1", "cuda_driver": "libze-cuda1"}
DOCUMENTS = ["share/doc/*/copyright", "share/doc/*/changelog.Debian.gz"]


def completions(name):
    """The zsh of Debian has a folder of its own."""
    return [f"share/bash-completion/completions/{name}", f"share/zsh/site-functions/_{name}",
            *([f"share/zsh/vendor-completions/_{name}"] if Path("/etc/debian_version").exists() else [])]


# Patterns of which each must match, and all files must match one.
FILES = {
    "libishmem0": ["{lib}/libishmem.so.0", "{lib}/libishmem.so.0.*", "{lib}/libishmem_shmem.so.1",
                   "{lib}/libishmem_shmem.so.1.*", "{lib}/libishmem_nvshmem.so.0",
                   "{lib}/libishmem_nvshmem.so.0.*", "{lib}/ishmem/libishmem_[mpu]*.so",
                   "{lib}/ishmem/ishmem_witness"],
    "libishmem-dev": ["include/*.h", "include/ishmem.hpp", "{lib}/libishmem.so", "{lib}/libishmem_shmem.so",
                      "{lib}/libishmem_nvshmem.so", "{lib}/libishmem_accesses.a", "{lib}/cmake/ishmem/*.cmake", "{lib}/cmake/openshmem/*.cmake",
                      "{lib}/pkgconfig/ishmem.pc", "{lib}/pkgconfig/openshmem.pc",
                      "{lib}/pkgconfig/ishmem-openshmem.pc", "{lib}/pkgconfig/ishmem-nvshmem.pc",
                      "{lib}/ishmem/libishmem_device.bc",
                      "{lib}/ishmem/libishmem_device.spv", "{lib}/ishmem/ishmem_context.bc", "bin/ishmemcc",
                      "bin/ishmem-oshcc", "bin/ishmem-oshc++", "libexec/ishmem/ishmemcc_module",
                      "share/doc/libishmem-dev/README.md", "share/doc/libishmem-dev/examples/*",
                      "share/man/man1/ishmemcc.1.gz", "share/man/man1/ishmem-osh*.1.gz",
                      *completions("ishmemcc"), *completions("ishmem-osh*")],
    "libishmem-doc": ["share/doc/libishmem-dev/reference/*.md", "share/man/man3/ishmem_*.3.gz",
                      "share/man/man3/ishmemx_*.3.gz", "share/man/man3/shmem_int_put.3ishmem.gz",
                      "share/man/man3/nvshmemx_int_put_block.3ishmem.gz", "share/man/man3/*.3ishmem.gz",
                      "share/man/man7/ishmem.7.gz", "share/man/man7/ishmem_environment.7.gz",
                      "share/man/man7/ishmem_kernels.7.gz", "share/man/man7/ishmem_*shmem.7.gz"],
    "ishmem-tools": ["bin/ishmrun", "bin/ishmem-info", "bin/ishmem_info", "bin/ishmem-perf",
                     "bin/ishmem-tune", "bin/ishmem-oshrun", "bin/ishmem-trace", "{lib}/ishmem/perf/*.spv",
                     "{lib}/ishmem/perf/plot*.py", "share/man/man1/*.1.gz",
                     *completions("ishmrun"), *completions("ishmem[-_]*")],
    "libze-cpu1": ["{lib}/libze_cpu.so.1", "{lib}/libze_cpu.so.1.*", "libexec/ishmem/ze_compile"],
    "libze-cuda1": ["{lib}/libze_cuda.so.1", "{lib}/libze_cuda.so.1.*"],
}
# lintian's warnings that stay, and why.
EXPLAINED = {
    "initial-upload-closes-no-bugs": "these packages are not uploaded to Debian",
    "maintscript-calls-ldconfig": "CPack calls it beside the trigger, which alone would do",
}
# Errors about a maintainer who is a user of this machine without an address, which no package can help.
OVER_MAKER = ["bogus-mail-host", "bogus-mail-host-in-debian-changelog", "root-in-contact"]
LIBRARIES = ["libishmem.so.0", "libishmem_shmem.so.1", "libishmem_nvshmem.so.0",
             "libze_cpu.so.1", "libze_cuda.so.1"]


def needs(llvm, mpis):
    """Patterns of what a package must need."""
    libraries = {"mpich": "libmpich*", "open_mpi": "libopenmpi*"}
    return {
        "libishmem0": ["libc6", "libze1", "libhwloc15", *(libraries[mpi] for mpi in mpis)],
        "libishmem-dev": ["libishmem0 (= *)", "libze-dev", f"clang-{llvm}", f"llvm-spirv-{llvm}",
                          "spirv-tools", f"libllvm{llvm}*"],
        "libishmem-doc": [],
        "ishmem-tools": ["libishmem0 (= *)", "libc6", "libze1", "python3"],
        "libze-cpu1": ["libc6", "libstdc++6", "libsodium*", f"libllvm{llvm}*", f"libllvmspirvlib{llvm}*"],
        "libze-cuda1": ["libze-cpu1 (= *)", "libc6", "libsodium*"],
    }


def fail(sentence):
    sys.exit(f"packages_test.py: {sentence}")


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        fail(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_files(package, root):
    """The files below root/usr, or root."""
    top = root / "usr" if (root / "usr").is_dir() else root
    files = [str(path.relative_to(top)) for path in sorted(top.rglob("*"))
             if path.is_symlink() or not path.is_dir()]
    lib = next(name for name in ("lib", "lib64", "lib/*-linux-gnu*")
               if list(top.glob(f"{name}/*ishmem*")) or list(top.glob(f"{name}/libze_*"))
               or package == "libishmem-doc")
    patterns = [pattern.format(lib=lib) for pattern in FILES[package]] + DOCUMENTS
    for pattern in patterns:
        if not fnmatch.filter(files, pattern):
            fail(f"{package} has no {pattern}; it has {files}")
    for file in files:
        if not any(fnmatch.fnmatch(file, pattern) for pattern in patterns):
            fail(f"{package} has {file}, which belongs to no package")
    check_links(package, top)
    for path in sorted(top.glob("lib*/**/lib*.so.*")):
        check_library(path)
    for path in top.glob("bin/*"):
        check_program(path)


def check_links(package, top):
    for path in top.rglob("*"):
        # The library of a link for programs that are linked is in the runtime's package.
        if path.is_symlink() and not path.exists() and not path.name.endswith(".so"):
            fail(f"{package}: {path.relative_to(top)} leads to {os.readlink(path)}, which is not there")
    for path in top.glob("share/man/man1/*.gz"):
        text = gzip.open(path, "rt", encoding="utf-8").read().replace(r"\-", "-")
        if path.resolve().name.removesuffix(".1.gz") not in text or "DESCRIPTION" not in text:
            fail(f"{path.name} says nothing")


def check_library(path):
    """SONAMEs agree with the files' names, and symbols have versions."""
    dynamic = run("readelf", "-dW", path)
    soname = re.search(r"SONAME.*\[(.*)\]", dynamic)[1]
    if soname not in LIBRARIES or not path.name.startswith(soname):
        fail(f"{path.name} has the SONAME {soname}")
    check_runpath(path, dynamic)
    if "ishmem" in path.name:
        names = run("nm", "-D", "--defined-only", path).split("\n")
        bare = [line for line in names if re.search(r" [TDBRV] (nv|p?i?)shmem\w*$", line)]
        if bare or not any(line.endswith("@@ISHMEM_0.1") for line in names):
            fail(f"{path.name}: symbols without a version: {bare[:5]}")


def check_program(path):
    with open(path, "rb") as file:
        if file.read(4) == b"\x7fELF":
            check_runpath(path, run("readelf", "-dW", path))


def check_runpath(path, dynamic):
    for found in re.findall(r"R(?:UN)?PATH.*\[(.*)\]", dynamic):
        if not all(part.startswith("$ORIGIN") for part in found.split(":")):
            fail(f"{path.name} looks for libraries in {found}")


def check_needs(package, text, patterns):
    found = [part.strip() for part in text.split(",")]
    for pattern in patterns:
        if not any(fnmatch.fnmatch(part, pattern) or fnmatch.fnmatch(part.split(" ")[0], pattern)
                   for part in found):
            fail(f"{package} does not need {pattern}; it needs {found}")


def make(command, build, work, generator):
    run(command, "-G", generator, "-B", str(work), "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip",
        "--config", str(Path(build) / "CPackConfig.cmake"), cwd=work)
    return sorted(work.glob(f"*.{generator.lower()}"))


def test_deb(build, command, work, llvm, mpis):
    files = make(command, build, work, "DEB")
    names = {run("dpkg-deb", "-f", file, "Package").strip(): file for file in files}
    if sorted(names) != sorted(FILES):
        fail(f"the packages are {sorted(names)}")
    makers = set()
    for package, file in names.items():
        root = work / package
        run("dpkg-deb", "-x", file, root)
        check_needs(package, run("dpkg-deb", "-f", file, "Depends"), needs(llvm, mpis)[package])
        # lintian reads the overrides of nobody: there are none.
        check_files(package, root)
        outside = sorted(path.name for path in (root / "usr/lib").glob("*.so*"))
        if outside:
            fail(f"{package} has {outside} outside the folder of its architecture")
        contact = run("dpkg-deb", "-f", file, "Maintainer").strip()
        if not re.fullmatch(r"[^<>]+ <[^<>@ ]+@[^<>@ ]+>", contact) or "invalid" in contact:
            fail(f"{package} has the maintainer {contact}")
        makers.add(contact)
    user = re.escape(run("id", "-un").strip())
    is_local = all(re.fullmatch(f"{user} <{user}@.*>", maker) for maker in makers)
    check_lintian(files, OVER_MAKER if is_local else [])


def check_lintian(files, allowed):
    if not shutil.which("lintian"):
        print("lintian is not installed")
        return
    done = subprocess.run(["lintian", "--allow-root", *map(str, files)], capture_output=True, text=True,
                          check=False)
    print(done.stdout)
    tags = re.findall(r"^([EW]): [\w-]+: ([\w-]+)", done.stdout, re.MULTILINE)
    if not done.stdout.strip() and done.returncode != 0:
        fail(f"lintian: {done.stderr}")
    unknown = sorted({f"{kind}: {tag}" for kind, tag in tags
                      if tag not in allowed and (kind == "E" or tag not in EXPLAINED)})
    if unknown:
        fail(f"lintian says {unknown}")


def test_rpm(build, command, work, _llvm, _mpis):
    files = make(command, build, work, "RPM")
    names = {run("rpm", "-qp", "--qf", "%{NAME}", file): file for file in files}
    if sorted(names) != sorted(FILES):
        fail(f"the packages are {sorted(names)}")
    for package, file in names.items():
        root = work / package
        root.mkdir()
        # Given a name, older versions write a file beside it, and newer ones to the standard output.
        with open(file, "rb") as package_file, open(work / "archive", "wb") as archive:
            subprocess.run(["rpm2archive", "-"], stdin=package_file, stdout=archive, check=True)
        run("tar", "xzf", work / "archive", "-C", root)
        check_files(package, root)
        required = run("rpm", "-qpR", file)
        if ("libc.so.6" in required) == (package == "libishmem-doc"):
            fail(f"{file.name} should need the C library unless it holds only pages: {required}")
        for other in {"libishmem-dev": ["libishmem0 ="], "ishmem-tools": ["libishmem0 =", "libishmem.so.0"],
                      "libishmem0": ["libze_loader.so.1"], "libze-cpu1": ["libsodium.so"],
                      "libze-cuda1": ["libze-cpu1 ="], "libishmem-doc": []}[package]:
            if other not in required:
                fail(f"{file.name} does not need {other}: {required}")
        if run("rpm", "-qp", "--qf", "%{LICENSE}", file) != "BSD-3-Clause":
            fail(f"{file.name} has another licence")
    if os.geteuid() == 0:
        check_rpm_installs(names, work / "root")
    else:
        print("rpm installs into another root for the superuser only: not tried")


def check_rpm_installs(names, root):
    """Together the packages lack nothing of each other, and into an empty root they install what they have."""
    rpm = ["rpm", "--root", str(root)]
    files = [str(file) for file in names.values()]
    run(*rpm, "--initdb")
    tried = subprocess.run([*rpm, "-i", "--test", *files], capture_output=True, text=True, check=False)
    missing = re.findall(r"^\s+(\S+).* is needed by ", tried.stderr, re.MULTILINE)
    own = [name for name in missing if "ishmem" in name or "libze_c" in name]
    if own or "libc.so.6" not in " ".join(missing):
        fail(f"the packages together lack {own or missing}: {tried.stderr}")
    # The system's libraries are not in its database.
    run(*rpm, "-i", "--nodeps", "--noscripts", *files)
    if sorted(run(*rpm, "-qa", "--qf", "%{NAME}\n").split()) != sorted(FILES):
        fail("rpm does not know what it has installed")
    run(*rpm, "-Va", "--nodeps")
    version = run(root / "usr/bin/ishmem-info", "--version")
    if "0.1" not in version:
        fail(f"the installed ishmem-info says {version}")


def files_below(top):
    return {str(path.relative_to(top)) for path in top.rglob("*")
            if path.is_symlink() or not path.is_dir()}


def test_components(build, command, work, _llvm, _mpis):
    for component, package in PACKAGES.items():
        root = work / package
        run(command, "--install", build, "--prefix", str(root), "--component", component)
        check_files(package, root)
    # Nothing belongs to no component.
    run(command, "--install", build, "--prefix", str(work / "all"))
    installed, parts = files_below(work / "all"), set()
    for package in PACKAGES.values():
        parts |= files_below(work / package)
    if installed - parts:
        fail(f"in no component: {sorted(installed - parts)}")


def main():
    form, build, command, llvm, mpis = sys.argv[1:6]
    with tempfile.TemporaryDirectory() as folder:
        {"deb": test_deb, "rpm": test_rpm, "components": test_components}[form](
            build, command, Path(folder), llvm, mpis.split(";"))


main()
