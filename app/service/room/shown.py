"""What is shown of an archive and what is not, and why a page is not given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.archive.model import Capture, Page
from app.service.collection import View
from app.service.keys import key_of


class Refusal(Exception):
    """A page is not given: an HTTP status, and an English sentence with its values."""

    def __init__(self, status: int, sentence: str, **values: object) -> None:
        self.status, self.sentence, self.values = status, sentence, values
        super().__init__(sentence)


def is_hidden(view: View, url: str) -> bool:
    """Whether an address is not shown."""
    return view.collection.hidden(key_of(url)) is not None


def titled(view: View, pages: Iterable[Page]) -> list[Page]:
    """Those of these pages that are shown, without the name of their site in the title."""
    return [
        replace(one, title=view.reader.bare_title(one.title, one.url))
        for one in pages
        if not is_hidden(view, one.url)
    ]


def captured(view: View, url: str) -> list[Capture]:
    """The captures of an address that a person asks for, oldest first. Refusal."""
    if not url.strip():
        raise Refusal(404, "Which page? No address was given.")
    hidden = view.collection.hidden(key_of(url))
    if hidden is not None:
        if hidden.reason:
            raise Refusal(451, "This address is not shown: {reason}", reason=hidden.reason)
        raise Refusal(451, "This address is not shown.")
    found = view.of_address(url)
    if not found:
        raise Refusal(404, "This address is not in the archive.")
    return found
