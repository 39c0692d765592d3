"""Selections as WARC and WACZ: the same bytes each time, by parts, beside a growing archive, in bounded room."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from app.archive.archive import Archive
from app.interchange.importing import import_files
from app.search.index.feeding import feed
from app.service import packages
from app.service.collection import Collection
from app.service.keys import key_of
from app.service.packages import Packages, TooLarge, Wanted
from tests.app.service.conftest import HOME, filled, response, serving


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    made = filled(tmp_path_factory.mktemp("packages") / "one.archive")
    feed(made)
    return made


@pytest.fixture(scope="module")
def client(archive: Archive) -> Iterator[httpx.Client]:
    with serving(archive) as found:
        yield found


def wait(package: packages.Package) -> bytes:
    package.done.result(60)
    return package.path.read_bytes()


@pytest.mark.parametrize("form", ["warc", "wacz"])
def test_parts_make_the_whole(client: httpx.Client, form: str) -> None:
    """Each range alone, from the end, and the rest of an answer that broke off, as curl and wget ask for it."""
    place = f"/api/v1/one/{form}?prefix={HOME}"
    whole = client.get(place).content
    head = client.head(place)
    assert (head.headers["content-length"], head.headers["accept-ranges"]) == (str(len(whole)), "bytes")
    for asked, found in (("0-99", whole[:100]), ("-22", whole[-22:]), ("700-", whole[700:])):
        answer = client.get(place, headers={"Range": f"bytes={asked}"})
        assert (answer.status_code, answer.content) == (206, found)
        assert answer.headers["content-range"].endswith(f"/{len(whole)}")
    same = {"Range": "bytes=10-", "If-Range": head.headers["etag"]}
    assert client.get(place, headers=same).content == whole[10:]
    other = {"Range": "bytes=10-", "If-Range": '"other"'}
    assert client.get(place, headers=other).content == whole
    assert client.get(place, headers={"If-None-Match": head.headers["etag"]}).status_code == 304


def test_the_same_captures_give_the_same_bytes(archive: Archive) -> None:
    """Also after the package was dropped: a range asked for then still fits."""
    collection = Collection("one", archive)
    made = []
    for _ in range(2):
        kept = Packages()
        made.append([wait(kept.get(collection, Wanted(form))) for form in ("warc", "wacz")])
        kept.close()
    collection.close()
    assert made[0] == made[1]


def test_parts_stay_those_of_one_file_while_the_archive_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks for a part gets it of the file that was begun; who asks for all, of the archive as it is."""
    monkeypatch.setattr(packages, "FRESH", 0.0)
    archive = filled(tmp_path / "one.archive")
    with serving(archive) as client:
        before = client.get("/api/v1/one/warc").content
        with archive.writer() as writer:
            writer.store(response("http://a.test/new", 9, "<title>New</title>"))
            writer.commit()
        rest = client.get("/api/v1/one/warc", headers={"Range": "bytes=100-"})
        assert rest.content == before[100:]
        assert b"http://a.test/new" in gzip.decompress(client.get("/api/v1/one/warc").content)


def test_a_package_says_what_the_archive_says(client: httpx.Client, tmp_path: Path) -> None:
    """Read back by our importer, a WACZ has the same captures with the same digests; a selection only its own."""
    (tmp_path / "a.wacz").write_bytes(client.get("/api/v1/one/wacz").content)
    other = Archive.create(tmp_path / "other.archive")
    with other.writer() as writer:
        import_files(writer, [tmp_path / "a.wacz"])
    listed = client.get("/api/v1/one/batches/202001/captures").json()["captures"]
    with other.reader() as reader:
        assert {
            (key_of(one.url), one.date.isoformat()[:19] + "Z", one.digest) for one in reader.captures()
        } == {(one["key"], one["date"], one["digest"]) for one in listed}
    newest = client.get("/api/v1/one/warc?newest=true&from=2020-01-03&to=2020-01-04").content
    text = gzip.decompress(newest)
    assert b"examples.com" in text and b"about.html" not in text


def test_a_query_selects_versions_with_what_they_need(client: httpx.Client) -> None:
    with zipfile.ZipFile(io.BytesIO(client.get("/api/v1/one/wacz?q=title:two").content)) as zipped:
        pages = [json.loads(line) for line in zipped.read("pages/pages.jsonl").splitlines()[1:]]
    assert [one["id"] for one in pages] == ["202001-0000003"]


