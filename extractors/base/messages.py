"""Messages to a person: a code and its arguments, raised, reported and kept as such.

A message is also the English sentence of its code, so that logs, JSON and sorting need nothing of it; whoever speaks
another language asks for the code. The sentences stand in one table a house: `extractors/base/sentences.py` and
`app/messages.py`; the window translates those. What other programs say (the system, a library, an archive of an
earlier version) is plain text, and a message may hold it as an argument.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Self

Argument = str | int | float | tuple[str, ...]


class Message(str):
    """The message `code` with its arguments; an argument may be a message, or several (a tuple).

    Each house derives its own class with its own `sentences`.
    """

    __slots__ = ("arguments", "code")
    sentences: ClassVar[Mapping[str, str]] = {}
    code: str
    arguments: dict[str, Argument]

    def __new__(cls, code: str, /, **arguments: object) -> Self:
        """KeyError when the code, or an argument its sentence needs, is not there."""
        if not arguments:
            return cls._alone(code)
        return cls._made(code, arguments)

    @classmethod
    @cache
    def _alone(cls, code: str) -> Self:
        """A message without arguments is made once."""
        return cls._made(code, {})

    @classmethod
    def _made(cls, code: str, arguments: Mapping[str, object]) -> Self:
        held = {name: _argument(value) for name, value in arguments.items()}
        shown = {name: ", ".join(v) if isinstance(v, tuple) else v for name, v in held.items()}
        self = super().__new__(cls, cls.sentences[code].format(**shown))
        self.code, self.arguments = code, held
        return self

    @property
    def sentence(self) -> str:
        """The English sentence with its arguments as `{name}`."""
        return self.sentences[self.code]

    def opening(self) -> Self:
        """The same message where it opens a sentence: with a capital."""
        return self._as(self[:1].upper() + self[1:])

    def packed(self) -> dict[str, Any]:
        """Code and arguments as JSON can hold them."""
        return {"message": self.code} | {name: _packed(value) for name, value in self.arguments.items()}

    @classmethod
    def unpacked(cls, packed: Mapping[str, Any]) -> Self:
        """The message that `packed` gave. KeyError, TypeError when it is none of this house's."""
        values = {name: cls._value(value) for name, value in packed.items() if name != "message"}
        return cls(packed["message"], **values)

    @classmethod
    def _value(cls, value: object) -> object:
        if isinstance(value, dict):
            return cls.unpacked(value)
        return tuple(map(cls._value, value)) if isinstance(value, list) else value

    def _as(self, text: str) -> Self:
        other = super().__new__(type(self), text)
        other.code, other.arguments = self.code, self.arguments
        return other

    def __str__(self) -> str:
        """The message itself: so is `str(error)` of an exception that was raised with one."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (type(self), self.code, self.arguments, self[:])


def _remade(house: type[Message], code: str, arguments: dict[str, Argument], text: str) -> Message:
    return house(code, **arguments)._as(text)


def _packed(value: Argument) -> Any:
    if isinstance(value, Message):
        return value.packed()
    return [_packed(one) for one in value] if isinstance(value, tuple) else value


def _argument(value: object) -> Argument:
    """What another thread, process or language can hold; an exception that was raised with a message stands for it."""
    if isinstance(value, BaseException) and value.args and isinstance(value.args[0], Message):
        return value.args[0]
    if isinstance(value, tuple | list):
        return tuple(value)
    return value if isinstance(value, str | int | float) else str(value)
