#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks NVSHMEM's names: the library exports what the headers declare, and no other, and libishmem itself
none; programs and kernels of the tests call each; what the list says is done by a routine of libishmem is
there; and docs/nvshmem.md has all of them.  --write writes the page's table, which is made of the list."""
import argparse
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

NAME = r"\bnvshmemx?_\w+"
TYPES = ("char schar short int long longlong uchar ushort uint ulong ulonglong int8 int16 int32 int64 uint8 "
         "uint16 uint32 uint64 size ptrdiff float double half bfloat16").split()
STANDARD = "int long longlong uint ulong ulonglong int32 int64 uint32 uint64 size ptrdiff".split()
BITS = "uint ulong ulonglong int32 int64 uint32 uint64".split()
REDUCE_BITS = "uchar ushort uint ulong ulonglong int8 int16 int32 int64 uint8 uint16 uint32 uint64 size".split()
# What the table calls a set of types.
SETS = {
    frozenset(): "",
    frozenset(TYPES): "RMA",
    frozenset(TYPES[:-2]): "RMA but half and bfloat16",
    frozenset(STANDARD): "integers of 32 and 64 bits",
    frozenset(STANDARD + ["short", "ushort"]): "`short`, `ushort`, integers of 32 and 64 bits",
    frozenset(STANDARD + ["short", "ushort", "signal"]):
        "`short`, `ushort`, integers of 32 and 64 bits, `signal`",
    frozenset(STANDARD + ["float", "double"]): "integers of 32 and 64 bits, float, double",
    frozenset(BITS): "bitwise AMO",
    frozenset(REDUCE_BITS): "bitwise reduction",
    frozenset(["float", "double"]): "float, double",
    frozenset(["8", "16", "32", "64", "128", "mem"]): "8 to 128 bits, `mem`",
    frozenset(["8", "16", "32", "64", "128"]): "8 to 128 bits",
    frozenset(["mem"]): "`mem`",
}
BODIES = set(TYPES) | {"signal", "float16"}
BEGIN, END = "<!-- made by tests/nvshmem/names_test.py -->", "<!-- end -->"


def output(*command, **options):
    return subprocess.run([str(word) for word in command], text=True, check=True, capture_output=True,
                          **options).stdout


def preprocess(options, source, *flags):
    flags = [*flags, *(f"-I{directory}" for directory in options.include)]
    return output(options.cc, "-std=c99", "-E", "-P", "-x", "c", *flags, "-", input=source)


def preprocess_kernels(options, *files):
    """The text of each file, and of the header alone."""
    def expand(*names, **given):
        return output(options.clang, "-x", "cl", "-cl-std=CL2.0", "-E", "-P",
                      *(f"-I{directory}" for directory in options.include), *names, **given)
    return expand("-", input="#include <nvshmem.h>\n"), "".join(expand(name) for name in files)


def listed(options):
    """[(caller, name, routine of libishmem)]"""
    text = preprocess(options, (options.source / "tools/headers/nvshmem_rows.c").read_text(),
                      f"-I{options.source}/src")
    rows = text[text.index("PART(nvshmem_names)"):]
    return re.findall(r"\b(single|group|stream)\s*\((\w+),\s*(\w+)\)", rows)


def symbols(kind, library):
    text = output("nm", "-D", kind, "--format=posix", library)
    return {line.split("@")[0].split()[0] for line in text.splitlines()}


def compare(first, second, what):
    return [f"{name}: {what}" for name in sorted(first - second)]


# ---- The table ---------------------------------------------------------------------------------------


def stem_of(name):
    """The name with TYPE or SIZE, and which."""
    sized = re.fullmatch(r"(i?(?:put|get)|alltoall|broadcast|fcollect)(8|16|32|64|128|mem)((?:_.*)?)", name)
    if sized:
        return f"{sized[1]}SIZE{sized[3]}", sized[2]
    typed = re.fullmatch(r"([a-z]+\d*)_(.*)", name)
    if typed and typed[1] in BODIES and name not in ("signal_fetch", "signal_wait_until"):
        return f"TYPE_{typed[2]}", typed[1]
    return name, None


