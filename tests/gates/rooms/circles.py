# SPDX-License-Identifier: BSD-3-Clause
"""Circles of a graph."""


def circles(graph):
    """The groups of nodes that reach each other, by Tarjan's algorithm without recursion."""
    index, low, on_stack, stack = {}, {}, set(), []

    def enter(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        on_stack.add(node)
        return node, iter(sorted(graph.get(node, ())))

    for root in sorted(graph):
        work = [] if root in index else [enter(root)]
        while work:
            node, successors = work[-1]
            successor = next(successors, None)
            if successor is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = stack[stack.index(node):]
                    del stack[stack.index(node):]
                    on_stack.difference_update(group)
                    if len(group) > 1:
                        yield sorted(group)
            elif successor not in index:
                work.append(enter(successor))
            elif successor in on_stack:
                low[node] = min(low[node], index[successor])
