"""Formulas of old Excel files: their tokens as text in A1 notation ([MS-XLS] 2.5.198, and its forerunners).

The tokens are those of a stack machine, with the parentheses a person wrote kept as tokens of their own; so text comes
out by joining what lies on the stack. What is not known ends the formula with “…”; nothing is ever raised.
"""

from __future__ import annotations

import struct

from extractors.biff import Strings
from extractors.formulas import LONGEST, tidy
from extractors.xls_functions import FUNCTIONS
from extractors.xls_links import Links
from extractors.xls_operands import OPERANDS, Operands, Unknown

_SIGNS = ("+", "-", "*", "/", "^", "&", "<", "<=", "=", ">=", ">", "<>", " ", ",", ":")
_BINARY = {0x03 + number: sign for number, sign in enumerate(_SIGNS)}
_AROUND = {0x12: "+{}", 0x13: "-{}", 0x14: "{}%", 0x15: "({})"}
_ATTRIBUTE, _SHEET, _END_OF_SHEET = 0x19, 0x1A, 0x1B
_FUNCTION, _FUNCTION_OF_MANY = 0x21, 0x22
_MEMORY_AREA, _MEMORY, _MEMORY_FUNCTION = 0x26, (0x27, 0x28), (0x29, 0x2E, 0x2F)
_CHOOSE, _SUM = 4, 0x10
_USER_DEFINED = 255


class Formulas:
    """Turns tokens into text; `links` knows names and sheets."""

    def __init__(self, strings: Strings, links: Links) -> None:
        self._strings, self._links = strings, links

    def text(self, tokens: bytes, extra: bytes, row: int, column: int) -> str:
        """The formula of a cell, “=” in front; `extra` is what lies behind the tokens (constants of arrays)."""
        operands = Operands(self._strings, self._links, tokens, extra, row, column)
        return tidy("=" + _Machine(operands).run())


class _Machine:
    def __init__(self, operands: Operands) -> None:
        self._operands, self._version = operands, operands.version
        self._stack: list[str] = []

    def run(self) -> str:
        whole = True
        try:
            while self._operands.more:
                self._step()
                if self._stack and len(self._stack[-1]) > LONGEST:
                    raise Unknown
        except (Unknown, struct.error, IndexError):
            whole = False
        text = " ".join(self._stack)
        return text if whole and len(self._stack) == 1 else f"{text} …".lstrip()

    def _step(self) -> None:
        kind = self._operands.take("B")[0]
        if 0x20 <= kind < 0x80:  # one of three classes, which say what a token leaves behind
            kind = 0x20 | kind & 0x1F
        if kind in _BINARY:
            second, first = self._pop(), self._pop()
            self._stack.append(f"{first}{_BINARY[kind]}{second}")
        elif kind in _AROUND:
            self._stack.append(_AROUND[kind].replace("{}", self._pop()))
        elif kind in OPERANDS:
            self._stack.append(OPERANDS[kind](self._operands))
        elif kind == _FUNCTION:
            self._function()
        elif kind == _FUNCTION_OF_MANY:
            self._function_of_many()
        else:
            self._silent(kind)

    def _silent(self, kind: int) -> None:
        """Tokens that say how a formula is worked out and stored, not what it says."""
        operands, first = self._operands, self._version == 2
        if kind == _ATTRIBUTE:
            flags, data = operands.take("BB" if first else "BH")
            if flags & _CHOOSE:
                operands.skip((data + 1) * (1 if first else 2))
            elif flags & _SUM:
                self._stack.append(f"SUM({self._pop()})")
        elif kind == _MEMORY_AREA and not first:
            operands.skip(6)
            operands.skip_areas()
        elif kind in _MEMORY:
            operands.skip(4 if first else 6)
        elif kind in _MEMORY_FUNCTION:
            operands.skip(1 if first else 2)
        elif kind == _SHEET and self._version < 5:
            operands.skip(7 if first else 10)
        elif kind == _END_OF_SHEET and self._version < 5:
            operands.skip(3 if first else 4)
        else:
            raise Unknown

    def _function(self) -> None:
        number = self._operands.take("B" if self._version < 4 else "H")[0]
        if number not in FUNCTIONS:
            raise Unknown
        self._call(*FUNCTIONS[number])

    def _function_of_many(self) -> None:
        count, number = self._operands.take("BB" if self._version < 4 else "BH")
        count &= 0x7F
        if number & 0x8000:
            raise Unknown  # commands of macros
        if number == _USER_DEFINED and count:
            name, *arguments = self._arguments(count)
            self._stack.append(f"{name}({','.join(arguments)})")
        else:
            self._call(FUNCTIONS[number][0] if number in FUNCTIONS else f"FUNCTION{number}", count)

    def _call(self, name: str, count: int) -> None:
        self._stack.append(f"{name}({','.join(self._arguments(count))})")

    def _arguments(self, count: int) -> list[str]:
        if count > len(self._stack):
            raise Unknown
        first = len(self._stack) - count
        found = self._stack[first:]
        del self._stack[first:]
        return found

    def _pop(self) -> str:
        if not self._stack:
            raise Unknown
        return self._stack.pop()