def test_a_reader_by_ranges_finds_every_file(client: httpx.Client) -> None:
    """wabac.js takes the local header of a file to be as short as its entry in the directory says, unless that has a field
    of its own; then it looks."""
    data = client.get("/api/v1/one/wacz").content
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        for info in zipped.infolist():
            local = data[info.header_offset : info.header_offset + 30]
            assert info.extra or not int.from_bytes(local[28:30], "little"), info.filename


def test_the_parts_that_wabac_asks_for_hold_a_page(archive: Archive) -> None:
    """The requests of wabac.js 2.27 in their order, as a browser sends them for a page of another origin: whether there are
    parts, the end of the file with its directory, the head of each file in it and then what it holds, the record."""
    origin = "https://replayweb.page"
    with serving(archive, origins=(origin,)) as client:
        path = "/api/v1/one/wacz"
        asking = {"Origin": origin, "Access-Control-Request-Method": "GET"}
        before = client.options(path, headers={**asking, "Access-Control-Request-Headers": "range"})
        assert before.is_success and before.headers["access-control-allow-origin"] == origin
        assert "range" in before.headers["access-control-allow-headers"].lower()
        length = 0

        def part(wanted: str) -> bytes:
            nonlocal length
            answer = client.get(path, headers={"Origin": origin, "Range": f"bytes={wanted}"})
            assert answer.status_code == 206 and answer.headers["access-control-allow-origin"] == origin
            told = answer.headers["access-control-expose-headers"].lower()
            assert "content-range" in told and "content-length" in told
            length = int(answer.headers["content-range"].rpartition("/")[2])
            assert int(answer.headers["content-length"]) == len(answer.content)
            return answer.content

        part("0-")
        end = part("-65558")
        directory = zipfile.ZipFile(io.BytesIO(end.rjust(length, b"\0"))).infolist()
        places = {one.filename: one for one in directory}

        def at(name: str, begin: int = 0, size: int | None = None) -> bytes:
            one = places[name]
            head = part(f"{one.header_offset}-{one.header_offset + 29}")
            start = one.header_offset + 30 + sum(int.from_bytes(head[n : n + 2], "little") for n in (26, 28))
            stop = start + (one.compress_size if size is None else begin + size)
            data = part(f"{start + begin}-{stop - 1}")
            return zlib.decompress(data, -15) if one.compress_type else data

        resources = {one["name"] for one in json.loads(at("datapackage.json"))["resources"]}
        assert resources == {"data.warc.gz", "index.cdx.gz", "index.idx", "pages.jsonl"}
        assert b"datapackage.json" in at("datapackage-digest.json")
        assert HOME.encode() in at("pages/pages.jsonl")
        block = json.loads(at("indexes/index.idx").splitlines()[1].split(b" ", 2)[2])
        lines = gzip.decompress(at("indexes/index.cdx.gz", block["offset"], block["length"])).decode()
        line = next(one for one in lines.splitlines() if one.startswith("com,example)/ 20200103"))
        about = json.loads(line.split(" ", 2)[2])
        record = at(f"archive/{about['filename']}", int(about["offset"]), int(about["length"]))
        assert "<title>Two 二</title>".encode() in gzip.decompress(record)


def test_packages_have_bounds(archive: Archive) -> None:
    """A selection that is too large is given up; what was asked for longest ago is dropped; nothing stays at the end."""
    collection = Collection("one", archive)
    small = Packages(most=100)
    with pytest.raises(TooLarge):
        small.get(collection, Wanted("wacz")).done.result(60)
    small.close()
    kept = Packages(room=1)
    first = kept.get(collection, Wanted("warc", HOME))
    wait(first)
    wait(kept.get(collection, Wanted("warc", "http://sub.example.com/")))
    wait(kept.get(collection, Wanted("warc", "http://examples.com/")))
    assert not first.path.exists()
    folder = first.path.parent.parent
    kept.close()
    collection.close()
    assert not folder.exists()


def test_many_ask_for_one_package_and_it_is_made_once(archive: Archive) -> None:
    collection, kept = Collection("one", archive), Packages()
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: kept.get(collection, Wanted("wacz", HOME)), range(20)))
    assert len({id(one) for one in found}) == 1
    kept.close()
    collection.close()
