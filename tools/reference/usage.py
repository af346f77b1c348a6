# SPDX-License-Identifier: BSD-3-Clause
"""What a program prints for --help, taken apart: the man page and the completions of shells are made of it.

    usage: ishmrun [OPTION]... PROGRAM [ARGUMENT...]     and further lines that begin with blanks

    Paragraphs.

      -n, --np PES            what it does; the text may begin on the next line, and goes on
                              below where it began
      -b, --bind share|core|none
                              a choice: what is in capitals stands for something else
      -W..., -w               options without a value; the first goes on with anything

    More paragraphs.  "TYPE is one of int, long and double ..." says what stands for a word.
"""
import collections
import re
import subprocess

# names: ["-n", "--np"]; value: "PES", "share|core|none", "[NAME]" or ""; text: in one line.
Option = collections.namedtuple("Option", "names value text")
Usage = collections.namedtuple("Usage", "name lines before options after words")

OPTION = re.compile(r" {2,6}(-\S.*?)(?: {2,}(\S.*))?$")
MORE = re.compile(r" {10,}(\S.*)$")
WORDS = re.compile(r"\b([A-Z]+) is one of ((?:[\w-]+, )*[\w-]+) and ([\w-]+)")


def head(text):
    """The names and the value of the options that a line begins with."""
    names, value = [], ""
    for part in text.split(", "):
        name, _, of_name = part.partition(" ")
        names.append(name)
        value = of_name or value
    return names, value


def take_options(lines):
    """The options, and the paragraphs before and after them."""
    options, parts, current = [], ([], []), None
    for line in lines:
        begins, goes_on = OPTION.match(line), MORE.match(line)
        if begins and (current is None or not goes_on):
            current = [*head(begins[1]), [begins[2]] if begins[2] else []]
            options.append(current)
        elif goes_on and current:
            current[2].append(goes_on[1])
        else:
            current = None
            parts[1 if options else 0].append(line)
    return [Option(names, value, " ".join(text)) for names, value, text in options], parts


def paragraphs(lines):
    return [" ".join(part.split()) for part in "\n".join(lines).split("\n\n") if part.strip()]


def read(name, text):
    top, _, rest = text.partition("\n\n")
    lines = [" ".join(line.split()) for line in re.sub(r"^usage:", "", top).split("\n")]
    options, (before, after) = take_options(rest.split("\n"))
    words = collections.defaultdict(list)
    for word, first, last in WORDS.findall(" ".join(text.split())):
        words[word] += [one for one in [*first.split(", "), last] if one not in words[word]]
    return Usage(name, lines, paragraphs(before), options, paragraphs(after), dict(words))


def ask(program, option="--help"):
    return subprocess.run([program, option], check=True, capture_output=True, text=True).stdout


def choices(usage, value):
    """What may stand for an option's value: (words, names in capitals that stand for something else)."""
    words, names = [], []
    for part in value.strip("[]").split("|"):
        if part in usage.words:
            words += usage.words[part]
        elif part.isupper():
            names.append(part)
        elif part:
            words.append(part)
    return words, names
