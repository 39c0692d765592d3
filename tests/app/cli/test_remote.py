"""`remote` and `versions --remote` against another Tianwang Explorer that is served."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from tests.app.service.conftest import HOME, filled, serving

Objects = Callable[..., list[dict[str, Any]]]
Run = Callable[..., Any]


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(filled(tmp_path_factory.mktemp("there") / "one.archive")) as client:
        yield f"{str(client.base_url).rstrip('/')}/one/"


def test_captures_elsewhere_are_listed_compared_and_taken_in(
    there: str, tmp_path: Path, tianwang: Run, objects: Objects
) -> None:
    archive = tmp_path / "mine.archive"
    tianwang("remote", "add", "friend", there)
    assert objects("remote", "list") == [{"name": "friend", "address": there, "cdx": f"{there}cdx"}]
    assert [one["date"][8:10] for one in objects("remote", "look", "friend", HOME)] == [
        "01",
        "02",
        "03",
        "05",
    ]
    *stored, summary = objects("remote", "take", archive, "friend", HOME, "--until", "2020-01-03")
    assert (summary["stored"], summary["known"], summary["failed"]) == (3, 0, 0)
    assert [one["capture"] for one in stored] == ["version", "visit", "version"]
    assert b"memento-address: " in tianwang("cat", archive, stored[0]["id"], "--as", "record").stdout_bytes
    rows = objects("versions", archive, HOME, "--remote", "friend")
    assert [(row["remote"], row["id"] is not None) for row in rows] == [
        (None, True),
        ("friend", True),
        ("friend", True),
        (None, True),
        ("friend", True),
        ("friend", False),
    ]
    assert rows[1]["same"] == stored[0]["id"]
    assert "have 202001" in tianwang("versions", archive, HOME, "--remote", "friend").stdout
    again = objects("remote", "take", archive, "friend", HOME)
    assert (again[-1]["stored"], again[-1]["known"]) == (1, 3)
    tianwang("remote", "remove", "friend")
    assert "No remote archive is known" in tianwang("remote", "look", "friend", HOME, code=1).stderr


def test_what_is_not_there_is_said(there: str, tmp_path: Path, tianwang: Run, archive: Archive) -> None:
    tianwang("remote", "add", "friend", there)
    nothing = tianwang(
        "remote", "take", tmp_path / "new.archive", "friend", "http://nowhere.example/", code=1
    )
    assert "no capture" in nothing.stderr
    assert not (tmp_path / "new.archive").exists()
    assert (
        "here or there"
        in tianwang("versions", archive.path, "nowhere.example", "--remote", "friend", code=1).stderr
    )
    tianwang("remote", "add", "x", "ftp://a.example/", code=1)
    tianwang("remote", "add", "closed", "http://127.0.0.1:9/")
    assert "did not answer" in tianwang("remote", "look", "closed", HOME, code=1).stderr
