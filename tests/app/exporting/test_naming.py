"""Names of exported files by a pattern."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.exporting.export import export
from app.exporting.naming import FIELDS, TemplateInvalid, check_template

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
PAGE = (
    "<html lang=zh-CN><head><title>{title}</title><meta name=author content='Li Hua'>"
    "<meta property='article:published_time' content='2019-05-04'></head><body><p>Some words.</p>"
)


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        make_capture("http://a.test/docs/deep/x.html", PAGE.format(title="old")),
        make_capture("http://a.test/docs/deep/x.html", PAGE.format(title="Reports: a/b"), minutes=61),
        make_capture("http://b.test:8080/", "<p>Nothing said"),
    )


def names(archive: Archive, dest: Path, pattern: str, format: str = "text") -> list[str]:
    with archive.reader() as reader:
        export(reader, reader.all_pages(), dest, format, names=pattern)
    return [row["file"] for row in json.loads((dest / "manifest.json").read_text("utf-8"))]


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        (
            "{date}/{host}/{title}",
            ["2026-11-21/a.test/Reports_ a_b.txt", "2026-11-21/b.test_8080/b.test_8080.txt"],
        ),
        ("{host}/{path}/{title}", ["a.test/docs/deep/Reports_ a_b.txt", "b.test_8080/b.test_8080.txt"]),
        ("{year} {author} v{version}", ["2019 Li Hua v2.txt", "2026 unknown v1.txt"]),
        (
            "{type}/{language}/{time}-{id}",
            ["page/zh/090100-202611-0000002.txt", "page/unknown/080000-202611-0000003.txt"],
        ),
        ("{{x}}", ["{x}.txt", "{x} (2).txt"]),
        ("../../{title}", ["untitled/untitled/Reports_ a_b.txt", "untitled/untitled/b.test_8080.txt"]),
    ],
)
def test_a_pattern_makes_folders_and_names(
    site: Archive, tmp_path: Path, pattern: str, wanted: list[str]
) -> None:
    assert names(site, tmp_path / "out", pattern) == wanted


def test_originals_keep_their_extension(site: Archive, tmp_path: Path) -> None:
    assert names(site, tmp_path / "out", "{id}", "original") == ["202611-0000002.html", "202611-0000003.html"]


@pytest.mark.parametrize("pattern", ["{titel}", "{title", "title}", "{host}/", " ", "{}", "{title}/ "])
def test_a_pattern_that_cannot_be_used_is_said(site: Archive, tmp_path: Path, pattern: str) -> None:
    with site.reader() as reader, pytest.raises(TemplateInvalid) as told:
        export(reader, reader.all_pages(), tmp_path / "out", "text", names=pattern)
    assert str(told.value).startswith(f"The pattern “{pattern}” for file names cannot be used: ")
    assert not (tmp_path / "out").exists()


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=30), st.sampled_from(FIELDS))
def test_no_pattern_leads_out_of_the_folder(
    site: Archive, tmp_path_factory: pytest.TempPathFactory, text: str, field: str
) -> None:
    pattern = text.replace("{", "").replace("}", "") + "/{" + field + "}"
    check_template(pattern)
    around = tmp_path_factory.mktemp("around")
    assert len(names(site, around / "out", pattern)) == 2
    assert [entry.name for entry in around.iterdir()] == ["out"]
