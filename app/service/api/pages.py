"""Answers about one page or one version of it."""

from __future__ import annotations

from app.archive.model import Capture
from app.classes.known import Known as Categories
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.graph.standing import Ranks
from app.likeness import known as likeness
from app.likeness.store import id_of
from app.page_types.known import PageTypes
from app.service.api.operations import Answer, Asked, Refusal, begin, cursor, moment, told
from app.service.collection import nearest
from app.service.keys import key_of
from app.templates.known import template_of
from app.tianwang.http import HttpMessage
from app.tianwang.writer import copy

_MOST_ALIKE = 5000  # versions of one group that are looked up


def capture(asked: Asked) -> Answer:
    """What is known of a capture: its record, what its extractor found, its place among the versions."""
    found = asked.capture()
    about = asked.view.reader.about(found)
    facts = {name: value for name, value in about.values._asdict().items() if value}
    here = f"{asked.root}/captures/{found.id}"
    return Answer(
        {
            **told(asked.root, found),
            "facts": facts,
            "published": about.published,
            "version": about.number,
            "file": found.file,
            "offset": found.offset,
            "end": found.end,
            "links": {
                name: f"{here}/{name}" for name in ("record", "text", "links", "rank", "alike", "category")
            },
        }
    )


def page(asked: Asked) -> Answer:
    """The version of an address nearest to a date."""
    url = str(asked["url"])
    captures = asked.view.of_address(url)
    date = begin(asked["date"]) if asked["date"] else None
    found = (nearest(captures, date, url) if date else captures[-1]) if captures else None
    if found is None:
        asked.shown(url)
        raise Refusal(404, "no-memento", "This address is not in the archive.")
    return Answer(
        {**told(asked.root, found), "versions": sum(one.kind == "version" for one in captures)},
        headers={"Content-Location": f"{asked.root}/captures/{found.id}"},
    )


def versions(asked: Asked) -> Answer:
    """All captures of an address, oldest first."""
    url = str(asked["url"])
    captures = asked.view.of_address(url)
    if not captures:
        asked.shown(url)
        raise Refusal(404, "no-memento", "This address is not in the archive.")
    after = asked["cursor"][0] if asked["cursor"] else 0
    some = captures[after : after + asked["limit"]]
    more = after + len(some) < len(captures)
    return Answer(
        {"url": url, "key": key_of(url), "total": len(captures), "captures": asked.listed(some)},
        after=cursor(after + len(some)) if more else "",
    )


def content(asked: Asked) -> Answer:
    """The body as it was received, its codings undone."""
    found = asked.capture()
    message = _read(asked, found)
    kind = message.header("content-type") or "application/octet-stream"
    plain = kind if kind.isascii() and kind.isprintable() else "application/octet-stream"
    return Answer(
        data=message.body,
        media_type=plain,
        tag=found.digest,
        headers={
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Content-Disposition": "attachment",
            "X-Archive-Status": str(message.status),
            "X-Archive-Date": moment(found.date) or "",
        },
    )


def record(asked: Asked) -> Answer:
    """The Tianwang record of a capture as it is stored."""
    found = asked.capture()
    try:
        data = copy(asked.view.reader.record(found))
    except (FormatError, StorageUnreadable) as problem:
        raise _damaged(found, problem) from problem
    return Answer(data=data, media_type="application/octet-stream", tag=f"record-{found.id}-{len(data)}")


def text(asked: Asked) -> Answer:
    """What a version says: title, language, date, the whole text or its main text in paragraphs."""
    found = asked.capture()
    main = asked["part"] == "main"
    try:
        document = asked.view.reader.document(
            found,
            main=main,
            template=template_of(asked.view.reader.path, found.url) if main else (),
            cancelled=None,
        )
    except (FormatError, StorageUnreadable) as problem:
        raise _damaged(found, problem) from problem
    parts = document.main if main and document.main else document.parts
    return Answer(
        {
            "id": found.id,
            "url": found.url,
            "format": document.format,
            "title": document.title,
            "title_source": document.title_source,
            "language": document.language,
            "author": document.author,
            "published": document.date,
            "metadata": dict(document.metadata),
            "text": "\n".join(one.text for one in parts) if main else document.text,
            "warnings": [str(one) for one in document.warnings],
            "error": str(document.error),
        }
    )


def links(asked: Asked) -> Answer:
    """The links of a version, in the order they stand on the page."""
    found = asked.capture()
    try:
        every = asked.view.reader.links(found)
    except (FormatError, StorageUnreadable) as problem:
        raise _damaged(found, problem) from problem
    after = asked["cursor"][0] if asked["cursor"] else 0
    some = every[after : after + asked["limit"]]
    more = after + len(some) < len(every)
    return Answer(
        {"id": found.id, "url": found.url, "total": len(every), "links": [one._asdict() for one in some]},
        after=cursor(after + len(some)) if more else "",
    )


def rank(asked: Asked) -> Answer:
    """What links say of a page: null without a graph, or for a page that came behind it."""
    found = asked.capture()
    page = asked.view.reader.page(found.url)
    known = Ranks(asked.view.reader.path).of(page.page_id, page.url) if page else None
    return Answer({"id": found.id, "url": found.url, "rank": known._asdict() if known else None})


def category(asked: Asked) -> Answer:
    """Category and kind of a page, each with its reasons, as far as they were worked out."""
    found = asked.capture()
    with Categories(asked.view.reader.path) as known:
        row = known.of(found.url)
    with PageTypes(asked.view.reader) as types:
        kind = types.known(found)
    return Answer(
        {
            "id": found.id,
            "url": found.url,
            "category": row.category or None if row else None,
            "source": row.source or None if row else None,
            "confidence": row.confidence if row else None,
            "reasons": [list(one) for one in row.reasons] if row else [],
            "kind": kind.name if kind else None,
            "kind_confidence": kind.confidence if kind else None,
        }
    )


def alike(asked: Asked) -> Answer:
    """Pages of other addresses whose main text is nearly the same as that of a version."""
    found = asked.capture()
    reader = asked.view.reader
    known = likeness.Known(reader.path)
    place = known.place(found.base or found.id)
    others: list[Capture] = []
    if place >= 0:
        of_text = known.groups("near", asked["at_least"])
        members = (known.of >= 0) & (of_text[known.of] == of_text[place])
        newest: dict[str, Capture] = {}
        for key in known.keys[members].tolist()[:_MOST_ALIKE]:
            one = _captured(asked, key)
            if one is not None and one.url != found.url and asked.is_shown(one.url):
                newest[one.url] = one
        others = list(newest.values())
    return Answer({"id": found.id, "known": place >= 0, "captures": asked.listed(others[: asked["limit"]])})


def _captured(asked: Asked, key: int) -> Capture | None:
    try:
        return asked.view.reader.capture(id_of(key))
    except CaptureMissing:  # the index was made anew from fewer batches
        return None


def _read(asked: Asked, found: Capture) -> HttpMessage:
    try:
        return asked.view.content(found)
    except (FormatError, StorageUnreadable) as problem:
        raise _damaged(found, problem) from problem


def _damaged(found: Capture, problem: Exception) -> Refusal:
    return Refusal(502, "damaged", f"The record {found.id} is damaged: {problem}")
