"""Messages of the engine in the language of the program. Translation context: "engine".

The engine knows no translations: what it raises and reports are messages, a code with arguments. Their English
sentences stand in `app/messages.py` and `extractors/base/sentences.py`; packaging/translations.py collects them from
there. Plain text is of others (the system, a library, a server, an archive of an earlier version): it is looked up as
it is, and shown as it is when nobody has translated it.
"""

from __future__ import annotations

import re
from functools import cache, cached_property

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from extractors.base.messages import Argument, Message
from widgets.words import extractors as extractor_words
from widgets.words import formats

_PLAIN = ("detail", "warning", "reason", "what", "part")  # arguments that may be words of others

WORDS = (
    # what the operating system and the database say
    QT_TRANSLATE_NOOP("engine", "No space left on device"),
    QT_TRANSLATE_NOOP("engine", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("engine", "Permission denied"),
    QT_TRANSLATE_NOOP("engine", "Read-only file system"),
    QT_TRANSLATE_NOOP("engine", "No such file or directory"),
    QT_TRANSLATE_NOOP("engine", "File exists"),
    QT_TRANSLATE_NOOP("engine", "Is a directory"),
    QT_TRANSLATE_NOOP("engine", "Not a directory"),
    QT_TRANSLATE_NOOP("engine", "File name too long"),
    QT_TRANSLATE_NOOP("engine", "File too large"),
    QT_TRANSLATE_NOOP("engine", "Input/output error"),
    QT_TRANSLATE_NOOP("engine", "Too many open files"),
    QT_TRANSLATE_NOOP("engine", "database or disk is full"),
    QT_TRANSLATE_NOOP("engine", "database is locked"),
    QT_TRANSLATE_NOOP("engine", "disk I/O error"),
    QT_TRANSLATE_NOOP("engine", "unable to open database file"),
    QT_TRANSLATE_NOOP("engine", "attempt to write a readonly database"),
    QT_TRANSLATE_NOOP("engine", "file is not a database"),
    QT_TRANSLATE_NOOP("engine", "database disk image is malformed"),
    # the scope of a crawl, and attributes of a record
    QT_TRANSLATE_NOOP("engine", "host"),
    QT_TRANSLATE_NOOP("engine", "prefix"),
    QT_TRANSLATE_NOOP("engine", "domain"),
    QT_TRANSLATE_NOOP("engine", "any"),
    QT_TRANSLATE_NOOP("engine", "end"),
    QT_TRANSLATE_NOOP("engine", "address"),
    QT_TRANSLATE_NOOP("engine", "date"),
    QT_TRANSLATE_NOOP("engine", "origin"),
    QT_TRANSLATE_NOOP("engine", "ip"),
    QT_TRANSLATE_NOOP("engine", "crawl"),
    QT_TRANSLATE_NOOP("engine", "kind"),
    QT_TRANSLATE_NOOP("engine", "status"),
    QT_TRANSLATE_NOOP("engine", "type"),
    QT_TRANSLATE_NOOP("engine", "location"),
)


def say(text: str) -> str:
    """A message, or what others say, in the language of the program."""
    if not isinstance(text, Message):
        return _say_plain(text) if text else text
    said = {name: _say_argument(name, value) for name, value in text.arguments.items()}
    words = QCoreApplication.translate("engine", text.sentence).format(**said)
    return words[:1].upper() + words[1:] if text[:1].isupper() else words


def _say_argument(name: str, value: Argument) -> str | int | float:
    if isinstance(value, tuple):
        return QCoreApplication.translate("engine", ", ", "between the items of a list").join(map(say, value))
    return say(value) if isinstance(value, Message) or (name in _PLAIN and isinstance(value, str)) else value


def _say_plain(text: str) -> str:
    """What an extractor says, translated when it is one of their sentences."""
    found = known(text)
    if found is None:
        name, mark, rest = text.partition(": ")
        # what is said of a file inside another one, or inside that
        inside = bool(mark) and (": " in rest or known(rest) is not None)
        return f"{name}: {say(rest)}" if inside else QCoreApplication.translate("engine", text)
    template, values = found
    said = {name: _say_field(name, value) for name, value in values.items()}
    words = QCoreApplication.translate("engine", template).format(**said)
    return words[:1].upper() + words[1:] if text[:1].isupper() else words


def say_list(text: str) -> str:
    """A reason made of several: sentences, or marks with commas between them."""
    if not text or known(text) is not None:
        return say(text)
    sentences = re.split(r"(?<=\.) (?=[A-Z])", text)
    if len(sentences) > 1:
        return formats.sentences(say_list(sentence) for sentence in sentences)
    return QCoreApplication.translate("engine", ", ", "between the items of a list").join(
        map(say, text.split(", "))
    )


def _say_field(name: str, value: str) -> str:
    if name == "marks":
        return say_list(value)
    return say(value) if name in _PLAIN else value


def known(text: str) -> tuple[str, dict[str, str]] | None:
    """The template a sentence was made from, and the values in it; half a sentence may begin with a capital."""
    for wanted in (text, text[:1].lower() + text[1:]):
        for pattern in _patterns():
            values = pattern.values(wanted)
            if values is not None:
                return pattern.template, values
    return None


class _Pattern:
    """A template as an expression, which is made when a sentence begins and ends as it does: all take 0.1 s to make."""

    def __init__(self, template: str) -> None:
        self.template = template
        self._parts = re.split(r"\{(\w+)\}", template)

    def values(self, text: str) -> dict[str, str] | None:
        """What stands in the fields of a sentence that was made from the template, else None."""
        if not (text.startswith(self._parts[0]) and text.endswith(self._parts[-1])):
            return None
        match = self._expression.fullmatch(text)
        return match.groupdict() if match else None

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        # a sheet need not have a name; all else that a sentence names has one
        fields = (
            f"(?P<{part}>.{'*' if part == 'sheet' else '+'})" if number % 2 else re.escape(part)
            for number, part in enumerate(self._parts)
        )
        return re.compile("".join(fields), re.DOTALL)


@cache
def _patterns() -> tuple[_Pattern, ...]:
    """The templates as expressions. Where several fit, that with the most words of its own does best: it comes first;
    before all of them come those without a field."""
    ordered = sorted(
        extractor_words.TEMPLATES,
        key=lambda template: ("{" in template, -len(re.sub(r"\{\w+\}", "", template))),
    )
    return tuple(map(_Pattern, ordered))
