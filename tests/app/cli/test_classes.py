"""`classify`, `cluster`, `categories`: from tags to a model, to categories, to groups, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.notes.marks import Change, Target
from app.archive.notes.notebook import Notebook
from app.classes.apart import Cancelled
from app.classes.feeding import use
from app.classes.model import Kind, Model, write
from app.cli.classes.classifying import stopped_said
from app.cli.console import Refused
from tests.app.classes.conftest import SAID, examples
from tests.app.classes.conftest import models as models
from tests.app.classes.test_feeding import page
from tests.conftest import capture

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def site(fill: Callable[..., Archive]) -> Path:
    return fill(*(capture(one.document.url, page(f"{one.document.text}. ")) for one in examples(6))).path


def test_a_model_is_trained_from_tags_and_classifies_all_pages(
    site: Path, objects: Objects, tianwang: Run, tmp_path: Path
) -> None:
    for one in examples(4):
        Notebook(site).write([Change(Target(one.document.url), add=(one.label,))])
    tags = [word for label in SAID for word in ("--tag", label)]
    (made,) = objects("classify", "train", site, *tags)
    assert made["about"]["documents"] == {"money": 4, "sport": 4, "菜谱": 4} and made["about"]["created"]
    *pages, summary = objects("classify", "apply", site)
    assert summary == {"kind": "summary", "pages": 18, "known": 18}
    assert all(one["category"] in one["url"] or one["category"] == "菜谱" for one in pages)
    assert all(one["source"] == "model" and one["reasons"] for one in pages)
    assert "18 pages, 18 with a category." in tianwang("classify", "apply", site).stdout


def test_a_model_file_classifies_documents_and_addresses(
    models: dict[Kind, Model], objects: Objects, tianwang: Run, tmp_path: Path
) -> None:
    write(tmp_path / "a.model", models["svm"])
    write(tmp_path / "u.model", models["url"])
    (tmp_path / "doc.txt").write_text("the goal of the team in the stadium")
    (found,) = objects("classify", "apply", tmp_path / "doc.txt", "--model", tmp_path / "a.model")
    assert found["category"] == "sport" and found["confidence"] > 0.5 and found["reasons"]
    (tmp_path / "list").write_text("http://sport.test/sport/77.html\n\nhttp://money.test/money/8\n")
    listed = objects("classify", "apply", tmp_path / "list", "--urls", "--model", tmp_path / "u.model")
    assert [one["category"] for one in listed] == ["sport", "money"]
    (tmp_path / "lines.tsv").write_text(
        "".join(f"{one.label}\t{one.document.text}\n" for one in examples(3, first=30))
    )
    (measured,) = objects("classify", "evaluate", tmp_path / "lines.tsv", "--model", tmp_path / "a.model")
    assert measured["accuracy"] == 1.0 and measured["documents"] == 9 and len(measured["labels"]) == 3
    assert (
        "100.0% of 9 documents right"
        in tianwang("classify", "evaluate", tmp_path / "lines.tsv", "--model", tmp_path / "a.model").stdout
    )


def test_wrong_usage_and_too_little_to_learn_are_told(
    site: Path, tianwang: Run, refused: Callable[..., str], tmp_path: Path
) -> None:
    assert "castle" in refused("classify", "train", site, "--kind", "castle")
    assert "--features" in refused("classify", "train", site, "--method", "ig")
    assert "--model" in refused("classify", "apply", tmp_path / "x")
    assert "too little" in tianwang("classify", "train", site, code=1).stderr
    (tmp_path / "bad.model").write_bytes(b"PK no model")
    assert "no model" in tianwang("classify", "apply", site, "--model", tmp_path / "bad.model", code=1).stderr


def test_categories_by_hand_by_rule_and_by_the_model(
    site: Path,
    models: dict[Kind, Model],
    objects: Objects,
    tianwang: Run,
    refused: Callable[..., str],
    tmp_path: Path,
) -> None:
    use(site, models["svm"])
    first = examples(1)[0].document.url
    *listed, summary = objects("categories", site)
    assert {one["id"]: one["pages"] for one in listed} == {"money": 6, "sport": 6, "菜谱": 6}
    assert summary == {"kind": "summary", "pages": 18, "without": 0}
    (said,) = objects("categories", site, "--set", "物理学", "--page", first)
    assert said["category"] == "science/physics" and said["pages"] == [first]
    (found,) = objects("categories", site, "--of", "science")
    assert found["source"] == "hand" and found["url"] == first
    objects("categories", site, "--undo")
    assert objects("categories", site, "--of", "science") == []
    objects("categories", site, "--add-rule", "recipes:host=cook.test")
    assert [one["source"] for one in objects("categories", site, "--of", "home-and-living")] == ["rule"] * 6
    assert "rule" in tianwang("categories", site).stdout
    objects("categories", site, "--remove-rule", "recipes:host=cook.test")
    assert objects("categories", site, "--of", "recipes") == []
    assert len(objects("categories", site, "--doubtful", "3")) == 3
    assert "castle" in tianwang("categories", site, "--of", "castle", code=1).stderr
    assert "--page" in refused("categories", site, "--page", first)


def test_a_category_is_exported(
    site: Path, models: dict[Kind, Model], objects: Objects, refused: Callable[..., str], tmp_path: Path
) -> None:
    use(site, models["svm"])
    first = examples(1)[0].document.url
    objects("categories", site, "--set", "science/physics", "--page", first)
    out = tmp_path / "out.csv"
    assert "--category" in refused("export", site, out, "--format", "warc", "--category", "science")
    objects("export", site, out, "--format", "csv", "--category", "Science")
    lines = (
        next(one for one in [out, *out.glob("*.csv")] if one.is_file()).read_text("utf-8-sig").splitlines()
    )
    assert len(lines) == 2 and first in lines[1]


def test_a_tree_is_written_changed_and_taken(
    site: Path, objects: Objects, tianwang: Run, tmp_path: Path
) -> None:
    (told,) = objects("categories", site, "--write-tree", tmp_path / "tree.tsv")
    assert told["categories"] > 400
    (tmp_path / "tree.tsv").write_text("own\tOwn\t自己的\nown/one\tOne\n")
    objects("categories", site, "--tree", tmp_path / "tree.tsv")
    assert [one["id"] for one in objects("categories", site, "--all")[:-1]] == ["own", "own/one"]
    (tmp_path / "tree.tsv").write_text("a/b\tX\n")
    assert "above" in tianwang("categories", site, "--tree", tmp_path / "tree.tsv", code=1).stderr


def test_pages_are_grouped(site: Path, objects: Objects, tianwang: Run, refused: Callable[..., str]) -> None:
    *groups, summary = objects("clusters", site, "--count", "3", "--members")
    assert [one["size"] for one in groups] == [6, 6, 6] and summary["noise"] == 0
    assert all(one["name"] and one["example"]["url"] and len(one["pages"]) == 6 for one in groups)
    assert "--count" in refused("clusters", site, "--method", "dbscan", "--count", "3")
    assert "--count" in refused("cluster", site, "--method", "dbscan", "--count", "3"), "the name of before"
    said = tianwang("clusters", site, "--method", "dbscan", "--by", "structure", "--least", "2").stdout
    assert "18 pages in 1 group" in said and "ε" in said
    *groups, summary = objects(
        "clusters", site, "--method", "dbscan", "--by", "fingerprints", "--epsilon", "64"
    )
    assert [one["size"] for one in groups] == [18], "all within 64 bits"
    *groups, summary = objects(
        "clusters", site, "--method", "dbscan", "--by", "fingerprints", "--epsilon", "0.5"
    )
    assert summary["pages"] == 18 and not groups and summary["noise"] == 18
    assert "--by" in refused("clusters", site, "--by", "fingerprints")


def test_grouping_and_training_that_are_called_off_say_so() -> None:
    with pytest.raises(Refused) as refused, stopped_said():
        raise Cancelled
    assert "Stopped." in str(refused.value)
