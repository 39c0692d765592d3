"""The names of a script: which it uses without declaring them, and which it declares in vain.

A reader of tokens and brackets, no parser: it knows the JavaScript that our own scripts are written in (declarations by
`const`, `let` and `function`, parameters, patterns, `catch`, semicolons), and takes an object for a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        "async await break case catch class const continue default delete do else false finally for function get if in "
        "instanceof let new null of return set static super switch this throw true try typeof undefined var void while "
        "with yield",
    )
)
_TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<name>[A-Za-z_$][\w$]*)|(?P<number>\.?\d[\w.]*)"
    r"|(?P<text>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')|(?P<template>`)"
    r"|(?P<sign>=>|\?\.|\.\.\.|[{}()\[\];,:?.=]|[^\w\s{}()\[\];,:?.='\"`/]+|/)",
    re.DOTALL,
)
_PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[\n])+/[a-z]*")
_OPEN, _CLOSE = "([{", ")]}"


@dataclass(frozen=True)
class Declared:
    """A name, the token that declares it, and the tokens among which it is known."""

    name: str
    at: int
    known: range


def tokens(text: str) -> list[str]:
    """Names, signs and literals ("" for a number, a text or a pattern); what stands in templates is among them."""
    found: list[str] = []
    at = 0
    while at < len(text):
        if text[at] == "/" and not text.startswith(("//", "/*"), at) and _may_begin_pattern(found):
            pattern = _PATTERN.match(text, at)
            if pattern is not None:
                found.append("")
                at = pattern.end()
                continue
        token = _TOKEN.match(text, at)
        if token is None:
            raise ValueError(f"no JavaScript that is known here: {text[at : at + 20]!r}")
        at = token.end()
        if token.lastgroup == "template":
            inside, at = _template(text, at)
            found += ["(", *inside, ")"]
        elif token.lastgroup in ("number", "text"):
            found.append("")
        elif token.lastgroup != "space":
            found.append(token[0])
    return found


def _may_begin_pattern(before: list[str]) -> bool:
    last = before[-1] if before else "("
    return last in ("return", "typeof", "case") or (bool(last) and not re.match(r"[\w$)\]}]", last[-1]))


def _template(text: str, at: int) -> tuple[list[str], int]:
    """The tokens of the expressions of a template, and where it ends."""
    found: list[str] = []
    while text[at] != "`":
        if text[at] == "\\":
            at += 2
        elif text.startswith("${", at):
            end = _end_of_expression(text, at + 2)
            found += [",", *tokens(text[at + 2 : end])]
            at = end + 1
        else:
            at += 1
    return found, at + 1


def _end_of_expression(text: str, at: int) -> int:
    depth = 0
    while depth or text[at] != "}":
        if text[at] == "`":
            _, at = _template(text, at + 1)
            continue
        depth += (text[at] == "{") - (text[at] == "}")
        at += 1
    return at


class Names:
    """The declarations and the uses of a script."""

    def __init__(self, text: str) -> None:
        self._tokens = [*tokens(text), ";"]
        self._partner = self._brackets()
        self.declared = list(self._declarations())
        declaring = {each.at for each in self.declared}
        self._uses = [at for at in range(len(self._tokens)) if at not in declaring and self._is_use(at)]

    def undeclared(self) -> set[str]:
        """Names that nothing around them declares."""
        return {
            self._tokens[at]
            for at in self._uses
            if not any(each.name == self._tokens[at] and at in each.known for each in self.declared)
        }

    def unused(self) -> set[str]:
        """Names that are declared and then nowhere used; a parameter may begin with _ to say so."""
        used = [(self._tokens[at], at) for at in self._uses]
        return {
            each.name
            for each in self.declared
            if not each.name.startswith("_")
            and not any(name == each.name and at in each.known for name, at in used)
        }

    def _brackets(self) -> dict[int, int]:
        partner: dict[int, int] = {}
        waiting: list[int] = []
        for at, token in enumerate(self._tokens):
            if token and token in _OPEN:
                waiting.append(at)
            elif token and token in _CLOSE:
                partner[at] = waiting.pop()
                partner[partner[at]] = at
        return partner

    def _block(self, at: int) -> range:
        """The innermost block around a token."""
        while at >= 0:
            at -= 1
            if at in self._partner and self._partner[at] < at:
                at = self._partner[at]
            elif at >= 0 and self._tokens[at] == "{":
                return range(at, self._partner[at])
        return range(len(self._tokens))

    def _body(self, at: int) -> int:
        """Where the block or expression ends that begins at a token."""
        if self._tokens[at] == "{":
            return self._partner[at]
        while self._tokens[at] not in (",", ";", ")", "]", "}"):
            at = self._partner[at] + 1 if self._tokens[at] and self._tokens[at] in _OPEN else at + 1
        return at

    def _declarations(self) -> Iterator[Declared]:
        for at, token in enumerate(self._tokens):
            after = self._tokens[at + 1] if at + 1 < len(self._tokens) else ""
            if token in ("const", "let"):
                in_head = self._tokens[at - 1] == "(" and self._tokens[at - 2] == "for"
                known = range(at, self._statement(self._partner[at - 1] + 1)) if in_head else self._block(at)
                yield from self._bound(at + 1, known)
            elif token in ("function", "class"):
                star = after == "*"
                if (name := self._tokens[at + 1 + star]) != "(":
                    yield Declared(name, at + 1 + star, self._block(at))
                first = at + 1 + star + (name != "(")
                if self._tokens[first] == "(":
                    yield from self._parameters(first, self._partner[first] + 1)
            elif token == "catch" and after == "(":
                yield from self._parameters(at + 1, self._partner[at + 1] + 1)
            elif token == "=>":
                first = self._partner[at - 1] if self._tokens[at - 1] == ")" else at - 1
                if self._tokens[at - 1] == ")":
                    yield from self._parameters(first, at + 1)
                else:
                    yield Declared(self._tokens[first], first, range(first, self._body(at + 1)))

    def _statement(self, at: int) -> int:
        """Where a statement ends that begins at a token: a block, or what ends with a semicolon."""
        if self._tokens[at] == "{":
            return self._partner[at]
        while self._tokens[at] not in (";", "}"):
            if self._tokens[at] == "{":
                return self._partner[at]
            at = self._partner[at] + 1 if self._tokens[at] and self._tokens[at] in "([" else at + 1
        return at

    def _parameters(self, first: int, body: int) -> Iterator[Declared]:
        known = range(first, self._body(body))
        at = first + 1
        while at < self._partner[first]:
            yield from (Declared(self._tokens[each], each, known) for each in self._names(at))
            at = self._after_value(at)

    def _bound(self, at: int, known: range) -> Iterator[Declared]:
        """The names of a declaration: patterns with their values, and commas between them."""
        while True:
            yield from (Declared(self._tokens[each], each, known) for each in self._names(at))
            end = self._after_value(at)
            if self._tokens[end - 1] != ",":
                return
            at = end

    def _after_value(self, at: int) -> int:
        """Behind the comma or the end that follows a pattern and its value."""
        while self._tokens[at] not in (",", ";", ")", "]", "}", "of", "in"):
            at = self._partner[at] + 1 if self._tokens[at] and self._tokens[at] in _OPEN else at + 1
        return at + 1

    def _names(self, at: int) -> Iterator[int]:
        """The tokens of a pattern that are names which it binds."""
        if self._tokens[at] == "...":
            at += 1
        if self._tokens[at] not in ("{", "["):
            if re.match(r"[A-Za-z_$]", self._tokens[at]):
                yield at
            return
        end, at = self._partner[at], at + 1
        while at < end:
            if self._tokens[at] == ",":
                at += 1
                continue
            if self._tokens[at + 1] == ":":
                at += 2
            yield from self._names(at)
            at = self._after_value(at)

    def _is_use(self, at: int) -> bool:
        token = self._tokens[at]
        if not re.match(r"[A-Za-z_$]", token) or token in KEYWORDS:
            return False
        before, after = self._tokens[at - 1] if at else "", self._tokens[at + 1]
        return before not in (".", "?.") and not (before in ("{", ",") and after == ":")
