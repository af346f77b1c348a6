#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""run_documents.py ROOT BUILD SYCL: runs what README and docs/ show.

Programs and kernels are compiled, commands run, and what a session prints is compared with the page.  Lines that the
library or its programs are said to print are made of words that the sources have.  They use an installation that the
commands of docs/installing.md make.  SYCL is the folder of Intel's runtime; where CMake could not get it, its code is not compiled.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import zlib

sys.dont_write_bytecode = True
import blocks
import contexts
import words

ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
SYCL = pathlib.Path(sys.argv[3])
HERE = pathlib.Path(__file__).parent
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-Wno-unused-but-set-variable"]
failures, counts, counting = [], {}, threading.Lock()
# Pages at a time: a page waits for a job or a compiler most of the time.
TOGETHER = 2


def pages():
    names = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md"]
    return names + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))


def count(what):
    with counting:
        counts[what] = counts.get(what, 0) + 1


class Reader:
    """Follows one page, in a folder of its own."""

    def __init__(self, page, work):
        self.page, self.folder = page, work / page.replace("/", "_")
        self.environment = {**os.environ, "HOME": str(work), "LC_ALL": "C.UTF-8"}
        self.environment["PATH"] = f"{work}/ishmem/bin:{BUILD}/bin:{os.environ['PATH']}"
        self.environment["PKG_CONFIG_PATH"] = str(next((work / "ishmem/lib").glob("**/pkgconfig")))
        self.folder.mkdir()
        for name, source in {**contexts.FILES, **contexts.OTHERS.get(page, {})}.items():
            shutil.copy(HERE / source, self.folder / name)
        for name in ("bin", "examples"):
            (self.folder / name).symlink_to(BUILD / "bin" if name == "bin" else ROOT / "examples")
        for path in (ROOT / "examples/heat.pgm", BUILD / "bin/jacobi", BUILD / "bin/jacobi.spv"):
            (self.folder / path.name).symlink_to(path)
        self.fragments = iter(contexts.FRAGMENTS.get(page, []))
        self.run("cc program.c -o program $(pkg-config --cflags --libs ishmem)"
                 if page != "docs/openshmem.md" else "true")

    def run(self, command, **options):
        return subprocess.run(["bash", "-ec", command], cwd=self.folder, env=self.environment, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, **options)

    def require(self, block, command, done=None):
        done = done or self.run(command)
        if done.returncode != 0:
            failures.append(f"{block.page}:{block.line}: {command}: status {done.returncode}\n{done.stdout[-2000:]}")
        return done

    def follow(self, block):
        what = getattr(self, "follow_" + (block.language or "output"), None)
        if what is None:
            failures.append(f"{block.page}:{block.line}: a block of the language {block.language!r}")
        else:
            what(block)
            count(block.language)

    # ---- Code ------------------------------------------------------------------------------------

    def follow_c(self, block):
        if "int main(" in block.text:
            name = block.file or "program.c"
            (self.folder / name).write_text(block.text, encoding="utf-8")
            packages = "ishmem-nvshmem" if "nvshmem" in block.text else "ishmem"
            self.require(block, f"cc -std=c11 {' '.join(WARNINGS)} {name} -o {name[:-2]} "
                                f"$(pkg-config --cflags --libs {packages})")
        else:
            self.compile_fragment(block, "c", "cc -std=c11", "#include <ishmemx.h>\n#include <stdlib.h>\n")

    def follow_opencl(self, block):
        name = block.file or "kernel.cl"
        (self.folder / name).write_text(block.text, encoding="utf-8")
        option = " --nvshmem" if "nvshmem" in block.text else ""
        self.require(block, f"ishmemcc -Wall -Wextra -Werror{option} {name} -o {name[:-3]}.spv")

    def follow_cpp(self, block):
        if SYCL.exists():
            self.compile_fragment(block, "cpp", f"g++ -std=c++17 -isystem {SYCL}/include", "#include <sycl/sycl.hpp>\n"
                                  "#include <ishmemx.h>\n#include <sycl/ext/oneapi/backend/level_zero.hpp>\n")

    def compile_fragment(self, block, ending, compiler, includes):
        headers, declarations = next(self.fragments, (None, None))
        if headers is None:
            failures.append(f"{block.page}:{block.line}: contexts.py does not say what surrounds these lines")
            return
        own = re.findall(r"^#include .*\n", block.text, re.MULTILINE)
        body = re.sub(r"^#include .*\n", "", block.text, flags=re.MULTILINE)
        for header in own:
            if header.endswith('.spv.h"\n'):
                path = self.folder / header.split('"')[1]
                symbol = path.name[:-2].replace(".", "_")
                path.write_text(f"extern const unsigned char {symbol}[];\nextern const unsigned long {symbol}_bytes;\n",
                                encoding="utf-8")
        source = self.folder / f"fragment{block.line}.{ending}"
        source.write_text(f"{includes}{''.join(own)}{headers}int fragment(void);\nint fragment(void)\n{{\n"
                          f"{declarations}\n{body}return 0;\n}}\n", encoding="utf-8")
        self.require(block, f"{compiler} {' '.join(WARNINGS)} -fsyntax-only -I. $(pkg-config --cflags ishmem) {source.name}")

    def follow_cmake(self, block):
        folder = self.folder / f"cmake{block.line}"
        folder.mkdir()
        for name in ("program.c", "kernel.cl"):
            shutil.copy(self.folder / name, folder)
        (folder / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.25)\nproject(page C)\n{block.text}", encoding="utf-8")
        self.require(block, f'cmake -S {folder.name} -B {folder.name}/built -DCMAKE_PREFIX_PATH="$HOME/ishmem" && '
                            f"cmake --build {folder.name}/built")

    def follow_python(self, block):
        """Run by the test python.document."""

    def follow_mermaid(self, block):
        """Drawn by the test of the site."""

    # ---- Commands and what they print --------------------------------------------------------------

    def follow_commands(self, block):
        for command in blocks.commands(block.text):
            if any(re.match(pattern, command) for pattern in contexts.NOT_RUN):
                continue
            for pattern, more in contexts.SHORTER.items():
                if re.match(pattern, command):
                    command += more
                    break
            if re.match(r"export |\w+=\S*$", command):
                done = self.require(block, f"{command}; env -0")
                self.environment = dict(part.split("=", 1) for part in done.stdout.split("\0") if "=" in part)
                name = re.match(r"(?:export )?(\w+)=", command)[1]
                self.environment[name] = self.run(f'{command}; printf %s "${name}"').stdout
            else:
                self.require(block, command)
                count("command")

    def follow_session(self, block):
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, *expected = part.rstrip("\n").split("\n")
            done = self.require(block, command, self.run(command + " 2>/dev/null"))
            count("command")
            if sorted(done.stdout.splitlines()) != sorted(expected):
                failures.append(f"{block.page}:{block.line}: {command} prints\n{done.stdout}and not what the page shows")

    def follow_tuning(self, block):
        rules = [line.split()[0] for line in block.text.split("\n")]
        (self.folder / "rules").write_text("\n".join(rules) + "\n", encoding="utf-8")
        done = self.require(block, "ISHMEM_TUNING=rules ishmrun -n 2 ./program")
        if "ISHMEM_TUNING" in done.stdout:
            failures.append(f"{block.page}:{block.line}: the library does not take these rules: {done.stdout}")

    def follow_output(self, block):
        if block.page == "docs/how-it-works.md":
            self.compile_fragment(block, "c", "cc -std=c11", "#include <ishmemx.h>\n")
            return
        for sentence in words.unknown(block.text):
            failures.append(f"{block.page}:{block.line}: no program of ours prints '{sentence}'")


