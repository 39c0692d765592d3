"""Web pages that a browser saved with all their parts (MHTML, RFC 2557): the page, read at its own address."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import Message as Mail

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, Member, Part, Source, Unreadable
from extractors.containers import mail as mail_headers
from extractors.html import page as html
from extractors.html import parts as html_parts

_PAGES = frozenset(("text/html", "application/xhtml+xml"))
_MOST_PARTS = 5000
_MOST_FRAMES = 20
_SUBJECT = 0.4


def extract(source: Source) -> Document:
    try:
        message = message_from_bytes(source.data.lstrip(b"\xef\xbb\xbf\r\n"), policy=policy.compat32)
    except RecursionError as error:
        raise Unreadable(Message("saved-page-nests")) from error
    leaves = list(_leaves(message))
    root = _root(message, leaves)
    if root is None:
        raise Unreadable(Message("no-page-file"))
    address = (
        _location(root) or mail_headers.field(message, "snapshot-content-location") or _location(message)
    )
    document = _page(source, root, address or source.base_url)
    if source.text and not document.text:
        _add_frames(document, source, [leaf for leaf in leaves if leaf is not root])
    _note(document, message, address, source)
    document.members = tuple(
        Member(_location(leaf) or _id(leaf), len(mail_headers.payload(leaf)), leaf.get_content_type(), "")
        for leaf in leaves
        if leaf is not root
    )
    if len(leaves) == _MOST_PARTS:
        document.warnings = (
            *document.warnings,
            Message("saved-page-very"),
        )
    return document


def _note(document: Document, message: Mail, address: str, source: Source) -> None:
    if address:
        document.metadata["address"] = address
    saved = mail_headers.date(message)
    if saved:
        document.metadata["saved"] = saved
    subject = mail_headers.field(message, "subject")
    if subject and source.text and all(candidate.text != subject for candidate in document.candidates):
        known = [
            *document.candidates,
            Candidate(subject[:300], "metadata", _SUBJECT, Message("subject-file")),
        ]
        document.candidates = tuple(sorted(known, key=lambda candidate: -candidate.score))
    if subject and not document.title:
        document.title, document.title_source = subject, "metadata"


def _leaves(message: Mail) -> Iterator[Mail]:
    pending: list[Mail] = [message]
    found = 0
    while pending and found < _MOST_PARTS:
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
        data=mail_headers.payload(part),
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
    return "".join(mail_headers.field(part, "content-location").split())


def _id(part: Mail) -> str:
    return spacing.line(mail_headers.field(part, "content-id")).strip("<> ")
