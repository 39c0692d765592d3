"""The web table as a Parquet file: what it holds, by key and by time, and what is said without pyarrow."""

from __future__ import annotations

import importlib.util
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.errors import TableRefused
from app.graph import table_file
from app.graph.store.feeding import feed
from app.graph.table_file import Written, write_table
from app.graph.web_table import WebTable
from tests.app.graph.conftest import store
from tests.conftest import START, capture

needs_pyarrow = pytest.mark.skipif(
    importlib.util.find_spec("pyarrow") is None,
    reason="pyarrow is not installed (make test CLUSTER=1 installs it)",
)


@pytest.fixture
def shards(archive: Archive, tmp_path: Path) -> list[Path]:
    other = Archive.create(tmp_path / "other.archive")
    store(
        archive,
        capture("http://www.a.example/x", "<html lang=en><title>Old</title><p>one</p></html>"),
        capture("http://www.a.example/x", "<html lang=en><title>New</title><p>方舟</p></html>", minutes=1),
        capture("http://b.example/", "<p><a href='http://www.a.example/x'>the words</a></p>"),
    )
    store(other, capture("http://a.example/", "<p>other</p>", minutes=2))
    feed(archive)
    return [archive.path, other.path]


def rows_in(path: Path) -> list[dict[str, Any]]:
    from pyarrow import parquet

    found: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return found


@needs_pyarrow
def test_rows_of_all_shards_stand_in_order_with_their_columns(
    shards: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_file, "_ROWS", 2)
    path = tmp_path / "table.parquet"
    with WebTable(shards) as table:
        written = write_table(table, table.scan(), path, bodies=True, texts=True)
        expected = list(table.scan())
    assert written == Written(rows=3, versions=4)
    found = rows_in(path)
    assert [row["key"] for row in found] == [row.key for row in expected]
    assert [row["key"] for row in found] == ["example.a.www/x", "example.a/", "example.b/"]
    page = found[0]
    assert (page["mime"], page["language"]) == (expected[0].mime, expected[0].language)
    assert [cell["date"] for cell in page["contents"]] == [START + timedelta(minutes=1), START]
    assert [cell["id"] for cell in page["contents"]] == [cell.id for cell in expected[0].contents]
    assert "方舟" in page["contents"][0]["text"]
    assert "方舟".encode() in page["contents"][0]["body"]
    assert page["anchors"] == [{"url": "http://b.example/", "text": "the words"}]
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith("table")] == ["table.parquet"]


@needs_pyarrow
def test_what_is_damaged_has_no_body_and_is_counted(shards: list[Path], tmp_path: Path) -> None:
    with Archive.open(shards[1]).reader() as reader:
        hurt = reader.latest_version("http://a.example/")
        assert hurt is not None
    with (shards[1] / hurt.file).open("r+b") as file:
        file.truncate(hurt.offset + 5)
    with WebTable(shards) as table:
        written = write_table(table, table.scan("example.a/"), tmp_path / "t.parquet", bodies=True)
    assert (written.rows, written.unreadable) == (2, 1)
    assert rows_in(tmp_path / "t.parquet")[0]["contents"][0]["body"] is None


def test_without_pyarrow_it_is_said_what_is_missing(
    shards: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with WebTable(shards) as table, pytest.raises(TableRefused, match="pyarrow is not installed"):
        write_table(table, table.scan(), tmp_path / "t.parquet")
