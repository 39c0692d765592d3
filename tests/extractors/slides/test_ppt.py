"""Old PowerPoint files: texts wherever they lie, notes, tables, footers, titles, damage, PowerPoint 95."""

from __future__ import annotations

import struct

from extractors.base.types import Document
from extractors.door.registry import extract
from tests.extractors.powerpoint_files import (
    BODY,
    CENTRE_TITLE,
    NOTES,
    OTHER,
    SUBTITLE,
    TITLE,
    atom,
    drawing,
    holder,
    notes_page,
    presentation,
    shape,
    slide,
    text,
)
from tests.extractors.word_files import container, properties


def _read(streams: dict[str, bytes], title: str = "") -> Document:
    about = {"\x05SummaryInformation": properties({2: title.encode("gbk")}, page=936)} if title else {}
    document = extract(container({**streams, **about}), name="a.ppt")
    assert (document.format, document.error) == ("ppt", "")
    return document


def test_texts_of_shapes_and_of_the_outline_in_reading_order() -> None:
    first = slide(
        drawing(
            shape(text(OTHER, "right below"), at=(3000, 3000)),
            shape(text(OTHER, "left below", compressed=True), at=(3000, 100)),
            shape(atom(0x0F9E, struct.pack("<I", 1)), at=(1000, 100), placeholder=14),
            shape(atom(0x0F9E, struct.pack("<I", 0)), at=(100, 100), placeholder=13),
        )
    )
    document = _read(presentation([first], outlines=[text(TITLE, "项目\v介绍") + text(BODY, "one\rtwo")]))
    assert [(part.kind, part.text, part.role) for part in document.parts] == [
        ("heading", "项目介绍", "slide"),
        ("item", "one", ""),
        ("item", "two", ""),
        ("paragraph", "left below", ""),
        ("paragraph", "right below", ""),
    ]
    assert (document.title, document.title_source) == ("项目介绍", "slide 1")


def test_notes_comments_links_and_hidden_slides() -> None:
    comment = holder(
        0x2EE0, atom(0x0FBA, "me".encode("utf-16-le"), 0), atom(0x0FBA, "不对".encode("utf-16-le"), 1)
    )
    first = slide(drawing(shape(text(TITLE, "Shown"))), comment, notes=256)
    second = slide(drawing(shape(text(TITLE, "Secret"))), hidden=True)
    page = notes_page(256, shape(text(NOTES, "say hello"), placeholder=12))
    link = holder(0x0409, holder(0x0FD7, atom(0x0FBA, "https://example.org/".encode("utf-16-le"), 1)))
    document = _read(presentation([first, second], notes=[page], more=link))
    assert [(part.role, part.text) for part in document.parts] == [
        ("slide", "Shown"),
        ("note", "say hello"),
        ("comment", "不对"),
    ]
    assert (document.metadata["slides"], document.metadata["hidden-slides"]) == ("2", "1")
    assert [found.url for found in document.links] == ["https://example.org/"]


def test_tables_are_groups_of_shapes() -> None:
    def cell(words: str, top: int, left: int) -> bytes:
        place = atom(0xF00F, struct.pack("<4i", left, top, left + 50, top + 20))
        return holder(0xF004, atom(0xF00A, bytes(8)), place, holder(0xF00D, text(OTHER, words)))

    head = holder(0xF004, atom(0xF00A, bytes(8)), atom(0xF122, struct.pack("<HI", 0x039F, 1), instance=1))
    table = holder(0xF003, head, cell("b", 0, 50), cell("a", 0, 0), cell("2", 20, 50), cell("1", 20, 0))
    document = _read(presentation([slide(drawing(shape(text(TITLE, "T")), table))]))
    assert document.parts[1].rows == (("a", "b"), ("1", "2"))


def test_footers_and_numbers_stand_on_every_slide_but_once_in_the_reading_view() -> None:
    flags = atom(0x0FDA, struct.pack("<hH", 0, 0x28))
    footer = holder(0x0FD9, flags, atom(0x0FBA, "某某大学".encode("utf-16-le"), 2), instance=3)
    slides = [slide(drawing(shape(text(TITLE, name)))) for name in ("A", "B")]
    document = _read(presentation(slides, more=footer))
    assert [part.text for part in document.parts] == ["A", "某某大学", "B"]
    assert document.text == "A\n某某大学\n1\nB\n某某大学\n2"


def test_the_title_is_the_largest_text_where_no_place_is_made_for_it() -> None:
    first = slide(
        drawing(
            shape(text(OTHER, "2024-05-01", points=60), at=(2000, 0)),
            shape(text(OTHER, "Annual report", points=44), at=(1000, 0)),
            shape(text(OTHER, "by somebody", points=18), at=(3000, 0)),
        )
    )
    document = _read(presentation([first]), title="演示文稿1.ppt")
    assert document.title == "Annual report"
    assert [candidate.source for candidate in document.candidates].count("metadata") == 1
    assert _read(presentation([slide(drawing())]), title="国民经济统计").title == "国民经济统计"
    assert _read(presentation([slide(drawing())])).title == ""


def test_subtitles_and_centred_titles() -> None:
    first = slide(
        drawing(
            shape(text(SUBTITLE, "Somebody"), at=(2000, 0)), shape(text(CENTRE_TITLE, "Talk"), at=(900, 0))
        )
    )
    assert _read(presentation([first])).title == "Talk"


def test_slides_are_found_where_the_list_is_lost() -> None:
    streams = presentation(
        [slide(drawing(shape(text(TITLE, "One")))), slide(drawing(shape(text(TITLE, "Two"))))]
    )
    streams["Current User"] = b""
    document = _read(streams)
    assert [part.text for part in document.parts] == ["One", "Two"]
    assert document.warnings
    stream = streams["PowerPoint Document"]
    for cut in range(0, len(stream), 11):
        extract(container({**streams, "PowerPoint Document": stream[:cut]}), name="a.ppt")  # raises nothing
    assert extract(container({"PowerPoint Document": b"x"}), name="a.ppt").error


def test_a_password_is_noticed() -> None:
    streams = presentation([slide()])
    user = bytearray(streams["Current User"])
    user[12:16] = struct.pack("<I", 0xF3D1C4DF)
    document = extract(container({**streams, "Current User": bytes(user)}), name="a.ppt")
    assert document.error == "The file is protected by a password."


def test_powerpoint_95_is_known_and_not_read() -> None:
    stream = struct.pack("<4I", 0x03, 0xFFFF, 16, 0) + bytes(16)
    document = extract(container({"PowerPoint Document": stream}), name="a.ppt")
    sentence = "The presentation is in a form older than PowerPoint 97, which is not read."
    assert (document.format, document.text, document.error) == ("ppt", "", sentence)


def test_wordart_is_text_and_can_be_the_title() -> None:
    words = "花园里的机器人\0".encode("utf-16-le")
    told = struct.pack("<HIHI", 0x00C3, 40 << 16, 0x80C0, len(words)) + words
    art = holder(0xF004, atom(0xF00A, bytes(8)), atom(0xF00B, told, instance=2))
    body = shape(text(OTHER, "Ann Gardener", points=18), at=(2000, 0))
    document = _read(presentation([slide(drawing(art, body))]))
    assert document.title == "花园里的机器人"
    assert document.text.split("\n") == ["花园里的机器人", "Ann Gardener"]
