"""What a page says of the product it offers: name, price, description, specification.

Believed in this order: JSON-LD and microdata of schema.org, then what is meant for networks (Open Graph). The
specification is what is described (additionalProperty), else the tables of two columns and the lists of terms (dl) in the
main text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from lxml import etree

from extractors.base import spacing
from extractors.base.types import Part, Product
from extractors.html import schema_org
from extractors.html.parts import Block

_MOST_NODES = 500
_MOST_ROWS = 200
_LEAST_ROWS = 2
_LONGEST_NAME, _LONGEST_TEXT, _LONGEST_LABEL = 300, 5000, 80
_KINDS = ("product", "productgroup", "individualproduct", "productmodel", "car", "vehicle")
_MARKED = frozenset(("name", "price", "lowprice", "pricecurrency", "description"))
_AMOUNT = re.compile(r"\d[\d.,\u00a0 ']*")
_CURRENCY = re.compile(r"[A-Z]{3}")
_MARKUP = re.compile(r"<[^<>]{1,200}>")

Rows = tuple[tuple[str, str], ...]


def found(root: etree._Element, blocks: Sequence[Block], main: Sequence[Part]) -> Product | None:
    """The product of a page; None where it names none."""
    best = next(
        (
            one
            for read in (_described, _in_markup, _announced)
            if (one := read(root)) is not None and one.name
        ),
        None,
    )
    if best is None:
        return None
    return best if best.specification else best._replace(specification=_seen(blocks, main))


def _described(root: etree._Element) -> Product | None:
    for element in root.iter("script"):
        if "ld+json" not in (element.get("type") or "").lower():
            continue
        for node in _nodes(schema_org.load(element.text or "")):
            kinds = node.get("@type")
            if any(str(kind).lower() in _KINDS for kind in (kinds if isinstance(kinds, list) else [kinds])):
                price, currency = _offered(node.get("offers"))
                return Product(
                    _said(node.get("name"))[:_LONGEST_NAME],
                    price,
                    currency,
                    _said(node.get("description"))[:_LONGEST_TEXT],
                    tuple(_properties(node.get("additionalProperty"))),
                )
    return None


def _nodes(data: object) -> Iterator[dict[str, object]]:
    return schema_org.nodes(data, _MOST_NODES, ("@graph", "mainEntity", "hasVariant", "itemOffered"))


def _offered(offers: object) -> tuple[str, str]:
    """The price and currency of the first offer that has them."""
    for offer in _nodes(offers):
        for priced in (offer, *_nodes(offer.get("priceSpecification")), *_nodes(offer.get("offers"))):
            price = _amount(_said(priced.get("price")) or _said(priced.get("lowPrice")))
            if price:
                return price, _currency(
                    _said(priced.get("priceCurrency")) or _said(offer.get("priceCurrency"))
                )
    return "", ""


def _properties(value: object) -> Iterator[tuple[str, str]]:
    for node in list(_nodes(value))[:_MOST_ROWS]:
        name, said = _said(node.get("name")), _said(node.get("value"))
        if name and said:
            yield name[:_LONGEST_NAME], said[:_LONGEST_TEXT]


def _said(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_said, value[:20])))
    if isinstance(value, dict):
        return _said(value.get("name") or value.get("@value"))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return spacing.line(unescape(_MARKUP.sub(" ", value))) if isinstance(value, str) else ""


def _amount(text: str) -> str:
    number = _AMOUNT.search(text)
    return number[0].strip() if number else ""


def _currency(text: str) -> str:
    code = _CURRENCY.fullmatch(text.strip().upper())
    return code[0] if code else ""


def _in_markup(root: etree._Element) -> Product | None:
    item = next(
        (
            one
            for one in root.iter(etree.Element)
            if (kind := one.get("itemtype")) and kind.rstrip("/").rpartition("/")[2].lower() in _KINDS
        ),
        None,
    )
    if item is None:
        return None
    said: dict[str, str] = {}
    for number, element in enumerate(item.iter(etree.Element)):
        if number > 100 * _MOST_NODES:
            break
        for name in (element.get("itemprop") or "").lower().split():
            inside = name in ("name", "description") and _item(element) is not item
            if name in _MARKED and name not in said and not inside:
                said[name] = element.get("content") or spacing.line(" ".join(element.itertext(etree.Element)))
    price = _amount(said.get("price", "") or said.get("lowprice", ""))
    return Product(
        said.get("name", "")[:_LONGEST_NAME],
        price,
        _currency(said.get("pricecurrency", "")),
        said.get("description", "")[:_LONGEST_TEXT],
    )


def _item(element: etree._Element) -> etree._Element | None:
    """The thing that a property belongs to."""
    return next((one for one in element.iterancestors() if one.get("itemscope") is not None), None)


def _announced(root: etree._Element) -> Product | None:
    metas: dict[str, str] = {}
    for element in root.iter("meta"):
        name = (element.get("property") or element.get("name") or "").lower()
        if name and element.get("content"):
            metas.setdefault(name, spacing.line(element.get("content") or ""))
    price = _amount(metas.get("product:price:amount") or metas.get("og:price:amount") or "")
    if not price and not metas.get("og:type", "").lower().endswith("product"):
        return None
    currency = metas.get("product:price:currency") or metas.get("og:price:currency") or ""
    return Product(
        metas.get("og:title", "")[:_LONGEST_NAME],
        price,
        _currency(currency),
        metas.get("og:description", "")[:_LONGEST_TEXT],
    )


def _seen(blocks: Sequence[Block], main: Sequence[Part]) -> Rows:
    """Names and values in the main text: tables of two columns, terms with their descriptions."""
    rows: list[tuple[str, str]] = []
    for part in main:
        if part.kind == "table" and part.rows and all(len(row) == 2 for row in part.rows):
            rows += [(name, value) for name, value in part.rows if name and value]
    kept = {id(part) for part in main}
    term = ""
    for block in blocks:
        if id(block.part) not in kept:
            continue
        if block.place.tag == "dd" and term:
            rows.append((term, block.part.text))
        term = block.part.text.rstrip(" :：") if block.place.tag == "dt" else ""
    told = [row for row in rows if len(row[0]) <= _LONGEST_LABEL][:_MOST_ROWS]
    return tuple(told) if len(told) >= _LEAST_ROWS else ()
