"""Pages that stand in for what cannot be shown, in English; the window brings its own in the language of the person."""

from __future__ import annotations

import html
from collections.abc import Sequence
from datetime import datetime

from app.archive.batches import parse_id
from app.archive.model import Damage

# A name that no site can have (RFC 2606): a link to a capture, which whoever shows the page opens.
_HOST = "capture.tianwang.invalid"

Link = tuple[str, str]  # words, address


def missing_page(url: str, date: datetime | None) -> str:
    """The archive holds nothing under an address."""
    return explanation("Not in the archive", ["The archive holds nothing under this address."], url)


def damaged_page(url: str, damage: Damage) -> str:
    """The capture of an address is damaged."""
    whole = [
        (f"{one.date:%Y-%m-%d %H:%M:%S}", address_of(one.id)) for one in (damage.before, damage.after) if one
    ]
    reason = damage.reason[:1].upper() + damage.reason[1:]
    said = [f"{reason}.", *([] if whole else ["No other version near it is whole."])]
    return explanation("This capture is damaged", said, url, whole)


def explanation(
    title: str, sentences: Sequence[str], url: str, links: Sequence[Link] = (), scheme: str = "light dark"
) -> str:
    """A small page that needs nothing from anywhere, in a colour scheme of CSS; its links lead out of a frame,
    too."""
    listed = "".join(
        f'<li><a target=_top href="{html.escape(address)}">{html.escape(words)}</a>'
        for words, address in links
    )
    said = "".join(f"<p>{html.escape(sentence)}" for sentence in sentences)
    return (
        f"<!doctype html><meta charset=utf-8><meta name=color-scheme content='{scheme}'>"
        f"<title>{html.escape(title)}</title>"
        "<style>body{font:15px/1.6 system-ui,sans-serif;max-width:36em;margin:15vh auto;padding:0 2em}"
        "h1{font-size:1.3em;font-weight:600}code{overflow-wrap:anywhere;opacity:.75}</style>"
        f"<h1>{html.escape(title)}</h1>{said}{f'<ul>{listed}</ul>' if listed else ''}<p><code>{html.escape(url)}</code>"
    )


def address_of(capture_id: str) -> str:
    """The address by which a page of ours links to a capture."""
    return f"http://{_HOST}/{capture_id}"


def capture_named(address: str) -> str | None:
    """The capture id in an address of `address_of`; None for all other addresses."""
    name = address.removeprefix(f"http://{_HOST}/")
    return name if name != address and parse_id(name) else None
