#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the manual: groff and mandoc, where they are installed, have nothing against a page; programs' pages have all
sections, the options of --help and variables that the sources know; references lead to pages; every variable of
docs/environment.md has its place; and `man` finds the pages by the names that people know."""
import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"]
FOUND = {
    "ishmem_int_put": "ishmem_put.3", "ishmemx_int_put_work_group": "ishmem_put.3", "shmem_put": "ishmem_put.3",
    "shmem_int_put": "ishmem_put.3", "shmem_ctx_int_put_nbi": "ishmem_put.3", "shmem_int_fadd": "ishmem_atomic_add.3",
    "shmem_int_sum_to_all": "ishmem_reduce.3", "shmem_broadcast64": "ishmem_broadcast.3", "start_pes": "ishmem_init.3",
    "shmem_udcflush": "ishmem_openshmem.7", "nvshmem_int_put": "ishmem_put.3", "nvshmem_half_get": "ishmem_get.3",
    "nvshmemx_int_put_block": "ishmem_put.3", "nvshmemx_barrier_all_on_stream": "ishmem_barrier.3",
    "nvshmemx_init_attr": "ishmem_init.3", "nvshmemx_cumodule_init": "ishmemx_module.3", "ishmem": "ishmem.7",
    "ishmem_environment": "ishmem_environment.7", "ishmem_kernels": "ishmem_kernels.7",
    "ishmem-info": "ishmem-info.1", "ishmem_info": "ishmem-info.1"}
# Of the shell and the system.
OTHERS_VARIABLES = {"PATH", "TMPDIR"}


def pages(manual):
    return [path for path in sorted(manual.glob("man*/*")) if not path.is_symlink()]


def plain(text):
    """What is written, without fonts and names of characters."""
    for name, character in ((r"\-", "-"), (r"\(aq", "'"), (r"\(ti", "~"), (r"\&", ""), (r"\e", "\\")):
        text = text.replace(name, character)
    return re.sub(r"\\f[BIP]", "", text)


def sections(path):
    """{heading: text}"""
    parts = re.split(r'^\.SH "?([^"\n]*)"?\n', plain(path.read_text(encoding="utf-8")), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def terms(text):
    return " ".join(re.findall(r"^\.TP\n(.*)$", text, re.MULTILINE))


# ---- Formatters ----------------------------------------------------------------------------------------

def check_groff(manual):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"}
    for path in pages(manual):
        done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", path], capture_output=True,
                              text=True, env=environment, check=False)
        if done.returncode != 0 or done.stderr:
            yield f"man has against {path.name}: {done.stderr}"


def check_mandoc(manual):
    # Pages have no date: the same page makes the same file.
    done = subprocess.run(["mandoc", "-Tlint", *pages(manual)], capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        if "missing date" not in line:
            yield f"mandoc: {line}"
    if len(re.findall("missing date", done.stdout)) != len(pages(manual)):
        yield "mandoc has not read every page"


# ---- Programs ------------------------------------------------------------------------------------------

def options_of(program):
    text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    left = [re.split(r" {2,}", line.strip())[0] for line in text.splitlines() if re.match(" {2,6}-", line)]
    return [name for part in left for name in re.findall(r"(?:^|, )(-[^ ,]+)", part)]


def check_programs(manual, programs, source):
    known = subprocess.run(["grep", "-rhoE", r"\b[A-Z][A-Za-z_]{3,}\b", source / "tools", source / "src", source / "driver", source / "cmake"],
                           capture_output=True, text=True, check=True).stdout
    known = set(known.split()) | OTHERS_VARIABLES
    names = [path for path in pages(manual) if path.parent.name == "man1"]
    if len(names) != 9:
        yield f"{len(names)} pages of programs, expected 9"
    for path in names:
        parts = sections(path)
        if list(parts) != SECTIONS:
            yield f"{path.name}: sections {list(parts)}, expected {SECTIONS}"
            continue
        told = re.split(r"[ ,]+", terms(parts["OPTIONS"]))
        options = options_of(programs / path.stem)
        yield from (f"{path.name}: no option {name}" for name in options if name not in told)
        yield from (f"{path.name}: not in --help: {name}" for name in told if name[0] == "-" and name not in options)
        variables = re.findall(r"\b[A-Z][A-Z_]+[A-Za-z_]*\b", terms(parts["ENVIRONMENT"]))
        yield from (f"{path.name}: no source has {name}" for name in variables if name not in known)
        if len(re.sub(r"\s", "", parts["EXAMPLES"])) < 80:
            yield f"{path.name}: no examples"


# ---- References and names ------------------------------------------------------------------------------

def check_references(manual):
    for path in pages(manual):
        for name, section in re.findall(r"\\fB([^ ]+?)\\fP\((\d)\)", path.read_text(encoding="utf-8")):
            if not (manual / f"man{section}/{plain(name)}.{section}").exists():
                yield f"{path.name}: {name}({section}) is no page"


def check_environment(manual, source):
    document = (source / "docs/environment.md").read_text(encoding="utf-8")
    wanted = re.findall(r"^\| `(\w+)` \|", document, re.MULTILINE)
    told = terms(plain((manual / "man7/ishmem_environment.7").read_text(encoding="utf-8"))).split()
    if len(wanted) < 40 or [name for name in told if name in set(wanted)] != wanted:
        yield f"ishmem_environment(7) has {told}, docs/environment.md {wanted}"
    yield from (f"ishmem_environment(7) has no {name}" for name in ("SHMEM_SYMMETRIC_SIZE,", "SHMEM_DEBUG,")
                if name not in told)


def check_names(manual, libraries):
    """Every routine of OpenSHMEM's and NVSHMEM's libraries has a page, and those in FOUND have this one."""
    for library in libraries:
        text = subprocess.run(["nm", "-D", "--without-symbol-versions", "--defined-only", "--format=posix", library],
                              capture_output=True, text=True, check=True).stdout
        names = [line.split()[0] for line in text.splitlines() if line.split()[1] in "TW"]
        names = [name for name in names if not name.startswith("pshmem_")]
        if len(names) < 1000:
            yield f"{library.name} has only {len(names)} routines"
        yield from (f"man {name} finds no page" for name in names if not (manual / f"man3/{name}.3ishmem").exists())
    for path in manual.glob("man*/*"):
        if not path.exists():
            yield f"{path.name} leads nowhere"
    for name, page in FOUND.items():
        found = [path for path in manual.glob(f"man*/{name}.*") if path.resolve().name == page]
        if not found:
            yield f"{name} does not lead to {page}"


def check_man(installed):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAN")}
    for name, page in FOUND.items():
        done = subprocess.run(["man", "-M", installed, "-w", name], capture_output=True, text=True, env=environment,
                              check=False)
        if Path(done.stdout.strip()).resolve().name != f"{page}.gz":
            yield f"man {name} finds {done.stdout.strip() or done.stderr.strip()}, expected {page}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ["documents", "programs", "source"]:
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--libraries", type=Path, nargs="+", required=True)
    options = parser.parse_args()
    manual = options.documents / "man"
    wrong = [*check_programs(manual, options.programs, options.source), *check_references(manual),
             *check_environment(manual, options.source), *check_names(manual, options.libraries)]
    for program, checks in (("man", [lambda: check_groff(manual), lambda: check_man(options.documents / "installed")]),
                            ("mandoc", [lambda: check_mandoc(manual)])):
        if shutil.which(program):
            wrong += [what for check in checks for what in check()]
        else:
            print(f"{program} is not installed")
    for what in wrong:
        print(what)
    print(f"{len(pages(manual))} pages, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
