"""`stats --over-time`: topics and figures as text, JSON and files, and what is refused."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture

Objects = Callable[..., list[dict[str, Any]]]
Run = Callable[..., Any]
DAY = 24 * 60


@pytest.fixture
def watched(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    """Two sites on four days; one speaks of a flood on two of them."""
    return fill(
        *(
            make_capture(
                f"http://{site}.gov.cn/",
                f"<p>{'Flood' if site == 'a' and day in (1, 2) else 'Fine'} day" + f" {day}" * (site == "a"),
                minutes=day * DAY,
            )
            for day in range(4)
            for site in ("a", "b")
        )
    )


def test_a_topic_is_told_by_period_and_in_all(watched: Archive, objects: Objects, tianwang: Run) -> None:
    rows = objects("stats", watched.path, "--over-time", "--topic", "flood", "--period", "day")
    points = [row for row in rows if row["kind"] == "topic"]
    assert [(row["period"], row["pages"], row["n"], row["share"]) for row in points] == [
        ("2026-11-21", 0, 2, 0.0),
        ("2026-11-22", 1, 2, 0.5),
        ("2026-11-23", 1, 2, 0.5),
        ("2026-11-24", 0, 2, 0.0),
    ]
    assert 0 < points[1]["low"] < 0.5 < points[1]["high"] < 1
    [first] = [row for row in rows if row["kind"] == "first"]
    assert (first["url"], first["date"][:10], first["since"][:10]) == (
        "http://a.gov.cn/",
        "2026-11-22",
        "2026-11-21",
    )
    [topic] = [row for row in rows if row["kind"] == "topics"]
    assert (topic["site_share"], topic["peak"]) == (0.5, "2026-11-22")
    shown = tianwang(
        "stats", watched.path, "--over-time", "--topic", "flood", "--within", "site:a.gov.cn"
    ).stdout
    assert "100.0%" in shown and "Who spoke of it first" in shown


def test_figures_of_change_are_told_with_n_and_interval(
    watched: Archive, objects: Objects, tianwang: Run
) -> None:
    rows = objects(
        "stats", watched.path, "--over-time", "--table", "change", "--by", "site", "--by", "sector"
    )
    by = {(row["by"], row["group"]): row for row in rows}
    assert (by["site", "a.gov.cn"]["half_life"], by["site", "a.gov.cn"]["looks"]) == (0.0, 3)
    assert (by["site", "b.gov.cn"]["half_life"], by["site", "b.gov.cn"]["changed"]) == (None, 0)
    gov = by["sector", "gov"]
    assert gov["low"] < gov["half_life"] < gov["high"]
    assert gov["reported"] == "about-4-months"
    assert "Web InfoMall: about 4 months" in tianwang("stats", watched.path, "--over-time").stdout


def test_tables_become_files_and_nothing_is_overwritten(
    watched: Archive, tianwang: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "figures"
    tianwang("stats", watched.path, "--over-time", "--csv", folder)
    assert {file.stem for file in folder.iterdir()} == {
        *("growth", "change", "rot", "hour", "weekday", "errors", "language", "type")
    }
    rows = list(csv.DictReader((folder / "growth.csv").read_text("utf-8-sig").splitlines()))
    assert [row["captures"] for row in rows] == ["2"] * 4
    again = tianwang("stats", watched.path, "--over-time", "--csv", folder, code=1)
    assert "is there already" in again.stderr


def test_an_empty_archive_has_nothing_to_count(archive: Archive, tianwang: Run, objects: Objects) -> None:
    assert "nothing that could be counted" in tianwang("stats", archive.path, "--over-time").stdout
    assert [row["n"] for row in objects("stats", archive.path, "--over-time", "--topic", "x")] == [0]


@pytest.mark.parametrize(
    "wrong",
    [
        ("--topic", "flood"),
        ("--over-time", "--standing"),
        ("--over-time", "--topic", "x", "--by", "site"),
        ("--over-time", "--topic", "appeared:x"),
        ("--over-time", "--topic", "x", "--within", "kind:nothing"),
        ("--over-time", "--utc-offset", "noon"),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(
    wrong: tuple[str, ...], watched: Archive, refused: Callable[..., str]
) -> None:
    assert refused("stats", watched.path, *wrong)
