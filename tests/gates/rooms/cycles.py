# SPDX-License-Identifier: BSD-3-Clause
"""Cycles of a graph, which is {node: the nodes that it uses}."""
import collections


def strong_components(graph):
    """The groups of several nodes that reach each other, by Tarjan's algorithm without recursion."""
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


def shortest_cycle(graph, nodes):
    """The nodes of the shortest cycle through the first of these nodes, which reach each other."""
    start, came_from = nodes[0], {}
    queue = collections.deque([start])
    while True:
        node = queue.popleft()
        for other in sorted(set(graph[node]) & set(nodes)):
            if other == start:
                path = [node]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                return path[::-1]
            if other not in came_from:
                came_from[other] = node
                queue.append(other)


def reduced(graph):
    """(node, other) of the arrows of a graph without cycles, but for those that a longer way makes superfluous."""
    below = {}

    def reach(node):
        if node not in below:
            below[node] = set(graph[node]).union(*(reach(other) for other in graph[node]))
        return below[node]

    return [(node, other) for node in graph for other in graph[node]
            if not any(other in reach(between) for between in graph[node])]
