"""Spoilt files of every format: no exception, no hang, nothing left. benchmarks/fuzz_extractors.py runs longer."""

from __future__ import annotations

import gzip
import io
import tarfile
import wave
import zipfile
from collections.abc import Callable
from email.message import EmailMessage

import pytest

from tests import fuzzing, mediasamples

CASES = 120
HTML = (
    "<!doctype html><html lang=zh><head><title>标题</title><meta name=author content=A></head><body><h1>标题</h1>"
    "<p>正文 <a href='/x'>link</a><table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table><ul><li>x</ul></body></html>"
)
ODF = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"><office:body>{}</office:body></office:document-content>'
)
ODF_BODIES = {
    "text": '<office:text><text:h text:outline-level="1">标题</text:h><text:p>words</text:p></office:text>',
    "spreadsheet": '<office:spreadsheet><table:table table:name="s"><table:table-row><table:table-cell '
    'table:number-columns-repeated="3"><text:p>1</text:p></table:table-cell></table:table-row></table:table>'
    "</office:spreadsheet>",
    "presentation": '<office:presentation><draw:page draw:name="p"><draw:frame><draw:text-box><text:p>x</text:p>'
    "</draw:text-box></draw:frame></draw:page></office:presentation>",
}


def zipped(files: dict[str, str | bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data, zipfile.ZIP_STORED if name == "mimetype" else None)
    return target.getvalue()


def tarred(data: bytes) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        about = tarfile.TarInfo("a/page.html")
        about.size = len(data)
        archive.addfile(about, io.BytesIO(data))
    return target.getvalue()


def wav() -> bytes:
    target = io.BytesIO()
    with wave.open(target, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(b"\0\1" * 800)
    return target.getvalue()


def mail() -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"], message["Message-ID"] = "李明 <a@e.org>", "通知", "<1@e.org>"
    message.set_content("words")
    message.add_alternative(HTML, subtype="html")
    message.add_attachment(
        zipped({"a.txt": "inside"}), maintype="application", subtype="zip", filename="a.zip"
    )
    return message.as_bytes()


def book() -> bytes:
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<dc:title>t</dc:title></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>'
        '</manifest><spine><itemref idref="c"/></spine></package>'
    )
    container = '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>'
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "b.opf": package,
            "c.xhtml": HTML,
        }
    )


@pytest.fixture
def files(
    make_docx: Callable[..., bytes],
    make_xlsx: Callable[..., bytes],
    make_pptx: Callable[..., bytes],
    make_pdf: Callable[..., bytes],
) -> dict[str, bytes]:
    made = {
        "a.html": HTML.encode("gbk"),
        "a.xml": b"<?xml version='1.0'?><rss><channel><title>t</title><item><link>x</link></item></channel></rss>",
        "a.docx": make_docx(title="A title"),
        "a.xlsx": make_xlsx(title="A title"),
        "a.pptx": make_pptx(title="A title"),
        "a.pdf": make_pdf([(20, 700, "A title"), (10, 650, "words")]),
        "a.rtf": rb"{\rtf1\ansi\ansicpg936{\fonttbl{\f0\fcharset134 S;}}{\info{\title t}}"
        rb"\pard\qc\b\fs40 \'b1\'ea\u26631?\par}",
        "a.txt": "标题\n\n这是一段文字。\n".encode("utf-16"),
        "a.md": b"---\ntitle: x\n---\n# T\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [l](x)\n",
        "a.csv": "名称,数量\n甲,1\n乙,2\n".encode("gbk"),
        "a.zip": zipped({"a/页.html": HTML, "b.txt": "words", "c.zip": zipped({"d.txt": "deep"})}),
        "a.tar": tarred(HTML.encode()),
        "a.tgz": gzip.compress(tarred(HTML.encode())),
        "a.eml": mail(),
        "a.epub": book(),
        "a.wav": wav(),
        "a.mp3": mediasamples.song(),
        "a.png": mediasamples.png(),
        "a.mp4": mediasamples.film([mediasamples.scene(1)] * 3),
        "a.lrc": "[ti:歌]\n[00:01.00]一\n[00:02.00]二\n".encode(),
    }
    for kind, body in ODF_BODIES.items():
        mimetype = f"application/vnd.oasis.opendocument.{kind}"
        suffix = {"text": "odt", "spreadsheet": "ods", "presentation": "odp"}[kind]
        made[f"a.{suffix}"] = zipped({"mimetype": mimetype, "content.xml": ODF.format(body)})
    return made


def test_spoilt_files_make_documents(files: dict[str, bytes]) -> None:
    # a machine that does much else at the same time is slow, but not for a minute
    found = fuzzing.run(files, list(fuzzing.cases(sorted(files), CASES)), hangs=60)
    assert not (findings := [one for one in found if one.kind != "slow"]), "\n".join(map(str, findings))


def test_a_seed_spoils_always_in_the_same_way() -> None:
    data = zipped({"a.txt": "words " * 100, "b.txt": "more"})
    assert fuzzing.spoilt(data, 7, [HTML.encode()]) == fuzzing.spoilt(data, 7, [HTML.encode()])
    changed = sum(fuzzing.spoilt(data, seed, [HTML.encode()]) != data for seed in range(100))
    assert changed > 80
