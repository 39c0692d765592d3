"""Options that would do nothing with what else is asked for are wrong usage, and the message names them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture

Run = Callable[..., object]
SPAN = ("changes", "A", "--from", "2026-11", "--to", "2026-12")


@pytest.mark.parametrize(
    ("option", "command"),
    [
        ("--level", ("history", "A", "--said", "some words", "--level", "3")),
        ("--no-noise", ("history", "A", "--said", "some words", "--no-noise")),
        ("--block", ("history", "A", "--said", "some words", "--block", "/html")),
        ("--each", ("history", "A", "http://a.test/", "--said", "some words", "--each")),
        ("--host", ("history", "A", "http://a.test/", "--host", "a.test")),
        ("--ignore", ("diff", "A", "1", "2", "--no-noise", "--ignore", ".ad")),
        ("--no-noise", ("diff", "A", "A", "--no-noise")),
        ("--all", ("diff", "A", "1", "2", "--json", "--all")),
        ("--sort", (*SPAN, "--json", "--sort", "url")),
        ("--all", (*SPAN, "--output", "report.csv", "--all")),
        ("--all", (*SPAN, "--state", "new", "--all")),
        ("--main", ("extract", "F", "--no-text", "--main")),
        ("--text", ("extract", "F", "--json", "--text")),
        ("--base", ("extract", "A", "--base", "http://b.test/")),
        ("--given-up", ("reextract", "A", "--all", "--given-up")),
        ("--limit", ("queue", "A", "--count", "--limit", "3")),
        ("--proven-only", ("recover", "F", "--proven-only")),
        ("--main", ("export", "A", "out", "--format", "original", "--main")),
        ("--cookies", ("crawl", "A", "http://a.test/", "--preview", "--cookies", "F")),
    ],
)
def test_an_option_that_does_nothing_is_refused(
    option: str,
    command: tuple[str, ...],
    tianwang: Run,
    fill: Callable[..., Archive],
    make_capture: Callable[..., NewCapture],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    archive = fill(make_capture("http://a.test/", "<p>Some words are here."))
    file = tmp_path / "page.html"
    file.write_text("<p>Some words are here.")
    names = {"A": archive.path, "F": file}
    result = tianwang(*(names.get(word, word) for word in command), code=2)
    assert f"'{option}'" in result.stderr or option in result.stderr.split("Invalid value", 1)[1]  # type: ignore[attr-defined]
    assert not (tmp_path / "out").exists() and not (tmp_path / "report.csv").exists()
