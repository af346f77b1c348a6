# SPDX-License-Identifier: BSD-3-Clause
"""Random kernels, of which everything is defined by the language.

Signed numbers are added either as unsigned ones or after a mask that leaves no room for an overflow.  Counts of
shifts are masked, divisors are not 0, and what is added to floating-point numbers is exact or rounded once, as IEEE
says; the sign and the bits of a NaN, which nobody defines, are not looked at.
"""
import math

import values
from tree import (WORDS, Assign, Atomic, Barrier, Build, Call, Constant, Declaration, Element, Function, If,
                  Input, Jump, Kernel, LocalElement, Loop, Member, Module, Operation, Parts, Query, Return, Shared,
                  Store, Struct, Switch, Variable)
from values import CHAR, DOUBLE, FLOAT, HALF, INT, LONG, SHORT, UCHAR, UINT, ULONG, USHORT, each

SHARED_WORDS = 8  # behind the output of all items, each with its own atomic operation
SHARED_OPERATIONS = ["add", "or", "xor", "and", "min", "max", "sub", "add"]
COUNTERS = 4

COMPARISONS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
               ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b}


def rotated(type_, number, by):
    number &= (1 << type_.bits) - 1
    by %= type_.bits
    return number << by | number >> (type_.bits - by)


def leading_zeros(type_, number):
    return type_.bits - (number & ((1 << type_.bits) - 1)).bit_length()


class Scope:
    """What an expression can be made of, and where it stands."""

    def __init__(self, kernel=None):
        self.kernel = kernel  # None in a helper
        self.variables, self.counters, self.arrays, self.structs = [], [], [], []
        self.helpers = []
        self.loops, self.may_return, self.counting = 0, False, None


