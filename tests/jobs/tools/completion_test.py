# SPDX-License-Identifier: BSD-3-Clause
"""What bash and zsh complete: completion_test.py COMPLETIONS PROGRAMS, the first of which has bash/NAME and zsh/_NAME.

Every option that --help lists is completed, every value of which --help gives a choice, benchmarks, commands, files
and folders.  zsh is asked as a person asks it, in an interactive shell, if it is installed.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

COMPLETIONS, PROGRAMS = map(Path, sys.argv[1:])
HERE = Path(__file__).parent
NAMES = ["ishmem-info", "ishmem-perf", "ishmem-tune", "ishmem-trace", "ishmrun", "ishmemcc", "ishmem-oshcc",
         "ishmem-oshc++", "ishmem-oshrun"]
failures = []


def check(good, *said):
    if not good:
        failures.append(said)
        print("completion_test:", *said)


def output(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60, check=True,
                          stdin=subprocess.DEVNULL, **options).stdout


def in_bash(folder, line):
    """bash makes words of their own of = and :."""
    words = re.findall(r"[^ =:]+|[=:]", line)
    if line[-1] in " =":
        words += [""] if line[-1] == " " else []
    return set(output("bash", "--norc", HERE / "complete.bash", COMPLETIONS / "bash" / words[0], *words,
                      cwd=folder).split("\n")) - {""}


def in_zsh(folder, line):
    return set(output("zsh", "-f", HERE / "complete.zsh", COMPLETIONS / "zsh", folder / ".dump", line,
                      cwd=folder).split("\n")) - {""}


# ---- What --help tells, apart from how the completions read it -----------------------------------------

def options_of(help_text):
    left = [re.split(r" {2,}", line.strip())[0] for line in help_text.split("\n") if re.match(" {2,6}-", line)]
    return [name.removesuffix("...") for text in left for name in re.findall(r"(?:^|, )(-[^ ,]+)", text)]


def choices_of(help_text):
    """[(option, {word})]: what is written as a|b, or in a sentence about a name."""
    told = " ".join(help_text.split())
    for option, value in re.findall(r"(--[a-z-]+) (\S+)", help_text):
        words = set(value.split("|")) - {"FILE"} if "|" in value else set()
        for sentence in re.findall(rf"\b{re.escape(value)} is one of ([^.]*?) in ", told):
            words |= set(re.split(r", | and ", sentence))
        if words:
            yield option, words


# ---- Cases ---------------------------------------------------------------------------------------------

def options(complete, folder, name, help_text):
    wanted = set(options_of(help_text))
    found = complete(folder, f"{name} -")
    check(len(wanted) >= 5 or "osh" in name, f"{name} has few options:", wanted)
    check(wanted <= found, f"{name} -: no", wanted - found)
    for word in wanted:
        if word.startswith("--"):
            found = complete(folder, f"{name} {word}")
            check(word in found, f"{name} {word}: not completed, but {found}")


def values(complete, folder, name, help_text):
    for option, wanted in choices_of(help_text):
        for separator in (" ", "="):
            found = complete(folder, f"{name} {option}{separator}")
            check(wanted <= found, f"{name} {option}{separator}: no", wanted - found, "in", found)
            check(option == "--launcher" or found == wanted, f"{name} {option}{separator}: also", found - wanted)


def words(complete, folder):
    files, folders = {"a.cl", "b.bc", "c.txt", "two words"}, {"sub"}

    def expect(line, wanted):
        found = {word.rstrip("/").replace("\\", "") for word in complete(folder, line)}
        check(wanted == found & (files | folders | wanted), f"'{line}': {found}, expected {wanted}")

    benchmarks = set(output(PROGRAMS / "ishmem-perf", "--list").split("\n"))
    benchmarks = {line.split()[0] for line in benchmarks if line}
    check(len(benchmarks) > 20 and complete(folder, "ishmem-perf ") == benchmarks, "benchmarks")
    expect("ishmem-perf put_bw --plot ", files | folders)
    check(complete(folder, "ishmem-trace ") == {"merge", "summary", "draw", "matrix"}, "commands of ishmem-trace")
    expect("ishmem-trace merge ", folders)
    expect("ishmem-trace --json summary ", folders)
    expect("ishmem-trace draw sub ", files | folders)
    expect("ishmem-trace matrix ", files | folders)
    expect("ishmem-trace merge -o ", files | folders)
    expect("ishmemcc -g ", {"a.cl", "b.bc", "sub"})
    expect("ishmemcc -I ", folders)
    expect("ishmemcc a.cl -o ", files | folders)
    expect("ishmem-oshcc -c ", files | folders)
    expect("ishmem-info --root ", folders)
    expect("ishmem-tune --output ", files | folders)
    check(str(os.getpid()) in complete(folder, f"ishmem-info --job --pid {os.getpid()}"), "processes")
    check(complete(folder, "ishmem-perf -d bfl") == {"bfloat16"}, "one word")


def programs(complete, folder):
    """The first word that is no option is a program, what follows it is the program's."""
    for line in ("ishmrun -n 2 --bind=core true", "ishmrun --hosts a:2 true", "ishmem-oshrun -np 2 true"):
        check("true" in complete(folder, line), f"'{line}': no program", complete(folder, line))
    found = complete(folder, "ishmrun -n 2 ./c.txt -")
    check(not found & {"-n", "--np", "--bind"}, "options behind a program:", found)
    check("c.txt" in complete(folder, "ishmrun -n 2 cat c"), "files behind a program")


def main():
    shells = [in_bash]
    if shutil.which("zsh"):
        shells.append(in_zsh)
    else:
        print("zsh is not installed")
    helps = {name: output(PROGRAMS / name, "--help") for name in NAMES}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "sub").mkdir()
        for name in ("a.cl", "b.bc", "c.txt", "two words"):
            (folder / name).touch()
        for complete in shells:
            for name, text in helps.items():
                options(complete, folder, name, text)
                values(complete, folder, name, text)
            words(complete, folder)
            programs(complete, folder)
        check(in_bash(folder, "ishmem_info --js") == {"--json"}, "ishmem_info in bash")
        check("#compdef ishmem-info ishmem_info\n" in (COMPLETIONS / "zsh/_ishmem-info").read_text(), "ishmem_info in zsh")
    sys.exit(1 if failures else 0)


main()
