"""Plain text, source, JSON, pictures and unknown bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from extractors.base.packing import pack, unpack
from extractors.door.registry import extract


def test_first_line_is_the_title_of_a_text() -> None:
    document = extract(
        "\n  # 标题 \n\n第一段\n还是第一段\n\n第二段\n".encode("gbk"), declared_type="text/plain"
    )
    assert (document.title, document.title_source) == ("标题", "first line")
    assert [part.text for part in document.parts[1:]] == ["第一段\n还是第一段", "第二段"]


def test_a_long_first_line_is_no_title() -> None:
    assert extract(b"word " * 100).title == ""


def test_source_and_data_have_no_title() -> None:
    for declared in ("application/json", "text/javascript", "text/css"):
        document = extract(b'{"title": "no"}', declared_type=declared)
        assert (document.title, document.text) == ("", '{"title": "no"}')


def test_style_sheets_have_links() -> None:
    document = extract(b"a{b:url(x.png)}", declared_type="text/css", base_url="http://e.org/s/")
    assert [link.url for link in document.links] == ["http://e.org/s/x.png"]


def test_pictures_and_unknown_bytes_are_documents() -> None:
    document = extract(b"\x89PNG\r\n\x1a\n\0\0", declared_type="text/html")
    assert (document.format, document.media_type, document.title, document.error) == (
        "image",
        "image/png",
        "",
        "",
    )
    assert extract(b"\0\1\2\3" * 99, declared_type="font/woff2").media_type == "font/woff2"
    assert "Office" in extract(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1").warnings[0]


def test_media_type_is_the_declared_one_when_it_agrees() -> None:
    assert extract(b"<html>", declared_type="application/xhtml+xml").media_type == "application/xhtml+xml"
    assert extract(b"<html>", declared_type="text/plain; charset=x").media_type == "text/html"


@given(st.binary(max_size=200), st.text(max_size=20) | st.none(), st.text(max_size=20) | st.none())
def test_any_bytes_of_any_type(data: bytes, declared: str | None, name: str | None) -> None:
    document = extract(data, declared_type=declared, charset=declared, name=name, base_url=name)
    assert document.format
    assert unpack(pack(document)) == document
