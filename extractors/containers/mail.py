"""Mails (RFC 5322, MIME) and mailboxes of several (RFC 4155): what was written, who wrote it, what was attached."""

from __future__ import annotations

import base64
import binascii
import io
import quopri
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import UTC
from email import message_from_bytes, policy
from email.message import Message as Mail
from email.utils import getaddresses, parsedate_to_datetime
from functools import partial

from extractors.base import charset, dates, spacing
from extractors.base.charset import decode
from extractors.base.sentences import Message
from extractors.base.types import Budget, Candidate, Document, Link, Member, Part, Source, Unreadable
from extractors.containers import members
from extractors.containers.members import Packed, Stream
from extractors.door import registry
from extractors.html import page as html
from extractors.html import parts as html_parts

# Fields of a mail as people read them: encoded words (RFC 2047), raw bytes in any charset, dates, addresses.

_LONGEST = 20_000
_WORD = re.compile(rb"=\?([\w.:+-]{1,40})(?:\*[\w-]{0,20})?\?([bBqQ])\?([^?\s]*(?: [^?\s]+)*)\?=")
_BETWEEN = re.compile(rb"(\?=)\s+(=\?)")
_MOST_PEOPLE = 50


def field(message: Mail, name: str) -> str:
    """The first field of that name, decoded, on one line."""
    for known, value in message.raw_items():
        if known.lower() == name:
            return decoded(str(value), message.get_param("charset"))
    return ""


def decoded(value: str, usual: object = None) -> str:
    """A raw field as one line; bytes that are not ASCII are in `usual`, the charset of the text, or what fits them."""
    raw = value[:_LONGEST].encode("utf-8", "surrogateescape")
    declared = usual if isinstance(usual, str) else None
    pieces: list[str] = []
    end = 0
    waiting, waiting_set = b"", ""
    raw = _BETWEEN.sub(rb"\1\2", raw)
    for word in _WORD.finditer(raw):
        between = raw[end : word.start()]
        label = word[1].decode("ascii", "replace").lower()
        content = _content(word[2], word[3])
        if between or label != waiting_set:
            # a character may be cut in two by the end of a word
            pieces += [_text(waiting, waiting_set), _plain(between, declared)]
            waiting = b""
        waiting, waiting_set = waiting + content, label
        end = word.end()
    pieces += [_text(waiting, waiting_set), _plain(raw[end:], declared)]
    return spacing.line("".join(pieces))


def date(message: Mail) -> str:
    """When it was sent, ISO 8601 in its own time zone, or ""."""
    said = field(message, "date")
    try:
        moment = parsedate_to_datetime(said)
        return dates.of(moment.replace(tzinfo=UTC) if said.rstrip().endswith("-0000") else moment)
    except (TypeError, ValueError, IndexError, OverflowError):
        return dates.iso(said)


def people_of(message: Mail, name: str) -> str:
    """The names of those in a field of addresses, or their addresses; separated by commas."""
    said = field(message, name)
    try:
        found = getaddresses([said])[:_MOST_PEOPLE]
    except (ValueError, IndexError, RecursionError):
        return said
    shown = [spacing.line(person.strip("'\" ")) or address for person, address in found]
    return ", ".join(filter(None, shown)) or said


def file_name(part: Mail) -> str:
    """What an attachment is called, or ""."""
    try:
        name = part.get_filename()
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""
    return decoded(str(name)) if name else ""


def _content(coding: bytes, content: bytes) -> bytes:
    if coding in b"qQ":
        return quopri.decodestring(content.replace(b"_", b"=20"), header=False)
    try:
        return base64.b64decode(content + b"=" * (-len(content) % 4))
    except (binascii.Error, ValueError):
        return b"?"


def _text(content: bytes, label: str) -> str:
    if not content:
        return ""
    codec = charset.codec(label)
    return content.decode(codec, "replace") if codec else charset.decode(content, None)[0]


def _plain(content: bytes, declared: str | None) -> str:
    return content.decode("ascii") if content.isascii() else charset.decode(content, declared)[0]


