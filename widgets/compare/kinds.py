"""The kinds of changes in words, the parts that blocks play, and why a change is noise; the same words everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication

from widgets.blocks import label_styles
from widgets.compare.entries import Entry
from widgets.compare.words import SIGNS
from widgets.words import formats

_CELL = re.compile(r"\[[A-Z]+\d+: ")
_FIELD = re.compile(r"\[(input|button|select|option|textarea|form)\b")
KINDS = ("changed", "markup", "moved", "added", "removed", "layout")


def name(kind: str) -> str:
    """The name of a kind, as a list shows it."""
    translate = QCoreApplication.translate
    return {
        "changed": translate("compare", "Changed"),
        "markup": translate("compare", "Markup only"),
        "moved": translate("compare", "Moved"),
        "added": translate("compare", "Added"),
        "removed": translate("compare", "Removed"),
        "layout": translate("compare", "Layout"),
        "unchanged": translate("compare", "Unchanged"),
    }[kind]


def spacing(breaks: tuple[Sequence[tuple[int, str]], Sequence[tuple[int, str]]]) -> str:
    """A change of white space alone in words; `breaks` are the signs of both versions."""
    translate = QCoreApplication.translate
    lines = [sum(sign == SIGNS["\n"] for _, sign in side) for side in breaks]
    if lines[0] == lines[1]:
        return translate("compare", "spaces differ")
    if lines[0] and lines[1]:
        return translate("compare", "line breaks differ")
    if lines[1]:
        one, several = translate("compare", "line break added"), translate("compare", "{n} line breaks added")
    else:
        one, several = (
            translate("compare", "line break removed"),
            translate("compare", "{n} line breaks removed"),
        )
    count = max(lines)
    return one if count == 1 else several.format(n=formats.number(count))


def several(count: int) -> str:
    """How many neighbouring blocks are one change."""
    return QCoreApplication.translate("compare", "{n} blocks").format(n=formats.number(count))


def last_piece(address: str) -> str:
    """The last piece of an address, the whole of one without pieces."""
    whole = formats.readable(address)
    return whole.partition("?")[0].rstrip("/").rpartition("/")[2] or whole


def in_frame(address: str) -> str:
    """A note that a change is inside a frame, with the name of the document there."""
    return QCoreApplication.translate("compare", "frame {name}").format(name=last_piece(address))


def nameless(entry: Entry) -> str:
    """What a change without a title is called."""
    if entry.kind == "layout" and any(entry.attributes):
        said = beside_words(one for only in entry.attributes for one in only)
        return said[:1].upper() + said[1:]
    return name(entry.kind)


def meaning(kind: str) -> str:
    """What a kind means, in a sentence for the legend."""
    translate = QCoreApplication.translate
    return {
        "changed": translate(
            "compare", "The block stands in both versions; words, a link or a picture in it differ."
        ),
        "markup": translate(
            "compare", "Words, links and pictures are the same; the code behind them differs."
        ),
        "moved": translate("compare", "The same block stands at another place."),
        "added": translate(
            "compare", "Only the newer version has it; a dashed line shows its place in the older."
        ),
        "removed": translate(
            "compare", "Only the older version has it; a dashed line shows its place in the newer."
        ),
        "layout": translate(
            "compare", "Something outside the blocks differs: the head of the page, scripts, frames."
        ),
    }[kind]


def line(kind: str) -> str:
    """How the outline of a kind is drawn, in a word or two."""
    translate = QCoreApplication.translate
    return {
        "changed": translate("compare", "solid line"),
        "markup": translate("compare", "dotted line"),
        "moved": translate("compare", "double line"),
        "added": translate("compare", "bar at the left"),
        "removed": translate("compare", "dashed and hatched"),
        "layout": translate("compare", "thin dashes"),
    }[kind]


def label(name: str) -> str:
    """The part that a block plays on its page, inside a line; "" for what has no name of its own."""
    words = label_styles.name(name) if name in label_styles.LABELS and name != "other" else ""
    return words[:1].lower() + words[1:]


def beside_words(attributes: Iterable[str]) -> str:
    """Differences besides words, in words: links, pictures, the title of the page, cells of a sheet."""
    translate = QCoreApplication.translate
    found: dict[str, None] = {}
    for one in attributes:
        if one.startswith("[a "):
            found[translate("compare", "links")] = None
        elif one.startswith("[title"):
            found[translate("compare", "title of the page")] = None
        elif _CELL.match(one):
            found[translate("compare", "cells")] = None
        elif _FIELD.match(one):
            found[translate("compare", "fields of a form")] = None
        else:
            found[translate("compare", "pictures and media")] = None
    return ", ".join(found)


def levels() -> tuple[str, ...]:
    """What the levels 1 to 5 mean."""
    translate = QCoreApplication.translate
    return (
        translate("compare", "the large parts of a page"),
        translate("compare", "parts of those, such as columns and articles"),
        translate("compare", "sections, lists and paragraphs"),
        translate("compare", "single paragraphs and items of lists"),
        translate("compare", "the smallest pieces that stand apart"),
    )
