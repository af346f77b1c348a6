# SPDX-License-Identifier: BSD-3-Clause
"""notebook.py FILE: runs the cells of a notebook, one after the other, and prints what Jupyter would show."""
import ast
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    cells = [cell for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
names = {"__name__": "__main__"}
for number, cell in enumerate(cells, 1):
    tree = ast.parse("".join(cell["source"]), f"cell {number}")
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, f"cell {number}", "exec"), names)
    if last is not None:
        print(f"[{number}]", eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names))
