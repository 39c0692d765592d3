"""Stored responses read as documents: within limits, and not twice."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from pathlib import Path

from app.archive.texts import Texts, asked_of
from app.tianwang import HttpMessage
from extractors import Document, Link, guarded, sniff
from extractors.types import Picture
from extractors.workers import is_given_up, shared

_WORTH_KEEPING = 0.005
"""Seconds that reading must take: what is read faster than it would be looked up is not kept."""


class Documents:
    """For one archive and one thread. To be closed."""

    def __init__(self, archive: Path) -> None:
        self._texts = Texts(archive)

    def close(self) -> None:
        self._texts.close()

    def read(
        self, message: HttpMessage, url: str, *, main: bool = False, pictures: bool = False,
        cancelled: Callable[[], bool] | None = None,
    ) -> Document:  # fmt: skip
        """A response as a document."""
        body, declared, name = message.body, message.media_type or None, _name(url)
        usual = sniff(body, declared, name or url)
        digest = hashlib.sha256(body).digest()
        asked = asked_of(usual, name, url, (declared, message.charset, main, pictures))
        known = self._texts.get(digest, asked)
        if known is not None:
            return known
        began = time.perf_counter()
        document = guarded.extract(
            body, cancelled=cancelled, declared_type=declared, charset=message.charset, name=name, base_url=url,
            main=main, pictures=pictures,
        )  # fmt: skip
        if time.perf_counter() - began >= _WORTH_KEEPING and not is_given_up(document):
            self._texts.keep(digest, asked, document)
        return document

    def links(self, message: HttpMessage, url: str) -> tuple[Link, ...]:
        """The links of a response."""
        return guarded.extract(
            message.body, declared_type=message.media_type or None, charset=message.charset, name=_name(url),
            base_url=url, text=False,
        ).links  # fmt: skip

    def page_picture(self, body: bytes, number: int, width: int) -> Picture | None:
        """A page of a PDF."""
        return shared().page_picture(body, number, width)


def _name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]
