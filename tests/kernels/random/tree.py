# SPDX-License-Identifier: BSD-3-Clause
"""The tree of a kernel: expressions and statements, each with its text in OpenCL C and its meaning.

text() prints; value() of an expression and run() of a statement say what it does, in terms of Python alone.
run() is a generator that yields at a barrier and returns how the statement ended: None, "break", "continue"
or "return".  Expressions have no effects.
"""
import values

WORDS = 16  # of each item, in the input and in the output


class Undefined(Exception):
    """The kernel does what the language does not define: the generator is wrong, or the reducer tries too much."""


class LocalMemory:
    """Of a group.  Two items may touch an element between the same barriers only if both read, or both by atomics."""

    def __init__(self, arrays):
        self.arrays = {name: [None] * length for _, name, length in arrays}
        self.barriers = 0
        self.touched = {}  # of an element, since the last barrier: (item, how)

    def touch(self, item, array, index, how):
        if self.touched.get("barriers") != self.barriers:
            self.touched = {"barriers": self.barriers}
        others = self.touched.setdefault((array, index), set())
        if any(other is not item and not how == was != "write" for other, was in others):
            raise Undefined(f"a race for {array}[{index}]")
        others.add((item, how))

    def read(self, item, array, index, how="read"):
        self.touch(item, array, index, how)
        value = self.arrays[array][index]
        if value is None:
            raise Undefined(f"{array}[{index}] has no value yet")
        return value

    def write(self, item, array, index, value, how="write"):
        self.touch(item, array, index, how)
        self.arrays[array][index] = value


class Frame:
    """What a function sees while it runs."""

    def __init__(self, item=None):
        self.variables = {}
        self.item = item  # None within helpers
        self.result = None


class Item:
    """A work-item and the memory that it sees."""

    def __init__(self, group, local_id, size, groups, data, out, local):
        self.group, self.local_id, self.size, self.groups = group, local_id, size, groups
        self.data, self.out, self.local = data, out, local
        self.global_id = group * size + local_id


# ---- Expressions ---------------------------------------------------------------------------------------------


class Constant:
    def __init__(self, type_, value):
        self.type, self.constant = type_, value

    def text(self):
        return values.literal(self.type, self.constant)

    def value(self, frame):
        return self.constant


class Variable:
    def __init__(self, type_, name):
        self.type, self.name = type_, name

    def text(self):
        return self.name

    def value(self, frame):
        return frame.variables[self.name]

    def assign(self, frame, value):
        frame.variables[self.name] = value


class Query:
    """What an item knows of itself and its launch, as a uint."""
    type = values.UINT
    TEXTS = {"global_id": "get_global_id(0)", "local_id": "get_local_id(0)", "group": "get_group_id(0)",
             "size": "get_local_size(0)", "groups": "get_num_groups(0)"}

    def __init__(self, what):
        self.what = what

    def text(self):
        return f"(uint){self.TEXTS[self.what]}"

    def value(self, frame):
        return getattr(frame.item, self.what)


class Input:
    """A word of the item's input, or of the launch's first words, which all items see."""
    type = values.UINT

    def __init__(self, word, shared=False):
        self.word, self.shared = word, shared

    def text(self):
        return f"in[{self.word}]" if self.shared else f"mine_in[{self.word}]"

    def value(self, frame):
        return frame.item.data[self.word if self.shared else WORDS * frame.item.global_id + self.word]


class Operation:
    """A function of other expressions; the braces of the format stand for them."""

    def __init__(self, type_, format_, function, *operands):
        self.type, self.format, self.function, self.operands = type_, format_, function, operands

    def text(self):
        return self.format.format(*[operand.text() for operand in self.operands])

    def value(self, frame):
        return self.function(*[operand.value(frame) for operand in self.operands])


class Element:
    """Of an array; the index is any uint, of which the remainder counts."""

    def __init__(self, type_, array, length, index):
        self.type, self.array, self.length, self.index = type_, array, length, index

    def text(self):
        by = f"& {self.length - 1}" if self.length & (self.length - 1) == 0 else f"% {self.length}"
        return f"{self.array}[({self.index.text()}) {by}]"

    def value(self, frame):
        return frame.variables[self.array][self.index.value(frame) % self.length]

    def assign(self, frame, value):
        frame.variables[self.array][self.index.value(frame) % self.length] = value


