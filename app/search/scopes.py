"""What a query looks for: pages that ever say it, pages that say it now, or changes. A choice of a person, written into the
query, where it can be read, and read out of what was typed."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, get_args

from app.search.query import (
    SIGNS,
    TOKEN,
    ChangeKind,
    Filter,
    QueryFault,
    is_said,
    lists_changes,
    parse,
)

Scope = Literal["ever", "now", "changed", "appeared", "vanished"]
SCOPES: tuple[Scope, ...] = get_args(Scope)

CHANGES: tuple[ChangeKind, ...] = get_args(ChangeKind)
_NOW = Filter("version", "newest")


class _Piece(NamedTuple):
    """A condition of a query that stands in no parentheses: words, a condition on pages, a change that is sought with its
    words (`text`), what goes with changes alone, an OR."""

    kind: Literal["words", "page", "change", "beside", "or"]
    text: str
    change: str = ""


def scope_of(query: str) -> Scope:
    """What a query looks for; one for changes of several kinds for “changed”. Never raises."""
    pieces = _pieces(query)
    changes = {piece.change for piece in pieces if piece.kind == "change"}
    if changes:
        return changes.pop() if len(changes) == 1 else "changed"  # type: ignore[return-value]
    return "now" if any(piece.kind == "page" and _is_now(piece.text) for piece in pieces) else "ever"


def scoped(query: str, scope: Scope) -> str:
    """A query with the same words that looks for something else; as it is where it cannot. For changes without words it
    ends with a pair of quotation marks for them. Never raises."""
    pieces = [one for one in _pieces(query) if not (one.kind == "page" and _is_now(one.text))]
    words = [one.text for one in pieces if one.kind in ("words", "change", "or") and one.text != '""']
    pages = [one.text for one in pieces if one.kind == "page"]
    either = any(one.kind == "or" for one in pieces)
    mixed = either and bool(pages)
    if mixed:
        words, pages = [" ".join(one.text for one in pieces if one.kind != "beside")], []
    said = " ".join(words)
    if scope in CHANGES:
        if not said:
            return " ".join((*pages, f'{scope}:""'))
        beside = [one.text for one in pieces if one.kind == "beside"] if _lists(query) else []
        asked = f"{scope}:{said if len(_pieces(said)) == 1 and not mixed else f'({said})'}"
        made = " ".join((asked, *pages, *beside))
        return made if _lists(made) else query
    if either and (scope == "now" or pages):
        said = f"({said})"
    return " ".join(filter(None, (said, *pages, "version:newest" if scope == "now" else "")))


def _pieces(query: str) -> list[_Piece]:
    text, place, found = query.translate(SIGNS), 0, list[_Piece]()
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            place += 1
            continue
        begin = place
        place = _end(text, token)
        change = (token["change"] or "").lower()
        whole = query[begin:place]
        if token["word"] == "OR" and not token["name"]:
            found.append(_Piece("or", whole))
        elif token["bare"] and token["bare"].lower() in CHANGES:
            found.append(_Piece("change", '""', token["bare"].lower()))
        elif change and token["not"]:
            found.append(_Piece("beside", whole))
        elif change:
            found.append(_Piece("change", _without(query[token.end() : place]), change))
        elif (token["name"] or "").lower() == "page":
            found.append(_Piece("beside", whole))
        elif token["close"] is None:
            found.append(_Piece("words" if _is_words(whole.removeprefix("-")) else "page", whole))
    return found


def _end(text: str, token: re.Match[str]) -> int:
    """Where a condition ends that begins with a token."""
    place, depth = token.end(), int(token["open"] is not None)
    follows = token["change"] is not None
    while (depth or follows) and place < len(text):
        inner = TOKEN.match(text, place)
        if inner is None:
            place += 1
            continue
        depth += (inner["open"] is not None) - (inner["close"] is not None)
        follows, place = inner["change"] is not None, inner.end()
    return place


def _without(words: str) -> str:
    """The words of a change without the parentheses around all of them, where they can do without."""
    bare = words.translate(SIGNS)
    if bare.startswith("(") and bare.endswith(")"):
        inner = words[1:-1].strip()
        if not any(one.kind == "or" for one in _pieces(inner)):
            return inner
    return words


def _is_words(condition: str) -> bool:
    try:
        return is_said(parse(condition))
    except QueryFault:
        return True  # still being typed


def _is_now(condition: str) -> bool:
    try:
        return parse(condition) == _NOW
    except QueryFault:
        return False


def _lists(query: str) -> bool:
    try:
        return lists_changes(parse(query))
    except QueryFault:
        return False
