# SPDX-License-Identifier: BSD-3-Clause
"""The ABI of a library: what programs that were compiled with its headers rely on.

It is kept as text that a reader can review: the types, the constants and the prototypes of the public
headers, and the symbols' versions.  A prototype that differs only by the type stands once for all types.
abidiff compares two of them by the debug information of a library that has these types and prototypes,
and empty bodies: with one definition for each symbol it says what full debug information would.
"""
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

# These structs may have new members at their ends, since the library touches no more of them than the program
# has: two carry their size, the others come with a mask of their members.
GROWING = ["ishmemx_attr_t", "ishmemx_tool_t", "ishmem_team_config_t", "ishmem_ctx_session_config_t",
           "nvshmem_team_config_t"]
PREAMBLE = "#include <complex.h>\n#include <level_zero/ze_api.h>\n#include <stdbool.h>\n"
# In the order in which a prototype's type is looked for; a word that stands for other arguments in many
# prototypes, too, comes late.
TYPES = {
    "char": "char", "schar": "signed char", "short": "short int", "long": "long int",
    "longlong": "long long int", "uchar": "unsigned char", "ushort": "short unsigned int",
    "uint": "unsigned int", "ulong": "long unsigned int", "ulonglong": "long long unsigned int",
    "float": "float", "double": "double", "longdouble": "long double", "int8": "int8_t",
    "int16": "int16_t", "int32": "int32_t", "uint8": "uint8_t", "uint16": "uint16_t", "uint32": "uint32_t",
    "ptrdiff": "ptrdiff_t", "complexf": "complex float", "complexd": "complex double", "int64": "int64_t",
    "uint64": "uint64_t", "size": "size_t", "int": "int"}


def run(*command, **options):
    done = subprocess.run([*map(str, command)], text=True, capture_output=True, check=False, **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}")
    return done.stdout


class Abi:
    """types: declarations in order; constants: {name: value}; objects: {symbol: declaration};
    versions: {symbol: version}."""

    def __init__(self):
        self.types, self.constants, self.objects, self.versions = [], {}, {}, {}

    def source(self, types=None):
        """C with these types and objects."""
        bodies = [f"{text} {{}}" if text.endswith(")") else f"{text};" for _, text in sorted(self.objects.items())]
        return PREAMBLE + "\n".join((types or self.types) + bodies) + "\n"


# ---- From headers and a library -----------------------------------------------------------------------


def of_library(cc, include, headers, library):
    found = Abi()
    found.versions = symbols(library)
    if not headers:
        return found
    flags = [cc, "-std=c11", *(f"-I{folder}" for folder in include), "-x", "c"]
    text = "".join(f"#include <{header}>\n" for header in headers)
    with tempfile.TemporaryDirectory() as folder:
        prototypes = Path(folder) / "prototypes"
        run(*flags, "-S", "-aux-info", prototypes, "-o", "/dev/null", "-", input=text)
        for name, prototype in functions(prototypes.read_text(encoding="utf-8")):
            if name in found.versions:
                found.objects[name] = prototype
    for line in own_lines(run(*flags, "-E", "-dD", "-", input=text), include):
        constant = re.fullmatch(r"#define ((?:NV|I)?SHMEMX?_(?!\w*(?:VERSION|VENDOR))[A-Z0-9_]+) (\S.*)", line)
        if constant and not constant[2].startswith(("{", "__attribute__")):
            found.constants[constant[1]] = constant[2].strip()
    for text in declarations(own_lines(run(*flags, "-E", "-", input=text), include)):
        name = text.split(" ")[-1].lstrip("*")
        if re.match(r"(typedef|struct|enum|union)\b", text) and not re.match(r"struct \w+ \*?\w+\(", text):
            found.types.append(text + ";")
        elif name in found.versions:
            found.objects[name] = text.removeprefix("extern ")
    return found


def symbols(library):
    """{name: version} of what it exports, without what is for libraries of the same release."""
    found = {}
    for line in run("nm", "-D", "--defined-only", "--with-symbol-versions", library).splitlines():
        kind, name = line.split()[1:3]
        name, _, version = name.partition("@")
        version = version.lstrip("@")
        if kind != "A" and not version.startswith("ISHMEM_PRIVATE_"):
            found[name] = version
    return found


def functions(aux_info):
    for line in aux_info.splitlines():
        parts = re.fullmatch(r"/\* .*:\d+:\w+ \*/ extern (.*?)(\w+|\(\w+\)) \((.*)\);.*", line)
        if parts:
            name = parts[2].strip("()")
            # In parentheses, as the headers' generic macros may have the same name.
            yield name, f"{parts[1]}{name}({parts[3]})"


def own_lines(text, include):
    """The lines that come from the public headers, out of all that they include."""
    is_own = False
    for line in text.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            is_own = any(marker[1].startswith(str(folder)) for folder in include)
        elif is_own:
            yield line


