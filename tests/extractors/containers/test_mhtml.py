"""Pages that a browser saved with all their parts."""

from __future__ import annotations

import base64
import quopri

import pytest

from extractors.door.registry import extract

PAGE = "<html><title>荷塘</title><body><p>第一段。<img src=a.png alt=照片><a href='b.html'>next</a></body></html>"
FRAMES = "<html><frameset><frame src='one.html'></frameset></html>"


def saved(*parts: tuple[str, str, bytes], start: str = "", head: str = "") -> bytes:
    """(media type, address, content) of each part."""
    lines = [
        f"From: <Saved by Blink>\r\n{head}MIME-Version: 1.0\r\nContent-Type: multipart/related; "
        f'type="text/html"; boundary="XX"{start}\r\n'
    ]
    for kind, address, content in parts:
        text = kind.startswith("text/")
        coded = quopri.encodestring(content) if text else base64.encodebytes(content)
        lines.append(
            f"--XX\r\nContent-Type: {kind}\r\nContent-ID: <{address.rpartition('/')[2]}@x>\r\n"
            f"Content-Location: {address}\r\n"
            f"Content-Transfer-Encoding: {'quoted-printable' if text else 'base64'}\r\n\r\n{coded.decode()}"
        )
    return "\r\n".join([*lines, "--XX--\r\n"]).encode()


def test_the_page_is_read_at_its_own_address() -> None:
    data = saved(
        ("text/html", "http://e.org/x/page.html", PAGE.encode()),
        ("image/png", "http://e.org/x/a.png", b"\x89PNG"),
        head="Subject: =?utf-8?B?6I235aGY?=\r\nDate: Fri, 1 Mar 2024 10:00:00 +0000\r\n",
    )
    document = extract(data, name="page.mht")
    assert (document.format, document.media_type, document.title) == ("mhtml", "multipart/related", "荷塘")
    assert [link.url for link in document.links] == ["http://e.org/x/a.png", "http://e.org/x/b.html"]
    assert "第一段。" in document.text
    assert [(one.name, one.size, one.media_type) for one in document.members] == [
        ("http://e.org/x/a.png", 4, "image/png")
    ]
    assert document.metadata["address"] == "http://e.org/x/page.html"
    assert document.metadata["saved"].startswith("2024-03-01T10:00:00")
    lean = extract(data, name="page.mht", text=False, links=False)
    assert (lean.title, lean.text, lean.links) == ("荷塘", "", ())


def test_charset_start_and_subject() -> None:
    data = saved(
        ("text/html; charset=gb2312", "http://e.org/1.html", "<p>一".encode("gbk")),
        ("text/html; charset=gb2312", "http://e.org/2.html", "<p>二".encode("gbk")),
        start='; start="<2.html@x>"',
        head="Subject: Two\r\n",
    )
    document = extract(data, declared_type="application/x-mimearchive")
    assert (document.text, document.title, document.title_source) == ("二", "Two", "metadata")


def test_frames_have_their_text() -> None:
    document = extract(
        saved(
            ("text/html", "http://e.org/", FRAMES.encode()),
            ("text/html", "http://e.org/one.html", b"<p>in a frame"),
        )
    )
    assert document.text == "in a frame"


@pytest.mark.parametrize("cut", range(0, 700, 70))
def test_cut_files(cut: int) -> None:
    data = saved(("text/html", "http://e.org/x/page.html", PAGE.encode()), ("image/png", "a.png", b"\x89PNG"))
    document = extract(data[:cut], name="page.mht")
    assert "could not be read as" not in document.error


def test_without_a_page_there_is_nothing_to_show() -> None:
    document = extract(saved(("image/png", "http://e.org/a.png", b"\x89PNG")), name="x.mhtml")
    assert document.error == "There is no page in this file."
