"""Documents as bytes and back."""

from __future__ import annotations

import json
import struct
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors import Document, Part, extract
from extractors.packing import pack, pack_picture, unpack, unpack_picture
from extractors.types import Candidate, Picture

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
    document = Document("mp4", "video/mp4", title="\ud800\0", pictures=pictures, candidates=(Candidate("", "", 0.1),))
    assert unpack(pack(document)) == document
    assert unpack_picture(pack_picture(pictures[0])) == pictures[0]
    assert unpack_picture(pack_picture(None)) is None


@pytest.mark.parametrize("cut", [0, 1, 3, 4, 20, -1, -3])
def test_what_is_cut_is_no_document(cut: int) -> None:
    packed = pack(Document("mp4", "video/mp4", pictures=(Picture(b"abcdef", "image/png"),)))
    with pytest.raises(ValueError):
        unpack(packed[:cut])


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(json.loads(pack(extract(PAGE))[4:]))), JSON, st.binary(max_size=3))
def test_other_values_are_a_document_or_a_value_error(name: str, value: object, rest: bytes) -> None:
    said = {**json.loads(pack(extract(PAGE))[4:]), name: value}
    head = json.dumps(said).encode()
    with suppress(ValueError):
        document = unpack(struct.pack(">I", len(head)) + head + rest)
        assert isinstance(document.title, str)
        assert all(isinstance(part, Part) and isinstance(part.text, str) for part in document.parts)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_a_document_or_a_value_error(data: bytes) -> None:
    for packed in (data, struct.pack(">I", len(data)) + data):
        with suppress(ValueError):
            unpack(packed)
