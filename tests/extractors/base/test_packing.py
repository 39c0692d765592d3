"""Documents as bytes and back."""

from __future__ import annotations

import json
import struct
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.base.packing import pack, pack_picture, unpack, unpack_picture
from extractors.base.types import Candidate, Document, Link, Part, Picture
from extractors.door.registry import extract

PAGE = "<html lang=zh><title>标题</title><h1>标题</h1><p>正文 <a href=/b>b</a><ul><li>one</ul><img src=i.png>".encode()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


def test_what_was_read_comes_back() -> None:
    document = extract(PAGE, base_url="http://a.test/")
    assert unpack(pack(document)) == document


def test_main_parts_that_stand_in_the_document_are_the_same_ones() -> None:
    parts = (Part("heading", "H", 1), Part("paragraph", "x" * 1000))
    document = Document("html", "text/html", parts=parts, main=(parts[1], Part("paragraph", "another")))
    packed = pack(document)
    assert unpack(packed) == document
    assert packed.count(b"x" * 1000) == 1


def test_pictures_and_odd_texts_come_back() -> None:
    pictures = (Picture(b"\0\xff", "image/png", 1, 2, 0.5, "c"), Picture(b"", "image/gif"))
    document = Document(
        "mp4", "video/mp4", title="\ud800\0", pictures=pictures, candidates=(Candidate("", "", 0.1),)
    )
    assert unpack(pack(document)) == document
    assert unpack_picture(pack_picture(pictures[0])) == pictures[0]
    assert unpack_picture(pack_picture(None)) is None


@pytest.mark.parametrize("cut", [0, 1, 3, 4, 20, -1, -3])
def test_what_is_cut_is_no_document(cut: int) -> None:
    packed = pack(Document("mp4", "video/mp4", pictures=(Picture(b"abcdef", "image/png"),)))
    with pytest.raises(ValueError):
        unpack(packed[:cut])


PACKED = pack(extract(PAGE))
HEAD_END = 4 + struct.unpack_from(">I", PACKED)[0]
HEAD = json.loads(PACKED[4:HEAD_END])


@settings(max_examples=100)
@given(st.sampled_from(sorted(HEAD)), JSON, st.binary(max_size=3))
def test_other_values_are_a_document_or_a_value_error(name: str, value: object, rest: bytes) -> None:
    head = json.dumps({**HEAD, name: value}).encode()
    with suppress(ValueError):
        document = unpack(struct.pack(">I", len(head)) + head + PACKED[HEAD_END:] + rest)
        assert isinstance(document.title, str)


@settings(max_examples=50)
@given(st.sampled_from(["links", "parts", "rows", "others"]), JSON)
def test_other_pieces_are_a_document_or_a_value_error(kind: str, values: object) -> None:
    piece = json.dumps([kind, values]).encode()
    head = json.dumps({**HEAD, "main": [], "pieces": [len(piece)]}).encode()
    with suppress(ValueError):
        document = unpack(struct.pack(">I", len(head)) + head + piece)
        assert all(isinstance(part.text, str) for part in document.parts)


def test_large_tables_and_many_links_are_read_piece_by_piece() -> None:
    """No single piece keeps the interpreter for long."""
    rows = tuple(tuple(f"{row}.{cell}" for cell in range(40)) for row in range(3000))
    parts = (Part("table", "T", rows=rows), Part("paragraph", "x"), Part("table", "U", rows=(("a", "b"),)))
    links = tuple(Link(f"http://a.test/{n}", "a", "t", False) for n in range(1200))
    packed = pack(Document("csv", "text/csv", parts=parts, links=links))
    assert unpack(packed) == Document("csv", "text/csv", parts=parts, links=links)
    head = json.loads(packed[4 : 4 + struct.unpack_from(">I", packed)[0]])
    assert len(head["pieces"]) > 20 and max(head["pieces"]) < 200_000


@settings(max_examples=100)
@given(st.binary(max_size=60))
def test_any_bytes_are_a_document_or_a_value_error(data: bytes) -> None:
    for packed in (data, struct.pack(">I", len(data)) + data):
        document = None
        with suppress(ValueError):
            document = unpack(packed)
        assert document is None or unpack(pack(document)) == document
