"""Regular expressions that mean the same in all versions of Python that the program runs on."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]
from types import ModuleType

import pytest

import app
import extractors

_ONE = (_constants.IN, _constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY)


def possessive_groups(parsed: object) -> Iterator[str]:
    """The possessive repeats of more than a single character in a parsed expression."""
    for operator, argument in parsed:  # type: ignore[attr-defined]
        if operator is _constants.POSSESSIVE_REPEAT and (
            len(argument[2]) != 1 or argument[2][0][0] not in _ONE
        ):
            yield str(argument[2])
        for each in argument if isinstance(argument, (tuple, list)) else ():
            for inner in each if isinstance(each, list) else (each,):
                if isinstance(inner, _parser.SubPattern):
                    yield from possessive_groups(inner)


def patterns(module: ModuleType) -> Iterator[re.Pattern[str] | re.Pattern[bytes]]:
    for value in vars(module).values():
        held = (
            value.values()
            if isinstance(value, dict)
            else value
            if isinstance(value, (tuple, list))
            else (value,)
        )
        yield from (each for each in held if isinstance(each, re.Pattern))


def names(package: ModuleType) -> Iterator[str]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith("__main__"):
            yield found.name


@pytest.mark.parametrize("package", [app, extractors])
def test_no_group_is_repeated_possessively(package: ModuleType) -> None:
    """Before Python 3.11.5 `(?:…)*+` did not go back where the group failed halfway (CPython issue 106052). Debian 12
    has 3.11.2; `(?>(?:…)*)` means the same and is right there as well."""
    seen = 0
    for name in names(package):
        for pattern in patterns(importlib.import_module(name)):
            seen += 1
            assert not [*possessive_groups(_parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))], (
                name,
                pattern,
            )
    assert seen > 100


def test_possessive_groups_are_found() -> None:
    assert [*possessive_groups(_parser.parse("a(?:b|(?:-(?!-)c)*+)"))]
    assert not [*possessive_groups(_parser.parse('[^"]*+(?>(?:-(?!-)c)*)'))]
