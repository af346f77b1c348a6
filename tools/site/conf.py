# SPDX-License-Identifier: BSD-3-Clause
"""What Sphinx makes of the folder that tools/site.sh fills: the pages as they lie in the tree, and the
generated reference and manual.  Nothing on a page comes from another host."""
import os
import re

from pygments.lexers.c_cpp import CLexer
from sphinx.highlighting import lexers

project = "libishmem"
author = "the libishmem authors"
copyright = "2026, the libishmem authors"
version = release = os.environ["ISHMEM_SITE_VERSION"]

extensions = ["myst_parser", "sphinx.ext.graphviz"]
graphviz_output_format = "svg"
root_doc = "index"
# Headings down to the third level are anchors of links, as where the pages are read in a repository.
myst_heading_anchors = 3
highlight_language = "none"
lexers["opencl"] = CLexer()

html_theme = "furo"
pygments_style = "tango"
pygments_dark_style = "monokai"
html_title = f"libishmem {version}"
html_copy_source = False
html_show_sphinx = False
html_favicon = "icon.svg"
html_static_path = ["site.css"]
html_css_files = ["site.css"]

TREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
CONTENTS = {
    "Use": ["docs/README", "docs/installing", "docs/starting", "docs/kernels", "docs/queues", "docs/python", "docs/sycl",
            "docs/porting-from-intel-shmem", "docs/openshmem", "docs/nvshmem", "examples/README"],
    "Understand": ["docs/debugging", "docs/tracing", "docs/performance", "docs/scale", "docs/how-it-works"],
    "Look up": ["docs/reference/index", "docs/reference/names", "docs/manual/index", "docs/environment", "CHANGELOG", "SECURITY"],
    "Change": ["CONTRIBUTING", "docs/architecture", "docs/mechanisms", "driver/README", "driver/docs/architecture", "docs/glossary"]}

# Pages that have another name on the site than in the tree.
HOMES = {"README.md": "index.md", "docs/reference/README.md": "docs/reference/index.md"}


def contents():
    return "".join(f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n"
                   for caption, pages in CONTENTS.items())


def graph(match):
    """A Mermaid graph of arrows and names alone, in Graphviz's language."""
    names = dict(re.findall(r'(\w+)\["([^"]*)"\]', match[1]))
    named = re.sub(r'\["[^"]*"\]', "", match[1])
    arrows = "".join(f'    {name} [label="{label}"]\n' for name, label in names.items())
    for line in named.splitlines():
        left, arrow, right = line.partition(" --> ")
        arrows += f"{left} -> {{{right.replace('&', '')}}}\n" if arrow else f"{line}\n"
    return f"```{{graphviz}}\ndigraph {{\n    node [shape=box, fontname=sans, style=filled, fillcolor=white]\n{arrows}}}\n```"


def complete(app, page, source):
    """Adds the contents, and leads links to the tree's README and to folders to their pages, if they have any."""
    folder = os.path.dirname(page)

    def link(match):
        text, target = match.groups()
        target, hash_, anchor = target.partition("#")
        if not target or ":" in target:
            return match[0]
        for index in "", "index.md", "README.md":
            path = os.path.normpath(os.path.join(folder, target, index))
            if path in HOMES:
                return f"[{text}]({os.path.relpath(HOMES[path], folder or '.')}{hash_}{anchor})"
            if index and os.path.exists(os.path.join(app.srcdir, path)):
                return f"[{text}]({target}/{index})"
        return text if os.path.isdir(os.path.join(TREE, folder, target)) else match[0]

    source[0] = re.sub(r"(?<!!)\[([^\][]*)\]\(([^()\s]+)\)", link, source[0])
    source[0] = re.sub(r"```mermaid\ngraph TD\n(.*?)```", graph, source[0], flags=re.DOTALL)
    if page == root_doc:
        source[0] += contents()
    if page in ("docs/reference/index", "docs/manual/index"):
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n\nishm*\n```\n"


def setup(app):
    app.connect("source-read", complete)
