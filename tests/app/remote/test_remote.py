"""Remote archives: our own service on a port of its own is one, and servers that misbehave are others."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.errors import StorageUnreadable
from app.remote import archives, looking, taking
from app.remote.archives import Remote, RemoteUnfit, RemoteUnknown
from app.remote.asking import (
    Answer,
    Client,
    RemoteCapture,
    RemoteFailed,
    _of_index,
    _of_timemap,
    at_moment,
)
from app.remote.taking import take
from tests.app.service.conftest import HOME, day, filled, serving

HERE = Remote("here", "http://127.0.0.1:9/web/")


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Remote]:
    """Another Tianwang Explorer."""
    archive = filled(tmp_path_factory.mktemp("there") / "one.archive")
    with serving(archive) as client:
        yield Remote("there", f"{client.base_url}/one/".replace("//one", "/one"))


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


Server = Callable[[Callable[[BaseHTTPRequestHandler], None]], Remote]


@pytest.fixture
def serve() -> Iterator[Server]:
    """A server that answers as it is told."""
    running: list[ThreadingHTTPServer] = []

    def start(answer: Callable[[BaseHTTPRequestHandler], None]) -> Remote:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer(self)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        running.append(server)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        return Remote("odd", f"http://127.0.0.1:{server.server_port}/web/")

    yield start
    for one in running:
        one.shutdown()
        one.server_close()


def say(handler: BaseHTTPRequestHandler, status: int, body: bytes = b"", **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def test_an_archive_of_ours_has_those_that_were_turned_on_for_it(config: Path, tmp_path: Path) -> None:
    ours, other = tmp_path / "ours.archive", tmp_path / "other.archive"
    for name in ("b", "a"):
        archives.add(Remote(name, HERE.address))
    assert archives.chosen(ours) == []
    archives.choose(ours, {"b", "a"})
    archives.add(Remote("c", HERE.address))  # keeps what is chosen
    assert [one.name for one in archives.chosen(ours)] == ["a", "b"] and archives.chosen(other) == []
    archives.remove("a")
    assert [one.name for one in archives.chosen(ours)] == ["b"]
    with pytest.raises(RemoteUnknown):
        archives.choose(ours, ["a"])
    archives.choose(ours, [])
    assert archives.chosen(ours) == [] and '"archives": {}' in (config / archives.NAME).read_text()
    (config / archives.NAME).write_text('{"remotes": [], "archives": 7}')
    with pytest.raises(StorageUnreadable):
        archives.chosen(ours)


def test_captures_of_another_explorer_are_listed_and_taken_in(there: Remote, archive: Archive) -> None:
    with Client(there) as client, archive.writer() as writer:
        found = client.captures(HOME)
        assert [one.date.day for one in found] == [1, 2, 3, 5]
        assert {one.status for one in found} == {200}
        report = take(writer, client, found)
        assert (len(report.stored), report.known, report.failed) == (4, 0, [])
        again = take(writer, client, found)
        assert (again.stored, again.known) == ([], 4)
    with archive.reader() as reader:
        versions = reader.versions(HOME, visits=True)
        assert [(one.date, one.kind) for one in versions] == [
            (day(1), "version"),
            (day(2), "visit"),
            (day(3), "version"),
        ]
        assert reader.http(versions[0]).body.startswith(b"<title>One</title>")
        assert b"Set-Cookie: a=b" in reader.http(versions[0]).raw_headers.replace(
            b"set-cookie", b"Set-Cookie"
        )
        record = reader.record(versions[0])
        assert record.raw("memento-archive") == there.address.encode()
        assert b"20200101120000id_/" in (record.raw("memento-address") or b"")
        assert list(reader.verify()) == []
        alike = taking.alike(reader, found)
        assert alike[found[0]].id == versions[0].id


def test_errors_and_redirects_are_taken_as_they_were(there: Remote, archive: Archive) -> None:
    with Client(there) as client, archive.writer() as writer:
        for url in ("http://sub.example.com/a", "http://example.com/old"):
            report = take(writer, client, client.captures(url))
            assert len(report.stored) == 1, report.failed
        assert client.captures("http://nowhere.example/") == []
    with archive.reader() as reader:
        gone, moved = (
            reader.versions("http://sub.example.com/a")[0],
            reader.versions("http://example.com/old")[0],
        )
        assert (gone.status, moved.status) == (404, 302)
        assert b"about.html" in reader.http(moved).raw_headers


def test_a_timemap_will_do_where_there_is_no_index(serve: Server) -> None:
    listed = (
        b'<http://a.example/>; rel="original",\n<http://x/web/20200101000000/http://a.example/>; rel="first memento"; '
        b'datetime="Wed, 01 Jan 2020 00:00:00 GMT",\n<http://x/m2>; rel="memento"; datetime="Thu, 02 Jan 2020 00:00:00 GMT"'
    )
    remote = serve(lambda one: say(one, 200, listed) if "/timemap/link/" in one.path else say(one, 404))
    with Client(remote) as client:
        found = client.captures("http://a.example/?q=1 2#x")
    assert [one.date.day for one in found] == [1, 2]
    assert found[1].raw == f"{remote.address}20200102000000id_/http://a.example/?q=1%202%23x"


def test_an_index_is_read_in_both_dialects() -> None:
    wayback = (
        b'[["urlkey","timestamp","original","mimetype","statuscode","digest","length"],'
        b'["com,a)/","20200101000000","http://a.com/","text/html","200","ABC","9"],["x","never","y","z","-","-","1"]]'
    )
    pywb = b'{"timestamp": "20200101000000", "url": "http://a.com/", "mime": "-", "status": "-", "digest": "-"}\n'
    (one,), (other,) = (
        _of_index(Answer("", 200, [], body), HERE, "http://a.com/") or [] for body in (wayback, pywb)
    )
    assert (one.status, one.type, one.digest) == (200, "text/html", "ABC")
    assert (other.status, other.type, other.digest) == (0, "", "")
    for nonsense in (b"<html>", b"[1]", b"[[1],[2]]", b"{", b"null", b'["a"]'):
        assert not _of_index(Answer("", 200, [], nonsense), HERE, "http://a.com/")
    assert not list(_of_timemap('<x>; rel="memento"; datetime="never", <', HERE, "http://a.com/"))


@pytest.mark.parametrize(
    ("status", "headers", "reason"),
    [
        (200, {}, "no archived page"),
        (200, {"Memento_Datetime": "Fri, 01 Jan 2010 00:00:00 GMT"}, "page of 2010"),
        (404, {"Memento_Datetime": "Wed, 01 Jan 2020 00:00:00 GMT"}, "HTTP 404 instead of 200"),
        (200, {"Memento_Datetime": "Wed, 01 Jan 2020 00:00:00 GMT"}, "not that of its index"),
    ],
)
def test_what_is_not_that_capture_is_not_stored(
    status: int, headers: dict[str, str], reason: str, serve: Server, archive: Archive
) -> None:
    remote = serve(lambda one: say(one, status, b"<p>Other", **headers))
    digest = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"  # of nothing
    wanted = RemoteCapture(
        "odd", "http://a.com/", datetime(2020, 1, 1, tzinfo=UTC), f"{remote.address}x", 200, "", digest
    )
    with Client(remote) as client, archive.writer() as writer:
        report = take(writer, client, [wanted])
    assert report.stored == [] and reason in report.failed[0][1]


def test_a_redirect_does_not_lead_behind_the_firewall(serve: Server) -> None:
    remote = serve(lambda one: say(one, 302, Location="http://127.0.0.2:1/secret"))
    with Client(remote) as client, pytest.raises(RemoteFailed, match="not a public address"):
        client.captures("http://a.com/")
    turning = serve(lambda one: say(one, 302, Location=one.path))
    with Client(turning) as client, pytest.raises(RemoteFailed, match="redirects too often"):
        client.captures("http://a.com/")


def test_a_busy_archive_is_asked_again(serve: Server) -> None:
    asked: list[str] = []

    def answer(one: BaseHTTPRequestHandler) -> None:
        asked.append(one.path)
        say(one, 429, Retry_After="0") if len(asked) < 3 else say(one, 200, b"")

    with Client(serve(answer)) as client:
        assert client.captures("http://a.com/") == []
    assert len(asked) == 3
    with (
        Client(serve(lambda one: say(one, 503, Retry_After="3600"))) as client,
        pytest.raises(RemoteFailed, match="503"),
    ):
        client.captures("http://a.com/")


def test_an_archive_that_is_not_there_says_so(unused_port: int = 9) -> None:
    with (
        Client(Remote("none", f"http://127.0.0.1:{unused_port}/")) as client,
        pytest.raises(RemoteFailed, match="none"),
    ):
        client.captures("http://a.com/")


def test_a_person_keeps_archives_by_name(config: Path) -> None:
    assert archives.known() == []
    archives.add(archives.checked("ia", "wayback"))
    archives.add(archives.checked("ours", "http://127.0.0.1:8080/one"))
    assert [(one.name, one.address, one.index) for one in archives.known()] == [
        ("ia", "https://web.archive.org/web/", "https://web.archive.org/cdx/search/cdx"),
        ("ours", "http://127.0.0.1:8080/one/", "http://127.0.0.1:8080/one/cdx"),
    ]
    archives.remove("ia")
    with pytest.raises(RemoteUnknown):
        archives.named("ia")
    (config / archives.NAME).write_text('{"remotes": [{"name": "x", "address": "file:///etc/passwd"}]}')
    with pytest.raises(StorageUnreadable):
        archives.known()


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("a b", "http://a/"),
        ("a", "ftp://a/"),
        ("a", "http://"),
        ("a", "http://u:p@a/"),
        ("a", "http://a/?q"),
        ("a", "http://a:99999/"),
    ],
)
def test_what_is_no_archive_is_refused(name: str, address: str) -> None:
    with pytest.raises(RemoteUnfit):
        archives.checked(name, address)


def test_what_is_looked_at_is_asked_for_within_bounds(serve: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part once, whether it is there or not; so many of them; none where the archive answers no more, or when nobody
    looks any more. The files go with the last reader."""
    asked: list[str] = []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        name = handler.path.rpartition("/")[2]
        asked.append(name)
        if name.startswith("broken"):
            return  # nothing, and the end
        handler.send_response(404 if name == "gone" else 200)
        if name != "gone":
            handler.send_header("Memento-Datetime", "Tue, 03 Jun 2014 12:00:00 GMT")
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", "5")
        handler.end_headers()
        handler.wfile.write(b"hello")

    remote, moment = serve(answer), datetime(2014, 6, 3, 12, tzinfo=UTC)
    monkeypatch.setattr(looking, "MOST_PARTS", 4)
    page = "http://a.test/page"

    def looked() -> looking.Looking:
        made = looking.Looking(remote, at_moment(remote, page, moment))
        made.begin()
        return made

    first = looked()
    parts = first.reader()
    assert parts.nearest("https://a.test/page", moment) == first.there
    for _ in range(2):
        found = parts.nearest("http://a.test/0", moment)
        assert found is not None and parts.http(found).body == b"hello"
        assert parts.nearest("http://a.test/gone", moment) is None
        assert parts.nearest("https://a.test/gone", moment) is None
    for number in range(1, 6):
        parts.nearest(f"http://a.test/{number}", moment)
    assert asked == ["page", "0", "gone", "1", "2"]
    first.close()
    assert first.archive.path.is_dir()
    parts.close()
    assert not first.archive.path.exists()
    asked.clear()
    second = looked()
    parts = second.reader()
    monkeypatch.setattr(looking, "MOST_PARTS", 100)
    for number in range(5):
        assert parts.nearest(f"http://a.test/broken{number}", moment) is None
    assert len(set(asked)) == 4
    parts.close()
    second.close()
    assert not second.archive.path.exists()
