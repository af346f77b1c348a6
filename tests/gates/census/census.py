#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Counts the routines of the manifest that the library has, and fails if one is missing, or is not in the manifest.

Each routine is looked for in the headers, with its exact type, by compiling a C file that
initialises pointers to the host's routines and an OpenCL C file that calls and declares again the
device's; and among the symbols of libishmem.so and of the device library.
"""
import argparse
import collections
import re
import subprocess
import sys
from pathlib import Path

Row = collections.namedtuple("Row", "family name types result parameters api own note")
# documented: by the API, else added; where: host or device; symbol: whether the name is one.
Routine = collections.namedtuple("Routine", "family name result parameters where documented symbol")

QUEUE = ["ze_command_list_handle_t queue", "ze_event_handle_t signal_event", "uint32_t num_waits",
         "ze_event_handle_t *waits"]


def run(*command):
    return subprocess.run(command, text=True, capture_output=True)


def read_manifest(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    rows = [Row(*line.split("\t")) for line in lines]
    return [row._replace(api=words(row.api), own=words(row.own)) for row in rows]


def words(text):
    return [] if text == "-" else text.split()


def include_flags(options):
    return [f"-I{directory}" for directory in options.include]


class TypeLists:
    """The lists of type_lists.h, as the preprocessor has them in one of the two languages."""

    def __init__(self, options, language):
        self.header = options.include[0] / "ishmem/type_lists.h"
        self.command = [options.cc, "-E", "-P", *include_flags(options), "-x", "c", *language]
        self.lists = {}

    def get(self, name):
        """[(name, type)], or None where the header has no such list."""
        if name not in self.lists:
            macro = "ISHMEMI_SIZES" if name == "SIZE" else f"ISHMEMI_{name}_TYPES"
            source = (f'#include "ishmem/type_lists.h"\n#define ROW(NAME, TYPE, A) @NAME:TYPE\n'
                      f"{macro}(ROW, )\n")
            text = subprocess.run([*self.command, "-"], input=source, text=True, check=True,
                                  capture_output=True).stdout
            found = re.findall(r"@\s*(\w+)\s*:\s*([\w ]*\w)", text)
            self.lists[name] = found or None
        return self.lists[name]


def split(name):
    return name.split("_", 1)


def forms(row, form):
    """The (name, leading parameters, where, twin) of a form, without its types."""
    prefix, stem = split(row.name)
    if form == "group":
        return [(f"ishmemx_{stem}_work_group", "device", False),
                (f"ishmemx_{stem}_sub_group", "device", True)]
    if form == "queue":
        return [(f"ishmemx_{stem}_on_queue", "host", False)]
    return [(row.name, form, False)]


def with_context(name):
    prefix, stem = split(name)
    return f"{prefix}_ctx_{stem}"


def parameters_of(row, form):
    parameters = [] if row.parameters == "void" else row.parameters.split(", ")
    if form == "queue":
        result = [] if row.result == "void" else [f"{row.result} *ret"]
        return parameters + result + QUEUE
    return parameters


def expand_forms(row, queues):
    """The routines of a row, with <type> and <size> still in them."""
    for form in ["host", "device", "group", "queue"]:
        if form not in row.api + row.own or (form == "queue" and not queues):
            continue
        for name, where, twin in forms(row, form):
            documented = form in row.api and not twin
            result = "int" if form == "queue" else row.result
            plain = parameters_of(row, form)
            if "team" in row.api:
                yield Routine(row.family, name, result, ["ishmem_team_t team"] + plain, where,
                              documented, True)
            symbol = "team" not in row.api and "call" not in row.api
            yield Routine(row.family, name, result, plain, where, documented, symbol)
            if "ctx" in row.own and form != "queue":
                yield Routine(row.family, with_context(name), result, ["ishmem_ctx_t ctx"] + plain,
                              where, False, symbol)


def expand_types(row, routine, lists):
    types = [("", "")] if row.types == "-" else lists[routine.where].get(row.types)
    if types is None:
        sys.exit(f"census: include/ishmem/type_lists.h has no list {row.types}")
    for name, type_ in types:
        replace = lambda text: re.sub(r"\bTYPE\b", type_, text)
        yield routine._replace(name=routine.name.replace("<type>", name).replace("<size>", name),
                               result=replace(routine.result),
                               parameters=[replace(p) for p in routine.parameters])


def type_of(parameter):
    """A parameter without its name."""
    return re.sub(r"\s*\w+$", "", parameter)


def calling(number, routine):
    """A function that calls the routine."""
    arguments = ", ".join(f"({type_of(p)})0" for p in routine.parameters)
    function = f"void census_{number}(void)"
    return f"{function}; {function} {{ (void){routine.name}({arguments}); }}"


def prototype(routine, declarator):
    return f"{routine.result} {declarator}({', '.join(routine.parameters) or 'void'})"


def host_file(routines):
    yield '#include "ishmemx.h"'
    for number, routine in enumerate(routines):
        pointer = prototype(routine, f"(*const census_{number})")
        yield (f"extern {pointer}; {pointer} = {routine.name};" if routine.symbol
               else calling(number, routine))


def device_files(routines):
    """A call finds that a routine is missing, and a declaration that its type is another."""
    calls = ['#include "ishmem_device.h"']
    declarations = ['#include "ishmem_device.h"']
    for number, routine in enumerate(routines):
        calls.append(calling(number, routine))
        declarations.append(f"{prototype(routine, routine.name)};" if routine.symbol else "")
    return calls, declarations


def failing(path, lines, command, routines):
    """The routines whose lines do not compile, with what the compiler says."""
    path.write_text("\n".join(lines) + "\n")
    done = run(*command, str(path))
    failures = {}
    for match in re.finditer(rf"^{re.escape(str(path))}:(\d+):\d+: (?:error|warning): (.*)$",
                             done.stderr, re.MULTILINE):
        number = int(match[1]) - 2
        failures.setdefault(routines[number] if 0 <= number < len(routines) else None, match[2])
    if done.returncode != 0 and not failures or None in failures:
        sys.exit(f"census: {path} does not compile:\n{done.stderr}")
    return failures


def symbols(nm, options, library):
    done = run(nm, *options, "--defined-only", "--format=posix", str(library))
    if done.returncode != 0:
        sys.exit(f"census: {nm} cannot read {library}: {done.stderr}")
    # Versions of symbols are absolute.
    return {line.split()[0] for line in done.stdout.splitlines() if line and line.split()[1] != "A"}


def check(options, routines):
    """{routine: what is wrong with it}; names that are none of the API, and routines that are not among these."""
    host = [r for r in routines if r.where == "host"]
    device = [r for r in routines if r.where == "device"]
    include = include_flags(options)
    wrong = failing(options.work / "host.c", host_file(host),
                    [options.cc, "-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic",
                     *include], host)
    opencl = [options.clang, "-x", "cl", "-cl-std=CL2.0", "-target", "spir64-unknown-unknown",
              "-Xclang", "-finclude-default-header", "-fsyntax-only", "-ferror-limit=0", *include]
    for name, lines in zip(["calls.cl", "declarations.cl"], device_files(device)):
        wrong.update(failing(options.work / name, lines, opencl, device))

    exported = symbols("nm", ["-D", "--without-symbol-versions"], options.library)
    in_kernels = symbols(options.llvm_nm, [], options.device_library)
    for routine in routines:
        here = exported if routine.where == "host" else in_kernels
        if routine.symbol and routine.name not in here:
            wrong.setdefault(routine, "no such symbol in the library")
        if routine.symbol and routine.where == "host" and f"p{routine.name}" not in here:
            wrong.setdefault(routine, "no second name for profiling libraries")
    foreign = sorted(name for name in exported
                     if not re.match(r"ishmemx?_|ishmemi_openshmem$|ishmemi_sycl_at_start$|ishmemi_watch_exit$|"
                                     r"ishmemi_races_(access|atomic|free|thread_\w+)$", name)
                     and not (name.startswith("pishmem") and name[1:] in exported))
    unlisted = sorted(f"{where}: {name}" for where, here in (("host", exported), ("device", in_kernels))
                      for name in here - {r.name for r in routines if r.where == where} - {"ishmem_ctx_default"}
                      if re.match(r"ishmemx?_", name))
    return wrong, foreign, unlisted


def say_counts(title, routines, wrong):
    def count(of):
        good = sum(1 for r in of if r not in wrong)
        return f"{good} of {len(of)}"
    documented = [r for r in routines if r.documented]
    added = [r for r in routines if not r.documented]
    print(f"{title + ':':<28}{count(documented)} routines" +
          (f", {count(added)} added" if added else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ["manifest", "work", "library", "device-library"]:
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--include", type=Path, nargs="+", required=True,
                        help="the folders of the public headers; the first has the lists")
    for name in ["cc", "clang", "llvm-nm"]:
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--queues", action="store_true", help="count the forms queue, too")
    parser.add_argument("families", nargs="+")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)

    rows = read_manifest(options.manifest)
    unknown = set(options.families) - {row.family for row in rows}
    if unknown:
        sys.exit(f"census: the manifest has no family {', '.join(sorted(unknown))}")
    lists = {"host": TypeLists(options, []),
             "device": TypeLists(options, ["-D__OPENCL_C_VERSION__=200"])}
    families = collections.defaultdict(list)
    later = collections.Counter()
    for row in rows:
        if row.family not in options.families:
            later[f"family {row.family}"] += 1
            continue
        if "queue" in row.api and not options.queues:
            later["form queue"] += 1
        for routine in expand_forms(row, options.queues):
            families[row.family] += [r._replace(parameters=tuple(r.parameters))
                                     for r in expand_types(row, routine, lists)]
    routines = [r for family in families.values() for r in family]
    wrong, foreign, unlisted = check(options, routines)

    for routine, what in wrong.items():
        print(f"{routine.where}: {prototype(routine, routine.name)}: {what}")
    for name in foreign:
        print(f"{options.library.name} exports {name}, which is no name of the API")
    unlisted = [] if later else unlisted
    for name in unlisted:
        print(f"{name}: a routine that the manifest lacks")
    for family, members in families.items():
        say_counts(family, members, wrong)
    say_counts("total", routines, wrong)
    for what, lines in later.items():
        print(f"{what}: {lines} lines of the manifest are not counted yet")
    return 1 if wrong or foreign or unlisted else 0


if __name__ == "__main__":
    sys.exit(main())
