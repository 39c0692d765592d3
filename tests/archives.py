"""Looking at whole archives: what is in them, and whether they are in order."""

from __future__ import annotations

from app.archive.archive import Archive

Row = tuple[str, str, object, str, str | None, str, str, str, int, int, int, str]


def everything(archive: Archive) -> list[Row]:
    """All captures with what the index says of them and of their pages.

    Captures of one second come by their ids: in the archive they stand in the order in which they were indexed.
    """
    with archive.reader() as reader:
        return [
            (
                c.id,
                c.url,
                c.date,
                c.kind,
                c.base,
                c.title,
                c.digest,
                c.file,
                c.offset,
                p.versions,
                p.visits,
                p.kind,
            )
            for p in reader.all_pages()
            for c in sorted(reader.versions(p.url, visits=True), key=lambda c: (c.date, c.id))
        ]


def forget_index(archive: Archive) -> None:
    for file in archive.path.glob("index.sqlite*"):
        file.unlink()


def in_order(archive: Archive) -> list[Row]:
    """Everything in the archive, after checking that it verifies and that its batches alone give the same."""
    with archive.reader() as reader:
        assert list(reader.verify()) == []
    before = everything(archive)
    forget_index(archive)
    assert everything(Archive.open(archive.path)) == before
    return before
