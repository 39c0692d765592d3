"""Tianwang files of all dialects as arrivals, those behind damage included where they can be proven."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from app.archive.addresses import LINKS, standing
from app.errors import FormatError
from app.interchange.arrivals import (
    Arrival,
    Attributes,
    FileReport,
    Item,
    Loaded,
    Omission,
    Return,
    Skipped,
    address,
    ip_of,
    kept,
    one_line,
)
from app.messages import Message
from app.tianwang.reader import RecordReader, Run, Tail, in_runs
from app.tianwang.rebuilding import is_incremental, rebuilt_data
from app.tianwang.record import Record
from app.tianwang.recovery.recovery import scan
from app.tianwang.sealing import verify_digest, verify_header

_OURS = ("explorer", "incremental")
_DECIMAL = frozenset("0123456789")


class TianwangIn:
    """Iterating yields the records of a file; the rest at its end goes to the report."""

    def __init__(self, path: Path, report: FileReport, cancelled: Callable[[], bool] | None) -> None:
        self._path, self._report, self._cancelled = path, report, cancelled
        self._reader = RecordReader(path)
        # ids are those of one archive: batches of two archives do not lie in one folder
        self._scope = str(path.parent)

    @property
    def size(self) -> int:
        """Bytes of the file on disk."""
        return self._reader.position[1]

    def close(self) -> None:
        self._reader.close()

    def reached(self, item: Item) -> int:
        """How many bytes of the file lie before an item, as far as is known."""
        return self._reader.position[0] if self._reader.compression else item.offset

    def __iter__(self) -> Iterator[Item | Run]:
        """Of a plain file, what is undamaged is left in runs, for `items` in another thread or process."""
        if self._reader.compression:
            for record in self._reader:
                yield _item(record.detached(), self._scope, None)
        else:
            yield from in_runs(self._reader)
        if self._reader.tail is not None:
            yield from self._behind(self._reader.tail)

    def items(self) -> Callable[[Run], Iterator[Item]]:
        """What makes items of the records of a run; it can be pickled."""
        return partial(_items, self._path, self._scope)

    def _behind(self, tail: Tail) -> Iterator[Item]:
        """The records behind damage; what is left at the very end is the report's tail."""
        lost: Tail | None = None
        taken = False
        for finding in scan(self._path, cancelled=self._cancelled):
            if finding.offset < tail.offset:
                continue
            if finding.kind == "recovered":
                if lost is not None:
                    yield _gap(lost)
                lost, taken = None, True
                try:
                    path = None if self._reader.compression else self._path
                    yield _item(self._reader.at(finding.offset).detached(), self._scope, path)
                except FormatError as error:
                    yield Omission(finding.offset, Message("record-damaged", reason=error.rule), damage=True)
                continue
            if finding.kind == "suspect":
                sentence = Message("import-unproven")
                yield Omission(finding.offset, sentence, damage=True)
            elif finding.kind == "repaired":
                sentence = Message("import-line-ends")
                yield Omission(finding.offset, sentence, damage=True)
            else:
                if lost is not None:
                    yield _gap(lost)
                lost = Tail(finding.offset, finding.end - finding.offset, finding.reason)
        self._report.tail = lost if taken else tail


def _items(path: Path, scope: str, run: Run) -> Iterator[Item]:
    return (_item(record, scope, path) for record in run.records(path))


def _item(record: Record, scope: str, path: Path | None) -> Item:
    """`path` is the file, if others of its records can be looked up."""
    try:
        return _made(record, scope, path)
    except Skipped as error:
        return Omission(record.offset, str(error), error.damage)


def _made(record: Record, scope: str, path: Path | None) -> Item:
    incremental = is_incremental(record) and record.raw("base") is not None
    visit = record.version == "2.0" and record.length == 0 and record.raw("base") is not None
    if incremental and path is None:
        raise Skipped(Message("record-incremental"))
    if not visit and not incremental and not record.version.startswith("1."):
        raise Skipped(Message("record-version-unknown", version=record.version))
    wrong = verify_header(record)
    if wrong is not None:
        raise Skipped(Message("record-damaged", reason=wrong), damage=True)
    date = record.date
    if date is None:
        raise Skipped(Message("record-undated"))
    origin = one_line(record.origin)
    raw_url = (record.raw("url") or b"").strip()
    url = address(raw_url, origin)
    ours = record.dialect in _OURS
    extra = kept(record.fields, raw_url, url, ours=ours)
    if record.raw("outdegree") is not None:  # the links of a page in place of the page
        url = url if standing(url) == "attached" else LINKS + url
        # that name is what such a record of others is known by, and ours is a record of its own
        extra = tuple(("links-listed" if name == "outdegree" else name, value) for name, value in extra)
    ip, more = ip_of(record.ip)
    extra += more
    if visit:
        return _visit(record, scope, url, ip, origin, extra)
    keys = (_key(scope, record.get("id") or ""),) if ours else ()
    kind = "restated" if ours and record.raw("base") is not None and not incremental else "response"
    return Arrival(
        record.offset, url, date, ip, origin, extra, lambda: _load(record, path), record.length, keys, kind
    )


def _visit(
    record: Record, scope: str, url: str, ip: str | None, origin: str | None, extra: Attributes
) -> Return:
    assert record.date is not None
    base, status = (record.get("base") or "").strip(), (record.get("status") or "").strip()
    return Return(
        record.offset,
        url,
        record.date,
        ip,
        origin,
        extra,
        int(status) if len(status) == 3 and _DECIMAL.issuperset(status) else 0,
        (_key(scope, base),),
        same=True,
    )


def _key(scope: str, id: str) -> str:
    return f"{scope}\n{id.strip()}"


def _gap(lost: Tail) -> Omission:
    return Omission(lost.offset, Message("bytes-left-out", size=lost.size, reason=lost.reason), damage=True)


def _load(record: Record, path: Path | None) -> Loaded:
    stored = record.stored
    wrong = verify_digest(record)
    if wrong is not None:
        raise Skipped(Message("record-damaged", reason=wrong), damage=True)
    if path is not None and is_incremental(record):
        return Loaded(rebuilt_data(path, record))
    compressed = record.raw("unzip-length") is not None
    return Loaded(record.data(), stored if compressed else None)
