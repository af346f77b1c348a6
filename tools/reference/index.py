# SPDX-License-Identifier: BSD-3-Clause
"""The page that lists the routines: by family, as docs/reference/README.md has it, and by name with prototypes."""
import re

import render


class IndexPageError(Exception):
    pass


def check(families, pages):
    """Each page is in the table of families, which names no other."""
    listed = set(re.findall(r"\]\((ishmemx?_\w+)\.md\)", families))
    for name in sorted(set(pages) ^ listed):
        raise IndexPageError(f"docs/reference/README.md: {name} " + ("is no page" if name in listed else "is missing"))


def prototype(routine, headers):
    """In one line; a typed routine has its own leading context, and its own arguments of a command list."""
    result, parameters = routine.result, routine.parameters
    if routine.type in headers.types:
        result, general = headers.general[routine.stem]
        leading = parameters[:1] if routine.ctx else ()
        parameters = leading + general + parameters[len(leading) + len(general):]
    return " ".join(render.prototype(result, render.general_name(routine), parameters).split())


def rows(pages, shared, headers):
    """{general name: (page, prototype, whether hosts call it, whether kernels do)}"""
    found = {}
    for page in pages:
        for routine in shared[page]:
            name = render.general_name(routine)
            _, text, host, device = found.get(name, (page, "", False, False))
            if not text or routine.where == "host":
                text = prototype(routine, headers)
            found[name] = page, text, host or routine.where == "host", device or routine.where == "device"
    return found


def by_name(pages, shared, headers):
    lines = ["# Routines by name", "",
             "TYPE and SIZE stand for the types and sizes that the routine's page lists.", "",
             "| routine | called from | prototype |", "|---|---|---|"]
    found = rows(pages, shared, headers)
    for name in sorted(found, key=lambda name: (re.sub(r"^ishmemx?_(ctx_)?(TYPE_)?", "", name), name)):
        page, text, host, device = found[name]
        callers = " and ".join(["host"] * host + ["kernels"] * device)
        lines.append(f"| [`{name}`]({page}.md) | {callers} | `{text}` |")
    names = {routine.name for routines in shared.values() for routine in routines}
    return "\n".join(lines) + f"\n\n{len(names)} names in all, with those of each type.\n"


def by_family(families, pages):
    check(families, pages)
    head, table = families.split("\n\n", 1)
    return f"{head}\n\n[All routines by name](names.md), with their prototypes.\n\n{table}"