def payload(part: Mail) -> bytes:
    """What a part holds, without its transfer encoding; b"" when it holds other parts, or is damaged."""
    try:
        found = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError, AttributeError):
        found = None
    return found if isinstance(found, bytes) else b""


_MOST_PARTS = 500
_ENVELOPE = re.compile(rb"^From \S+[^\r\n]*\d{4}[^\r\n]*\r?\n(?=[A-Za-z>])", re.MULTILINE)
_MOST_MESSAGES = 2000
_PARAGRAPHS = re.compile(r"\n(?:[ \t\u3000]*\n)+")
_QUOTED = re.compile(r"(?:>[ >]*)")
_SEALED = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted"))
_PROTOCOL = frozenset(
    ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature")
)
_SHOWN = (("From", "from"), ("To", "to"), ("Cc", "cc"), ("Date", "date"))


def extract(source: Source) -> Document:
    data = source.data.lstrip(b"\xef\xbb\xbf\r\n")
    document = source.document()
    starts = [found.start() for found in _ENVELOPE.finditer(data)][: _MOST_MESSAGES + 1]
    if len(starts) > 1 and starts[0] == 0:
        if len(starts) > _MOST_MESSAGES:
            document.warnings = (Message("files-inside-first", count=_MOST_MESSAGES),)
        return members.contents(document, source, _messages(data, starts))
    try:
        message = message_from_bytes(
            _ENVELOPE.sub(b"", data, count=1) if starts[:1] == [0] else data, policy=_POLICY
        )
    except RecursionError as error:
        raise Unreadable(Message("mail-nests-deeply")) from error
    return _Mail(document, source, message).read()


_POLICY = policy.compat32


