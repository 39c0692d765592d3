"""Messages of the engine in the language of the program. Translation context: "engine".

The engine knows no translations: what it raises and reports are messages, a code with arguments. Their English
sentences stand in `app/messages.py` and `extractors/base/sentences.py`; packaging/translations.py collects them from
there. Plain text is of others (the system, a library, a server, an archive of an earlier version): it is looked up as
it is, and shown as it is when nobody has translated it.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from extractors.base.messages import Argument, Message
from widgets.words import QT_TRANSLATE_NOOP

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
    # where a title was found, what shows one, and what decided about a character set
    QT_TRANSLATE_NOOP("engine", "metadata"),
    QT_TRANSLATE_NOOP("engine", "largest text"),
    QT_TRANSLATE_NOOP("engine", "first line"),
    QT_TRANSLATE_NOOP("engine", "slide 1"),
    QT_TRANSLATE_NOOP("engine", "title style"),
    QT_TRANSLATE_NOOP("engine", "info group"),
    QT_TRANSLATE_NOOP("engine", "sheet"),
    QT_TRANSLATE_NOOP("engine", "HTTP header"),
    QT_TRANSLATE_NOOP("engine", "detector"),
    QT_TRANSLATE_NOOP("engine", "a person's choice"),
    QT_TRANSLATE_NOOP("engine", "the pages around"),
    QT_TRANSLATE_NOOP("engine", "title"),
    QT_TRANSLATE_NOOP("engine", "h1"),
    QT_TRANSLATE_NOOP("engine", "h2"),
    QT_TRANSLATE_NOOP("engine", "h3"),
    QT_TRANSLATE_NOOP("engine", "h4"),
    QT_TRANSLATE_NOOP("engine", "h5"),
    QT_TRANSLATE_NOOP("engine", "h6"),
    QT_TRANSLATE_NOOP("engine", "heading"),
    QT_TRANSLATE_NOOP("engine", "outline"),
    QT_TRANSLATE_NOOP("engine", "official title"),
    QT_TRANSLATE_NOOP("engine", "file name"),
    QT_TRANSLATE_NOOP("engine", "cover caption"),
    QT_TRANSLATE_NOOP("engine", "text"),
    QT_TRANSLATE_NOOP("engine", "URL"),
    QT_TRANSLATE_NOOP("engine", "bold"),
    QT_TRANSLATE_NOOP("engine", "centred"),
    QT_TRANSLATE_NOOP("engine", "names"),
    QT_TRANSLATE_NOOP("engine", "garbled"),
    QT_TRANSLATE_NOOP("engine", "sentences"),
    QT_TRANSLATE_NOOP("engine", "stands"),
)


def say(text: str) -> str:
    """A message, or what others say, in the language of the program."""
    if not isinstance(text, Message):
        return QCoreApplication.translate("engine", text) if text else text
    said = {name: _say_argument(name, value) for name, value in text.arguments.items()}
    words = QCoreApplication.translate("engine", text.sentence).format(**said)
    return words[:1].upper() + words[1:] if text[:1].isupper() else words


def _say_argument(name: str, value: Argument) -> str | int | float:
    if isinstance(value, tuple):
        return QCoreApplication.translate("engine", ", ", "between the items of a list").join(map(say, value))
    return say(value) if isinstance(value, Message) or (name in _PLAIN and isinstance(value, str)) else value
