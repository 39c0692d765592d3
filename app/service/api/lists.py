"""Answers about many pages: a collection by query, batches and their captures, duplicates, categories, statistics."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from app.classes.known import Known as Categories
from app.errors import ArchiveError
from app.likeness.groups import groups
from app.search import query
from app.search.changes.events import events
from app.search.changes.events import values as event_values
from app.search.listing import values as hit_values
from app.search.query import QueryFault
from app.service.api.operations import Answer, Asked, Refusal, cursor, end, moment, told
from app.service.searchers import Searchers

MOST_FOUND = 10_000
"""Hits of a query that can be gone through."""
_PRIVATE = ("archive", "star", "tags", "noted")


def search(searchers: Searchers, asked: Asked) -> Answer:
    """A page of the hits of a query; of one that lists changes, of the changes."""
    offset = asked["cursor"][0] if asked["cursor"] else 0
    limit = max(0, min(asked["limit"], MOST_FOUND - offset))
    at = end(asked["at"]) if asked["at"] else None
    try:
        with searchers.searcher(asked.view) as searcher:
            if query.lists_changes(query.parse(asked["q"])):
                changes = events(searcher, asked["q"], limit=limit, offset=offset, at=at)
                total, rows = changes.total, [event_values(Path(), one) for one in changes.events]
                sort = "newest"
            else:
                sort = asked["sort"]
                found = searcher.search(asked["q"], limit=limit, offset=offset, sort=sort, at=at, places=True)
                total, rows = found.total, [hit_values(Path(), one) for one in found.hits]
    except QueryFault as fault:
        raise Refusal(400, "query", str(fault)) from fault
    except ArchiveError as problem:
        raise Refusal(503, "search", str(problem)) from problem
    hits = [_public(asked, row) for row in rows]
    after = offset + len(rows)
    more = bool(rows) and after < min(total, MOST_FOUND)
    return Answer(
        {"query": asked["q"], "sort": sort, "total": total, "hits": hits},
        after=cursor(after) if more else "",
        headers={"X-Result-Limit": str(MOST_FOUND)},
    )


def _public(asked: Asked, row: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in row.items() if name not in _PRIVATE}
    return {**kept, "self": f"{asked.root}/captures/{row['id']}"} if row.get("id") else kept


def batches(asked: Asked) -> Answer:
    """The batches (months) of the archive."""
    found = [
        {
            "batch": one.batch,
            "files": one.files,
            "versions": one.versions,
            "visits": one.visits,
            "bytes": one.bytes,
            "first": moment(one.first),
            "last": moment(one.last),
            "captures": f"{asked.root}/batches/{one.batch}/captures",
            "stream": f"{asked.root}/batches/{one.batch}/stream",
        }
        for one in asked.view.reader.batches()
    ]
    return Answer({"batches": found})


def captures(asked: Asked) -> Answer:
    """The captures of a batch in the order of their serial numbers; the cursor is the last of them."""
    after = asked["cursor"][0] if asked["cursor"] else -1
    every = asked.view.reader.captures(batch=asked["batch"], after=after)
    some, last, more = list[dict[str, Any]](), after, False
    for one in every:
        if len(some) == asked["limit"]:
            more = True
            break
        last = int(one.id.rpartition("-")[2])
        if asked.is_shown(one.url):
            some.append(told(asked.root, one))
    if not some and after < 0 and not any(one.batch == asked["batch"] for one in asked.view.reader.batches()):
        raise Refusal(404, "batch", "There is no such batch.")
    return Answer({"batch": asked["batch"], "captures": some}, after=cursor(last) if more else "")


def duplicates(asked: Asked) -> Answer:
    """Groups of pages of different addresses with the same or nearly the same main text."""
    after = asked["cursor"][0] if asked["cursor"] else 0
    manner: Any = {"letters": "normal"}.get(asked["same"], asked["same"])
    every = groups(asked.view.reader, manner, asked["at_least"])
    some = list(islice(every, after, after + asked["limit"] + 1))
    shown = []
    for one in some[: asked["limit"]]:
        members = [each for each in one.members if asked.is_shown(each.capture.url)]
        if len({each.capture.url for each in members}) > 1:
            rows = [{**told(asked.root, each.capture), "jaccard": round(each.jaccard, 4)} for each in members]
            shown.append({"addresses": len({each.capture.url for each in members}), "members": rows})
    more = len(some) > asked["limit"]
    return Answer(
        {"same": asked["same"], "groups": shown}, after=cursor(after + asked["limit"]) if more else ""
    )


def categories(asked: Asked) -> Answer:
    """The categories that have pages, with their counts; those of hidden pages are not counted."""
    with Categories(asked.view.reader.path) as known:
        own: dict[str, int] = {}
        for row in known.rows():
            if asked.is_shown(row.url):
                own[row.category] = own.get(row.category, 0) + 1
        totals: dict[str, int] = {}
        for id, count in own.items():
            while id:
                totals[id] = totals.get(id, 0) + count
                id = id.rpartition("/")[0]
        names = {one.id: (one.en, one.zh) for one in known.categories.tree}
    found = [
        {
            "id": id,
            "en": names.get(id, (id, ""))[0],
            "zh": names.get(id, ("", ""))[1],
            "pages": totals[id],
            "own": own.get(id, 0),
            "members": f"{asked.root}/categories/members?category={id}",
        }
        for id in sorted(totals)
    ]
    return Answer({"categories": found, "without": own.get("", 0)})


def members(asked: Asked) -> Answer:
    """The pages of a category and of those below it, by address."""
    after = asked["cursor"][0] if asked["cursor"] else 0
    with Categories(asked.view.reader.path) as known:
        wanted = known.categories.below(asked["category"]) or frozenset((asked["category"],))
        rows = [row for row in known.rows() if row.category in wanted and asked.is_shown(row.url)]
    some = rows[after : after + asked["limit"]]
    pages = [
        {"url": row.url, "category": row.category, "source": row.source, "confidence": row.confidence}
        for row in some
    ]
    more = after + len(some) < len(rows)
    return Answer(
        {"category": asked["category"], "total": len(rows), "pages": pages},
        after=cursor(after + len(some)) if more else "",
    )


def statistics(asked: Asked) -> Answer:
    """Figures of the archive without what is hidden; stored bytes are those of the files, with all that is in them."""
    hidden = asked.view.hidden_pages()
    figures = asdict(asked.view.reader.statistics(without=hidden))
    for name in ("url_index", "lost", "batches"):  # places in the file system; batches are listed elsewhere
        figures.pop(name)
    figures["first"], figures["last"] = moment(figures["first"]), moment(figures["last"])
    figures["hidden"] = len(hidden)
    figures["by_status"] = {str(status): count for status, count in figures["by_status"].items()}
    figures["growth"] = [
        {"month": month, "versions": new, "visits": same, "bytes": stored}
        for month, new, same, stored in figures["growth"]
    ]
    return Answer(figures)