class Member:
    def __init__(self, type_, variable, name):
        self.type, self.variable, self.name = type_, variable, name

    def text(self):
        return f"{self.variable}.{self.name}"

    def value(self, frame):
        return frame.variables[self.variable][self.name]

    def assign(self, frame, value):
        frame.variables[self.variable][self.name] = value


class Parts:
    """Some parts of a vector that is a variable, each named once."""

    def __init__(self, type_, variable, places):
        self.type, self.variable, self.places = type_, variable, places

    def text(self):
        return f"{self.variable.text()}.s{''.join(f'{place:x}' for place in self.places)}"

    def assign(self, frame, value):
        vector = list(self.variable.value(frame))
        for place, number in zip(self.places, values.parts(self.type, value)):
            vector[place] = number
        self.variable.assign(frame, tuple(vector))


class LocalElement:
    """Of an array in local memory; the index is any uint.  Of `length` None it has a place for each item."""

    def __init__(self, type_, array, length, index):
        self.type, self.array, self.length, self.index = type_, array, length, index

    def text(self):
        return f"{self.array}[({self.index.text()}) % {self.length or 'get_local_size(0)'}]"

    def place(self, frame):
        return self.index.value(frame) % (self.length or frame.item.size)

    def value(self, frame, how="read"):
        return frame.item.local.read(frame.item, self.array, self.place(frame), how)

    def assign(self, frame, value, how="write"):
        frame.item.local.write(frame.item, self.array, self.place(frame), value, how)


class Call:
    """Of a helper.  Structs are values: a copy goes in, and a copy comes out."""

    def __init__(self, helper, arguments):
        self.type, self.helper, self.arguments = helper.type, helper, arguments

    def text(self):
        return f"{self.helper.name}({', '.join(argument.text() for argument in self.arguments)})"

    def value(self, frame):
        return self.helper.call([argument.value(frame) for argument in self.arguments])


# ---- Statements ------------------------------------------------------------------------------------------------


def indented(lines):
    return ["    " + line for line in lines]


def run_all(statements, frame):
    for statement in statements:
        ended = yield from statement.run(frame)
        if ended:
            return ended
    return None


def lines_of(statements):
    return [line for statement in statements for line in statement.lines()]


class Statement:
    """`bodies` are the lists of statements within."""
    bodies = ()

    def run(self, frame):
        self.act(frame)
        return None
        yield  # makes a generator of it

    def lines(self):
        return [self.text()]


def copied(value):
    return dict(value) if isinstance(value, dict) else value


class Assign(Statement):
    def __init__(self, target, expression):
        self.target, self.expression = target, expression

    def text(self):
        return f"{self.target.text()} = {self.expression.text()};"

    def act(self, frame):
        self.target.assign(frame, copied(self.expression.value(frame)))


class Store(Statement):
    """Mixes an expression into a word of the item's output."""

    def __init__(self, word, expression):
        self.word, self.expression = word, expression

    def text(self):
        return f"mine[{self.word}] = mine[{self.word}] * 31u + {self.expression.text()};"

    def act(self, frame):
        at = WORDS * frame.item.global_id + self.word
        frame.item.out[at] = values.UINT.wrap(frame.item.out[at] * 31 + self.expression.value(frame))


class Atomic(Statement):
    """Changes a word that others change, too, by an operation whose order does not matter."""
    OPERATIONS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "or": lambda a, b: a | b,
                  "and": lambda a, b: a & b, "xor": lambda a, b: a ^ b, "min": min, "max": max}

    def __init__(self, operation, target, expression):
        self.operation, self.target, self.expression = operation, target, expression

    def text(self):
        return f"atomic_{self.operation}(&{self.target.text()}, {self.expression.text()});"

    def act(self, frame):
        old = self.target.value(frame, "atomic")
        new = self.OPERATIONS[self.operation](old, self.expression.value(frame))
        self.target.assign(frame, values.UINT.wrap(new), "atomic")