class _Mail:
    def __init__(self, document: Document, source: Source, message: Mail) -> None:
        self._document, self._message = document, message
        self._source = replace(source, budget=source.budget or Budget())
        self._parts: list[Part] = []
        self._links: list[Link] = []
        self._attached: list[Packed] = []
        self._warnings: list[str] = []
        self._count = 0

    def read(self) -> Document:
        document = self._document
        self._note()
        self._part(self._message, 0)
        document.warnings = tuple(dict.fromkeys(self._warnings))
        document.links = tuple(self._links)
        if self._source.text:
            document.parts = tuple(self._parts)
        return members.contents(document, self._source, self._attached)

    def _note(self) -> None:
        document, message = self._document, self._message
        title = field(message, "subject")
        if title:
            document.title, document.title_source = title, "metadata"
            document.candidates = (Candidate(title[:300], "metadata", 100.0, Message("subject-mail")),)
            self._parts.append(Part("heading", title, 1))
        document.author = people_of(message, "from")
        document.date = date(message)
        for name in ("to", "cc"):
            if people := people_of(message, name):
                document.metadata[name] = people
        for name in ("message-id", "organization", "list-id", "newsgroups", "keywords"):
            if value := field(message, name):
                document.metadata[name] = value
        said = [f"{label}: {value}" for label, name in _SHOWN if (value := field(message, name))]
        if said:
            self._parts.append(Part("paragraph", "\n".join(said), role="header"))

    def _part(self, part: Mail, depth: int) -> None:
        self._count += 1
        if self._count > _MOST_PARTS:
            self._warnings.append(Message("mail-very-many"))
            return
        kind = part.get_content_type()
        if kind in _SEALED and part.get_param("smime-type") != "signed-data":
            self._warnings.append(Message("mail-encrypted-written"))
        if kind == "message/rfc822":
            self._nested(part)
        elif part.is_multipart():
            inside = part.get_payload()
            assert isinstance(inside, list)
            if kind == "multipart/alternative":
                self._alternative([one for one in inside if isinstance(one, Mail)], depth)
            else:
                for one in inside:
                    if isinstance(one, Mail) and self._count <= _MOST_PARTS:
                        self._part(one, depth + 1)
        elif kind in ("text/plain", "text/html") and not _is_attachment(part):
            self._body(part, kind)
        elif kind not in _PROTOCOL:
            self._attach(part, kind)

    def _alternative(self, choices: list[Mail], depth: int) -> None:
        """The same text several times: plain where there is some, for it has no trimmings."""
        plain = next((one for one in choices if one.get_content_type() == "text/plain"), None)
        if plain is not None and len(payload(plain).strip()) > 20:
            self._body(plain, "text/plain")
            rest = [one for one in choices if one is not plain]
            for one in rest:
                if one.get_content_type() == "text/html":
                    self._links += self._page(one).links
                elif one.is_multipart():
                    self._page_and_attachments(one)
                else:
                    self._part(one, depth + 1)
            return
        for one in reversed(choices):
            before = len(self._parts)
            self._part(one, depth + 1)
            if len(self._parts) > before:
                break

    def _page_and_attachments(self, part: Mail) -> None:
        """multipart/related beside plain text: the page says the same again, its pictures are attachments."""
        for one in part.walk():
            self._count += 1
            if self._count > _MOST_PARTS:
                return
            if one.get_content_type() == "text/html":
                self._links += self._page(one).links
            elif not one.is_multipart() and one.get_content_type() != "text/plain":
                self._attach(one, one.get_content_type())

    def _body(self, part: Mail, kind: str) -> None:
        if kind == "text/html":
            page = self._page(part)
            self._links += page.links
            self._parts += page.parts
            return
        if not self._source.text:
            return
        text, codec, decided = decode(payload(part), _charset(part))
        self._document.metadata.setdefault("charset", codec)
        self._document.metadata.setdefault("charset-source", decided)
        text = spacing.tidy(text).replace("\0", "\ufffd").strip("\n")
        if str(part.get_param("format", "")).lower() == "flowed":
            text = _unflowed(text)
        for block in _PARAGRAPHS.split(text):
            if block.strip():
                lines = block.strip("\n").split("\n")
                quoted = all(line.startswith(">") for line in lines)
                self._parts.append(
                    Part("quote", "\n".join(_QUOTED.sub("", line, count=1) for line in lines))
                    if quoted
                    else Part("paragraph", "\n".join(lines))
                )

    def _page(self, part: Mail) -> Document:
        source = self._source
        page = Source(payload(part), "", "html", _charset(part), text=source.text, links=source.links)
        return registry.read(page, "text/html")

    def _nested(self, part: Mail) -> None:
        inside = part.get_payload()
        nested = inside[0] if isinstance(inside, list) and inside else None
        if not isinstance(nested, Mail):
            self._attach(part, "message/rfc822")
            return
        name = file_name(part) or (field(nested, "subject") or "message") + ".eml"
        try:
            data = nested.as_bytes(policy=_POLICY)
            if str(part.get("content-transfer-encoding", "")).strip().lower() == "base64":
                data = base64.b64decode(data)  # not allowed, and done all the same
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            self._warnings.append(Message("file-inside-damaged", name=name))
            return
        known = members.member(name, len(data), date(nested), "message/rfc822")
        self._attached.append(Packed(known, partial(_open, data), "message/rfc822"))

    def _attach(self, part: Mail, kind: str) -> None:
        data = payload(part)
        name = file_name(part) or f"attachment-{len(self._attached) + 1}"
        self._attached.append(Packed(members.member(name, len(data), "", kind), partial(_open, data), kind))


def _messages(data: bytes, starts: list[int]) -> Iterator[Packed]:
    for start, end in zip(starts[:_MOST_MESSAGES], [*starts[1:], len(data)], strict=False):
        one = data[data.index(b"\n", start) + 1 : end]
        head = message_from_bytes(
            one.partition(b"\n\n")[0][:65_536].partition(b"\r\n\r\n")[0] + b"\n\n", policy=_POLICY
        )
        name = field(head, "subject") or "message"
        known = members.member(name, len(one), date(head), "message/rfc822")
        yield Packed(known, partial(_open, one.replace(b"\n>From ", b"\nFrom ")), "message/rfc822")


def _open(data: bytes) -> AbstractContextManager[Stream]:
    return nullcontext(io.BytesIO(data))


def _charset(part: Mail) -> str | None:
    try:
        return part.get_content_charset()
    except (ValueError, LookupError, TypeError):
        return None


def _is_attachment(part: Mail) -> bool:
    return part.get_content_disposition() == "attachment" or (
        bool(file_name(part)) and part.get_content_disposition() != "inline"
    )


