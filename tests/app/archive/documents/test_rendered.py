"""What a browser made of a page is kept beside its bytes, and knows all that is done with records."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.archive.archive import Archive
from app.archive.documents.preparing import Prepared, ToRead, prepare, read_page
from app.archive.documents.rendered import MARK, NAMES, PLAIN, TEXT, Rendered, address_of, rendered
from app.archive.model import Capture, NewCapture, NewVisit
from app.archive.reader import ArchiveReader
from app.blocks.compare.sides import ONE_TREE
from app.blocks.history.origins import first_said
from app.blocks.history.site_changes import Question, site_changes
from app.blocks.noise.judged import compare_captures
from app.cli import app
from app.interchange.exporting import export_archive
from app.interchange.importing import import_files
from tests.conftest import START

URL = "http://a.test/app"
SHELL = (
    "<html><head><title>Loading</title></head><body><div id=app>loading…</div>"
    "<script src=app.js></script></body></html>"
)
TREE = (
    "<!DOCTYPE html><html><head><title>{title}</title></head><body><div id=app><h1>{title}</h1><p>{said}</p>"
    '<p>The second paragraph of all that is told here stays as it is for ever.</p><a href="/more">More of it</a></div>'
    "</body></html>"
)
FIRST = TREE.format(
    title="News of the valley", said="It rains in Beijing today, as it did all the week long."
)
SECOND = TREE.format(
    title="News of the valley", said="It snows in Beijing today, as it did all the week long."
)


def page(body: str = SHELL, *, hours: int = 0, url: str = URL) -> Prepared:
    data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body.encode()
    return prepare(NewCapture(url, START + timedelta(hours=hours), "192.0.2.1", data), links=False)


def read(new: NewCapture) -> Prepared:
    return read_page(ToRead(new, text=True))


def seen(ready: Prepared, html: str) -> Rendered:
    made = rendered(read(ready.new), html, read)
    assert made is not None
    return made


Keep = Callable[..., list[Capture]]


@pytest.fixture
def keep(archive: Archive) -> Keep:
    """Store captures of the shell an hour apart, each with a tree; "" for one without a browser."""

    def store(*trees: str, bodies: tuple[str, ...] = (), into: Archive = archive) -> list[Capture]:
        stored = []
        with into.writer() as writer:
            for n, html in enumerate(trees):
                ready = page(bodies[n] if bodies else SHELL, hours=n)
                stored.append(
                    writer.store_rendered(ready, seen(ready, html)) if html else writer.store(ready)
                )
        return stored

    return store


def texts(reader: ArchiveReader) -> list[str]:
    return [reader.document(one).text for one in reader.versions(URL)]


def check(archive: Archive, *, versions: int = 2) -> None:
    """Both versions say what their trees said, and replay still has their bytes."""
    with archive.reader() as reader:
        found = reader.versions(URL)
        assert len(found) == versions
        assert [word in text for word, text in zip(("rains", "snows"), texts(reader), strict=False)] == [
            True
        ] * versions
        assert {one.title for one in found} == {"News of the valley"}
        for one in found:
            tree = reader.rendered(one)
            assert tree is not None and reader.body(one) == SHELL.encode()
            assert reader.record(tree).get(NAMES) == one.id
        shown = reader.page(URL)
        assert shown is not None and (shown.title, shown.versions) == ("News of the valley", versions)
        assert [one.url for one in reader.find("valley", kinds=("document",))] == [URL]
        assert reader.sites()[0].documents == 1
        assert list(reader.verify(strict=True)) == []


def test_text_title_and_links_are_those_of_the_tree_and_the_bytes_stay(keep: Keep, archive: Archive) -> None:
    keep(FIRST)
    check(archive, versions=1)
    with archive.reader() as reader:
        [one] = reader.versions(URL)
        assert "http://a.test/more" in {link.url for link in reader.links(one)}
        nearest = reader.nearest(URL, None)
        assert nearest == one, "replay gets the page itself"


def test_two_captures_of_the_same_bytes_are_two_versions_where_the_tree_says_something_else(
    keep: Keep, archive: Archive
) -> None:
    first, again, second = keep(FIRST, FIRST, SECOND)
    assert (first.kind, again.kind, second.kind) == ("version", "visit", "version")
    check(archive)
    with archive.reader() as reader:
        told = [one for one in compare_captures(reader, first, second).changes if one.kind != "unchanged"]
    assert [(one.kind, word) for one in told for word in one.words if word[0] != "unchanged"] == [
        ("changed", ("changed", "rains", "snows"))
    ]


def test_a_tree_that_says_what_the_bytes_say_is_not_kept(keep: Keep, archive: Archive) -> None:
    first, second = keep(FIRST, FIRST.replace("<h1>", "<h1 class=made>"), bodies=(FIRST, FIRST))
    assert (first.kind, second.kind) == ("version", "visit")
    with archive.reader() as reader:
        assert reader.rendered(first) is None
        assert reader.record(first).get(TEXT) == PLAIN


def test_a_capture_without_a_browser_confirms_the_bytes(keep: Keep) -> None:
    assert [one.kind for one in keep(FIRST, "", FIRST, SHELL, "")] == [
        "version",
        "visit",
        "visit",
        "version",
        "visit",
    ]


def test_a_tree_that_is_too_large_is_not_kept() -> None:
    ready = page()
    assert rendered(ready, "x" * (8 * 1024 * 1024 + 1), read) is None


def test_a_new_index_says_the_same(keep: Keep, archive: Archive) -> None:
    keep(FIRST, FIRST, SECOND)
    before = rows(archive)
    Archive.reindex(archive.path)
    assert rows(archive) == before
    check(archive)


def rows(archive: Archive) -> list[tuple[object, ...]]:
    with archive.reader() as reader:
        return [
            (one.id, one.url, one.kind, one.title, one.title_source, one.base, reader.about(one))
            for one in reader.captures()
        ]


def test_reading_the_documents_again_keeps_the_titles(keep: Keep, archive: Archive) -> None:
    keep(FIRST, SECOND)
    before = rows(archive)
    report = Archive.reextract(archive.path, everything=True)
    assert report.read == 4 and rows(archive) == before


@pytest.mark.parametrize("policy", ["full", "incremental"])
def test_both_ways_of_storing_and_what_is_converted(tmp_path: Path, keep: Keep, policy: str) -> None:
    made = Archive.create(tmp_path / "of.archive", "Of", policy=policy)
    try:
        keep(FIRST, FIRST, SECOND, into=made)
        check(made)
        before = rows(made)
        for form in ("full", "incremental"):
            Archive.convert(made.path, form)
            assert rows(made) == before
            check(made)
    finally:
        made.close()


@pytest.mark.parametrize("name", ["out.warc.gz", "out.warc", "out.wacz", "out.tw"])
def test_an_export_that_is_imported_back(tmp_path: Path, keep: Keep, archive: Archive, name: str) -> None:
    keep(FIRST, SECOND)
    form = {".wacz": "wacz", ".tw": "tianwang"}.get(Path(name).suffix, "warc")
    with archive.reader() as reader:
        report = export_archive(reader, tmp_path / name, form, urls=[URL])
    assert report.records == 4 and not report.skipped
    other = Archive.create(tmp_path / "other.archive", "Other")
    try:
        with other.writer() as writer:
            taken = import_files(writer, [tmp_path / name])
            assert taken.stored == 4
            assert import_files(writer, [tmp_path / name]).stored == 0
        check(other)
        Archive.reindex(other.path)
        check(other)
    finally:
        other.close()


def test_warc_has_it_as_a_conversion_of_the_pages_record(
    tmp_path: Path, keep: Keep, archive: Archive
) -> None:
    keep(FIRST)
    with archive.reader() as reader:
        export_archive(reader, tmp_path / "out.warc", "warc")
    response, conversion = (tmp_path / "out.warc").read_bytes().split(b"WARC/1.1\r\n")[2:4]
    fields = dict(line.split(b": ", 1) for line in conversion.partition(b"\r\n\r\n")[0].split(b"\r\n"))
    assert fields[b"WARC-Type"] == b"conversion"
    assert fields[b"WARC-Target-URI"] == URL.encode()
    assert b"WARC-Record-ID: " + fields[b"WARC-Refers-To"] in response
    assert conversion.partition(b"\r\n\r\n")[2].startswith(b"<!DOCTYPE html>")
    assert (tmp_path / "out.cdxj").read_text().count("\n") == 1, "nothing replays the tree"


def test_a_tree_lost_in_a_crash_comes_back_with_the_next_capture(keep: Keep, archive: Archive) -> None:
    """The capture is stored before its tree: what a crash in between costs is no version."""
    with archive.writer() as writer:
        ready = page()
        writer.store(ready, extra=((TEXT, seen(ready, FIRST).text.encode()),))
    with archive.writer() as writer:
        later = page(hours=1)
        again = writer.store_rendered(later, seen(later, FIRST))
    assert again.kind == "visit"
    check(archive, versions=1)


def test_records_behind_the_index_after_a_crash(keep: Keep, archive: Archive) -> None:
    writer = archive.writer()
    for n, html in enumerate((FIRST, SECOND)):
        ready = page(hours=n)
        writer.store_rendered(ready, seen(ready, html))
    writer._files.sync()
    writer.close()  # nothing was committed to the index
    archive.writer().close()
    check(archive)


def test_a_visit_by_304_stays_one(keep: Keep, archive: Archive) -> None:
    [first] = keep(FIRST)
    with archive.writer() as writer:
        visit = writer.store(NewVisit(URL, START + timedelta(days=1), None, first.id, 304))
    assert visit.kind == "visit" and address_of(URL) == URL + MARK
    check(archive, versions=1)


def test_the_earliest_saying_of_a_sentence_is_found_in_a_tree(keep: Keep, archive: Archive) -> None:
    first, second = keep(FIRST, SECOND)
    with archive.reader() as reader:
        for said, of in (("It snows in Beijing", second), ("all the week long", first), ("loading…", None)):
            found = first_said(reader, said).found
            assert [(one.id, one.url) for one in found] == ([(of.id, URL)] if of else []), said


def test_a_site_tells_the_page_as_changed(keep: Keep, archive: Archive) -> None:
    first, second = keep(FIRST, SECOND)
    with archive.reader() as reader:
        report = site_changes(reader, Question((first.date, second.date), host="a.test"))
    assert [(row.url, row.state) for row in report.rows] == [(URL, "changed")]


def test_the_command_line_shows_and_compares_the_tree(keep: Keep, archive: Archive) -> None:
    first, second = keep(FIRST, SECOND)
    archive.close()
    runner = CliRunner()
    text = runner.invoke(app, ["cat", str(archive.path), second.id, "--as", "text"])
    assert "It snows in Beijing" in text.stdout and "loading" not in text.stdout
    assert runner.invoke(app, ["cat", str(archive.path), second.id]).stdout == SHELL
    told = runner.invoke(app, ["diff", str(archive.path), first.id, second.id]).stdout
    assert (
        "- It rains in Beijing" in told
        and "+ It snows in Beijing" in told
        and "3 unchanged, 1 changed" in told
    )
    cut = runner.invoke(app, ["blocks", str(archive.path), second.id, "--json"]).stdout
    assert "It snows in Beijing" in cut


def test_a_tree_beside_a_page_without_one_is_compared_with_a_warning(keep: Keep, archive: Archive) -> None:
    plain, seen_later = keep("", FIRST)
    with archive.reader() as reader:
        found = compare_captures(reader, plain, seen_later)
    assert ONE_TREE in found.warnings and any("rains" in change.text_b for change in found.changes)
