#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""documents_test.py ROOT SUBJECT [ARGUMENT...]: compares README and docs/ with the code.

  links                      every link, and every path of the tree that a page names, leads somewhere
  cutovers                   docs/queues.md has the sizes of the built-in tables
  variables DRIVER PROGRAM   docs/environment.md has the driver's variables, with what they accept
  figures                    docs/performance.md and its pictures show the rows in docs/figures; a dirty tree
                             is refused
"""
import csv
import glob
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = sys.argv[1]
failures = []


def require(condition, what):
    if not condition:
        failures.append(what)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def pages():
    names = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", os.path.join("examples", "README.md")]
    return names + [os.path.relpath(path, ROOT)
                    for path in glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True)]


# ---- Links and paths -----------------------------------------------------------------------------

def anchors(text):
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links():
    tree = r"(?:cmake|docs|driver|examples|include|src|tests|tools)/[\w./*-]+"
    for page in pages():
        text = read(page)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            path, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            path = os.path.join(os.path.dirname(page), path) if path else page
            if not os.path.exists(os.path.join(ROOT, path)):
                failures.append(f"{page}: no file for the link {target}")
            elif anchor:
                require(anchor in anchors(read(path)), f"{page}: no heading for the link {target}")
        for path in re.findall(rf"`({tree})`", text):
            require(glob.glob(os.path.join(ROOT, path)) or glob.glob(os.path.join(ROOT, path + ".*")),
                    f"{page}: {path} does not exist")


# ---- Cutovers ------------------------------------------------------------------------------------

def bytes_of(text):
    match = re.fullmatch(r"(\d+) ?([KMG]?)(?:iB)?", text)
    return int(match.group(1)) << {"": 0, "K": 10, "M": 20, "G": 30}[match.group(2)]


def cutover(device, name):
    paths = glob.glob(os.path.join(ROOT, "src", "host", "**", device + ".tuning"), recursive=True)
    return int(re.search(rf"^{name}:kernel<(\d+)$", read(os.path.relpath(paths[0], ROOT)), re.M).group(1))


def check_cutovers():
    """A row has the largest size of a kernel."""
    text = " ".join(read("docs/queues.md").split())
    gpu, cpu = re.search(r"`put_signal` is small below ([\w ]+) where the tiles are GPUs, and up to "
                         r"([\w ]+) where they are processors", text).groups()
    strided = re.search(r"strided, with blocks of ([\w ]+) or more", text).group(1)
    require(bytes_of(gpu) == cutover("gpu", "put_signal_on_queue") + 1, f"put_signal on GPUs: {gpu}")
    require(bytes_of(cpu) == cutover("cpu", "put_signal_on_queue"), f"put_signal on processors: {cpu}")
    for device in ("gpu", "cpu"):
        require(bytes_of(strided) == cutover(device, "strided_on_queue") + 1,
                f"strided on {device}: {strided}")


# ---- The driver's variables ----------------------------------------------------------------------

def variables_of_page():
    """Name to default and accepted values."""
    rows = re.findall(r"^\| `(ZECPU_\w+)` \| ([^|]+) \| ([^|]+) \|", read("docs/environment.md"), re.M)
    return {name: (default.strip("` "), accepted.strip()) for name, default, accepted in rows}


def variables_of_driver(driver):
    with open(driver, "rb") as file:
        return {name.decode() for name in re.findall(rb"(ZECPU_[A-Z_]*[A-Z])(?=\0)", file.read())}


def in_bytes(text):
    """The text with its sizes as plain numbers."""
    return re.sub(r"\b\d+[KM]\b", lambda match: str(bytes_of(match.group(0))), text)


def check_variables(driver, program):
    page = variables_of_page()
    names = variables_of_driver(driver)
    require(names == set(page), f"the driver has {sorted(names)}, the page has {sorted(page)}")

    bad = {name: "bad" for name in page if name != "ZECPU_CACHE_DIR"}
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run([program], env={**os.environ, **bad, "ZECPU_CACHE_DIR": folder},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    messages = dict(re.findall(r"^zed: (ZECPU_\w+)=bad: expected (.*)$", result.stderr, re.M))
    for name in bad:
        default, accepted = page[name]
        if name == "ZECPU_DELAY":
            default, accepted = "0", accepted.replace("microseconds, ", "")
        # Sizes are numbers in messages about a range, and have their suffix in others.
        expected = f"{accepted}; using {default}"
        told = messages.get(name, "nothing").replace("a number from ", "")
        require(told in (expected, in_bytes(expected)),
                f"{name}: the driver says '{told}', the page '{expected}'")


# ---- Figures -------------------------------------------------------------------------------------

def figures(root, *arguments):
    return subprocess.run([sys.executable, os.path.join(root, "tools", "figures.py"), *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def git(folder, *arguments):
    identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
    subprocess.run(["git", "-C", folder, *identity, *arguments], check=True, stdout=subprocess.DEVNULL)


def check_pictures(root):
    """Each is drawn from the rows next to it: it has the document's command, and its operations."""
    with open(os.path.join(root, "docs", "performance.md"), encoding="utf-8") as file:
        commands = dict(re.findall(r"<!-- figure (\S+) -->\n\n    (.*)\n", file.read()))
    for path in glob.glob(os.path.join(root, "docs", "figures", "*.svg")):
        name = os.path.basename(path)[:-len(".svg")]
        with open(path, encoding="utf-8") as file:
            picture = file.read()
        with open(path.replace(".svg", ".csv"), encoding="utf-8") as file:
            rows = [(row["benchmark"], row["operation"]) for row in csv.DictReader(file)]
        texts = {" ".join(row).strip() for row in rows if rows.count(row) > 1}
        for text in texts | {"Latency (\u00b5s)", "Bandwidth (GB/s)", html.escape(commands[name], quote=False)}:
            require(f">{text}<" in picture, f"{name}.svg does not say '{text}'; run tools/figures.py --draw")


