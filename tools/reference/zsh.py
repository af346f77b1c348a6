# SPDX-License-Identifier: BSD-3-Clause
"""Completion for zsh, by its function _arguments."""
import re

ACTIONS = {"files": "_files", "folders": "_files -/", "processes": "compadd - $(ps -u $EUID -o pid=)", "hosts": "_sequence _hosts",
           "commands": "_command_names -e"}
LONGEST = 70


def escape(text):
    """Within a specification, in single quotes."""
    return re.sub(r"([\\:\[\]])", r"\\\1", text).replace("'", "'\\''")


def brief(text):
    """The first of what is said."""
    text = re.split(r"[;:] |, and |, with |\. | \(", text)[0]
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(", " if ", " in text[:LONGEST] else " ", 1)[0]


def listed(words):
    """((WORD:TEXT ...)), or (WORD ...) where nothing is told of them."""
    if not any(words.values()):
        return f"({' '.join(words)})"
    told = (word + (rf'\:"{escape(text)}"' if text else "") for word, text in words.items())
    return f"(({' '.join(told)}))"


def action(value):
    """What completes a value.  A colon would end it; with a blank before it, it gets no options of compadd."""
    parts = [listed(value.words)] if value.words else []
    for kind in value.kinds:
        pattern = f' -g "*.({"|".join(value.endings)})(-.)"' if kind == "files" and value.endings else ""
        parts.append(ACTIONS[kind] + pattern)
    if len(parts) < 2:
        return parts[0] if parts else " "
    kinds = " ".join(rf'"{kind}\:{kind}\:{ACTIONS[kind]}"' for kind in value.kinds)
    return rf' _alternative "words\:word\:{parts[0]}" {kinds}'


def sign_of(name, value, every):
    """How the value may follow: in the same word, unless that could be another option."""
    if not value or value.optional:
        return ""
    if name.startswith("--"):
        return "="
    return "" if any(other != name and other.startswith(name) for other in every) else "+"


def option(names, value, text, repeats, every):
    """The specifications of an option, one for each name."""
    others = "*" if repeats else f"({' '.join(names)})" if len(names) > 1 else ""
    for name in names:
        if name.endswith("..."):
            yield f"'*{name[:-3]}-[{escape(brief(text))}]:option: '"
            continue
        of_value = f"{'::' if value.optional else ':'}{value.name}:{action(value)}" if value else ""
        yield f"'{others}{name}{sign_of(name, value, every)}[{escape(brief(text))}]{of_value}'"


def words(program):
    if program.commands:
        yield f"'1:command:({' '.join(program.commands)})'"
        yield "'*:argument:->words'"
        return
    for at, value in enumerate(program.words, 1):
        place = "*" if program.many and at == len(program.words) else at
        if "commands" in value.kinds:
            yield f"'(-)1:{value.name}:{action(value)}'"
            yield "'*::argument:_normal'"
        else:
            yield f"'{place}:{value.name}:{action(value)}'"


def of_commands(program):
    lines = ["", "[[ $state == words ]] && case $line[1] in"]
    for command, values in program.commands.items():
        lines.append(f"    {command})\n        case $#line in")
        lines += [f"            {at}) {action(value)} && ret=0 ;;" for at, value in enumerate(values, 2)
                  if value.kinds or value.words]
        lines.append("        esac ;;")
    return "\n".join([*lines, "esac", ""])


def write(program):
    every = [name for names, _, _ in program.options for name in names]
    # Letters may be joined where no other option begins with one dash.
    joined = "" if any(re.match(r"-[^-]{2}", name) for name in every) else "-s "
    specifications = [line for names, value, text in program.options
                      for line in option(names, value, text, program.repeats, every)]
    specifications += words(program)
    return (f"#compdef {' '.join(program.called)}\n"
            f"# Completion of {program.name} for zsh, made of what {program.name} --help prints.\n\n"
            "local curcontext=$curcontext state line ret=1\ntypeset -A opt_args\n\n"
            f"_arguments -C {joined}-S : \\\n    " + " \\\n    ".join(specifications) + " && ret=0\n"
            + (of_commands(program) if program.commands else "") + "\nreturn ret\n")
