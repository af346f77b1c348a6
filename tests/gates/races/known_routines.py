#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every routine of the census that touches or orders symmetric memory is known to ISHMEM_RACES.

What each does is said here by its family, name and parameters in the manifest, and not by the library's lists:
kernels' calls are compared with what the library makes of them (print_calls), and host routines are called while
another PE uses the same memory (call_all), which must be reported, or is in order behind them, which must not.
"""
import argparse
import collections
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "census"))
import census  # noqa: E402

# Families that do not touch symmetric memory, or whose members are in no call together (tests/jobs/races).
NOTHING = {"library_setup_exit_query", "thread_support", "memory_management", "teams", "utility"}

N = 4  # PEs of the world, of which PE 1 calls: print_calls.c
WORDS = dict(nelems=5, nreduce=5, dst=2, sst=3, bsize=2, nblocks=4, pe=2, PE_root=1, cmp=1, cmp_value=7, value=3,
             cond=4, signal=9, sig_op=0, npes=1, team=0)
PLACES = dict(dest=0x10000, source=0x20000, fetch=0x30000, sig_addr=0x40000, ivar=0x50000, ivars=0x50000,
              status=0x60000, indices=0x70000, cmp_values=0x80000, target_pes=0x90000, lock=0x100008)
NBI, FETCHES, WRITES, COMPLETES, FROM_ONE, IS_ONE, PUT_SIGNAL, OWN_COUNTS = 1, 2, 4, 8, 16, 32, 64, 256

# A routine with its row and the type of its name; parameters: {name: type}.
Call = collections.namedtuple("Call", "routine row size parameters")


def expand(options):
    """All routines with a symbol, of host and device."""
    lists = {"host": census.TypeLists(options, []),
             "device": census.TypeLists(options, ["-D__OPENCL_C_VERSION__=200"])}
    sizes = sizes_of(options)
    for row in census.read_manifest(options.manifest):
        for form in census.expand_forms(row, True):
            if form.symbol and row.family not in NOTHING:
                for routine in census.expand_types(row, form, lists):
                    name = re.sub(r"<\w+>", "(\\\\w+)", form.name)
                    word = re.fullmatch(name, routine.name)
                    size = size_of(row, word[1] if "<" in form.name else None, sizes)
                    parameters = {re.search(r"\w+$", p)[0]: p for p in routine.parameters}
                    yield Call(routine, row, size, parameters)


def sizes_of(options):
    """{name of a type: bytes}"""
    source = ('#include "ishmem/type_lists.h"\n#include <stdio.h>\n'
              "#define ROW(NAME, TYPE, A) printf(#NAME \" %zu\\n\", sizeof(TYPE));\n"
              "int main(void) { ISHMEMI_HOST_SUM_TYPES(ROW, ) ISHMEMI_REDUCE_HALF_TYPES(ROW, ) }\n")
    program = options.work / "sizes"
    subprocess.run([options.cc, *census.include_flags(options), "-x", "c", "-", "-o", str(program)], input=source,
                   text=True, check=True)
    text = subprocess.run([str(program)], text=True, check=True, capture_output=True).stdout
    return {name: int(size) for name, size in (line.split() for line in text.splitlines())}


def size_of(row, word, sizes):
    if row.types == "-":
        return 1 if row.name.endswith(("mem", "mem_nbi", "mem_signal", "mem_signal_nbi")) else 8
    return int(word) // 8 if row.types == "SIZE" else sizes[word]


def stem_of(call):
    """put_nbi of ishmem_<type>_put_nbi and of ishmem_put<size>_nbi."""
    stem = re.sub(r"^ishmemx?_", "", call.row.name)
    return re.sub(r"^<type>_|<size>", "", re.sub(r"mem(?=$|_)", "", stem))


def does(call):
    """What a routine does, by the manifest."""
    family, stem = call.row.family, stem_of(call)
    if family == "rma":
        return "get" if re.match(r"i?b?get|g$", stem) else "put"
    if family == "atomics":
        return "amo"
    if family == "signaling":
        return "test" if stem == "signal_fetch" else "signal"
    if family == "memory_ordering":
        return "order"
    if family == "pt2pt_sync":
        return next(what for what in ("lock", "wait", "test") if what in stem)
    if family == "collectives":
        return next((what for what in ("sync", "barrier", "broadcast") if what in stem), "arrays")
    sys.exit(f"races: the family {family} of the manifest is new: does it touch symmetric memory?")


def shares(call, n):
    """How many times the count dest and source of a collective have."""
    stem = stem_of(call)
    if "alltoall" in stem:
        return n, n
    if stem == "fcollect":
        return n, 1
    return (1, n) if "scatter" in stem else (1, 1)


# ---- Kernels ------------------------------------------------------------------------------------------


def memory(call, name, times=1):
    """(bytes, blocks, stride) of an array."""
    stride = {"dest": "dst", "source": "sst"}.get(name)
    count = WORDS["nelems"] if {"nelems", "nreduce"} & set(call.parameters) else 1
    if stride not in call.parameters:
        return count * times * call.size, 1, 0
    bsize = WORDS["bsize"] if "bsize" in call.parameters else 1
    blocks = WORDS["nblocks"] if "nblocks" in call.parameters else count * times
    return bsize * call.size, blocks, WORDS[stride] * call.size


def argument(name):
    return "context" if name == "ctx" else hex(PLACES[name]) if name in PLACES else str(WORDS[name])


def seen_of(call, what):
    """Whether results of 0, 1 and SIZE_MAX say that it has found something."""
    if what == "wait":
        return "111"
    if what == "lock":
        return {"set_lock": "111", "test_lock": "100"}.get(stem_of(call), "000")
    if what != "test":
        return "000"
    if stem_of(call) == "signal_fetch":
        return "111"
    return "110" if "any" in stem_of(call) else "011"


def expected(call):
    """As print_calls prints it."""
    what, words = does(call), call.parameters
    kind = {"sync": "collective", "barrier": "collective", "broadcast": "collective", "arrays": "collective"}.get(what, what)
    is_nbi = call.row.name.endswith("_nbi")
    flags, pe, obj, bytes_, team, members = NBI if is_nbi else 0, -1, 0, 0, 0, 0
    arrays = {}
    if "pe" in words:
        pe = 0 if "ctx" in words else WORDS["pe"]
    if what in ("put", "get", "signal"):
        arrays = {name: memory(call, name) for name in ("dest", "source") if name in words}
    if what == "signal":
        obj = PLACES["sig_addr"]
        flags |= PUT_SIGNAL if "dest" in words else 0
    if what == "amo":
        obj = PLACES["dest" if "dest" in words else "source"]
        flags |= WRITES if "dest" in words else 0
        flags |= FETCHES if "fetch" in words or call.row.result != "void" else 0
    if what in ("wait", "test"):
        obj = PLACES["ivars" if "ivars" in words else "ivar" if "ivar" in words else "sig_addr"]
    if what == "lock":
        # At home: counters of 8 bytes from the start of the heap on, in turn.
        obj, pe = PLACES["lock"], (PLACES["lock"] - 0x100000) // 8 % N
        flags |= COMPLETES if stem_of(call) == "clear_lock" else 0
    if what == "order":
        flags |= 0 if stem_of(call) == "fence" else COMPLETES
    if kind == "collective":
        team = 100
        flags |= COMPLETES if what == "barrier" else 0
    if what == "broadcast":
        flags |= FROM_ONE | IS_ONE
        members, bytes_ = N, memory(call, "dest")[0]
        arrays = {"dest": memory(call, "dest"), "source": memory(call, "source")}
    if what == "arrays":
        flags |= OWN_COUNTS if stem_of(call) == "collect" else 0
        times = dict(zip(("dest", "source"), shares(call, N)))
        arrays = {name: memory(call, name, times[name]) for name in ("dest", "source")}
        bytes_ = arrays["source"][0] * arrays["source"][1]
    placed = {name: (PLACES[name], *shape) for name, shape in arrays.items()}
    if what == "amo":
        placed["dest"] = (obj, call.size, 1, 0)
        if "fetch" in words:
            placed["source"] = (PLACES["fetch"], call.size, 1, 0)
    if what in ("wait", "test"):
        count = WORDS["nelems"] if "ivars" in words else 1
        placed["dest"] = (obj, call.size, count, call.size if count > 1 else 0)
    text = "".join(f" {name}={start:#x}:{size}x{blocks}/{stride if blocks > 1 else 0}"
                   for name, (start, size, blocks, stride) in sorted(placed.items()))
    on = " context" if "ctx" in words else ""
    obj = f"{obj:#x}" if obj else "0"
    return (f"{call.routine.name} {kind} pe={pe} flags={flags} team={team} members={members}{on} object={obj} "
            f"bytes={bytes_}{text} seen={seen_of(call, what)}")


def check_kernels(options, calls):
    calls = [call for call in calls if call.routine.where == "device"]
    lines = [" ".join([call.routine.name, *map(argument, call.parameters)]) for call in calls]
    done = subprocess.run([options.print_calls], input="\n".join(lines) + "\n", text=True, capture_output=True)
    found = done.stdout.splitlines()
    wrong = [f"{call.routine.name} in a kernel:\n  expected {expected(call)}\n  came     {line}"
             for call, line in zip(calls, found) if line != expected(call)]
    if done.returncode != 0 or len(found) != len(calls):
        wrong.append(f"print_calls has ended with {done.returncode} after {len(found)} of {len(calls)} calls:\n{done.stderr}")
    print(f"{len(calls)} routines of kernels")
    return wrong, len(calls)


# ---- Hosts --------------------------------------------------------------------------------------------

ARRAYS = ["dest", "source", "fetch", "sig_addr", "ivars", "data", "lock", "indices", "status", "cmp_values", "ret",
          "flag"]
ARRAY_BYTES = 2048
EQ, NE = "1", "2"  # ISHMEM_CMP_
# Of a job, which tells 8192 pairs of places apart at most: a routine has up to eight.
MOST_ROUTINES = 800


def host_argument(name, declared, call):
    if name in ("signal_event", "waits"):
        return "0"
    fixed = dict(ctx="context", queue="list", num_waits="0", ivar="ivars", pe="1", PE_root="0", sig_op="0", npes="1",
                 cmp=EQ, cmp_value="0", target_pes="flag", value="0", cond="0", signal="0")
    if re.match(r"(float|double|long double)\b[^*]*$", declared):
        return None  # in a register of its own
    return name if name in ARRAYS else fixed[name] if name in fixed else str(WORDS[name])


def host_call(call, **other):
    words = [other.get(name, host_argument(name, declared, call)) for name, declared in call.parameters.items()]
    return " ".join([call.routine.name, *(word for word in words if word is not None)])


def extent(call, name, times=1):
    """The last byte of an array."""
    size, blocks, stride = memory(call, name, times)
    return (blocks - 1) * stride + size - 1


def regions(call):
    """(array, whose, last byte) of all that a call by PE 0 to PE 1, or by both, uses."""
    what, words, queued = does(call), call.parameters, "queue" in call.parameters
    here, there = ("dest", "source") if what == "get" else ("source", "dest")
    if what in ("put", "get", "signal"):
        for array, pe in ((there, 1), (here, 0)):
            if array in words:
                yield array, pe, extent(call, array)
        if what == "signal":
            yield "sig_addr", 1, 7
    elif what == "amo":
        yield "dest" if "dest" in words else "source", 1, call.size - 1
        if "fetch" in words:
            yield "fetch", 0, call.size - 1
    elif what in ("broadcast", "arrays"):
        times = (2, 1) if stem_of(call) == "collect" else (1, 1) if what == "broadcast" else shares(call, 2)
        for array, time in zip(("dest", "source"), times):
            yield array, 0, extent(call, array, time)
    elif what in ("wait", "test") and queued:
        for array, size in (("status", 4), ("cmp_values", call.size), ("indices", 8)):
            if array in words:
                yield array, 0, WORDS["nelems"] * size - 1
    if "ret" in words:
        sizes = {"int": 4, "size_t": 8, "uint64_t": 8}
        declared = re.match(r"([\w ]+?) *\*", words["ret"])[1]
        yield "ret", 0, sizes.get(declared, call.size) - 1


def steps(call):
    """(line for call_all, what must be reported: {(whose, address)}, or None)."""
    what, name, words = does(call), call.routine.name, call.parameters
    together = "all" if call.row.family == "collectives" else "one"
    for array, pe, last in regions(call):
        start = ARRAYS.index(array) * ARRAY_BYTES
        yield (f"uses {array} {pe} 0 {last} {together} {host_call(call)}",
               {(pe, start), (pe, start + last)})
    if what == "lock":
        yield f"locks {name}", {(None, ARRAYS.index("lock") * ARRAY_BYTES)}
    elif what in ("wait", "test"):
        found = "index" if "any" in stem_of(call) else "number"
        yield f"{what}s {found} {host_call(call, cmp=NE)}", None
    elif what == "order":
        how = "queue" if "queue" in words else "context" if "ctx" in words else "host"
        yield f"orders {how} {host_call(call)}", None
    elif what in ("sync", "barrier"):
        yield f"{'joins' if what == 'sync' else 'completes'} {host_call(call)}", None


def reports_of(text):
    """[(whose memory, address, [(routine, function that calls it or None) of the sides])]"""
    block = re.compile(r"data race on \d+ bytes? at heap \+ (0x[0-9a-f]+) of PE (\d+):\n"
                       r"    PE \d+ [\w ]+ in (\w+)(?: at \S+(?: in (\w+))?)?\n"
                       r"    PE \d+ [\w ]+ in (\w+)(?: at \S+(?: in (\w+))?)?\n")
    return [(int(m[2]), int(m[1], 16), [m.groups()[2:4], m.groups()[4:6]]) for m in block.finditer(text)]


def run_hosts(options, part, number):
    """The calls' steps in one job; what is wrong."""
    plan = [(call, *step) for call in part for step in steps(call)]
    path = options.work / f"calls_{number}"
    path.write_text("".join(line + "\n" for _, line, _ in plan))
    done = subprocess.run([options.mpiexec, "-n", "2", options.call_all, str(path)], text=True, capture_output=True)
    if done.returncode != 0 or f"{len(plan)} calls" not in done.stdout:
        return [f"the job of {path} has ended with {done.returncode}: {done.stdout}{done.stderr}"]
    found = reports_of(done.stderr)
    starts = [address for _, address, sides in found if sides[0][1] == "calibrate"]
    if len(starts) != 1:
        return [f"where the arrays begin is not known: {done.stderr[:2000]}"]
    known = collections.defaultdict(set)
    for pe, address, sides in found:
        for routine, function in sides:
            if function == "make":
                known[routine] |= {(pe, address - starts[0]), (None, address - starts[0])}
    wrong = [f"{line}: not reported: {sorted(must - known[call.routine.name], key=str)}"
             for call, line, must in plan if must and not must <= known[call.routine.name]]
    wrong += [f"no race, but reported at {address - starts[0]:#x} of PE {pe}: {sides}"
              for pe, address, sides in found
              if not any(re.match("calibrate|intrude_|look_at_lock", function or "") for _, function in sides)]
    return wrong


def check_hosts(options, calls):
    calls = [call for call in calls if call.routine.where == "host"]
    wrong = []
    for call in calls:
        if not list(steps(call)):
            wrong.append(f"{call.routine.name}: nothing is said of it here")
    for number, first in enumerate(range(0, len(calls), MOST_ROUTINES)):
        wrong += run_hosts(options, calls[first:first + MOST_ROUTINES], number)
    print(f"{len(calls)} routines of hosts")
    return wrong, len(calls)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("manifest", "work"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--include", type=Path, nargs="+", required=True)
    parser.add_argument("--cc", required=True)
    parser.add_argument("--print-calls", help="check kernels by this program")
    parser.add_argument("--call-all", help="check hosts by this program")
    parser.add_argument("--mpiexec")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    calls = list(expand(options))
    wrong, count = (check_kernels if options.print_calls else check_hosts)(options, calls)
    for line in wrong[:40]:
        print(line)
    if len(wrong) > 40:
        print(f"and {len(wrong) - 40} more")
    if count < 1000:
        print("these are not all routines of the manifest")
    return 1 if wrong or count < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