def check_drawing(folder):
    """--draw makes a picture from its rows, or says what it needs; the document is cut to one."""
    document = os.path.join(folder, "docs", "performance.md")
    with open(document, encoding="utf-8") as file:
        figure = re.search(r"<!-- figure put-get-host-both-ways -->.*?<!-- end -->\n", file.read(), re.S)
    with open(document, "w", encoding="utf-8") as file:
        file.write(figure[0])
    for path in glob.glob(os.path.join(folder, "docs", "figures", "*.svg")):
        os.remove(path)
    shutil.copytree(os.path.join(ROOT, "tools", "perf", "output"), os.path.join(folder, "tools", "perf", "output"))
    result = figures(folder, "--draw")
    require(result.returncode == 0 or "this Python has no matplotlib" in result.stdout,
            f"--draw: {result.stdout.strip()}")
    drawn = glob.glob(os.path.join(folder, "docs", "figures", "*.svg"))
    require(len(drawn) == (result.returncode == 0), f"--draw: drawn are {drawn}")
    check_pictures(folder)


def check_figures():
    result = figures(ROOT, "--check")
    require(result.returncode == 0, result.stdout.strip())
    check_pictures(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        for path in ("docs/figures", "tools", "build/bin"):
            os.makedirs(os.path.join(folder, path))
        shutil.copy(os.path.join(ROOT, "tools", "figures.py"), os.path.join(folder, "tools"))
        for name in glob.glob(os.path.join(ROOT, "docs", "figures", "*.*")):
            shutil.copy(name, os.path.join(folder, "docs", "figures"))
        shutil.copy(os.path.join(ROOT, "docs", "performance.md"), os.path.join(folder, "docs"))
        perf = os.path.join(folder, "build", "bin", "ishmem-perf")
        with open(perf, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\ntouch ../../measured\n")
        os.chmod(perf, 0o755)
        git(folder, "init", "-q")
        git(folder, "add", ".")
        git(folder, "commit", "-q", "-m", "clean")
        with open(os.path.join(folder, "tools", "figures.py"), "a", encoding="utf-8") as file:
            file.write("# changed\n")
        result = figures(folder, os.path.join(folder, "build"), "launch-kernel")
        require(result.returncode != 0 and "uncommitted changes" in result.stdout,
                f"a dirty tree is not refused: {result.stdout.strip()}")
        require(not os.path.exists(os.path.join(folder, "measured")), "a dirty tree is measured")
        # A row that the document does not have.
        rows = os.path.join(folder, "docs", "figures", "launch-kernel.csv")
        with open(rows, encoding="utf-8") as file:
            text = file.read()
        with open(rows, "w", encoding="utf-8") as file:
            file.write(re.sub(r"0\.17\d+", "0.2", text))
        require(figures(folder, "--check").returncode != 0, "a changed row is not noticed")
        check_drawing(folder)


def main():
    subject, arguments = sys.argv[2], sys.argv[3:]
    {"links": check_links, "cutovers": check_cutovers, "variables": check_variables,
     "figures": check_figures}[subject](*arguments)
    for failure in failures:
        print(f"{subject}: {failure}")
    sys.exit(1 if failures else 0)


main()
