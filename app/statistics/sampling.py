"""Test collections: a random sample of the pages of an archive that can be drawn again, to the byte, from its manifest.

Pages are ordered by the SHA-256 of the seed and their address, and the first ones are taken: the same seed gives the same
sample on every machine, and a page that came later changes at most its own place. The manifest lists every capture with its
digest, so a sample is made again from it as long as the archive has these captures, whatever else it has by then.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from app.archive.index.facets import FacetValues
from app.archive.model import Capture, Page
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing, StorageFailed, StorageUnreadable, UserError
from app.interchange.exporting import export_archive
from app.interchange.job import InterchangeReport
from app.messages import Message
from app.search.searching import Searcher

FORMAT = "tianwang-sample"
Strata = Literal["", "site", "type", "language"]
STRATA: tuple[Strata, ...] = ("", "site", "type", "language")
Versions = Literal["newest", "first", "one", "all"]
VERSIONS: tuple[Versions, ...] = ("newest", "first", "one", "all")
"""Which versions of a page are taken; “one” is drawn at random."""
SUFFIX = ".sample.json"
_MOST_MANIFEST = 1 << 30


class SampleUnfit(UserError):
    """A sample that cannot be drawn, or not again."""

    code = "sample-unfit"


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a sample is drawn: of the documents, or the pages that a `query` finds, `size` ones, or as many of each site, type
    or language (`per`). `among` tells in words what other pages it was drawn of."""

    size: int
    seed: int
    query: str = ""
    per: Strata = ""
    versions: Versions = "newest"
    among: str = ""


@dataclass(frozen=True, slots=True)
class Sample:
    """Captures in the order in which they were drawn, of so many `pages` of a `population`."""

    drawing: Drawing
    population: int
    pages: int
    captures: tuple[Capture, ...]


def draw(
    reader: ArchiveReader,
    drawing: Drawing,
    searcher: Searcher | None = None,
    among: Iterable[Page] | None = None,
) -> Sample:
    """Draw a sample, of the pages `among` if there are any given; those of a query come from `searcher` otherwise.
    QueryFault, SampleUnfit where there are no pages."""
    if among is not None:
        pages = list(among)
    elif drawing.query:
        assert searcher is not None
        found = (reader.page(hit.url) for hit in searcher.every(drawing.query, shown=False).hits)
        pages = [page for page in found if page is not None]
    else:
        pages = list(reader.all_pages("", ("document",)))
    if not pages:
        raise SampleUnfit(detail=Message("sample-empty"))
    pages.sort(key=lambda page: _place(drawing.seed, page.url))
    chosen = pages[: drawing.size] if not drawing.per else _of_each(reader, pages, drawing)
    captures = [one for page in chosen for one in _versions(reader, page, drawing)]
    return Sample(drawing, len(pages), len(chosen), tuple(captures))


def _place(seed: int, text: str) -> bytes:
    return hashlib.sha256(f"{seed}\0{text}".encode("utf-8", "surrogatepass")).digest()


def _of_each(reader: ArchiveReader, pages: Iterable[Page], drawing: Drawing) -> list[Page]:
    values: Mapping[int, FacetValues] = {
        number: FacetValues(*rest)
        for number, *rest in reader.connection.execute(
            "SELECT facet_id, kind, format, language, year, author, issuer FROM facets"
        )
    }
    counted: dict[str, int] = {}
    chosen = []
    for page in pages:
        if drawing.per == "site":
            stratum = urlsplit(page.url).netloc.lower()
        else:
            known = values.get(page.facets)
            stratum = str(getattr(known, drawing.per)) if known is not None else ""
        counted[stratum] = counted.get(stratum, 0) + 1
        if counted[stratum] <= drawing.size:
            chosen.append(page)
    return chosen


def _versions(reader: ArchiveReader, page: Page, drawing: Drawing) -> Sequence[Capture]:
    every = [one for one in reader.versions(page.url) if 200 <= one.status < 300]
    if drawing.versions == "all" or not every:
        return every
    if drawing.versions == "one":
        return [min(every, key=lambda one: _place(drawing.seed, one.id))]
    return [every[0] if drawing.versions == "first" else every[-1]]


def write(
    reader: ArchiveReader,
    sample: Sample,
    dest: Path,
    format: str,
    *,
    made: datetime | None = None,
    progress: Callable[[int, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[InterchangeReport, Path]:
    """Export a sample as warc, wacz or tianwang, with what its pages embed, and its manifest beside it; nothing is
    overwritten. StorageFailed."""
    moment = (made or datetime.now(UTC)).replace(microsecond=0)
    manifest = dest.parent / f"{dest.name}{SUFFIX}"
    if manifest.exists():
        raise StorageFailed(path=manifest, detail=Message("sample-there"))
    report = export_archive(
        reader,
        dest,
        format,
        ids=[one.id for one in sample.captures],
        notes=False,
        made=moment,
        progress=progress,
        cancelled=cancelled,
    )
    if not report.files or report.cancelled:
        return report, manifest
    about = {
        "format": FORMAT,
        "version": 1,
        "archive": reader.path.stem,
        "made": moment.isoformat(),
        "name": dest.name,
        "as": format,
        "drawing": asdict(sample.drawing),
        "population": sample.population,
        "pages": sample.pages,
        "captures": [
            {"id": one.id, "url": one.url, "date": one.date.astimezone(UTC).isoformat(), "digest": one.digest}
            for one in sample.captures
        ],
        "files": {path.name: _digest(path) for path in report.files},
    }
    try:
        manifest.write_text(json.dumps(about, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise StorageFailed(path=manifest, detail=error.strerror or str(error)) from error
    return report, manifest


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is read from a manifest: the sample, when and as what it was written, the name of its file or folder, which is
    said in it, and the digests of its files by name."""

    sample: Sample
    made: datetime
    format: str
    name: str
    files: Mapping[str, str]


def again(reader: ArchiveReader, path: Path) -> Manifest:
    """The sample of a manifest, found in the archive again. StorageUnreadable; SampleUnfit where a capture is not there or
    has another content."""
    try:
        with path.open("rb") as file:
            about = json.loads(file.read(_MOST_MANIFEST))
        if (
            about["format"] != FORMAT
            or about["version"] != 1
            or about["as"] not in ("warc", "wacz", "tianwang")
        ):
            raise ValueError(about["format"])
        drawing = Drawing(**about["drawing"])
        listed = [(str(one["id"]), str(one["url"]), str(one["digest"])) for one in about["captures"]]
        made = datetime.fromisoformat(about["made"])
        files = {str(name): str(digest) for name, digest in about["files"].items()}
        name = str(about["name"])
        counts = int(about["population"]), int(about["pages"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StorageUnreadable(path=path, detail=str(error)) from error
    captures = []
    for id, url, digest in listed:
        try:
            found = reader.capture(id)
        except CaptureMissing:
            found = None
        if found is None or (found.url, found.digest) != (url, digest):
            raise SampleUnfit(detail=Message("sample-other", id=id, url=url))
        captures.append(found)
    return Manifest(Sample(drawing, *counts, tuple(captures)), made, str(about["as"]), name, files)


def differing(manifest: Manifest, files: Iterable[Path]) -> list[str]:
    """The names of files that are not those of a manifest, in their order in it."""
    found = [_digest(path) for path in files]
    return [
        name
        for (name, digest), other in zip(
            manifest.files.items(), [*found, *[""] * len(manifest.files)], strict=False
        )
        if digest != other
    ]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"
