"""Captures that hypothesis makes up: few addresses and texts, in any order of time, as imports bring them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.model import NewCapture
from tests.conftest import capture

_ADDRESSES = (
    "http://a.example/",
    "http://a.example/docs/",
    "http://a.example/docs/one.html",
    "http://a.example/docs/deep/two.html",
    "https://b.example/three.html?x=1",
    "https://b.example/i.png",
)
_HOUR = 60

captures = st.lists(
    st.builds(
        lambda url, hours, text, status: capture(
            url,
            f"<title>Title {text}</title><p>text {text}",
            minutes=hours * _HOUR,
            status=status,
            **({"media_type": "image/png"} if url.endswith("png") else {}),
        ),
        st.sampled_from(_ADDRESSES),
        st.integers(-60, 200),
        st.integers(0, 2),
        st.sampled_from((200, 200, 200, 404, 301)),
    ),
    max_size=14,
)


def stored(path: Path, found: Iterable[NewCapture], each: int = 3) -> Archive:
    """A new archive with these captures, written in several transactions."""
    archive = Archive.create(path)
    with archive.writer() as writer:
        for number, new in enumerate(found):
            writer.store(new)
            if number % each == 0:
                writer.commit()
        writer.commit()
    return archive