def install(work):
    """By the commands of the page, but for the build."""
    environment = {**os.environ, "HOME": str(work)}
    for block in blocks.read("docs/installing.md", (ROOT / "docs/installing.md").read_text(encoding="utf-8")):
        for command in blocks.commands(block.text) if block.language == "commands" else []:
            if "$HOME/ishmem" in command and command.startswith("cmake --install"):
                command = command.replace("build/release", str(BUILD))
                subprocess.run(["bash", "-ec", command], cwd=ROOT, env=environment, check=True,
                               stdout=subprocess.DEVNULL)
                return
    sys.exit("run_documents: docs/installing.md installs nothing below $HOME/ishmem")


def check_picture(work):
    """README's picture is what its demo draws, on any machine with any number of PEs."""
    command = re.search(r"^    tools/demo\.sh (.*) --image (\S+)$", (ROOT / "README.md").read_text(encoding="utf-8"),
                        re.MULTILINE)
    subprocess.run([BUILD / "bin/ishmrun", "-n", "2", BUILD / "bin/jacobi", "--no-check", *command[1].split(), "--image",
                    work / command[2]], check=True, stdout=subprocess.DEVNULL)
    drawn, shown = (points(path) for path in (work / command[2], ROOT / "docs/pictures" / command[2]))
    if drawn != shown:
        failures.append(f"README.md: docs/pictures/{command[2]} is not what {command[0].strip()} draws")
    count("picture")


def points(path):
    """Of a PNG picture, however it is compressed."""
    data, at, stream = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        stream += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    return zlib.decompress(stream)


def follow_page(page, work):
    found = blocks.read(page, (ROOT / page).read_text(encoding="utf-8"))
    if found:
        reader = Reader(page, work)
        for block in found:
            reader.follow(block)


def main():
    words.read(ROOT)
    with tempfile.TemporaryDirectory(prefix="ishmem-documents-") as folder:
        work = pathlib.Path(folder)
        install(work)
        check_picture(work)
        with concurrent.futures.ThreadPoolExecutor(TOGETHER) as pool:
            list(pool.map(lambda page: follow_page(page, work), pages()))
    for failure in failures:
        print(failure)
    print(", ".join(f"{number} {what}" for what, number in sorted(counts.items())) + f"; {len(failures)} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
