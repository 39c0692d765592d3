"""`diff` on real files and archives."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]

RIVER = "Nobody has ever seen the river of the valley, since it flows below the ground for all of its way."
OLD = (
    "<html><body><h1>News</h1><section><h2>Weather</h2><p>It rains in Beijing today, as it did all the week long.</p>"
    f"</section><section><h2>River</h2><p>{RIVER}</p></section><section><h2>Old</h2><p>This here will be gone tomorrow,"
    " for nobody wants to read it any more.</p></section></body></html>"
)
NEW = (
    "<html><body><h1>News</h1><section><h2>Weather</h2><p>It snows in Beijing today, as it did all the week long.</p>"
    f"</section><section><h2>River</h2><p>{RIVER}</p></section><ul><li>Brand new things of every kind are here</li>"
    "<li>and can be looked at all day</li></ul></body></html>"
)
FIELDS = (
    "kind",
    "path_a",
    "path_b",
    "text_a",
    "text_b",
    "span_a",
    "span_b",
    "topic",
    "label",
    "level",
    "differs",
    "size",
    "words",
    "attributes_a",
    "attributes_b",
    "links",
    "noise",
    "template",
)


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    old, new = tmp_path / "old.html", tmp_path / "new.html"
    old.write_text(OLD)
    new.write_text(NEW)
    return old, new


def summary_of(changes: list[dict[str, Any]], old: str = OLD, new: str = NEW) -> dict[str, Any]:
    """The summary behind the objects of the blocks, which must be those of OLD and NEW."""
    *blocks, summary = changes
    assert [tuple(block) for block in blocks] == [FIELDS] * len(blocks)
    [rain] = [block for block in blocks if "rains" in block["text_a"]]
    assert (rain["kind"], rain["noise"]) == ("changed", None)
    assert [word for word in rain["words"] if word[0] != "unchanged"] == [["changed", "rains", "snows"]]
    assert b"It rains in Beijing" in old.encode()[slice(*rain["span_a"])]
    assert b"It snows in Beijing" in new.encode()[slice(*rain["span_b"])]
    assert "Brand new" in "".join(block["text_b"] for block in blocks if block["kind"] == "added")
    assert "gone tomorrow" in "".join(block["text_a"] for block in blocks if block["kind"] == "removed")
    assert RIVER in "".join(block["text_b"] for block in blocks if block["kind"] == "unchanged")
    kinds = [block["kind"] for block in blocks]
    assert {kind: summary[kind] for kind in kinds} == {kind: kinds.count(kind) for kind in kinds}
    return dict(summary)


def test_diff_of_two_files_gives_an_object_a_block_and_a_summary(
    pair: tuple[Path, Path], objects: Objects
) -> None:
    summary = summary_of(objects("diff", *pair))
    assert 0 < summary["similarity"] < 1
    assert summary["similarity"] + summary["changed_share"] == pytest.approx(1)
    assert summary["real_share"] == pytest.approx(summary["changed_share"])
    assert (summary["noise"], summary["level"], summary["style"], summary["warnings"]) == (0, 3, "static", [])


def test_diff_of_two_captures(
    fill: Fill, make_capture: Make, objects: Objects, pair: tuple[Path, Path]
) -> None:
    archive = fill(make_capture("http://a.test/", OLD), make_capture("http://a.test/", NEW, minutes=1))
    with archive.reader() as reader:
        old, new = reader.versions("http://a.test/")
    of_captures, of_files = objects("diff", archive.path, old.id, new.id), objects("diff", *pair)
    assert summary_of(of_captures) == summary_of(of_files)


def test_diff_of_two_addresses_takes_the_newest_version_of_each(
    fill: Fill, make_capture: Make, objects: Objects, pair: tuple[Path, Path], tianwang: Run
) -> None:
    archive = fill(
        make_capture("http://a.test/", "<p>Long ago"),
        make_capture("http://a.test/", OLD, minutes=1),
        make_capture("http://b.test/other.html", NEW, minutes=2),
    )
    of_addresses = objects("diff", archive.path, "http://a.test/", "b.test/other.html")
    assert summary_of(of_addresses) == summary_of(objects("diff", *pair))
    assert (
        "http://c.test/" in tianwang("diff", archive.path, "http://a.test/", "http://c.test/", code=1).stderr
    )


def test_diff_marks_changes_for_people_and_hides_the_rest(pair: tuple[Path, Path], tianwang: Run) -> None:
    shown = tianwang("diff", *pair).stdout
    lines = shown.splitlines()
    assert lines[0].startswith("~ changed   /html[1]/body[1]/")
    assert "    - It rains in Beijing today, as it did all the week long." in lines
    assert "    + It snows in Beijing today, as it did all the week long." in lines
    assert "    + Brand new things of every kind are here" in lines
    assert re.fullmatch(
        r"\d+ unchanged, \d+ changed, \d+ added, \d+ removed, 0 moved, 0 markup, \d+ layout; \d+% alike",
        lines[-1],
    )
    assert RIVER not in shown
    assert RIVER in tianwang("diff", *pair, "--all").stdout


def test_diff_folds_what_a_selector_matches(tmp_path: Path, tianwang: Run, objects: Objects) -> None:
    old, new = tmp_path / "old.html", tmp_path / "new.html"
    old.write_text(f"<p>{RIVER}</p><p class=ad>Buy this red boat at once</p>")
    new.write_text(f"<p>{RIVER}</p><p class=ad>Eat that green apple today</p>")
    *blocks, summary = objects("diff", old, new, "--ignore", ".ad")
    assert [block["noise"] for block in blocks if block["kind"] != "unchanged"] == [
        {"reason": "rule", "evidence": "matches .ad", "counts": [0, 0]}
    ]
    assert (summary["noise"], summary["real_share"]) == (1, 0)
    shown = tianwang("diff", old, new, "--ignore", ".ad").stdout
    assert "apple" not in shown
    assert shown.endswith("Noise: 1 change (1 matches .ad). --all shows it.\n")
    assert "apple" in tianwang("diff", old, new, "--ignore", ".ad", "--all").stdout
    tianwang("diff", old, new, "--ignore", "[[", code=2)


def test_diff_takes_a_level(pair: tuple[Path, Path], objects: Objects) -> None:
    coarse, fine = (objects("diff", *pair, "--level", level) for level in (1, 5))
    assert len(coarse) <= len(fine)
    assert (coarse[-1]["level"], fine[-1]["level"]) == (1, 5)


def test_diff_of_texts_goes_by_paragraphs(tmp_path: Path, objects: Objects) -> None:
    (tmp_path / "a.txt").write_text("one\n\ntwo\n\nthree little words\n")
    (tmp_path / "b.txt").write_text("one\n\ntwo\n\nthree large words\n")
    *blocks, summary = objects("diff", tmp_path / "a.txt", tmp_path / "b.txt")
    assert [block["kind"] for block in blocks] == ["unchanged", "unchanged", "changed"]
    assert [word for word in blocks[-1]["words"] if word[0] != "unchanged"] == [
        ["changed", "little", "large"]
    ]
    assert {block["span_a"] for block in blocks} == {None}
    assert summary["unchanged"] == 2


def test_diff_uses_the_charset_of_the_http_header(fill: Fill, make_capture: Make, objects: Objects) -> None:
    bodies = enumerate(["<p>北京下雨</p>".encode("gb18030"), "<p>北京下雪</p>".encode("gb18030")])
    charset = "text/html; charset=gbk"
    archive = fill(
        *(make_capture("http://a.test/", body, media_type=charset, minutes=n) for n, body in bodies)
    )
    with archive.reader() as reader:
        ids = [one.id for one in reader.versions("http://a.test/")]
    [block, _] = objects("diff", archive.path, *ids)
    assert (block["text_a"], block["text_b"]) == ("北京下雨", "北京下雪")


def test_diff_of_something_missing_fails(pair: tuple[Path, Path], tianwang: Run, tmp_path: Path) -> None:
    result = tianwang("diff", pair[0], tmp_path / "none.html", code=1)
    assert result.stderr == f"tianwang: {tmp_path / 'none.html'} cannot be read: No such file or directory.\n"
    tianwang("diff", pair[0], code=2)
    tianwang("diff", *pair, *pair, code=2)
    said = tianwang("diff", tmp_path, "202611-0000001", code=2).stderr
    assert "Give two files, or an archive and two ids or addresses." in " ".join(
        said.replace("│", "").split()
    )
