"""Archives that are shared by tests of the archive."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from tests.app.archive.verifying import TEXT

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]


@pytest.fixture
def filled(fill: Fill, make_capture: Make) -> Archive:
    """Two compressed versions with a visit between them, a redirect, and a picture that does not compress."""
    return fill(
        make_capture("http://a.example/", TEXT),
        make_capture("http://a.example/", TEXT, minutes=1),
        make_capture("http://a.example/", TEXT * 2, minutes=2),
        make_capture("http://a.example/old", "", minutes=3, status=301, Location="/"),
        make_capture("http://a.example/i.png", b"\x89PNG\r\n", minutes=4, media_type="image/png"),
    )