class Shared:
    """A word behind the output of all items, which only atomics touch."""
    type = values.UINT

    def __init__(self, word):
        self.word = word

    def text(self):
        return f"out[{WORDS} * n + {self.word}]"

    def place(self, frame):
        return WORDS * frame.item.size * frame.item.groups + self.word

    def value(self, frame, how):
        return frame.item.out[self.place(frame)]

    def assign(self, frame, value, how):
        frame.item.out[self.place(frame)] = value


class Jump(Statement):
    """break, continue, or a return from a kernel."""

    def __init__(self, kind):
        self.kind = kind

    def text(self):
        return f"{self.kind};"

    def run(self, frame):
        return self.kind
        yield


class Return(Statement):
    """From a helper."""

    def __init__(self, expression):
        self.expression = expression

    def text(self):
        return f"return {self.expression.text()};"

    def run(self, frame):
        frame.result = copied(self.expression.value(frame))
        return "return"
        yield


class Barrier(Statement):
    def __init__(self, text="barrier(CLK_LOCAL_MEM_FENCE);"):
        self.line = text

    def text(self):
        return self.line

    def run(self, frame):
        yield
        return None


class If(Statement):
    def __init__(self, condition, then, otherwise):
        self.condition, self.then, self.otherwise = condition, then, otherwise
        self.bodies = (then, otherwise)

    def lines(self):
        lines = [f"if ({self.condition.text()}) {{", *indented(lines_of(self.then))]
        if self.otherwise:
            lines += ["} else {", *indented(lines_of(self.otherwise))]
        return [*lines, "}"]

    def run(self, frame):
        chosen = self.then if self.condition.value(frame) else self.otherwise
        return (yield from run_all(chosen, frame))


class Switch(Statement):
    """Cases of (labels, body, whether it falls through); a label None is `default`."""

    def __init__(self, value, cases):
        self.value, self.cases = value, cases
        self.bodies = tuple(body for _, body, _ in cases)

    def lines(self):
        lines = [f"switch ({self.value.text()}) {{"]
        for labels, body, falls in self.cases:
            lines += ["default:" if label is None else f"case {values.literal(self.value.type, label)}:"
                      for label in labels]
            lines += indented(lines_of(body) + ([";"] if falls else ["break;"]))
        return [*lines, "}"]

    def run(self, frame):
        value = self.value.value(frame)
        places = [at for at, (labels, _, _) in enumerate(self.cases) if value in labels]
        places += [at for at, (labels, _, _) in enumerate(self.cases) if None in labels]
        if not places:
            return None
        for _, body, falls in self.cases[places[0]:]:
            ended = yield from run_all(body, frame)
            if ended:
                return None if ended == "break" else ended
            if not falls:
                break
        return None


class Loop(Statement):
    """At most `most` turns, of which an expression says the number.  The counter can be read within."""

    def __init__(self, kind, counter, bound, body):
        self.kind, self.counter, self.bound, self.body = kind, counter, bound, body
        self.bodies = (body,)

    def lines(self):
        name, bound, body = self.counter.name, self.bound.text(), indented(lines_of(self.body))
        if self.kind == "for":
            return [f"for (uint {name} = 0; {name} < {bound}; {name}++) {{", *body, "}"]
        if self.kind == "down":
            return [f"for (uint {name} = {bound}; {name}-- > 0;) {{", *body, "}"]
        # The last part runs after `continue`, too.
        return ["{", f"    uint {name} = 0;", "    const uint end_" + f"{name} = {bound};", "    do {",
                *indented(body), f"    }} while (++{name} < end_{name});", "}"]

    def run(self, frame):
        # `for` asks for its bound in each turn; nothing within changes what the bound is made of.
        bound = self.bound.value(frame)
        numbers = {"for": range(bound), "down": range(bound - 1, -1, -1), "do": range(max(bound, 1))}
        for number in numbers[self.kind]:
            frame.variables[self.counter.name] = number
            ended = yield from run_all(self.body, frame)
            if ended == "break":
                break
            if ended == "return":
                return ended
        return None


# ---- Functions ---------------------------------------------------------------------------------------------------


