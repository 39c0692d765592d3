"""Kinds of pages in words, why a page is of one, and the icon of each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from extractors.base.types import PageType
from widgets.words import formats

NAMES: Mapping[str, Any] = {  # texts, which the stubs take for objects
    "home": QT_TRANSLATE_NOOP("page_kinds", "Home page"),
    "listing": QT_TRANSLATE_NOOP("page_kinds", "List"),
    "collection": QT_TRANSLATE_NOOP("page_kinds", "Collection"),
    "article": QT_TRANSLATE_NOOP("page_kinds", "Article"),
    "documentation": QT_TRANSLATE_NOOP("page_kinds", "Documentation"),
    "product": QT_TRANSLATE_NOOP("page_kinds", "Product"),
    "service": QT_TRANSLATE_NOOP("page_kinds", "Service"),
    "forum": QT_TRANSLATE_NOOP("page_kinds", "Forum"),
    "picture": QT_TRANSLATE_NOOP("page_kinds", "Picture page"),
    "search": QT_TRANSLATE_NOOP("page_kinds", "Search result"),
    "login": QT_TRANSLATE_NOOP("page_kinds", "Log-in"),
    "error": QT_TRANSLATE_NOOP("page_kinds", "Error page"),
    "unknown": QT_TRANSLATE_NOOP("page_kinds", "Not clear"),
}
_REASONS: Mapping[str, Any] = {
    "likeliest": QT_TRANSLATE_NOOP("page_kinds", "nothing is clear; likeliest is {value}"),
    "linked": QT_TRANSLATE_NOOP("page_kinds", "{value} of its text is in links"),
    "sentences": QT_TRANSLATE_NOOP("page_kinds", "sentences: {value}"),
    "letters": QT_TRANSLATE_NOOP("page_kinds", "letters outside of links: {value}"),
    "title": QT_TRANSLATE_NOOP("page_kinds", "the title says “{value}”"),
    "password": QT_TRANSLATE_NOOP("page_kinds", "it asks for a password"),
    "query": QT_TRANSLATE_NOOP("page_kinds", "its address asks “{value}”"),
    "pictures": QT_TRANSLATE_NOOP("page_kinds", "pictures: {value}"),
    "address": QT_TRANSLATE_NOOP("page_kinds", "its address is that of the whole site"),
    "person": QT_TRANSLATE_NOOP("page_kinds", "you said so"),
}
_PLACES: Mapping[str, Any] = {
    "c": QT_TRANSLATE_NOOP("page_kinds", "“{word}” as a class"),
    "u": QT_TRANSLATE_NOOP("page_kinds", "“{word}” in the address"),
    "t": QT_TRANSLATE_NOOP("page_kinds", "“{word}” in the title"),
    "s": QT_TRANSLATE_NOOP("page_kinds", "it calls itself “{word}”"),
    "o": QT_TRANSLATE_NOOP("page_kinds", "it calls itself “{word}”"),
    "g": QT_TRANSLATE_NOOP("page_kinds", "made with “{word}”"),
    "w": QT_TRANSLATE_NOOP("page_kinds", "“{word}” in the text"),
    "a": QT_TRANSLATE_NOOP("page_kinds", "“{word}” in links"),
    "l": QT_TRANSLATE_NOOP("page_kinds", "“{word}” at the end of the address"),
    "q": QT_TRANSLATE_NOOP("page_kinds", "“{word}” in the question of the address"),
    "h": QT_TRANSLATE_NOOP("page_kinds", "“{word}” in the name of the site"),
}
_SHOWN = 4  # reasons
_FORM = re.compile(r"(?:depth|words)\d")
ICONS: Mapping[str, str] = {
    "home": "kind-home",
    "listing": "kind-list",
    "collection": "kind-collection",
    "article": "kind-article",
    "documentation": "kind-documentation",
    "product": "kind-product",
    "service": "kind-service",
    "forum": "kind-forum",
    "picture": "kind-picture",
    "search": "kind-search",
    "login": "kind-login",
    "error": "kind-error",
}
"""Names of icons; what is not clear has that of any page."""


def name(kind: str) -> str:
    """A kind of page in words; "" is what has none."""
    if not kind:
        return QCoreApplication.translate("page_kinds", "No web page, or not known yet")
    known = NAMES.get(kind)
    return QCoreApplication.translate("page_kinds", known) if known else kind


def sentence(judged: PageType) -> str:
    """What a page is, how sure that is, and why: for a tooltip."""
    text = QCoreApplication.translate("page_kinds", "Kind of page: {kind}").format(kind=_sure(judged))
    return "\n".join((text, *(f"  · {one}" for one in _reasons(judged))))


def on_one_line(judged: PageType) -> str:
    """The same in one line."""
    return " · ".join((_sure(judged), *_reasons(judged)))


def _sure(judged: PageType) -> str:
    translate = QCoreApplication.translate
    if _is_said(judged):
        return translate("page_kinds", "{kind}, as you said").format(kind=name(judged.name))
    sure = formats.percent(judged.confidence)
    return translate("page_kinds", "{kind} ({sure} sure)").format(kind=name(judged.name), sure=sure)


def _reasons(judged: PageType) -> list[str]:
    said = () if _is_said(judged) else judged.reasons[:_SHOWN]
    return [text for code, value in said if (text := reason(code, value))]


def _is_said(judged: PageType) -> bool:
    return bool(judged.reasons) and judged.reasons[0][0] == "person"


def reason(code: str, value: str) -> str:
    """One reason in words; "" for one that is not known."""
    translate = QCoreApplication.translate
    if code == "word":
        place, _, word = value.partition(":")
        if place == "u" and _FORM.fullmatch(word):
            return translate("page_kinds", "the form of its address")
        known = _PLACES.get(place)
        return translate("page_kinds", known).format(word=word) if known else ""
    known = _REASONS.get(code)
    if not known:
        return ""
    if code == "likeliest":
        value = name(value)
    elif code == "linked":
        value = formats.percent(float(value))
    return translate("page_kinds", known).format(value=value)
