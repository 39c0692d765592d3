"""Links as the index keeps them."""

from __future__ import annotations

import json
import zlib

from app.archive.index.rows import pack_links, unpack_links
from app.archive.model import StoredLink

LINKS = [
    StoredLink("http://e.org/a", "a", "words", False),
    StoredLink("http://e.org/b", "a", "", False, "nofollow"),
    StoredLink("http://e.org/c", "js", "", True, "", True),
    StoredLink("http://e.org/d", "loc", "", False, "", False, "2026-01-02"),
]


def test_links_come_back_as_they_were() -> None:
    assert unpack_links(pack_links(LINKS)) == LINKS


def test_rows_hold_no_more_than_is_to_be_said() -> None:
    assert [len(row) for row in json.loads(zlib.decompress(pack_links(LINKS)))] == [4, 5, 6, 7]


def test_rows_of_earlier_versions_are_read() -> None:
    old = zlib.compress(json.dumps([["http://e.org/a", "a", "words", False]]).encode())
    assert unpack_links(old) == LINKS[:1]


def test_half_characters_do_not_stop_the_index() -> None:
    assert unpack_links(pack_links([StoredLink("http://e.org/\ud800", "a", "\udfff", False)])) == [
        StoredLink("http://e.org/?", "a", "?", False)
    ]
