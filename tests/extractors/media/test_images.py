"""Size, camera, words and titles of pictures; pixels are never decoded."""

from __future__ import annotations

import io
import struct
import time
import zlib

import pytest
from PIL import Image, PngImagePlugin

from extractors.door.registry import extract
from tests.mediasamples import png

XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmp:CreateDate="2024-05-06T07:08:09"><dc:title><rdf:Alt><rdf:li xml:lang="zh">标题</rdf:li>
<rdf:li xml:lang="x-default">Title</rdf:li></rdf:Alt></dc:title>
<dc:subject><rdf:Bag><rdf:li>雪</rdf:li><rdf:li>荷塘</rdf:li></rdf:Bag></dc:subject>
<dc:creator><rdf:Seq><rdf:li>李明</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>"""


def picture(form: str, size: tuple[int, int] = (40, 30), **how: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (200, 10, 10)).save(out, form, **how)
    return out.getvalue()


def camera() -> Image.Exif:
    exif = Image.Exif()
    exif[0x010F], exif[0x0110], exif[0x0112] = "Canon", "Canon EOS 5D", 6
    exif[0x010E], exif[0x013B] = "words", "Müller".encode("cp1252")
    exif[0x0132] = "2024:01:31 12:30:00"
    exif.get_ifd(0x8769)[0x9003] = "2024:01:31 12:30:00"
    place = exif.get_ifd(0x8825)
    place.update({1: "N", 2: (31.0, 13.0, 49.44), 3: "E", 4: (121.0, 28.0, 25.32)})
    return exif


@pytest.mark.parametrize(
    ("form", "media_type"),
    [
        ("PNG", "image/png"),
        ("GIF", "image/gif"),
        ("JPEG", "image/jpeg"),
        ("WEBP", "image/webp"),
        ("TIFF", "image/tiff"),
        ("BMP", "image/bmp"),
        ("ICO", "image/x-icon"),
        ("AVIF", "image/avif"),
        ("JPEG2000", "image/jp2"),
    ],
)
def test_the_size_of_every_kind(form: str, media_type: str) -> None:
    document = extract(picture(form, (40, 40) if form == "ICO" else (40, 30)))
    assert (document.format, document.media_type, document.error) == ("image", media_type, "")
    expected = ("32", "32") if form == "ICO" else ("40", "30")
    assert (document.metadata["width"], document.metadata["height"]) == expected
    assert not document.title and not document.warnings


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_what_the_camera_noted(form: str) -> None:
    document = extract(picture(form, exif=camera()))
    assert (document.date, document.author) == ("2024-01-31T12:30:00", "Müller")
    facts = {
        "camera": "Canon EOS 5D",
        "orientation": "90°",
        "location": "31.230400, 121.473700",
        "year": "2024",
    }
    if form == "TIFF":
        del facts["location"]  # Pillow does not write it there
    assert facts.items() <= document.metadata.items()


def test_what_people_wrote() -> None:
    for form in ("JPEG", "WEBP", "PNG"):
        how = {"xmp": XMP.encode()}
        if form == "PNG":
            info = PngImagePlugin.PngInfo()
            info.add_itxt("XML:com.adobe.xmp", XMP)
            how = {"pnginfo": info}
        document = extract(picture(form, **how))
        assert (document.title, document.title_source, document.author) == ("Title", "metadata", "李明")
        assert document.metadata["keywords"] == "雪; 荷塘" and document.date == "2024-05-06T07:08:09"
        assert document.text.splitlines()[:2] == ["Title", "李明"]


def test_iptc_in_gbk_and_in_utf_8() -> None:
    def dataset(record: int, number: int, value: bytes) -> bytes:
        return b"\x1c" + bytes((record, number)) + struct.pack(">H", len(value)) + value

    def jpeg(iptc: bytes) -> bytes:
        resource = b"Photoshop 3.0\0" + b"8BIM\x04\x04\0\0" + struct.pack(">I", len(iptc)) + iptc
        plain = picture("JPEG")
        return plain[:2] + b"\xff\xed" + struct.pack(">H", len(resource) + 2) + resource + plain[2:]

    chinese = dataset(2, 5, "北京的春天".encode("gbk")) + dataset(2, 55, b"20240506")
    assert (extract(jpeg(chinese)).title, extract(jpeg(chinese)).date) == ("北京的春天", "2024-05-06")
    assert extract(jpeg(dataset(1, 90, b"\x1b%G") + dataset(2, 5, "北京".encode()))).title == "北京"


@pytest.mark.parametrize(
    "name", ["OLYMPUS DIGITAL CAMERA", "IMG_1234", "DSC00012.JPG", "untitled", "logo.psd", "2024-01-01"]
)
def test_what_no_person_wrote_is_no_title(name: str) -> None:
    packet = XMP.replace("Title<", name + "<").encode()
    assert not extract(picture("JPEG", xmp=packet)).title


def test_texts_of_png_and_gif_and_their_frames() -> None:
    text = (
        (b"tEXt", b"Title\0caf\xe9"),
        (b"zTXt", b"Description\0\0" + zlib.compress(b"long")),
        (b"iTXt", "Author\0\0\0\0\0李".encode()),
    )
    document = extract(png(8, 8, *text))
    assert (document.title, document.author, document.metadata["description"]) == ("café", "李", "long")
    frames = [Image.new("RGB", (8, 8), (shade, 0, 0)) for shade in (0, 90, 180)]
    for form in ("GIF", "PNG", "WEBP", "TIFF"):
        out = io.BytesIO()
        comment = {"comment": b"a comment"} if form == "GIF" else {}
        frames[0].save(out, form, save_all=True, append_images=frames[1:], **comment)
        document = extract(out.getvalue())
        assert document.metadata["frames"] == "3"
        assert form != "GIF" or document.metadata["comment"] == "a comment"


def test_a_picture_too_large_for_any_memory() -> None:
    start = time.process_time()
    document = extract(
        png(2_000_000_000, 2_000_000_000, (b"zTXt", b"Title\0\0" + zlib.compress(b"\0" * 50_000_000)))
    )
    assert document.metadata["width"] == "2000000000" and time.process_time() - start < 2


def test_entities_are_not_expanded() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    document = extract(picture("JPEG", xmp=(bomb + XMP.replace("Title<", "&b;&f;<")).encode()))
    assert "aaaa" not in document.text and "root" not in document.text


@pytest.mark.parametrize("form", ["PNG", "GIF", "JPEG", "WEBP", "TIFF", "BMP", "ICO", "AVIF"])
def test_cut_files_never_fail(form: str) -> None:
    how = {"exif": camera()} if form in ("PNG", "JPEG", "WEBP", "TIFF", "AVIF") else {}
    data = picture(form, **how)
    for end in range(0, len(data), 7):
        assert "could not be read as" not in extract(data[:end], declared_type="image/png").error
    assert (
        extract(data[:20], declared_type="image/png").warnings
        or extract(data[:20], declared_type="image/png").metadata
    )


def test_unknown_kinds_say_so() -> None:
    assert extract(bytes(range(200)), declared_type="image/x-strange").error in (
        "",
        "The picture is of an unknown kind.",
    )
