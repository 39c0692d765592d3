"""HTTP messages are split as servers and old crawlers really wrote them."""

from __future__ import annotations

import gzip
import sys
import tracemalloc
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tianwang.http import split_head, split_http, split_tolerantly, usual_head

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=GBK\r\n"


@pytest.mark.parametrize("separator", [b"\r\n", b"\n"])
def test_the_body_begins_after_the_empty_line(separator: bytes) -> None:
    message = split_http(HEAD + separator + b"\n<html>")
    assert (message.status, message.media_type, message.charset) == (200, "text/html", "GBK")
    assert message.raw_body == b"\n<html>"


def test_without_an_empty_line_the_body_begins_where_no_header_is() -> None:
    assert split_http(HEAD + b"<html>a: b").raw_body == b"<html>a: b"


def test_content_length_decides_when_a_body_begins_with_empty_lines() -> None:
    assert split_http(b"HTTP/1.0 200 OK\nContent-Length: 8\n\n\n<html>").raw_body == b"\n\n<html>"
    assert split_http(b"HTTP/1.0 200 OK\nContent-Length: 7\n\n\n<html>").raw_body == b"\n<html>"


def test_header_lines_that_look_like_a_record_stay_headers() -> None:
    message = split_http(b"HTTP/1.0 200 OK\nversion: 1.0\nurl: http://fake/\nlength: 12\n\nbody")
    assert message.header("URL") == "http://fake/" and message.raw_body == b"body"


def test_folded_and_gbk_header_values_are_kept() -> None:
    message = split_http(b"HTTP/1.0 200 OK\r\nX-A: one\r\n two\r\nX-B: \xd6\xd0\r\n\r\n")
    assert message.headers == (("X-A", "one two"), ("X-B", "\xd6\xd0"))


def test_a_bare_page_is_a_message_without_headers() -> None:
    message = split_http(b"<html>hi</html>")
    assert (message.status, message.headers, message.body) == (200, (), b"<html>hi</html>")


def test_chunk_framing_is_undone_even_when_cut() -> None:
    head = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    assert split_http(head + b"5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n").body == b"hello world"
    assert split_http(head + b"5\r\nhello\r\nff\r\n wor").body == b"hello wor"
    plain = split_http(head + b"<html>")
    assert plain.body == b"<html>" and plain.warnings


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", gzip.compress(b"page" * 99)),
        ("gzip", gzip.compress(b"page" * 50) + gzip.compress(b"page" * 49) + b"\0" * 9),
        ("x-gzip", gzip.compress(b"page" * 99)),
        ("deflate", zlib.compress(b"page" * 99)),
        ("deflate", zlib.compress(b"page" * 99)[2:-4]),
        ("br", brotli.compress(b"page" * 99)),
        ("zstd", zstd.compress(b"page" * 99)),
        ("gzip, br", brotli.compress(gzip.compress(b"page" * 99))),
    ],
)
def test_content_codings_are_undone(coding: str, packed: bytes) -> None:
    message = split_http(HEAD + b"Content-Encoding: " + coding.encode() + b"\r\n\r\n" + packed)
    assert message.body == b"page" * 99 and message.raw_body == packed and not message.warnings


def test_of_a_large_body_only_the_beginning_is_unpacked_when_no_more_is_wanted() -> None:
    packed = zstd.compress(bytes(200_000_000))
    message = split_http(
        HEAD + b"Content-Encoding: gzip, zstd\r\n\r\n" + zstd.compress(gzip.compress(b"page" * 99))
    )
    assert message.body_start(10) == b"pagepagepa" and message.body == b"page" * 99
    tracemalloc.start()
    try:
        assert split_http(HEAD + b"Content-Encoding: zstd\r\n\r\n" + packed).body_start(1000) == bytes(1000)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_a_wrong_coding_gives_the_raw_body_and_says_so() -> None:
    message = split_http(HEAD + b"Content-Encoding: gzip\r\n\r\n<html>plain")
    assert message.body == b"<html>plain" and "not gzip" in message.warnings[0]
    unknown = split_http(HEAD + b"Content-Encoding: sdch\r\n\r\nxyz")
    assert unknown.body == b"xyz" and "sdch" in unknown.warnings[0]


def test_a_cut_gzip_body_gives_what_could_be_read() -> None:
    packed = gzip.compress(bytes(range(256)) * 400)
    message = split_http(HEAD + b"Content-Encoding: gzip\r\n\r\n" + packed[: len(packed) // 2])
    assert bytes(range(256)).startswith(message.body[:256]) and message.body and "cut" in message.warnings[0]


@given(
    st.binary(max_size=400),
    st.sampled_from([b"", b"HTTP/1.1 200 OK\r\n", HEAD + b"Transfer-Encoding: chunked\r\n"]),
)
def test_any_bytes_are_split_without_loss(data: bytes, head: bytes) -> None:
    message = split_http(head + data)
    rest = (head + data)[len(message.raw_headers) :]
    assert rest.removesuffix(message.raw_body) in (b"", b"\n", b"\r\n")
    assert isinstance(message.body, bytes)


lines = st.sampled_from(
    [
        b"Content-Type: text/html",
        b"content-length: 5",
        b"Content-Length: 7",
        b"X-Empty:",
        b"X : spaced",
        b" folded",
        b"\tfold",
        b"no colon",
        b"X:\xd6\xd0 ",
        b"X-Cr: a\rb",
        b"x: \x0b",
        b"<html>",
        b"",
        b"url: http://x/",
        b"X-A:  two  ",
    ]
)
first = st.sampled_from(
    [b"HTTP/1.1 200 OK", b"HTTP/1.0 404", b"HTTP/1.1 2000 Odd ", b"HTTP/1 301\tMoved", b"HTTP/1.1 x"]
)
breaks = st.sampled_from([b"\r\n", b"\r\n", b"\r\n", b"\n", b"\r\r\n"])


@given(
    first,
    st.lists(st.tuples(breaks, lines), max_size=8),
    breaks,
    st.sampled_from([b"", b"12345", b"\n\n<html>"]),
)
def test_the_fast_way_and_the_tolerant_way_agree(
    start: bytes, rest: list[tuple[bytes, bytes]], end: bytes, body: bytes
) -> None:
    data = start + b"".join(mark + line for mark, line in rest) + end + end + body
    fast, slow = split_http(data), split_tolerantly(data)
    assert (fast.raw_headers, fast.raw_body) == (slow.raw_headers, slow.raw_body)
    for message in (fast, usual_head(data, 0, len(data)) or split_head(data)):
        assert (message.status, message.reason, message.status_line) == (
            slow.status,
            slow.reason,
            slow.status_line,
        )
        for name in ("Content-Type", "content-length", "x", "X-EMPTY", "x-cr", "none", "X-A"):
            assert message.header(name) == slow.header(name), name
        assert message.headers == slow.headers


@pytest.mark.timeout(10)
def test_headers_made_to_be_slow_are_not() -> None:
    for piece in (b" ", b"a", b"a:", b"a: \r", b"\r", b"A" * 50 + b":" + b" " * 50 + b"\r\n"):
        for first in (b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 "):
            message = split_http(first + piece * (2_000_000 // len(piece)))
            assert (message.status, message.charset) == (200, None)
            assert len(message.raw_headers) + len(message.raw_body) <= len(first) + 2_000_000
