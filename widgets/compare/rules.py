"""A CSS selector for a block, so that a person can have its changes ignored from now on. No Qt."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

_STEP = re.compile(r"^([A-Za-z][\w:-]*)\[(\d+)\]$")
_NAME = re.compile(r"^-?[A-Za-z_][\w-]*$")
_MANY_DIGITS = re.compile(r"\d{3}")  # names made by programs are other ones the next time
_MOST = 40  # neighbours in one rule


def selector(page: str, path: str) -> str:
    """The shortest selector for the element or the neighbours at a path of the page; "" when there is none.

    An id or a class that only this block has is preferred to its place, for it survives what is added before it.
    """
    first, _, last = path.partition("#")[0].partition("..")
    steps = [_step(step) for step in first.split("/") if step and not step.startswith("text()")]
    if not steps or "" in steps:
        return ""
    parser = LexborHTMLParser(page)
    node = _first(parser, " > ".join(steps))
    if node is None:
        return ""
    if not last or last.startswith("text()"):
        return _own_name(parser, node) or _by_place(node)
    above = node.parent
    if above is None:
        return ""
    place = _own_name(parser, above) or _by_place(above)
    end, chosen = _step(last), []
    siblings: LexborNode | None = node
    while siblings is not None and len(chosen) < _MOST:
        if siblings.tag and not siblings.tag.startswith("-"):
            chosen.append(_own_name(parser, siblings) or f"{place} > {_numbered(siblings)}")
            if _numbered(siblings) == end:
                return ", ".join(chosen)
        siblings = siblings.next
    return ""


def _step(step: str) -> str:
    found = _STEP.match(step)
    if found is None:
        return ""
    tag, number = found.groups()
    return tag.lower() if tag.lower() in ("html", "body") else f"{tag.lower()}:nth-of-type({number})"


def _first(parser: LexborHTMLParser, wanted: str) -> LexborNode | None:
    try:
        return parser.css_first(wanted)
    except (SelectolaxError, ValueError):
        return None


def _own_name(parser: LexborHTMLParser, node: LexborNode) -> str:
    """Its id or its classes, when no other element has them."""
    name = node.attributes.get("id") or ""
    classes = [one for one in (node.attributes.get("class") or "").split() if _NAME.match(one)]
    wanted = [f"#{name}"] if _NAME.match(name) else []
    wanted += [".".join([node.tag or "", *classes])] if classes else []
    for each in wanted:
        if not _MANY_DIGITS.search(each) and len(parser.css(each)) == 1:
            return each
    return ""


def _numbered(node: LexborNode) -> str:
    if node.tag in ("html", "body"):
        return node.tag
    number, before = 1, node.prev
    while before is not None:
        number += before.tag == node.tag
        before = before.prev
    return f"{node.tag}:nth-of-type({number})"


def _by_place(node: LexborNode) -> str:
    """Its place below the nearest element with an id."""
    steps: list[str] = []
    here: LexborNode | None = node
    while here is not None and here.tag and not here.tag.startswith("-"):
        name = here.attributes.get("id") or ""
        if steps and _NAME.match(name) and not _MANY_DIGITS.search(name):
            steps.append(f"#{name}")
            break
        steps.append(_numbered(here))
        here = here.parent
    return " > ".join(reversed(steps))
