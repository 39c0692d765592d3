"""The web table as a Parquet file, which DuckDB, Spark, pandas and others read: a row an address, in the order of the keys.

    key, mime, language                 as in `web_table.Row`: mime and language of the newest version
    contents   list of date, archive, id, url, status, mime, length, digest, title, language (body, text)    newest first
    anchors    list of url, text

pyarrow (of the optional group “cluster”) is loaded when a file is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from app.errors import FormatError, StorageFailed, StorageUnreadable, TableRefused
from app.graph.web_table import Cell, Row, WebTable
from app.messages import Message

_ROWS = 20_000  # of a group, and the bytes behind which it is written
_BYTES = 64 << 20


@dataclass(slots=True)
class Written:
    """What is in a file; `unreadable` versions have no body or text there."""

    rows: int = 0
    versions: int = 0
    unreadable: int = 0


def write_table(
    table: WebTable,
    rows: Iterable[Row],
    path: Path,
    *,
    bodies: bool = False,
    texts: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Written:
    """Write rows of a table, whole or not at all; with what each version is (`bodies`, as it was received, its codings
    undone) and says (`texts`). Progress in rows. TableRefused without pyarrow, StorageFailed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise TableRefused(Message("parquet-missing")) from None
    form, written = _form(pyarrow, bodies, texts), Written()
    fresh = path.with_name(f"{path.name}.{token_hex(4)}.part")
    held: list[dict[str, Any]] = []
    size = 0
    order = [parquet.SortingColumn(0)]
    try:
        with parquet.ParquetWriter(fresh, form, compression="zstd", sorting_columns=order) as file:
            for row in rows:
                line, more = _line(table, row, written, bodies, texts)
                held.append(line)
                size += more
                if len(held) >= _ROWS or size >= _BYTES:
                    file.write_table(pyarrow.Table.from_pylist(held, form))
                    held, size = [], 0
                if progress is not None:
                    progress(written.rows)
            file.write_table(pyarrow.Table.from_pylist(held, form))
        fresh.replace(path)
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
    return written


def _form(pyarrow: Any, bodies: bool, texts: bool) -> Any:
    text, whole = pyarrow.string(), pyarrow.int64()
    cell = {
        "date": pyarrow.timestamp("s", tz="UTC"),
        **dict.fromkeys(("archive", "id", "url"), text),
        "status": pyarrow.int32(),
        "mime": text,
        "length": whole,
        **dict.fromkeys(("digest", "title", "language"), text),
        **({"body": pyarrow.binary()} if bodies else {}),
        **({"text": text} if texts else {}),
    }
    anchor = pyarrow.struct({"url": text, "text": text})
    return pyarrow.schema(
        {
            "key": text,
            "mime": text,
            "language": text,
            "contents": pyarrow.list_(pyarrow.struct(cell)),
            "anchors": pyarrow.list_(anchor),
        }
    )


def _line(
    table: WebTable, row: Row, written: Written, bodies: bool, texts: bool
) -> tuple[dict[str, Any], int]:
    """A row, and about how many bytes it has."""
    cells, size = [], 0
    for cell in row.contents:
        made: dict[str, Any] = {
            "date": cell.date,
            "mime": cell.type,
            **{
                name: _sound(getattr(cell, name))
                for name in ("archive", "id", "url", "digest", "title", "language")
            },
            "status": cell.status,
            "length": cell.length,
        }
        if bodies or texts:
            made |= _content(table, cell, written, bodies, texts)
            size += len(made.get("body") or b"") + len(made.get("text") or "")
        cells.append(made)
    written.rows += 1
    written.versions += len(cells)
    anchors = [{"url": _sound(url), "text": _sound(words)} for url, words in row.anchors]
    line = {"key": row.key, "mime": row.mime, "language": row.language, "contents": cells, "anchors": anchors}
    return line, size + 300 * len(cells) + 100 * len(anchors)


def _content(table: WebTable, cell: Cell, written: Written, bodies: bool, texts: bool) -> dict[str, Any]:
    reader = table.reader(cell)
    try:
        body = {"body": reader.body(cell.id)} if bodies else {}
        return body | ({"text": _sound(reader.document(cell.id).text)} if texts else {})
    except (FormatError, StorageUnreadable):
        written.unreadable += 1
        return {}


def _sound(text: str) -> str:
    """A text that can be written as UTF-8."""
    return text.encode("utf-8", "replace").decode()
