"""Documents that were looked at last are kept, long ones only for as long as they take little room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from extractors.base.types import Document
from widgets.kit import loading
from widgets.kit.loading import Documents


class Reader:
    """A loader that reads at once: documents of as many characters as the id says behind its dash."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def cancel(self) -> None:
        """Nothing is under way."""

    def start(self, archive: str, _work: object, done: Callable[[Document], None], _failed: object) -> None:
        self.read.append(archive)
        done(Document("text", "text/plain", text="x" * int(archive.partition("-")[2])))


@pytest.mark.parametrize(
    ("ids", "again"),
    [
        (["a-1", "b-1", "a-1", "b-1"], ["a-1", "b-1"]),
        (["a-1", "b-1", "c-1", "d-1", "a-1"], ["a-1", "b-1", "c-1", "d-1", "a-1"]),
        (["a-60", "b-60", "b-60", "a-60"], ["a-60", "b-60", "a-60"]),
        (["a-200", "a-200", "b-1", "a-200"], ["a-200", "b-1", "a-200"]),
    ],
)
def test_as_many_documents_are_kept_as_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch, ids: list[str], again: list[str]
) -> None:
    monkeypatch.setattr(loading, "_CHARACTERS", 100)
    documents, reader, shown = Documents(keep=3), Reader(), list[Any]()
    for each in ids:
        documents.load(reader, each, each, shown.append)  # type: ignore[arg-type]
    assert reader.read == again and len(shown) == len(ids)