class Generator:
    def __init__(self, random):
        self.random = random
        self.names = 0
        self.types = []

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, percent):
        return self.random.randrange(100) < percent

    # ---- Types and constants --------------------------------------------------------------------------------

    def choose_types(self):
        """A module keeps to a few types, so that its values meet."""
        types = [UINT, INT]
        for _ in range(5):
            base = self.random.choice(values.WHOLE if self.chance(65) else [FLOAT, FLOAT, DOUBLE, HALF])
            types.append(values.with_width(base, self.random.choice([1, 1, 2, 3, 4, 4, 8, 16])))
        self.types = types

    def number(self, type_):
        if type_.is_float:
            return float(self.random.choice([0, 1, 2, -1, -3, 0.5, 0.25, 8, 100, -1024, 7]))
        kind = self.random.randrange(5)
        if kind == 0:
            return self.random.choice([type_.least, type_.most, type_.most - 1, type_.least + 1])
        if kind == 1:
            return type_.wrap(1 << self.random.randrange(type_.bits))
        if kind == 2:
            return type_.wrap(self.random.getrandbits(type_.bits))
        return type_.wrap(self.random.randrange(-4, 12))

    def constant(self, type_):
        if isinstance(type_, Struct):
            return Build(type_, [self.constant(member) for _, member in type_.members])
        return Constant(type_, values.joined(type_, [self.number(type_.base) for _ in range(type_.width)]))

    # ---- Expressions ------------------------------------------------------------------------------------------

    def leaf(self, scope, type_):
        found = [variable for variable in scope.variables + scope.counters if variable.type is type_]
        found += [Member(type_, struct.name, name) for struct in scope.structs
                  for name, member in struct.type.members if member is type_]
        if found and self.chance(75):
            return self.random.choice(found)
        if type_ is UINT and scope.kernel:
            if self.chance(60):
                return Input(self.random.randrange(WORDS), shared=self.chance(20))
            return Query(self.random.choice(list(Query.TEXTS)))
        return self.constant(type_)

    def expression(self, scope, type_, depth):
        if isinstance(type_, Struct):
            return self.struct_value(scope, type_, depth)
        if depth <= 0 or self.chance(8):
            return self.leaf(scope, type_)
        kinds = [self.ternary, self.from_array, self.call, self.converted, self.arithmetic, self.arithmetic]
        if type_.width > 1:
            kinds += [self.built, self.swizzled, self.vector_ternary, self.lanes]
        else:
            kinds += [self.part]
        if not type_.is_float:
            kinds += [self.whole, self.whole, self.shifted, self.divided, self.built_in, self.built_in, self.seen_as]
            if type_ is INT or (type_.width > 1 and values.signed(type_) is type_):
                kinds.append(self.compared)
        made = self.random.choice(kinds)(scope, type_, depth - 1)
        return made if made is not None else self.leaf(scope, type_)

    def two(self, scope, type_, depth):
        return self.expression(scope, type_, depth), self.expression(scope, type_, depth)

    def condition(self, scope, depth):
        return self.compared(scope, INT, depth) if self.chance(70) else self.expression(scope, INT, depth)

    def masked(self, type_, operand, bits):
        mask = (1 << bits) - 1
        if type_.width == 1:
            return Operation(type_, f"({type_.name})({{0}} & {mask})", each(type_, lambda a: a & mask), operand)
        return Operation(type_, f"({{0}} & ({type_.name})({mask}))", each(type_, lambda a: a & mask), operand)

    def arithmetic(self, scope, type_, depth):
        symbol = self.random.choice("+-*")
        function = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}[symbol]
        a, b = self.two(scope, type_, depth)
        if type_.is_float:
            return Operation(type_, f"({{0}} {symbol} {{1}})", each(type_, function), a, b)
        name, unsigned = type_.name, values.unsigned(type_).name
        if type_.kind == "signed" and self.chance(40):  # by a sum that clang knows not to overflow
            bits = (type_.bits - 1) // 2
            a, b = self.masked(type_, a, bits), self.masked(type_, b, bits)
            text = f"({{0}} {symbol} {{1}})" if type_.width > 1 else f"({name})({{0}} {symbol} {{1}})"
        elif type_.width > 1:
            text = f"({{0}} {symbol} {{1}})"
            if type_.kind == "signed":
                text = f"as_{name}(as_{unsigned}({{0}}) {symbol} as_{unsigned}({{1}}))"
        elif type_.bits < 32:
            text = f"({name})((uint)({{0}}) {symbol} (uint)({{1}}))"
        else:
            text = f"({name})(({unsigned})({{0}}) {symbol} ({unsigned})({{1}}))"
        return Operation(type_, text, each(type_, function), a, b)

    def whole(self, scope, type_, depth):
        cast = f"({type_.name})" if type_.width == 1 else ""
        kind = self.random.randrange(5)
        if kind == 0:
            return Operation(type_, f"({cast}~({{0}}))", each(type_, lambda a: ~a),
                             self.expression(scope, type_, depth))
        if kind == 1:
            text = (f"({type_.name})(0 - ({values.unsigned(type_).name})({{0}}))" if type_.width == 1 else
                    f"as_{type_.name}(-as_{values.unsigned(type_).name}({{0}}))")
            return Operation(type_, text, each(type_, lambda a: -a), self.expression(scope, type_, depth))
        symbol = self.random.choice("&|^")
        function = {"&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b}[symbol]
        return Operation(type_, f"{cast}({{0}} {symbol} {{1}})", each(type_, function),
                         *self.two(scope, type_, depth))

    def shifted(self, scope, type_, depth):
        a, by = self.two(scope, type_, depth)
        if self.chance(50):
            by = Constant(type_, values.joined(type_, [self.random.randrange(type_.bits)] * type_.width))
        mask, name, unsigned = type_.bits - 1, type_.name, values.unsigned(type_).name
        left = self.chance(50)
        function = (lambda a, b: a << (b & mask)) if left else (lambda a, b: a >> (b & mask))
        if type_.width == 1:
            text = (f"({name})(({unsigned})({{0}}) << ({{1}} & {mask}))" if left else
                    f"({name})({{0}} >> ({{1}} & {mask}))")
        else:
            text = (f"as_{name}(as_{unsigned}({{0}}) << as_{unsigned}({{1}} & ({name})({mask})))" if left else
                    f"({{0}} >> ({{1}} & ({name})({mask})))")
        return Operation(type_, text, each(type_, function), a, by)

    def divided(self, scope, type_, depth):
        a, b = self.two(scope, type_, depth)
        if self.chance(50):
            numbers = [self.random.choice([1, 2, 3, 5, 7, 8, 10, 100]) for _ in range(type_.width)]
            b = Constant(type_, values.joined(type_, numbers))
        by_quotient = self.chance(50)

        def function(a, b):
            b = b | 1 if type_.kind == "unsigned" else (b & 63) + 1
            return values.quotient(a, b) if by_quotient else a - b * values.quotient(a, b)

        one, most = ("1", "63") if type_.width == 1 else (f"({type_.name})(1)", f"({type_.name})(63)")
        divisor = f"({{1}} | {one})" if type_.kind == "unsigned" else f"(({{1}} & {most}) + {one})"
        cast = f"({type_.name})" if type_.width == 1 else ""
        return Operation(type_, f"{cast}({{0}} {'/' if by_quotient else '%'} {divisor})", each(type_, function), a, b)

    def compared(self, scope, type_, depth):
        """Scalars give 0 or 1, vectors 0 or -1 in each part."""
        if type_.width == 1:
            of = self.random.choice([of for of in self.types if of.width == 1] + values.WHOLE)
            kind = self.random.randrange(4)
            if kind == 0:
                symbol = self.random.choice(["&&", "||"])
                function = (lambda a, b: int(bool(a and b))) if symbol == "&&" else (lambda a, b: int(bool(a or b)))
                return Operation(INT, f"({{0}} {symbol} {{1}})", function, *self.two(scope, INT, depth))
            if kind == 1:
                return Operation(INT, "(!{0})", lambda a: int(not a), self.expression(scope, of, depth))
            symbol, function = self.random.choice(list(COMPARISONS.items()))
            return Operation(INT, f"({{0}} {symbol} {{1}})", lambda a, b: int(function(a, b)),
                             *self.two(scope, of, depth))
        same = [of for of in self.types if of.width == type_.width and of.bits == type_.bits]
        of = self.random.choice(same) if same else type_
        symbol, function = self.random.choice(list(COMPARISONS.items()))
        return Operation(type_, f"({{0}} {symbol} {{1}})", each(type_, lambda a, b: -int(function(a, b))),
                         *self.two(scope, of, depth))

    def ternary(self, scope, type_, depth):
        a, b = self.two(scope, type_, depth)
        cast = f"({type_.name})" if type_.width == 1 else ""
        return Operation(type_, f"{cast}({{0}} ? {{1}} : {{2}})", lambda c, a, b: a if c else b,
                         self.condition(scope, depth), a, b)

    def vector_ternary(self, scope, type_, depth):
        of = values.signed(type_)
        condition = self.compared(scope, of, depth) if self.chance(60) else self.expression(scope, of, depth)
        a, b = self.two(scope, type_, depth)
        if self.chance(50):
            return Operation(type_, "({0} ? {1} : {2})", each(type_, lambda c, a, b: a if c < 0 else b),
                             condition, a, b)
        return Operation(type_, "select({2}, {1}, {0})", each(type_, lambda c, a, b: a if c < 0 else b),
                         condition, a, b)

    def lanes(self, scope, type_, depth):
        """Whether any or all parts are so, of a mask."""
        mask = values.signed(type_)
        word = self.random.choice(["any", "all"])
        judge = any if word == "any" else all
        a, b = self.two(scope, type_, depth)
        return Operation(type_, f"({word}({{0}}) ? {{1}} : {{2}})",
                         lambda c, a, b: a if judge(part < 0 for part in c) else b,
                         self.compared(scope, mask, depth), a, b)

    def built(self, scope, type_, depth):
        widths, left = [], type_.width
        while left:
            width = self.random.choice([width for width in [1, 1, 2, 3, 4, 8] if width <= left])
            widths.append(width)
            left -= width
        if len(widths) > 6 or widths == [type_.width]:
            widths = [1] * type_.width
        parts = [self.expression(scope, values.with_width(type_.base, width), depth - 1 if len(widths) < 4 else 0)
                 for width in widths]
        types = [part.type for part in parts]
        text = f"({type_.name})({', '.join(f'{{{at}}}' for at in range(len(parts)))})"
        return Operation(type_, text,
                         lambda *made: tuple(number for of, value in zip(types, made)
                                             for number in values.parts(of, value)), *parts)

    def swizzled(self, scope, type_, depth):
        width = self.random.choice(values.WIDTHS)
        places = [self.random.randrange(width) for _ in range(type_.width)]
        text = f"({{0}}).s{''.join(f'{place:x}' for place in places)}"
        return Operation(type_, text, lambda vector: tuple(vector[place] for place in places),
                         self.expression(scope, values.with_width(type_.base, width), depth))

    def part(self, scope, type_, depth):
        width = self.random.choice(values.WIDTHS)
        place = self.random.randrange(width)
        return Operation(type_, f"({{0}}).s{place:x}", lambda vector: vector[place],
                         self.expression(scope, values.with_width(type_, width), depth))

    def converted(self, scope, type_, depth):
        choices = [base for base in values.WHOLE + values.FLOATING if base is not type_.base]
        if type_.base in (FLOAT, HALF):  # a larger whole number may be rounded twice
            choices = [base for base in choices if base.is_float or base.bits <= 32]
        base = self.random.choice([of.base for of in self.types if of.base in choices] or choices)
        of = values.with_width(base, type_.width)
        operand = self.expression(scope, of, depth)
        name = type_.name
        if type_.is_float:
            text = f"convert_{name}({{0}})" if type_.width > 1 or self.chance(50) else f"({name})({{0}})"
            return Operation(type_, text, each(type_, float), operand)
        if of.is_float or self.chance(30):
            return Operation(type_, f"convert_{name}_sat({{0}})",
                             each(type_, lambda a: values.saturated(type_.base, a)) if type_.width > 1 else
                             each(type_, lambda a: values.saturated(type_, a)), operand)
        text = f"convert_{name}({{0}})" if type_.width > 1 or self.chance(50) else f"(({name})({{0}}))"
        return Operation(type_, text, each(type_, lambda a: a), operand)

    def seen_as(self, scope, type_, depth):
        """The same bytes as another type."""
        total = type_.bits * type_.width
        if type_.width == 3:
            return None
        others = [values.with_width(base, total // base.bits) for base in values.WHOLE
                  if total // base.bits in (1, 2, 4, 8, 16) and base is not type_.base]
        of = self.random.choice(others)
        return Operation(type_, f"as_{type_.name}({{0}})",
                         lambda value: values.from_bytes(type_, values.bytes_of(of, value)),
                         self.expression(scope, of, depth))

    def built_in(self, scope, type_, depth):
        base = type_.base
        a, b = self.two(scope, type_, depth)
        unsigned = values.unsigned(type_)
        two = {"min": min, "max": max, "hadd": lambda a, b: (a + b) >> 1, "rhadd": lambda a, b: (a + b + 1) >> 1,
               "add_sat": lambda a, b: values.saturated(base, a + b),
               "sub_sat": lambda a, b: values.saturated(base, a - b),
               "mul_hi": lambda a, b: a * b >> base.bits, "rotate": lambda a, b: rotated(base, a, b)}
        one = {"popcount": lambda a: bin(a & ((1 << base.bits) - 1)).count("1"),
               "clz": lambda a: leading_zeros(base, a)}
        of_unsigned = {"abs": abs}
        name = self.random.choice([*two, *one, "abs_diff", "bitselect", "clamp"])
        if name in two:
            return Operation(type_, f"{name}({{0}}, {{1}})", each(type_, two[name]), a, b)
        if name in one:
            return Operation(type_, f"{name}({{0}})", each(type_, one[name]), a)
        if name == "bitselect":
            return Operation(type_, "bitselect({0}, {1}, {2})", each(type_, lambda a, b, c: a & ~c | b & c), a, b,
                             self.expression(scope, type_, depth))
        if name == "clamp":
            low, high = sorted([self.number(base), self.number(base)])
            low, high = (Constant(type_, values.joined(type_, [bound] * type_.width)) for bound in (low, high))
            return Operation(type_, "clamp({0}, {1}, {2})", each(type_, lambda a, b, c: min(max(a, b), c)), a, low,
                             high)
        if unsigned is not type_:
            return None
        of = values.signed(type_) if self.chance(50) else type_
        if name == "abs_diff" and self.chance(50):
            return Operation(type_, "abs_diff({0}, {1})", each(type_, lambda a, b: abs(a - b)),
                             *self.two(scope, of, depth))
        return Operation(type_, "abs({0})", each(type_, of_unsigned["abs"]), self.expression(scope, of, depth))

    def from_array(self, scope, type_, depth):
        arrays = [(name, length) for of, name, length in scope.arrays if of is type_]
        if not arrays:
            return None
        name, length = self.random.choice(arrays)
        return Element(type_, name, length, self.expression(scope, UINT, depth))

    def call(self, scope, type_, depth):
        helpers = [helper for helper in scope.helpers if helper.type is type_]
        if not helpers or scope.loops > 1:
            return None
        helper = self.random.choice(helpers)
        return Call(helper, [self.expression(scope, parameter.type, min(depth, 1))
                             for parameter in helper.parameters])

    def struct_value(self, scope, type_, depth):
        same = [variable for variable in scope.structs if variable.type is type_]
        helpers = [helper for helper in scope.helpers if helper.type is type_]
        if depth > 0 and helpers and scope.loops < 2 and self.chance(30):
            helper = self.random.choice(helpers)
            return Call(helper, [self.expression(scope, parameter.type, 1) for parameter in helper.parameters])
        if same and self.chance(60):
            if self.chance(50):
                return Operation(type_, "({0} ? {1} : {2})", lambda c, a, b: a if c else b,
                                 self.condition(scope, depth - 1), self.random.choice(same),
                                 self.random.choice(same))
            return self.random.choice(same)
        return Build(type_, [self.expression(scope, member, depth - 1) for _, member in type_.members])

    # ---- Statements -------------------------------------------------------------------------------------------

    def statements(self, scope, count, depth):
        made = []
        for _ in range(count):
            made += self.statement(scope, depth)
        return made

    def statement(self, scope, depth):
        kinds = [self.assign] * 5 + [self.assign_part]
        if scope.arrays:
            kinds += [self.assign_element]
        if scope.structs:
            kinds += [self.assign_struct] * 2
        if scope.kernel:
            kinds += [self.store, self.atomic]
        if depth > 0:
            kinds += [self.branch, self.branch, self.switch, self.loop, self.loop]
        if scope.loops:
            kinds += [self.jump]
        if scope.may_return:
            kinds += [self.leave]
        return self.random.choice(kinds)(scope, depth)

    def assign(self, scope, depth):
        target = self.random.choice(scope.variables)
        return [Assign(target, self.expression(scope, target.type, 3))]

    def assign_part(self, scope, depth):
        vectors = [variable for variable in scope.variables if variable.type.width > 1]
        if not vectors:
            return self.assign(scope, depth)
        variable = self.random.choice(vectors)
        width = self.random.choice([width for width in [1, 1, 2, 3, 4, 8] if width < variable.type.width] or [1])
        places = self.random.sample(range(variable.type.width), width)
        type_ = values.with_width(variable.type.base, width)
        return [Assign(Parts(type_, variable, places), self.expression(scope, type_, 2))]

    def assign_element(self, scope, depth):
        type_, name, length = self.random.choice(scope.arrays)
        if self.chance(30):  # all of them, from their numbers
            counter = Variable(UINT, self.name("i"))
            scope.counters.append(counter)
            scope.loops += 1
            body = [Assign(Element(type_, name, length, counter), self.expression(scope, type_, 2))]
            scope.loops -= 1
            scope.counters.pop()
            return [Loop("for", counter, Constant(UINT, length), body)]
        return [Assign(Element(type_, name, length, self.expression(scope, UINT, 1)),
                       self.expression(scope, type_, 2))]

    def assign_struct(self, scope, depth):
        variable = self.random.choice(scope.structs)
        if self.chance(60):
            name, type_ = self.random.choice(variable.type.members)
            return [Assign(Member(type_, variable.name, name), self.expression(scope, type_, 2))]
        return [Assign(variable, self.expression(scope, variable.type, 2))]

    def store(self, scope, depth):
        return [Store(self.random.randrange(WORDS), self.expression(scope, UINT, 3))]

    def atomic(self, scope, depth):
        if scope.counting and self.chance(70):
            array, operation = scope.counting
            return [Atomic(operation, LocalElement(UINT, array, COUNTERS, self.expression(scope, UINT, 1)),
                           self.expression(scope, UINT, 2))]
        word = self.random.randrange(SHARED_WORDS)
        return [Atomic(SHARED_OPERATIONS[word], Shared(word), self.expression(scope, UINT, 2))]

    def branch(self, scope, depth):
        then = self.statements(scope, self.random.randrange(1, 4), depth - 1)
        otherwise = self.statements(scope, self.random.randrange(1, 3), depth - 1) if self.chance(50) else []
        return [If(self.condition(scope, 2), then, otherwise)]

    def switch(self, scope, depth):
        type_ = self.random.choice([UINT, UINT, INT, LONG, UCHAR, SHORT])
        value = self.expression(scope, type_, 2)
        if self.chance(70):
            value = self.masked(type_, value, 3)
        labels = list(range(8)) if self.chance(60) else list({self.number(type_) for _ in range(8)})
        self.random.shuffle(labels)
        cases = []
        while labels and len(cases) < 5 and (not cases or self.chance(85)):
            some = [labels.pop() for _ in range(min(len(labels), self.random.choice([1, 1, 2, 3])))]
            cases.append((some, self.statements(scope, self.random.randrange(0, 3), depth - 1), self.chance(25)))
        if self.chance(70):
            at = self.random.randrange(len(cases) + 1)
            cases.insert(at, ([None], self.statements(scope, 1, depth - 1), self.chance(25)))
        return [Switch(value, cases)]

    def loop(self, scope, depth):
        if scope.loops > 1:
            return self.assign(scope, depth)
        counter = Variable(UINT, self.name("i"))
        kind = self.random.choice(["for", "for", "down", "do"])
        bound = Constant(UINT, self.random.randrange(1, 8))
        if self.chance(50):
            word = Input(self.random.randrange(WORDS)) if scope.kernel else self.random.choice(
                [parameter for parameter in scope.fixed if parameter.type is UINT] or [bound])
            bound = self.masked(UINT, word, 3)
        scope.counters.append(counter)
        scope.loops += 1
        body = self.statements(scope, self.random.randrange(1, 4), depth - 1)
        scope.loops -= 1
        scope.counters.pop()
        return [Loop(kind, counter, bound, body)]

    def jump(self, scope, depth):
        kind = self.random.choice(["break", "continue"])
        return [If(self.condition(scope, 2), [Jump(kind)], [])]

    def leave(self, scope, depth):
        if scope.kernel:
            return [If(self.condition(scope, 2), [Jump("return")], [])]
        return [If(self.condition(scope, 2), [Return(self.expression(scope, scope.result, 2))], [])]

    # ---- What a whole group does ---------------------------------------------------------------------------------

    def shared_array(self, scope, kernel):
        """Each item writes its place, and reads another's behind a barrier."""
        type_ = self.random.choice(self.types)
        if type_.width == 3 or not self.chance(80):
            type_ = UINT
        name = self.name("shared")
        kernel.local.append((type_, name, 64))
        targets = [variable for variable in scope.variables if variable.type is type_]
        if not targets:
            return []
        return [Assign(LocalElement(type_, name, None, Query("local_id")), self.expression(scope, type_, 2)), Barrier(),
                Assign(self.random.choice(targets), LocalElement(type_, name, None, self.expression(scope, UINT, 2))),
                Barrier("work_group_barrier(CLK_LOCAL_MEM_FENCE);" if self.chance(30) else
                        "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")]

    def counted(self, scope, kernel):
        """Counters that all items change, and read behind a barrier."""
        name = self.name("counters")
        kernel.local.append((UINT, name, COUNTERS))
        operation = self.random.choice(list(Atomic.OPERATIONS))
        first = [Assign(LocalElement(UINT, name, COUNTERS, Constant(UINT, at)), self.constant(UINT)) for at in range(COUNTERS)]
        leads = Operation(INT, "({0} == 0)", lambda a: int(a == 0), Query("local_id"))
        scope.counting = (name, operation)
        body = self.atomic(scope, 0) + self.statements(scope, 3, 2)
        scope.counting = None
        target = self.random.choice([variable for variable in scope.variables if variable.type is UINT])
        return [If(leads, first, []), Barrier(), *body, Barrier(),
                Assign(target, LocalElement(UINT, name, COUNTERS, self.expression(scope, UINT, 1))), Barrier()]

    def uniform(self, scope, kernel, depth):
        """Statements among which are barriers, that all items of a group pass alike."""
        kind = self.random.randrange(6)
        if depth == 0 or kind < 2:
            return self.shared_array(scope, kernel)
        if kind == 2:
            return self.counted(scope, kernel)
        if kind == 3:
            return self.statements(scope, 2, 2)
        within = self.uniform(scope, kernel, depth - 1) + self.statements(scope, 1, 1)
        if kind == 4:
            word = self.random.choice([Query("group"), Query("size"), Input(self.random.randrange(WORDS), True)])
            condition = Operation(INT, "({0} & 1)", lambda a: a & 1, word)
            otherwise = self.uniform(scope, kernel, depth - 1) if self.chance(40) else []
            return [If(condition, within, otherwise)]
        counter = Variable(UINT, self.name("i"))
        bound = self.masked(UINT, Input(self.random.randrange(WORDS), True), 2) if self.chance(50) else \
            Constant(UINT, self.random.randrange(1, 4))
        return [Loop(self.random.choice(["for", "down", "do"]), counter, bound, within)]

    # ---- Functions ---------------------------------------------------------------------------------------------

    def declare(self, scope, function, module):
        for type_ in [UINT, INT] + [self.random.choice(self.types) for _ in range(self.random.randrange(2, 6))]:
            variable = Variable(type_, self.name("v"))
            function.declarations.append(Declaration(type_, variable.name, self.expression(scope, type_, 1)))
            scope.variables.append(variable)
        for _ in range(self.random.randrange(3)):
            type_, name = self.random.choice(self.types), self.name("a")
            length = self.random.choice([2, 4, 5, 8, 16, 33])
            function.declarations.append(Declaration(type_, name, self.leaf(scope, type_), length))
            scope.arrays.append((type_, name, length))
        for _ in range(self.random.randrange(3) if module.structs else 0):
            type_ = self.random.choice(module.structs)
            variable = Variable(type_, self.name("s"))
            function.declarations.append(Declaration(type_, variable.name, self.expression(scope, type_, 1)))
            scope.structs.append(variable)

    def helper(self, module):
        type_ = self.random.choice(self.types + module.structs)
        parameters = [Variable(self.random.choice(self.types + module.structs), self.name("p"))
                      for _ in range(self.random.randrange(1, 4))]
        attributes = self.random.choice(["", "", "__attribute__((noinline)) ", "__attribute__((always_inline)) "])
        function = Function(self.name("helper"), type_, parameters, attributes)
        scope = Scope()
        scope.fixed = [parameter for parameter in parameters if not isinstance(parameter.type, Struct)]
        scope.counters = list(scope.fixed)  # read, and never changed
        scope.structs = []
        scope.helpers = module.helpers[-1:] if self.chance(30) else []
        for parameter in parameters:
            if isinstance(parameter.type, Struct):
                scope.structs.append(parameter)
        self.declare(scope, function, module)
        scope.may_return, scope.result = True, type_
        function.body = self.statements(scope, self.random.randrange(1, 5), 2)
        scope.may_return = False
        function.result = self.expression(scope, type_, 2)
        return function

    def result_stores(self, scope):
        """All variables, as words of the output."""
        stores, word = [], 0
        for variable in scope.variables:
            for place in range(variable.type.width):
                for expression in self.words_of(variable, place):
                    stores.append(Store(word % WORDS, expression))
                    word += 1
        return stores

    @staticmethod
    def words_of(variable, place):
        base = variable.type.base
        number = variable if variable.type.width == 1 else Operation(
            base, f"{{0}}.s{place:x}", lambda vector: vector[place], variable)
        if not base.is_float:
            words = [Operation(UINT, "(uint)({0})", UINT.wrap, number)]
            if base.bits == 64:
                words.append(Operation(UINT, "(uint)({0} >> 32)", lambda a: UINT.wrap(a >> 32), number))
            return words
        bits = {16: ["as_ushort({0})"], 32: ["as_uint({0})"],
                64: ["(uint)as_ulong({0})", "(uint)(as_ulong({0}) >> 32)"]}[base.bits]
        nan = values.float_words(base, math.nan)
        return [Operation(UINT, f"({{0}} != {{0}} ? {nan[at]}u : {text})",
                          lambda a, at=at: values.float_words(base, a)[at], number)
                for at, text in enumerate(bits)]

    def kernel(self, module):
        kernel = Kernel(self.name("kernel"))
        scope = Scope(kernel)
        scope.helpers = module.helpers
        self.declare(scope, kernel, module)
        for _ in range(self.random.randrange(1, 4)):
            kernel.body += self.statements(scope, self.random.randrange(1, 4), 3)
            if self.chance(50):
                kernel.body += self.uniform(scope, kernel, 2)
        stores = self.result_stores(scope)
        half = len(stores) // 2
        scope.may_return = True
        kernel.body += stores[:half] + self.statements(scope, 2, 2) + stores[half:]
        return kernel

    def struct(self):
        return Struct(self.name("struct"), [(self.name("m"), self.random.choice(self.types + [UCHAR, USHORT, CHAR]))
                                            for _ in range(self.random.randrange(1, 5))])

    def module(self, kernels):
        self.choose_types()
        module = Module()
        module.structs = [self.struct() for _ in range(self.random.randrange(3))]
        for _ in range(self.random.randrange(4)):
            module.helpers.append(self.helper(module))
        module.kernels = [self.kernel(module) for _ in range(kernels)]
        return module
