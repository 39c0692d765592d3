"""Old Word files: pieces, formatting, fields, tables, notes, titles; damage and passwords."""

from __future__ import annotations

import random
import struct
import time

import pytest

from extractors.door.registry import extract
from tests.extractors.word_files import container, properties, word

_IN_TABLE, _ROW_END = b"\x16\x24\x01", b"\x16\x24\x01\x17\x24\x01"


def _size(half_points: int) -> bytes:
    return b"\x43\x4a" + struct.pack("<H", half_points)


def test_pieces_of_one_and_of_two_bytes_make_one_text() -> None:
    document = extract(word(["北京的第一", b"piece \x93quoted\x94\rnext", " 段落\r"]))
    assert (document.format, document.error, document.warnings) == ("doc", "", ())
    assert document.text == "北京的第一piece “quoted”\nnext 段落"


def test_field_codes_are_dropped_and_hyperlinks_kept() -> None:
    text = 'see \x13 HYPERLINK "http://e.org/a#b" \x14the \x13 PAGE \x147\x15 page\x15 here\r'
    document = extract(word(text))
    assert document.text == "see the 7 page here"
    assert [(link.url, link.text) for link in document.links] == [("http://e.org/a", "the 7 page")]


def test_a_field_without_end_hides_nothing() -> None:
    assert "the rest of the text" in extract(word("a \x13 broken field and the rest of the text\r")).text


def test_deleted_and_hidden_text_is_left_out() -> None:
    runs = [(0, 5, b""), (5, 10, b"\x00\x08\x01"), (10, 15, b"\x3c\x08\x01"), (15, 21, b"")]
    assert extract(word("seen gone hide again\r", runs=runs)).text == "seen again"


def test_tables_are_rows() -> None:
    text = "before\ra\x07b\x07\x07c\x07d\x07\x07after\r"
    marks = [
        (0, 7, 0, b""),
        (7, 11, 0, _IN_TABLE),
        (11, 12, 0, _ROW_END),
        (12, 16, 0, _IN_TABLE),
        (16, 17, 0, _ROW_END),
    ]
    document = extract(word(text, paragraphs=[*marks, (17, 23, 0, b"")]))
    assert [part.kind for part in document.parts] == ["paragraph", "table", "paragraph"]
    assert document.parts[1].rows == (("a", "b"), ("c", "d"))
    assert extract(word(text)).text == "before\na\tb\nc\td\nafter"  # the marks alone tell as much


def test_notes_and_comments_follow_the_body() -> None:
    body, note, comment = "body\x02 text\r", "\x02 a note\r", "\x05a comment\r"
    document = extract(word(body + note + comment + "\r", counts=(len(body), len(note), 0, 0, len(comment))))
    assert [(part.text, part.role) for part in document.parts] == [
        ("body text", ""),
        ("a note", "note"),
        ("a comment", "comment"),
    ]


def test_the_largest_paragraph_is_the_title() -> None:
    text = "年度工作报告\r" + "正文在这里，它很长。" * 5 + "\r"
    document = extract(word(text, runs=[(0, 7, _size(44)), (7, len(text), _size(24))]), name="x.doc")
    assert (document.title, document.title_source) == ("年度工作报告", "largest text")
    assert [candidate.source for candidate in document.candidates] == ["largest text", "file name"]


def test_title_and_heading_styles_are_known_by_number() -> None:
    text = "A Report\rFirst part\rand text\r"
    marks = [(0, 9, 1, b""), (9, 20, 2, b""), (20, 29, 0, b"")]
    document = extract(word(text, paragraphs=marks, styles=[(0, "Normal"), (0x3E, "Nom"), (1, "Kop 1")]))
    assert (document.title, document.title_source) == ("A Report", "title style")
    assert [(part.kind, part.level) for part in document.parts] == [
        ("heading", 1),
        ("heading", 1),
        ("paragraph", 0),
    ]


@pytest.mark.parametrize(
    ("page", "raw"), [(936, "李明".encode("gbk")), (65001, "李明".encode()), (1252, "李明王".encode("gbk"))]
)
def test_properties_in_their_code_page_or_the_one_they_are_really_in(page: int, raw: bytes) -> None:
    document = extract(
        word("text\r", others={"\x05SummaryInformation": properties({4: raw, 2: b"Draft"}, page)})
    )
    assert document.author.startswith("李明")
    assert document.metadata["title"] == "Draft"


def test_passwords_are_told() -> None:
    sentence = "The file is protected by a password."
    assert extract(word("secret\r", flags=0x0100)).error == sentence
    packed = container({"EncryptionInfo": b"x", "EncryptedPackage": b"y"})
    assert (extract(packed, name="a.docx").error, extract(packed, name="a.docx").format) == (sentence, "docx")


def test_names_do_not_decide() -> None:
    assert extract(rb"{\rtf1 rich}", name="a.doc").text == "rich"
    assert extract(b"<html><body><p>page</p></body></html>", name="a.doc").format == "html"


@pytest.mark.parametrize("beginning", [b"\xdb\xa5\x2d\0", b"\xffWPC"], ids=["Word 2", "WordPerfect"])
def test_what_is_older_than_word_6_is_known_and_not_read(beginning: bytes) -> None:
    document = extract(beginning + bytes(0x300), name="old.doc")
    sentence = "The document is in a form older than Word 6, or of WordPerfect, which is not read."
    assert (document.format, document.text, document.error) == ("doc", "", sentence)


def test_damage_never_raises_and_never_hangs() -> None:
    whole = word(
        "Title\r" + "text " * 2000 + "\r", runs=[(0, 6, _size(40))], paragraphs=[(0, 6, 0, b"\x61\x24\x01")]
    )
    chance = random.Random(5)
    began = time.process_time()
    for _ in range(60):
        broken = bytearray(whole)
        for _ in range(40):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        extract(bytes(broken), name="x.doc")
        extract(whole[: chance.randrange(len(whole))], name="x.doc")
    assert time.process_time() - began < 20
    table = bytearray(whole)
    for at in range(len(table) - 512, len(table), 4):
        struct.pack_into("<I", table, at, 1)  # every sector is followed by the same one: a circle
    assert extract(bytes(table), name="x.doc").text == "" or extract(bytes(table), name="x.doc").warnings


def test_word_6_in_the_code_page_of_its_language() -> None:
    text = "北京的春天\r第二段 with \x13 DATE \x14field\x15\r".encode("gbk")
    main = bytearray(0x300) + text
    struct.pack_into("<HHHHHH", main, 0, 0xA5DC, 101, 0, 0x0804, 0, 0)
    struct.pack_into("<II", main, 24, 0x300, len(main))
    struct.pack_into("<i", main, 0x34, len(text))
    document = extract(container({"WordDocument": bytes(main)}))
    assert (document.format, document.text) == ("doc", "北京的春天\n第二段 with field")


def test_an_official_document_tells_who_wrote_it_to_whom() -> None:
    head = [
        "广东省交通厅文件",
        "粤交运函〔2009〕1356号",
        "关于加强道路运输安全管理工作的通知",
        "各地级以上市交通局：",
    ]
    text = "\r".join([*head, "现将有关事项通知如下。" * 8, "广东省交通厅", "二〇〇九年八月十二日", ""])
    document = extract(word(text))
    assert document.official is not None
    assert (document.official.issuer, document.official.number) == ("广东省交通厅", "粤交运函〔2009〕1356号")
    assert (document.title, document.title_source) == ("关于加强道路运输安全管理工作的通知", "official title")
