"""Mails: fields in any charset, text, attachments, mails inside mails."""

from __future__ import annotations

import base64
import zipfile
from email.message import EmailMessage
from io import BytesIO

import pytest

from extractors.door.registry import extract
from extractors.door.sniffing import sniff


def mail(**fields: str) -> EmailMessage:
    message = EmailMessage()
    usual = {"Subject": "关于召开会议的通知", "From": "李明 <li@e.org>", "To": "Ann <ann@e.org>, b@e.org"}
    for name, value in {
        **usual,
        "Date": "Thu, 29 Feb 2024 10:11:12 +0800",
        "Message-ID": "<1@e.org>",
        **fields,
    }.items():
        message[name.replace("_", "-")] = value
    return message


def test_plain_text_and_fields() -> None:
    message = mail()
    message.set_content("各位老师：\n\n会议在明天。\n\n> 以前的话\n")
    document = extract(message.as_bytes(), declared_type="text/plain")
    assert (document.format, document.title, document.title_source) == (
        "eml",
        "关于召开会议的通知",
        "metadata",
    )
    assert (document.author, document.date) == ("李明", "2024-02-29T10:11:12+08:00")
    assert (document.metadata["to"], document.language) == ("Ann, b@e.org", "zh-Hans")
    assert [(part.kind, part.role) for part in document.parts] == [
        ("heading", ""),
        ("paragraph", "header"),
        ("paragraph", ""),
        ("paragraph", ""),
        ("quote", ""),
    ]
    assert document.text.endswith("各位老师：\n会议在明天。\n以前的话")


def test_both_forms_of_a_text_count_once() -> None:
    message = mail()
    message.set_content("The same words, only once in here.")
    message.add_alternative(
        "<p>The same words, only once in <a href='http://e.org/x'>here</a>.</p>", subtype="html"
    )
    document = extract(message.as_bytes(), base_url="http://e.org/")
    assert document.text.count("The same words") == 1
    assert [link.url for link in document.links] == ["http://e.org/x"]
    alone = mail()
    alone.set_content(
        "<p>Only <b>HTML</b></p><table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table>", subtype="html"
    )
    assert [part.kind for part in extract(alone.as_bytes()).parts[2:]] == ["paragraph", "table"]


def test_attachments_are_members_and_read() -> None:
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as target:
        target.writestr("inside.txt", "words in an archive")
    inner = mail(Subject="the inner one")
    inner.set_content("words of the inner mail")
    message = mail()
    message.set_content("see the attachments")
    message.add_attachment("附件的内容".encode("gbk"), maintype="text", subtype="plain", filename="附件.txt")
    message.add_attachment(archive.getvalue(), maintype="application", subtype="zip", filename="a.zip")
    message.add_attachment(b"\x89PNG\r\n\x1a\n", maintype="image", subtype="png", filename="../p.png")
    message.add_attachment(inner)
    document = extract(message.as_bytes())
    names = [(member.name, member.media_type) for member in document.members]
    assert names == [
        ("附件.txt", "text/plain"),
        ("a.zip", "application/zip"),
        ("../p.png", "image/png"),
        ("the inner one.eml", "message/rfc822"),
    ]
    for words in ("see the attachments", "附件的内容", "words in an archive", "words of the inner mail"):
        assert words in document.text
    assert extract(message.as_bytes(), text=False).members == document.members


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("关于通知".encode("gbk"), "关于通知"),
        (b"=?gb2312?B?" + base64.b64encode("关于通知".encode("gbk")) + b"?=", "关于通知"),
        (b"=?UTF-8?Q?=E5=85=B3=E4=BA?=\r\n =?UTF-8?Q?=8E_x?=", "关于 x"),
        (b"Re: =?iso-8859-1?q?caf=E9?= now", "Re: café now"),
        (b"=?nosuch?B?!!!?= x", None),
        ("Grüße".encode("latin-1"), "Grüße"),
    ],
)
def test_subjects_in_any_charset(subject: bytes, expected: str | None) -> None:
    data = b"From: a@e.org\r\nMessage-ID: <1@x>\r\nSubject: " + subject + b"\r\nDate: x\r\n\r\nbody\r\n"
    document = extract(data)
    assert document.format == "eml" and not document.error
    assert expected is None or document.title == expected


def test_raw_text_in_gbk_without_a_charset() -> None:
    data = b"From: a@e.org\r\nMessage-ID: <1@x>\r\nSubject: x\r\n\r\n" + "会议在明天上午开始。".encode("gbk")
    document = extract(data)
    assert document.text.endswith("会议在明天上午开始。") and document.metadata["charset"] == "gb18030"


def test_mailboxes_list_their_mails() -> None:
    one = b"From a@e.org Thu Feb 29 10:11:12 2024\nFrom: a@e.org\nSubject: one\nMessage-ID: <1@x>\n\nfirst words\n\n"
    document = extract(one + one.replace(b"one", b"two").replace(b"first", b"second"))
    assert [member.name for member in document.members] == ["one", "two"]
    assert "first words" in document.text and "second words" in document.text
    assert extract(one).title == "one"


def test_what_looks_a_little_like_a_mail_is_text() -> None:
    assert sniff(b"From: here\nTo: there\n\nA way.") == "text"
    assert sniff(b"Title: x\nDate: 2024-01-01\n\nwords") == "text"
    assert sniff(b"Received: yes\nFrom: a\nTo: b\nSubject: c\n\nwords", "text/plain") == "eml"


def test_encrypted_mails_are_told() -> None:
    data = (
        b"From: a@e.org\nSubject: x\nMIME-Version: 1.0\nContent-Type: application/pkcs7-mime; "
        b"smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nAAAA\n"
    )
    assert "encrypted" in extract(data).warnings[0]


def test_mails_nested_without_end_are_bounded() -> None:
    data = (
        b"From: a@e.org\nSubject: x\nMIME-Version: 1.0\n" + b"Content-Type: message/rfc822\n\n" * 3000 + b"x"
    )
    extract(data)
    boundaries = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (number, number) for number in range(2000)
    )
    extract(b"From: a@e.org\nSubject: x\nMIME-Version: 1.0\n" + boundaries)
    parts = b"--b\nContent-Type: image/png\n\nx\n" * 3000
    many = extract(
        b"From: a@e.org\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n" + parts
    )
    assert "very many parts" in many.warnings[0] and len(many.members) < 1000


def test_a_mailbox_that_is_too_long_says_so() -> None:
    one = b"From a@b Mon Jan  1 00:00:00 2024\nFrom: a@b\nSubject: x\n\nbody\n\n"
    for count, told in ((2000, False), (2001, True)):
        document = extract(one * count, text=False)
        assert len(document.members) == 2000
        assert (
            "There are more than 2000 files inside; the first of them are listed." in document.warnings
        ) is told
