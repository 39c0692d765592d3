"""A query with the words that a person says mean the same (`app.likeness.synonyms`) beside its own, as good as these."""

from __future__ import annotations

from dataclasses import replace

from app.likeness.synonyms import Synonyms
from app.search.query import Node, Not, Several, Text, every_text

MOST = 24
"""Other words of one text."""


def widened(node: Node, synonyms: Synonyms) -> Node:
    """The query with any of the synonyms in place of each word, also of words that stand together; the same query where it
    has none. Beginnings of words are left as they are, and so are changes, which are told of words as they are written."""
    if not synonyms:
        return node
    if isinstance(node, Not):
        return Not(widened(node.of, synonyms))
    if isinstance(node, Text):
        return _any(node, node, synonyms.variants(node.text, MOST)) if _is_wide(node) else node
    if isinstance(node, Several):
        made = _together(node.of, synonyms) if node.how == "all" else node.of
        own = set(map(id, node.of))  # what was put together is not looked at again
        of = tuple(widened(one, synonyms) if id(one) in own else one for one in made)
        return of[0] if len(of) == 1 else replace(node, of=of)
    return node


def added(before: Node, after: Node) -> list[str]:
    """The words that one query has and the other has not."""
    known = {one.text for one in every_text(before)}
    return [text for text in dict.fromkeys(one.text for one in every_text(after)) if text not in known]


def _together(nodes: tuple[Node, ...], synonyms: Synonyms) -> tuple[Node, ...]:
    """Conditions in which words beside each other that are one word of a group have become any of that group."""
    made: list[Node] = []
    at = 0
    while at < len(nodes):
        own = _run(nodes, at)
        for count in range(len(own), 1, -1):
            group = synonyms.of(" ".join(text.text for text in own[:count]))
            if len(group) > 1:
                words = Several("all", tuple(own[:count]))
                made.append(_any(words, own[0], group[:MOST]))
                at += count
                break
        else:
            made.append(nodes[at])
            at += 1
    return tuple(made)


def _run(nodes: tuple[Node, ...], start: int) -> list[Text]:
    """The words without quotation marks that stand together from a place on."""
    found: list[Text] = []
    for node in nodes[start:]:
        if not isinstance(node, Text) or not node.loose or not _is_wide(node):
            break
        if found and node.field != found[0].field:
            break
        found.append(node)
    return found


def _any(own: Node, like: Text, words: tuple[str, ...] | list[str]) -> Node:
    texts = (
        Text(word, like.field, slop=like.slop) for word in words if word.casefold() != like.text.casefold()
    )
    others = tuple(texts)
    return Several("any", (own, *others)) if others else own


def _is_wide(text: Text) -> bool:
    return not text.prefix
