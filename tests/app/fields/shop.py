"""A shop whose pages have prices, dates and authors, in two designs."""

from __future__ import annotations

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.fields.rules import Field, How, Kind, Way, check
from tests.conftest import capture

DAY = 24 * 60
NAMES = ("shirt", "lamp", "chair", "table", "kettle", "clock")
HOST = "http://shop.example"


def product(name: str, price: str, *, author: str = "Li Si", day: int = 1) -> str:
    """The page of a thing in the first design."""
    return (
        f"<html><head><title>{name}</title></head><body><nav><a href='/'>Start</a> <span class=info>Since 1999</span></nav>"
        f"<div class=product><h1>{name}</h1><p>Sold by <b class=seller>{author}</b></p>"
        f"<table><tr><th>Price:<td>{price}<tr><th>Listed<td>2026年3月{day}日</table></div>"
        "<div class=old-price>€ 99.00</div><footer>All rights reserved</footer></body></html>"
    )


def redesigned(name: str, price: str) -> str:
    """The same in the second."""
    return (
        f"<html><head><title>{name}</title></head><body><header>The shop</header><main><section id=buy>"
        f"<span class=amount>{price}</span></section><h2>{name}</h2></main></body></html>"
    )


def address(name: str) -> str:
    return f"{HOST}/things/{name}.html"


def price_of(number: int) -> str:
    return f"€ {10 + number}.50"


def filled(archive: Archive) -> Archive:
    """Six things, one of which came to cost more, and a page that is none."""
    pages = [
        capture(address(name), product(name, price_of(number), day=number + 1))
        for number, name in enumerate(NAMES)
    ]
    pages.append(capture(f"{HOST}/about.html", "<title>About</title><p>We sell things.</p>"))
    pages.append(capture(address("shirt"), product("shirt", "€ 12.00"), minutes=10 * DAY))
    return store(archive, *pages)


def store(archive: Archive, *captures: NewCapture) -> Archive:
    with archive.writer() as writer:
        for one in captures:
            writer.store(one)
    return archive


def field(how: How, expression: str, kind: Kind = "text", *, where: str = "", many: bool = False) -> Field:
    """A field that is not kept."""
    return check(Field("1", "one", kind, where, (Way(how, expression),), many))