def table_rows(rows):
    """{(name, routine): (types, suffixes)} in the order of the list."""
    table = {}
    for _, name, target in rows:
        prefix, name = re.fullmatch(r"(nvshmemx?_)(\w+?)", name).groups()
        suffix = re.search(r"_block$|_warp$|_on_stream$", name)
        plain = name[:suffix.start()] if suffix else name
        stem, which = stem_of(plain)
        if suffix:
            found = [key for key in table if key[2] == stem]
            prefix = found[0][0] if found else prefix
        body = re.sub(r"_work_group$|_sub_group$|_on_queue$", "", re.sub(r"^ishmemx?_", "", target))
        key = (prefix, stem_of(body)[0], stem)
        types, suffixes, targets = table.setdefault(key, (set(), [], []))
        types.update({which} - {None})
        if suffix and suffix[0] not in suffixes:
            suffixes.append(suffix[0])
        if not suffix:
            targets.append(re.match("ishmemx?_", target)[0])
    return table


def table_of(rows):
    lines = {}
    for (prefix, body, stem), (types, suffixes, targets) in table_rows(rows).items():
        of = SETS.get(frozenset(types)) if types else ""
        if of is None:
            raise SystemExit(f"{stem}: no word for the types {sorted(types)}")
        begins = max(sorted(set(targets)), key=targets.count)
        same = body == stem and prefix == f"nv{begins[1:]}"
        routine = "the same with `ishmem_`" if same and begins == "ishmem_" else f"`{begins}{body}`"
        key = (routine, of, ", ".join(f"`{suffix}`" for suffix in suffixes))
        lines.setdefault(key, []).append(f"`{prefix}{stem}`")
    head = "| NVSHMEM | libishmem | Types or sizes | Also with |\n|---|---|---|---|\n"
    return head + "".join(f"| {', '.join(names)} | {key[0]} | {key[1]} | {key[2]} |\n"
                          for key, names in lines.items())


def check_page(options, rows, declared):
    page = options.source / "docs/nvshmem.md"
    text = page.read_text(encoding="utf-8")
    made = f"{BEGIN}\n{table_of(rows)}{END}"
    there = text[text.index(BEGIN):text.index(END) + len(END)]
    if options.write:
        page.write_text(text.replace(there, made), encoding="utf-8")
    elif there != made:
        print(f"The table of {page.name} should be (names_test.py --write writes it):\n{made}")
        return [f"{page.name}: its table is not what the list makes"]
    told = set(re.findall(f"`({NAME})`", text.replace(there, "")))
    return compare(declared - {name for _, name, _ in rows}, told, f"not in {page.name}")


# ---- All -----------------------------------------------------------------------------------------------


def check_host(options, rows, declared):
    exported = {name for name in symbols("--defined-only", options.library) if re.match(NAME, name)}
    called = set().union(*(symbols("--undefined-only", program) for program in options.tests))
    bodies = symbols("--defined-only", options.under)
    of_host = {name for caller, name, _ in rows if caller != "group"}
    return (compare(of_host, declared, "in the list, not declared") +
            compare(declared, exported, "declared, not exported") +
            compare(exported, declared, "exported, not declared") +
            compare(exported, called, "called by no test") +
            compare({target for caller, _, target in rows if caller != "group"}, bodies, "not in libishmem") +
            [f"{name}: exported by libishmem" for name in bodies if re.match(NAME, name)])


def check_kernels(options, rows):
    header, text = preprocess_kernels(options, *(options.source / "tests/nvshmem").glob("*.cl"))
    declared = set(re.findall(rf"({NAME}) ?\(", header))
    of_kernels = {name for caller, name, _ in rows if caller != "stream"}
    files = len(list((options.source / "tests/nvshmem").glob("*.cl")))
    found = Counter(re.findall(NAME, text))
    called = {name for name in declared if found[name] > files}
    return declared, (compare(of_kernels, declared, "in the list, not declared for kernels") +
                      compare(declared, called, "called by no kernel"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ["source", "library", "under"]:
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name in ["include", "tests"]:
        parser.add_argument(f"--{name}", type=Path, nargs="+", required=True)
    for name in ["cc", "clang"]:
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = listed(options)
    text = preprocess(options, "#include <nvshmemx.h>\n")
    of_host = set(re.findall(rf"({NAME})\(", text))
    of_kernels, wrong = check_kernels(options, rows)
    wrong += check_host(options, rows, of_host)
    wrong += check_page(options, rows, of_host | of_kernels)
    for what in wrong[:40]:
        print(what)
    print(f"{len(of_host)} names of the host, {len(of_kernels)} of kernels, {len(wrong)} wrong")
    return 1 if wrong or len(of_host) < 1500 or len(of_kernels) < 1500 else 0


if __name__ == "__main__":
    sys.exit(main())