def declarations(lines):
    text = "\n".join(line for line in lines if not line.startswith("#"))
    text = re.sub(r"__attribute__ ?\(\((?:[^()]|\([^()]*\))*\)\)", "", text)
    depth, start = 0, 0
    for at, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        is_body = character == "}" and depth == 0 and ")" in text[start:text.index("{", start)]
        if depth == 0 and (character == ";" or is_body):
            yield " ".join(text[start:at].split())
            start = at + 1


# ---- The text that is kept ----------------------------------------------------------------------------


def write(found, title):
    lines = [f"# {title}"]
    lines += ["[types]", *found.types] if found.types else []
    if found.constants:
        lines += ["[constants]", *(f"{name} {value}" for name, value in sorted(found.constants.items()))]
    for version in sorted(set(found.versions.values())):
        names = sorted(name for name, its in found.versions.items() if its == version)
        lines += [f"[symbols {version}]".replace(" ]", "]")]
        lines += fold({name: found.objects.get(name, name) for name in names})
    return "\n".join(lines) + "\n"


def read(text):
    found, section = Abi(), ""
    for line in text.splitlines():
        if line.startswith("["):
            section, _, version = line.strip("[]").partition(" ")
        elif section == "types":
            found.types.append(line)
        elif section == "constants":
            name, value = line.split(" ", 1)
            found.constants[name] = value
        elif section == "symbols":
            for name, prototype in unfold(line):
                found.versions[name] = version
                if name != prototype:
                    found.objects[name] = prototype
    return found


def expand(row, word):
    """The row of one type: <> in names, <T> in types."""
    return row.replace("<>", word).replace("<T>", TYPES[word])


def rows_of(name, prototype):
    """(word, row): the ways to write a prototype for one type."""
    for word, kind in TYPES.items():
        if word in name.split("_"):
            row = re.sub(rf"(?<![a-z_]){re.escape(kind)}(?![\w<]| (?:int|char|unsigned))", "<T>",
                         prototype.replace(name, "@"))
            general = "_".join("<>" if part == word else part for part in name.split("_"))
            yield word, row.replace("@", general)


def fold(objects):
    """Lines of prototypes, and after a colon the types that a line is for."""
    rows = {}
    for word in TYPES:
        for name, prototype in objects.items():
            for its, row in rows_of(name, prototype):
                if its == word and expand(row, word) == prototype:
                    rows.setdefault(row, []).append(word)
    # A prototype goes into the row that most types share; `int` has rows that no other type has.
    chosen, left = {}, dict(objects)
    for row, words in sorted(rows.items(), key=lambda item: -len(item[1])):
        for word in TYPES:
            prototype = expand(row, word)
            name = next(unfold(prototype))[0]
            if left.get(name) == prototype:
                del left[name]
                chosen.setdefault(row, []).append(word)
    lines = [f"{row}: {' '.join(words)}" for row, words in chosen.items()] + list(left.values())
    return sorted(lines, key=lambda line: next(unfold(line))[0])


def unfold(line):
    """(name, prototype), and (name, name) where there is none."""
    row, _, words = line.partition(": ")
    for prototype in [expand(row, word) for word in words.split()] or [row]:
        yield re.search(r"(\w+)(\(.*)?$", prototype)[1], prototype


# ---- Comparing -----------------------------------------------------------------------------------------


def differences(then, now, cc):
    """Sentences about what programs miss that were compiled then."""
    said = []
    for name, version in then.versions.items():
        if name not in now.versions:
            said.append(f"{name} is gone")
        elif now.versions[name] != version:
            said.append(f"{name} has the version {now.versions[name]}, not {version}")
    for name, value in then.constants.items():
        if now.constants.get(name) != value:
            said.append(f"{name} is {now.constants.get(name, 'gone')}, not {value}")
    for name in then.objects.keys() - now.objects.keys():
        if name in now.versions:
            said.append(f"no header declares {name}")
    # The same text has the same ABI.
    sources = [then.source(), now.source([as_it_was(text, then.types) for text in now.types])]
    if sources[0] != sources[1]:
        said += by_abidiff(sources, cc)
    return said


def as_it_was(text, types):
    """A declaration without the members that a struct has gained at its end, if that is allowed."""
    for name in GROWING:
        for old in types:
            members = old.removesuffix(f" }} {name};")
            if members != old and text.startswith(members) and text.endswith(f" }} {name};"):
                return old
    return text


def by_abidiff(sources, cc):
    if not shutil.which("abidiff"):
        return ["abidiff is not installed (on Debian: abigail-tools)"]
    with tempfile.TemporaryDirectory() as folder:
        libraries = [Path(folder) / "then.so", Path(folder) / "now.so"]
        for source, library in zip(sources, libraries):
            run(cc, "-std=c11", "-w", "-g", "-shared", "-fPIC", "-fno-builtin", "-o", library, "-x", "c", "-",
                input=source)
        done = subprocess.run(["abidiff", "--no-added-syms", *libraries], text=True, capture_output=True,
                              check=False)
        return [] if done.returncode == 0 else [f"abidiff: {done.stdout}{done.stderr}"]
