# SPDX-License-Identifier: BSD-3-Clause
"""rmaracebench.py FOLDER BUILD [--without-accesses] [--compiler CC] [PROGRAM...]: compiles and runs the SHMEM
programs of RMARaceBench in FOLDER with ISHMEM_RACES=1 against the libraries of a build folder, and counts what is
found and what is not.  A program's name says whether it has a race."""
import argparse
import os
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def compile_program(compiler, source, build, program, accesses):
    library = build / "lib"
    includes = [f"-I{folder}" for folder in (ROOT / "include/ishmem/openshmem", ROOT / "include",
                                             build / "include/ishmem/openshmem", build / "include")]
    flags = ["-fsanitize=thread"] if accesses else []
    wraps = [f"-Wl,--wrap={name}" for name in ("memcpy", "memmove", "memset")] if accesses else []
    archive = ["-lishmem_accesses"] if accesses else []
    subprocess.run([compiler, "-g", "-O0", "-w", "-fopenmp", *flags, *includes, "-c", source, "-o",
                    f"{program}.o"], check=True)
    subprocess.run([compiler, "-fopenmp", f"{program}.o", "-o", program, *wraps, f"-L{library}",
                    f"-Wl,-rpath,{library}", f"-L{build}/src/races/program", *archive, "-lishmem_shmem", "-lishmem",
                    "-lm"], check=True)


def run(program, n_pes):
    environment = dict(os.environ, ISHMEM_RACES="1", ISHMEM_CPU_NOTICE="0", ISHMEM_SYMMETRIC_SIZE="16M")
    try:
        job = subprocess.run(["mpiexec", "-n", str(n_pes), program], env=environment, timeout=60, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    except subprocess.TimeoutExpired as timeout:
        return "timeout", (timeout.stdout or b"").decode()
    return job.returncode, job.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("--without-accesses", action="store_true")
    parser.add_argument("--compiler", default="cc")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    score = {}
    with tempfile.TemporaryDirectory() as work:
        for source in sorted((options.folder / "SHMEM").glob("*/*.c")):
            if options.programs and not any(name in source.name for name in options.programs):
                continue
            has_race = source.stem.endswith("-yes")
            pes = re.search(r'"NPROCS": (\d+)', source.read_text())
            program = f"{work}/{source.stem}"
            try:
                compile_program(options.compiler, source, options.build.resolve(), program,
                                not options.without_accesses)
            except subprocess.CalledProcessError:
                print(f"{source.parent.name}/{source.name}: does not compile")
                continue
            status, text = run(program, int(pes[1]) if pes else 2)
            found = "data race on" in text
            kind = ("TP" if has_race else "FP") if found else ("FN" if has_race else "TN")
            row = score.setdefault(source.parent.name, {"TP": 0, "FP": 0, "TN": 0, "FN": 0})
            row[kind] += 1
            if kind in ("FP", "FN") or status != 0:
                print(f"{source.parent.name}/{source.name}: {kind}, status {status}")
            if options.programs:
                print(text)
    score["all"] = {kind: sum(row[kind] for row in score.values()) for kind in ("TP", "FP", "TN", "FN")}
    for name, row in score.items():
        print(f"{name:10}", *(f"{kind} {number:3}" for kind, number in row.items()))


main()
