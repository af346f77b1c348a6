# SPDX-License-Identifier: BSD-3-Clause
"""The routines that the public headers declare, as the preprocessor gives them."""
import collections
import functools
import re
import subprocess

# A declared routine.  stem: its name without prefix, type, size and form.  form: the part of the name
# that says who calls it: "" for the host or one work-item, "on_queue", "work_group" or "sub_group".
Routine = collections.namedtuple("Routine", "name result parameters where stem type form ctx")

FORMS = ["on_queue", "work_group", "sub_group"]
SIZED = re.compile(r"(iput|iget|ibput|ibget|put|get)(mem|8|16|32|64|128)((?:_signal)?(?:_nbi)?)$")
MEM = re.compile(r"(alltoalls|alltoall|broadcast|fcollect|collect)mem$")
DECLARATION = re.compile(r"([A-Za-z_][\w \*]*?[ \*])(ishmemx?_\w+)\s*\(([^()]*)\)\s*(?:;|__asm__)")


class Headers:
    def __init__(self, include, cc, clang):
        self.include = include[0]
        self.flags = [f"-I{directory}" for directory in include]
        self.commands = {
            "host": [cc, "-std=c11", "-x", "c"],
            "device": [clang, "-x", "cl", "-cl-std=CL2.0", "-target", "spir64-unknown-unknown"]}

    def preprocess(self, where, source, *options):
        command = self.commands[where] + ["-E", "-P", *options, *self.flags, "-"]
        return subprocess.run(command, input=source, text=True, check=True,
                              capture_output=True).stdout

    def main_header(self, where):
        return "#include <ishmemx.h>\n" if where == "host" else '#include "ishmem_device.h"\n'

    @functools.cached_property
    def types(self):
        """{name: C type} of all type lists of the host."""
        lists = self.lists("type_lists.h", r"ISHMEMI_(\w+)_TYPES\(X, A\)")
        rows = "".join(f"ISHMEMI_{name}_TYPES(ROW, )\n" for name in lists)
        text = self.preprocess("host", '#include "ishmem/type_lists.h"\n'
                               f"#define ROW(NAME, TYPE, A) @NAME:TYPE\n{rows}")
        return {name: " ".join(type_.split())
                for name, type_ in re.findall(r"@\s*(\w+)\s*:\s*([\w ]*\w)", text)}

    def lists(self, header, pattern):
        with open(f"{self.include}/ishmem/{header}", encoding="utf-8") as file:
            return re.findall(rf"^#define {pattern}", file.read(), re.MULTILINE)

    @functools.cached_property
    def general(self):
        """{stem: (result, parameters)} of typed routines, with TYPE in the place of the type."""
        lists = self.lists("routine_lists.h", r"ISHMEMI_(\w+)_ROUTINES\(X, NAME, TYPE\)")
        rows = "".join(f"ISHMEMI_{name}_ROUTINES(ROW, TYPE, TYPE)\n" for name in lists)
        text = self.preprocess("host", '#include "ishmem/routine_lists.h"\n'
                               "#define ROW(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) "
                               f"@ROUTINE:RESULT:ISHMEMI_PARAMETERS_##KIND(TYPE)@\n{rows}")
        return {stem: (result, split_parameters(parameters)) for stem, result, parameters
                in re.findall(r"@\s*(\w+)\s*:\s*([\w ]+?)\s*:([^@]*)@", text)}

    @functools.cached_property
    def routines(self):
        """All declared routines of host and device that have a symbol, by (where, name)."""
        found = {}
        for where in self.commands:
            text = self.preprocess(where, self.main_header(where))
            text = re.sub(r'__attribute__\s*\(\(visibility\("default"\)\)\)|\bextern\b', " ", text)
            # Overloads of OpenCL C are other names of routines that are declared with a type.
            text = re.sub(r"[^;{}]*__attribute__\s*\(\(overloadable\)\)[^;{}]*(;|\{[^{}]*\})", " ",
                          text)
            for result, name, parameters in DECLARATION.findall(" ".join(text.split())):
                stem, type_, form, ctx = self.parts(name)
                found[where, name] = Routine(name, result.replace("static inline", "").strip(),
                                             split_parameters(parameters), where, stem, type_,
                                             form, ctx)
        return found

    @functools.cached_property
    def macros(self):
        """Names without a type that C11 programs call."""
        text = self.preprocess("host", self.main_header("host"), "-dM")
        return set(re.findall(r"^#define (ishmemx?_\w+)\(", text, re.MULTILINE))

    def parts(self, name):
        """stem, type or size, form and whether with a context."""
        rest = re.sub(r"^ishmemx?_", "", name)
        form = next((f for f in FORMS if rest.endswith("_" + f)), "")
        if form:
            rest = rest[:-len(form) - 1]
        bare = rest[4:] if rest.startswith("ctx_") else rest
        for with_ctx, text in ((True, bare), (False, rest)):
            if with_ctx and text is rest:
                continue
            head, _, tail = text.partition("_")
            if tail and head in self.types:
                return tail, head, form, with_ctx
            sized = SIZED.match(text)
            if sized:
                return sized[1] + sized[3], sized[2], form, with_ctx
            if MEM.match(text):
                return MEM.match(text)[1], "mem", form, with_ctx
        # ishmem_ctx_create and its kin are named for contexts; ishmem_ctx_quiet is quiet with one.
        if rest.startswith("ctx_") and re.search(r"^ctx_(fence|quiet|pe_quiet|signal_)", rest):
            return bare, "", form, True
        return rest, "", form, False


def split_parameters(text):
    text = " ".join(text.split())
    return tuple(re.sub(r"\s*\*\s*", " *", p.strip()) for p in text.split(",")) if text else ()