class Declaration:
    """Of a variable with its first value, or of an array, whose elements are all the same at first."""

    def __init__(self, type_, name, first, length=None):
        self.type, self.name, self.first, self.length = type_, name, first, length

    def text(self):
        if self.length is None:
            return f"{self.type.name} {self.name} = {self.first.text()};"
        return (f"{self.type.name} {self.name}[{self.length}]; "
                f"for (int i = 0; i < {self.length}; i++) {self.name}[i] = {self.first.text()};")

    def act(self, frame):
        if self.length is None:
            frame.variables[self.name] = copied(self.first.value(frame))
        else:
            frame.variables[self.name] = [self.first.value(frame)] * self.length


class Struct:
    """A type with members, all of numbers or vectors."""
    width = 0

    def __init__(self, name, members):
        self.name, self.members = name, members

    def text(self):
        return f"typedef struct {{ {' '.join(f'{type_.name} {name};' for name, type_ in self.members)} }} {self.name};"


class Build:
    """A struct of its members' values."""

    def __init__(self, type_, parts):
        self.type, self.parts = type_, parts

    def text(self):
        return f"({self.type.name}){{{', '.join(part.text() for part in self.parts)}}}"

    def value(self, frame):
        return {name: part.value(frame) for (name, _), part in zip(self.type.members, self.parts)}


class Function:
    """A helper: declarations, statements and a result."""

    def __init__(self, name, type_, parameters, attributes):
        self.name, self.type, self.parameters, self.attributes = name, type_, parameters, attributes
        self.declarations, self.body, self.result = [], [], None

    def text(self):
        parameters = ", ".join(f"{variable.type.name} {variable.name}" for variable in self.parameters)
        lines = [declaration.text() for declaration in self.declarations]
        lines += lines_of(self.body) + [f"return {self.result.text()};"]
        head = f"{self.attributes}static {self.type.name} {self.name}({parameters})"
        return "\n".join([head, "{", *indented(lines), "}"])

    def call(self, arguments):
        frame = Frame()
        for variable, argument in zip(self.parameters, arguments):
            frame.variables[variable.name] = copied(argument)
        for declaration in self.declarations:
            declaration.act(frame)
        ended = None
        steps = run_all(self.body, frame)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                ended = end.value
                break
        return frame.result if ended == "return" else copied(self.result.value(frame))


class Kernel:
    def __init__(self, name):
        self.name = name
        self.local = []  # (type, name, number of elements)
        self.declarations, self.body = [], []

    def text(self):
        lines = [f"local {type_.name} {name}[{length}];" for type_, name, length in self.local]
        lines += [f"global uint *const mine = out + {WORDS} * get_global_id(0);",
                  f"global const uint *const mine_in = in + {WORDS} * get_global_id(0);"]
        lines += [declaration.text() for declaration in self.declarations] + lines_of(self.body)
        return "\n".join([f"kernel void {self.name}(global uint *out, global const uint *in, uint n)", "{",
                          *indented(lines), "}"])

    def run_item(self, item):
        frame = Frame(item)
        frame.variables["n"] = item.size * item.groups
        for declaration in self.declarations:
            declaration.act(frame)
        yield from run_all(self.body, frame)

    def run(self, groups, size, data, out):
        """Changes `out` as a launch does.  The items of a group take turns from barrier to barrier."""
        for group in range(groups):
            local = LocalMemory(self.local)
            items = [self.run_item(Item(group, i, size, groups, data, out, local)) for i in range(size)]
            while items:
                waiting = [item for item in items if next(item, "ended") != "ended"]
                if waiting and len(waiting) != len(items):
                    raise Undefined(f"{self.name}: some items of a group end before a barrier")
                items = waiting
                local.barriers += 1


class Module:
    def __init__(self):
        self.structs, self.helpers, self.kernels = [], [], []

    def text(self, kernel=None):
        """With one kernel, or all."""
        kernels = self.kernels if kernel is None else [kernel]
        return "\n\n".join(["#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#pragma OPENCL FP_CONTRACT OFF",
                            *[part.text() for part in [*self.structs, *self.helpers, *kernels]]]) + "\n"
