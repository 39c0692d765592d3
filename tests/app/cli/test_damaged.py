"""`blocks` and `diff` of captures whose records are damaged: one sentence says what is wrong and what is done."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import Capture, NewCapture
from tests.app.archive.increments import URL, filled
from tests.app.cli.looking import HOME
from tests.app.cli.test_look import spoil

Run = Callable[..., Result]
DIGEST = "DATA does not have the digest stored with it"


def versions(archive: Archive, url: str) -> list[Capture]:
    with archive.reader() as reader:
        return reader.versions(url)


def test_of_a_page_that_can_still_be_read_something_is_shown(
    site: Archive, fill: Callable[..., Archive], make_capture: Callable[..., NewCapture], tianwang: Run
) -> None:
    page = HOME.encode() + b"<!--%b-->" % random.Random(1).randbytes(3000)  # compressing it saves nothing
    fill(make_capture("http://a.test/long", page))
    [old, _], [new] = versions(site, "http://a.test/"), versions(site, "http://a.test/long")
    spoil(site.path / new.file, new.end)
    damaged = f"{new.id} is damaged: {DIGEST}."
    shown = tianwang("blocks", site.path, new.id)
    assert shown.stderr == f"{damaged} What can be read of it is shown.\n" and "Hello" in shown.stdout
    compared = tianwang("diff", site.path, old.id, new.id)
    assert compared.stderr.startswith(f"{damaged} What can be read of it is compared.\n")
    assert "Hello" in compared.stdout
    measured = tianwang("blocks", site.path, new.id, "--rendered", code=1)
    assert measured.stderr == f"tianwang: {damaged} A browser is shown only what is as it was stored.\n"


def test_what_is_left_may_be_no_page(site: Archive, tianwang: Run) -> None:
    [image] = versions(site, "http://a.test/logo.png")
    spoil(site.path / image.file, image.end)
    refused = tianwang("blocks", site.path, image.id, code=1)
    assert (
        refused.stderr
        == f"tianwang: {image.id} is damaged: {DIGEST}. What can be read of it is no HTML page.\n"
    )
    assert refused.stdout == ""


def content(archive: Archive) -> str:
    """Compressed content does not inflate."""
    last = versions(archive, f"{URL}0")[-1]
    spoil(archive.path / last.file, last.end)
    return DIGEST


def chain(archive: Archive) -> str:
    """The record is lost that others build on."""
    captures = versions(archive, f"{URL}0")
    spoil(archive.path / captures[1].file, captures[1].end)
    return f"{captures[1].id}, which it builds on, is damaged: {DIGEST}"


def header(archive: Archive) -> str:
    """Nothing but a header is left, and no whole one."""
    last = versions(archive, f"{URL}0")[-1]
    path = archive.path / last.file
    path.write_bytes(path.read_bytes()[: last.offset + 5])
    return "the header is cut"


def gone(archive: Archive) -> str:
    """The batch file is not there."""
    (archive.path / versions(archive, f"{URL}0")[0].file).unlink()
    return "the file cannot be read (No such file or directory)"


@pytest.mark.parametrize("harm", [content, chain, header, gone])
def test_where_nothing_can_be_read_nothing_is_promised(
    archive: Archive, tianwang: Run, harm: Callable[[Archive], str]
) -> None:
    filled(archive, 3)
    first, *_, last = versions(archive, f"{URL}0")
    why = f"is damaged: {harm(archive)}. Nothing of it can be"
    refused = tianwang("blocks", archive.path, last.id, code=1)
    assert (refused.stdout, refused.stderr) == ("", f"tianwang: {last.id} {why} shown.\n")
    refused = tianwang("diff", archive.path, last.id, first.id, code=1)
    assert (refused.stdout, refused.stderr) == ("", f"tianwang: {last.id} {why} compared.\n")