def _unflowed(text: str) -> str:
    """Lines that end with a blank go on in the next (RFC 3676)."""
    lines: list[str] = []
    open_line = False
    for line in text.split("\n"):
        if open_line and line and line.startswith(">") == lines[-1].startswith(">"):
            lines[-1] += line.lstrip("> ")
        else:
            lines.append(line)
        open_line = line.endswith(" ") and line != "-- "
    return "\n".join(line.rstrip() if line != "-- " else line for line in lines)


# Web pages that a browser saved with all their parts (MHTML, RFC 2557): the page, read at its own address.

_PAGES = frozenset(("text/html", "application/xhtml+xml"))
_MOST_SAVED = 5000
_MOST_FRAMES = 20
_SUBJECT_SCORE = 40.0


def extract_mhtml(source: Source) -> Document:
    try:
        message = message_from_bytes(source.data.lstrip(b"\xef\xbb\xbf\r\n"), policy=policy.compat32)
    except RecursionError as error:
        raise Unreadable(Message("saved-page-nests")) from error
    leaves = list(_leaves(message))
    root = _root(message, leaves)
    if root is None:
        raise Unreadable(Message("no-page-file"))
    address = _location(root) or field(message, "snapshot-content-location") or _location(message)
    document = _page(source, root, address or source.base_url)
    if source.text and not document.text:
        _add_frames(document, source, [leaf for leaf in leaves if leaf is not root])
    _note_saved(document, message, address, source)
    document.members = tuple(
        Member(_location(leaf) or _id(leaf), len(payload(leaf)), leaf.get_content_type(), "")
        for leaf in leaves
        if leaf is not root
    )
    if len(leaves) == _MOST_SAVED:
        document.warnings = (
            *document.warnings,
            Message("saved-page-very"),
        )
    return document


def _note_saved(document: Document, message: Mail, address: str, source: Source) -> None:
    if address:
        document.metadata["address"] = address
    saved = date(message)
    if saved:
        document.metadata["saved"] = saved
    subject = field(message, "subject")
    if subject and source.text and all(candidate.text != subject for candidate in document.candidates):
        known = [
            *document.candidates,
            Candidate(subject[:300], "metadata", _SUBJECT_SCORE, Message("subject-file")),
        ]
        document.candidates = tuple(sorted(known, key=lambda candidate: -candidate.score))
    if subject and not document.title:
        document.title, document.title_source = subject, "metadata"


def _leaves(message: Mail) -> Iterator[Mail]:
    pending: list[Mail] = [message]
    found = 0
    while pending and found < _MOST_SAVED:
        part = pending.pop()
        if part.is_multipart():
            inside = part.get_payload()
            if isinstance(inside, list):
                pending.extend(one for one in reversed(inside) if isinstance(one, Mail))
        else:
            found += 1
            yield part


def _root(message: Mail, leaves: list[Mail]) -> Mail | None:
    """The part that `start` names, else the first page."""
    start = message.get_param("start")
    pages = [leaf for leaf in leaves if leaf.get_content_type() in _PAGES]
    wanted = start.strip("<> ") if isinstance(start, str) else ""
    return next((leaf for leaf in pages if wanted and _id(leaf) == wanted), pages[0] if pages else None)


def _page(source: Source, part: Mail, address: str | None) -> Document:
    charset = part.get_param("charset")
    page = replace(
        source,
        data=payload(part),
        charset=charset if isinstance(charset, str) else None,
        base_url=address or None,
    )
    return html.extract(page)


def _add_frames(document: Document, source: Source, others: list[Mail]) -> None:
    """A page of frames has no text of its own."""
    parts: list[Part] = list(document.parts)
    for frame in [one for one in others if one.get_content_type() in _PAGES][:_MOST_FRAMES]:
        parts.extend(_page(replace(source, links=False, main=False), frame, _location(frame)).parts)
    document.parts = tuple(parts)
    document.text = html_parts.text(parts)


def _location(part: Mail) -> str:
    """The address of a part: it may be folded into several lines."""
    return "".join(field(part, "content-location").split())


def _id(part: Mail) -> str:
    return spacing.line(field(part, "content-id")).strip("<> ")
