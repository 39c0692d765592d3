"""Numbers, sizes, dates, types and reasons in words a person reads; the exact value belongs in the tooltip.

Functions, not widgets: their strings have the translation context "formats".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date as Day  # noqa: N812 - a function here is called so
from datetime import datetime, timezone
from functools import reduce

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale, QTime

from app.archive.spellings import legible

_KINDS = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/plain": "text",
    "text/markdown": "text",
    "text/csv": "sheet",
    "text/css": "css",
    "text/javascript": "javascript",
    "application/javascript": "javascript",
    "application/x-javascript": "javascript",
    "application/json": "json",
    "application/pdf": "pdf",
    "application/rtf": "office",
    "text/rtf": "office",
    "application/msword": "office",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "office",
    "application/vnd.ms-excel": "sheet",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "sheet",
    "application/vnd.ms-powerpoint": "slides",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "slides",
    "application/vnd.oasis.opendocument.text": "office",
    "application/vnd.oasis.opendocument.spreadsheet": "sheet",
    "application/vnd.oasis.opendocument.presentation": "slides",
    "application/epub+zip": "book",
    "message/rfc822": "mail",
    "application/zip": "packed",
    "application/x-zip-compressed": "packed",
    "application/x-tar": "packed",
    "application/gzip": "packed",
    "application/x-gzip": "packed",
    "application/x-7z-compressed": "packed",
    "application/x-bzip2": "packed",
    "application/x-xz": "packed",
    "application/zstd": "packed",
}
_SIZE_STEPS = ((1 << 40, "TB"), (1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "kB"))


def number(value: int) -> str:
    """A whole number with the digit groups of the language."""
    return QLocale().toString(value)


def size(count: int) -> str:
    """Bytes for humans: 912 B, 14.2 kB, 3.0 GB (steps of 1024)."""
    for step, unit in _SIZE_STEPS:
        if count >= step:
            value = count / step
            return f"{QLocale().toString(value, 'f', 1 if value < 100 else 0)} {unit}"
    return f"{count} B"


def size_exact(count: int) -> str:
    """The exact number of bytes."""
    return QCoreApplication.translate("formats", "{count} bytes").format(count=number(count))


def percent(share: float) -> str:
    """A share of 1 in per cent, with enough digits for small shares."""
    value = share * 100
    digits = 0 if value >= 10 or not value else 1 if value >= 1 else 2
    if 0 < value < 0.01:
        return QCoreApplication.translate("formats", "< {number} %").format(
            number=QLocale().toString(0.01, "f", 2)
        )
    return f"{QLocale().toString(value, 'f', digits)} %"


def _qt(date: datetime) -> QDateTime:
    local = date.astimezone() if date.tzinfo else date.replace(tzinfo=timezone.utc).astimezone()  # noqa: UP017 - datetime is the class here
    return QDateTime(QDate(local.year, local.month, local.day), QTime(local.hour, local.minute, local.second))


def date(
    value: datetime | None, now: datetime | None = None, *, seconds: bool = False, brief: bool = False
) -> str:
    """A moment in local time; `brief` is without the time where it is neither today nor yesterday."""
    if value is None:
        return "–"
    moment = _qt(value)
    today = _qt(now).date() if now else QDate.currentDate()
    time_text = QLocale().toString(moment.time(), "HH:mm:ss" if seconds else "HH:mm")
    if moment.date() == today:
        return QCoreApplication.translate("formats", "Today {time}").format(time=time_text)
    if moment.date() == today.addDays(-1):
        return QCoreApplication.translate("formats", "Yesterday {time}").format(time=time_text)
    pattern = QCoreApplication.translate("formats", "d MMM yyyy", "date pattern of Qt")
    day = QLocale().toString(moment.date(), pattern)
    return day if brief else f"{day} {time_text}"


def day(value: Day) -> str:
    """A day with its weekday: Sat 21 Nov 2026."""
    pattern = QCoreApplication.translate("formats", "ddd d MMM yyyy", "date pattern of Qt")
    return QLocale().toString(QDate(value.year, value.month, value.day), pattern)


def date_in_sentence(value: datetime) -> str:
    """A moment in the middle of a sentence: today at 14:05, on 3 Nov 2026 at 14:05."""
    moment = _qt(value)
    today = QDate.currentDate()
    time_text = QLocale().toString(moment.time(), "HH:mm")
    translate = QCoreApplication.translate
    if moment.date() == today:
        return translate("formats", "today at {time}").format(time=time_text)
    if moment.date() == today.addDays(-1):
        return translate("formats", "yesterday at {time}").format(time=time_text)
    pattern = translate("formats", "d MMM yyyy", "date pattern of Qt")
    day = QLocale().toString(moment.date(), pattern)
    return translate("formats", "on {day} at {time}").format(day=day, time=time_text)


def date_exact(value: datetime | None) -> str:
    """The moment to the second, local and UTC."""
    if value is None:
        return ""
    aware = value if value.tzinfo else value.replace(tzinfo=timezone.utc)  # noqa: UP017
    local = aware.astimezone()
    text = QCoreApplication.translate("formats", "{local} (local time), {utc} UTC")
    return text.format(
        local=local.strftime("%Y-%m-%d %H:%M:%S"),
        utc=aware.astimezone(timezone.utc).strftime("%Y-%m-%d %H:%M:%S"),  # noqa: UP017
    )


def duration(seconds: float) -> str:
    """0:07, 12:30, 3:05:09."""
    whole = max(0, int(seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def type_kind(media_type: str) -> str:
    """The icon name of a media type."""
    plain = media_type.partition(";")[0].strip().lower()
    if plain in _KINDS:
        return _KINDS[plain]
    family = plain.partition("/")[0]
    if family in ("image", "audio", "video", "text"):
        return family
    if plain.endswith(("+xml", "/xml")):
        return "xml"
    return "json" if plain.endswith("+json") else "binary"


def type_icon(media_type: str, kind: str = "document") -> str:
    """The icon name of a page: redirects and errors show what they are, all else its type."""
    if kind == "redirect":
        return "redirect"
    return "error" if kind == "error" else type_kind(media_type)


def type_label(media_type: str) -> str:
    """A short word for a media type; the exact one belongs in the tooltip."""
    plain = media_type.partition(";")[0].strip().lower()
    kind = type_kind(plain)
    translate = QCoreApplication.translate
    labels = {
        "html": translate("formats", "Web page"),
        "text": translate("formats", "Text"),
        "css": translate("formats", "Style sheet"),
        "javascript": translate("formats", "Script"),
        "json": translate("formats", "Data"),
        "xml": translate("formats", "XML"),
        "pdf": translate("formats", "PDF"),
        "office": translate("formats", "Document"),
        "sheet": translate("formats", "Table"),
        "slides": translate("formats", "Slides"),
        "image": translate("formats", "Image"),
        "audio": translate("formats", "Sound"),
        "video": translate("formats", "Film"),
        "book": translate("formats", "Book"),
        "mail": translate("formats", "Mail"),
        "packed": translate("formats", "Packed file"),
        "binary": translate("formats", "File"),
    }
    return labels[kind]


def sentences(parts: Iterable[str]) -> str:
    """Sentences joined as the language of the program does it."""
    pattern = QCoreApplication.translate("formats", "{first} {second}", "two sentences")
    found = [part for part in parts if part]
    return reduce(lambda first, second: pattern.format(first=first, second=second), found) if found else ""


def without_mnemonic(text: str) -> str:
    """A text of a menu, button or label without its mnemonic: “&Open” and “打开(&O)” alike."""
    text = re.sub(r"\s*\(&[^&]\)", "", text)
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def readable(address: str) -> str:
    """An address in the letters of its language: 北京大学.中国/招, not xn--1lq90ic7fzpc.xn--fiqs8s/%E6%8B%9B."""
    address = legible(address)
    scheme, mark, rest = address.partition("://") if "://" in address else ("", "", address)
    found = re.match(r"[^/?#:]*", rest)
    host = found.group() if found else ""
    if "xn--" not in host:
        return address
    try:
        labels = [
            label.encode("ascii").decode("idna") if "xn--" in label else label for label in host.split(".")
        ]
    except UnicodeError:
        return address
    return f"{scheme}{mark}{'.'.join(labels)}{rest[len(host) :]}"


def shorten(text: str, length: int = 80) -> str:
    """A text of at most `length` characters, shortened in the middle: for menus and sentences."""
    if len(text) <= length:
        return text
    head = (length - 1) // 2
    return f"{text[:head]}…{text[len(text) - (length - 1 - head) :]}"
