"""Kinds of values, ways to find them and how far fields reach, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.fields.rules import How, Kind, Way
from app.fields.table import Reach
from widgets.words import formats

translate = QCoreApplication.translate


def kind(one: Kind) -> str:
    """A kind of value."""
    return {
        "text": translate("fields", "Text"),
        "number": translate("fields", "Number"),
        "money": translate("fields", "Money"),
        "date": translate("fields", "Date"),
        "address": translate("fields", "Place"),
        "list": translate("fields", "List"),
    }[one]


def how(one: How) -> str:
    """A way, without what it looks for."""
    return {
        "css": translate("fields", "CSS selector"),
        "xpath": "XPath",
        "regex": translate("fields", "Pattern in the text"),
        "source": translate("fields", "Pattern in the source"),
        "after": translate("fields", "Behind the words"),
        "block": translate("fields", "Block"),
        "data": translate("fields", "Said by the page itself"),
    }[one]


def way(one: Way) -> str:
    """A way with what it looks for."""
    return translate("fields", "{how}: {what}").format(how=how(one.how), what=one.expression)


def reach(one: Reach) -> str:
    """How far a field reaches, in a line."""
    if one.stopped:
        return translate("fields", "left alone: too slow")
    said = translate("fields", "{matched} of {pages} pages").format(
        matched=formats.number(one.matched), pages=formats.number(one.pages)
    )
    if one.lost:
        said = translate("fields", "{said}, {lost} lost").format(said=said, lost=formats.number(one.lost))
    return said
