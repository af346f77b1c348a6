# SPDX-License-Identifier: BSD-3-Clause
"""A page with what the headers say added to its text, as Markdown and as a man page."""
import collections
import re

import links
import roff
from blocks import parse, raised

CALLERS = [("host", "", "hosts"), ("device", "", "work-items"), ("device", "sub_group", "sub-groups"),
           ("device", "work_group", "work-groups"), ("host", "on_queue", "command lists")]
ARGUMENTS_ARE_CHECKED = (
    "With `ISHMEM_CHECKS=1`, the default, a wrong argument on the host is reported in one line that names "
    "the PE, the routine, the argument, its value and what was expected, and the job ends. "
    "`ISHMEM_CHECKS=2` checks kernels as well; 0 checks nothing.")
WIDTH = 68


def prototype(result, name, parameters):
    """A declaration, broken where the line is full."""
    space = "" if result.endswith("*") else " "
    start = f"{result}{space}{name}("
    lines = [start]
    for i, parameter in enumerate(parameters or ("void",)):
        text = parameter + (", " if i + 1 < len(parameters) else ");")
        if len(lines[-1]) + len(text.rstrip()) > WIDTH:
            lines[-1] = lines[-1].rstrip()
            lines.append(" " * len(start))
        lines[-1] += text
    return "\n".join(lines)


def general_name(routine):
    """The routine's name with TYPE or SIZE in the place of its type or size."""
    if not routine.type:
        return routine.name
    if routine.type.isdigit():
        return re.sub(r"(iput|iget|ibput|ibget|put|get)\d+", r"\1SIZE", routine.name)
    if routine.type == "mem":
        return routine.name
    prefix = re.match(r"ishmemx?_(ctx_)?", routine.name)[0]
    return prefix + "TYPE" + routine.name[len(prefix) + len(routine.type):]


def general_prototype(routine, headers):
    result, parameters = routine.result, routine.parameters
    if routine.type in headers.types:
        result, parameters = headers.general[routine.stem]
    return prototype(result, general_name(routine), parameters)


def synopsis(routines, headers):
    """One declaration for all types of each routine, without the forms of other callers."""
    lines = collections.OrderedDict()
    for routine in routines:
        if not routine.form and not routine.ctx:
            lines[general_prototype(routine, headers)] = None
    return list(lines)


def forms(routines):
    """A line for each way to call the routines that the synopsis leaves out."""
    def names(**wanted):
        found = collections.OrderedDict((f"`{general_name(r)}`", None) for r in routines
                                        if all(getattr(r, k) == v for k, v in wanted.items()))
        return ", ".join(found)
    for form, text in (("work_group", "By all work-items of a work-group, with the same arguments"),
                       ("sub_group", "By all work-items of a sub-group, with the same arguments"),
                       ("on_queue", "On a command list, with the arguments that ishmemx_on_queue says "
                                    "added at the end")):
        listed = names(form=form, ctx=False)
        if listed:
            yield f"- {text}: {listed}."
    listed = names(form="", ctx=True)
    if listed:
        yield (f"- On a context, with a leading `ishmem_ctx_t ctx`: {listed}"
               + (", and the group forms likewise." if names(form="work_group", ctx=True) else "."))


def types_table(routines, headers):
    by_stems = collections.OrderedDict()
    for routine in routines:
        if routine.type in headers.types and routine.where == "host" and not routine.form:
            by_stems.setdefault(routine.stem, collections.OrderedDict())[routine.type] = None
    groups = collections.OrderedDict()
    for stem, names in by_stems.items():
        groups.setdefault(tuple(names), []).append(stem)
    for names, stems in groups.items():
        listed = ", ".join(f"`{n}`" + ("" if headers.types[n] == n else f" ({headers.types[n]})")
                           for n in names)
        of = "" if len(groups) == 1 else f" of {', '.join(f'`{s}`' for s in stems)}"
        yield f"TYPE{of} is one of {listed}."


def without_type(routines, headers):
    names = sorted({f"{prefix}_{r.stem}{'_on_queue' if r.form == 'on_queue' else ''}"
                    for r in routines if r.type for prefix in ("ishmem", "ishmemx")}
                   & headers.macros)
    if names:
        yield ("Without a type the arguments choose: " + ", ".join(f"`{n}`" for n in names)
               + ", in C11, C++ and OpenCL C.")


def callers(routines):
    names = [name for where, form, name in CALLERS
             if any(r.where == where and r.form == form for r in routines)]
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]


def body(page, routines, headers):
    """The page's sections as Markdown, from the synopsis on."""
    parts = []
    if routines:
        parts.append("## Synopsis")
        header = ["ishmemx.h" if any(r.name.startswith("ishmemx") and r.where == "host"
                                     for r in routines) else "ishmem.h"]
        if any(r.where == "device" for r in routines):
            header.append("ishmem_device.h")
        parts.append("Declared in " + " and, for kernels, ".join(f"`{h}`" for h in header)
                     + f". Called by {callers(routines)}.")
        parts.append("```c\n" + "\n".join(synopsis(routines, headers)) + "\n```")
        parts.append("\n".join(forms(routines)))
        parts += types_table(routines, headers)
        if any(r.type.isdigit() for r in routines):
            parts.append("SIZE is 8, 16, 32, 64 or 128 bits.")
        parts += without_type(routines, headers)
    for title, text in page.sections.items():
        parts += [f"## {title}", text]
        if title == "Errors" and routines:
            parts.append(ARGUMENTS_ARE_CHECKED)
    return [part for part in parts if part]


def other_names(names):
    """names: {title of a library: its names for the page's routines}."""
    return [f"In programs for {title}: " + ", ".join(f"`{name}`" for name in listed) + "."
            for title, listed in names.items() if listed]


def every_host_routine(routines):
    """Where one stands for many."""
    hosts = [r for r in routines if r.where == "host"]
    return [prototype(r.result, r.name, r.parameters) for r in hosts] if any(r.type for r in hosts) else []


def parts(page, routines, headers, names, see):
    """All of a page but its title, as Markdown."""
    found = body(page, routines, headers)
    told = other_names(names)
    found += ["## Other names", *told] if told else []
    found += ["## See also", ", ".join(see)]
    every = every_host_routine(routines)
    return found + (["## Every host routine", "```c\n" + "\n".join(every) + "\n```"] if every else [])


def markdown(page, routines, headers, names):
    return "\n\n".join([f"# {page.name}", page.summary[0].upper() + page.summary[1:] + ".",
                        *parts(page, routines, headers, names, [f"[{name}]({name}.md)" for name in page.see])]) + "\n"


def manual(page, routines, headers, names, version):
    """A page of section 3."""
    see = [f"[{name}]({name}.md)" for name in page.see]
    see += [f"[{title}](../{title.lower()}.md)" for title, listed in names.items() if listed]
    text = "\n\n".join(parts(page, routines, headers, names, see))
    return roff.page(page.name, "3", page.summary, raised(parse(text)), version, links.in_manual)
