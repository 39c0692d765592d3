"""Rich text of the card: the inner diff of a change in little room, names of events. Translation context: "blocks"."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from widgets import formats, theme

_AROUND = 36  # characters of unchanged text beside a change
_MOST = 900  # characters of a small diff
_LINE = 120
_EACH = 3  # links and pictures of one side that are listed


def small_diff(words: Sequence[tuple[str, str, str]], most: int = _MOST) -> str:
    """An inner diff as rich text: what went is struck through, what came is underlined, the rest is left out."""
    colors = theme.colors()
    parts: list[str] = []
    used, last = 0, len(words) - 1
    for at, (kind, before, after) in enumerate(words):
        if used >= most:
            parts.append("…")
            break
        if kind == "unchanged":
            shown = _context(after, first=at == 0, last=at == last)
            used += len(shown)
            parts.append(_plain(shown))
            continue
        if before and kind != "added":
            used += min(len(before), most)
            parts.append(f'<s style="background:{colors.removed_soft};">{_plain(_cut(before, most))}</s>')
        if after and kind != "removed":
            used += min(len(after), most)
            parts.append(f'<u style="background:{colors.added_soft};">{_plain(_cut(after, most))}</u>')
    return "".join(parts)


def sides(attributes: tuple[Sequence[str], Sequence[str]]) -> str:
    """Links and pictures that only one side has, a line each."""
    muted = theme.colors().muted
    listed = [(mark, each) for mark, side in (("−", attributes[0]), ("+", attributes[1])) for each in side[:_EACH]]
    return "".join(
        f'<br><span style="color:{muted}">{mark} {escape(formats.shorten(each, _LINE))}</span>' for mark, each in listed
    )


def event_name(kind: str, differs: bool = False) -> str:
    """What happened to a block."""
    translate = QCoreApplication.translate
    if kind == "moved" and differs:
        return translate("blocks", "moved and changed")
    return {
        "first": translate("blocks", "first seen"),
        "changed": translate("blocks", "changed"),
        "markup": translate("blocks", "only its markup changed"),
        "moved": translate("blocks", "moved"),
        "removed": translate("blocks", "removed"),
        "reappeared": translate("blocks", "came back"),
    }.get(kind, kind)


def event_look(kind: str) -> tuple[str, str]:
    """Colour and sign of an event, those of changes everywhere."""
    known = {"first": "added", "reappeared": "added", "markup": "unchanged"}
    return theme.changes[known.get(kind, kind if kind in theme.changes else "changed")]


def noise_words(reason: str, evidence: str, counts: tuple[int, int]) -> str:
    """Why a change counts as noise."""
    translate = QCoreApplication.translate
    some, of = formats.number(counts[0]), formats.number(counts[1])
    if reason == "volatile":
        return translate("blocks", "changed in {some} of {of} captures").format(some=some, of=of)
    if reason == "sister":
        text = translate("blocks", "changes in the same way on {some} of {of} other pages of the site")
        return text.format(some=some, of=of)
    return translate("blocks", "fits the rule {rule}").format(rule=evidence.removeprefix("matches "))


def _context(text: str, *, first: bool, last: bool) -> str:
    if first and last:
        return _cut(text, 2 * _AROUND)
    if first:
        return text if len(text) <= _AROUND else f"…{text[-_AROUND:]}"
    if last:
        return _cut(text, _AROUND)
    return text if len(text) <= 2 * _AROUND + 3 else f"{text[:_AROUND]} … {text[-_AROUND:]}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _plain(text: str) -> str:
    return escape(text).replace("\n", "<br>")
