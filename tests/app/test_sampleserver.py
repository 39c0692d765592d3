"""The sample site: every link of both editions leads where it should, and the server keeps HTTP's promises."""

import http.client
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, urldefrag, urljoin, urlsplit
from urllib.robotparser import RobotFileParser

import docx
import openpyxl
import pptx
import pypdfium2
import pytest
from mutagen.mp3 import MP3

import resources
from app.sampleserver import SampleServer
from extractors.door.registry import extract

ROOT = Path(resources.path("sample_site"))
LINKS = {"href", "src", "srcset", "data", "poster"}


@pytest.fixture
def server() -> Iterator[SampleServer]:
    with SampleServer() as running:
        yield running


class Client:
    """One keep-alive connection that follows nothing by itself."""

    def __init__(self, server: SampleServer) -> None:
        parts = urlsplit(server.url)
        self.connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=10)

    def get(
        self, target: str, method: str = "GET", **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, target, headers=named)
        response = self.connection.getresponse()
        return response.status, response.headers, response.read()

    def close(self) -> None:
        self.connection.close()


@pytest.fixture
def client(server: SampleServer) -> Iterator[Client]:
    one = Client(server)
    yield one
    one.close()


class LinkFinder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name == "srcset":
                self.links += [candidate.split()[0] for candidate in value.split(",")]
            elif value and name in LINKS:
                self.links.append(value)
            elif value and name == "style":
                self.links += in_style(value)


def in_style(text: str) -> list[str]:
    return re.findall(r"url\(\"?([^\")]+)\"?\)", text)


def links(url: str, media_type: str, body: bytes) -> set[str]:
    if not media_type.startswith(("text/html", "text/css", "application/atom")):
        return set()
    text = body.decode("gb18030" if b"gb2312" in body else "utf-8")
    if media_type.startswith("text/html"):
        finder = LinkFinder()
        finder.feed(text)
        found = finder.links + in_style(text)
    elif media_type.startswith("text/css"):
        found = in_style(text)
    else:
        found = re.findall(r'<link href="([^"]+)"', text)
    absolute = (urldefrag(urljoin(url, link)).url for link in found)
    return {quote(link, safe=":/?&=%#+,;@") for link in absolute if link.startswith("http")}


def crawl(server: SampleServer, client: Client) -> dict[str, int]:
    """A polite crawl from the home page: path → status. Robots obeyed, session ids dropped, the calendar left
    at its first page."""
    robots = RobotFileParser()
    robots.parse(client.get("/robots.txt")[2].decode().splitlines())
    answers: dict[str, int] = {"/robots.txt": 200}
    waiting = [server.url]
    while waiting:
        url = re.sub(r"\?PHPSESSID=\w+", "", waiting.pop(0))
        target = url.removeprefix(server.url.rstrip("/"))
        assert target.startswith("/"), f"{url} leaves the site"
        if target in answers or target.startswith("/calendar/?") or not robots.can_fetch("*", url):
            continue
        status, headers, body = client.get(target)
        answers[target] = status
        if status in (301, 302):
            waiting.append(urljoin(url, headers["Location"]))
        elif status == 200:
            waiting += sorted(links(url, headers["Content-Type"], body))
    return answers


REDIRECTS = {
    "/home": 301,
    "/index.html": 301,
    "/today": 302,
    "/loop/east-gate": 302,
    "/loop/west-gate": 302,
}


@pytest.mark.parametrize(("edition", "count"), [(1, 117), (2, 120)])
def test_every_link_of_an_edition_leads_where_it_should(edition: int, count: int) -> None:
    """All answers are 200 but for the redirects and the one page that is linked and missing; every file except
    the private ones can be reached; nothing links outside."""
    with SampleServer(edition) as server, closing(Client(server)) as client:
        answers = crawl(server, client)
        assert {path: status for path, status in answers.items() if status != 200} == {
            **REDIRECTS,
            "/news/2019-comet.html": 404,
        }
        files = {quote(path) for path in server.site.addresses(edition) if path != "/favicon.ico"}
        unreached = {path for path in files - set(answers) if not path.startswith("/private/")}
        assert unreached == set()
        assert len(answers) == count


def test_edition_2_stores_only_what_differs() -> None:
    """No file stands in both folders with the same bytes, and what was removed existed."""
    for file in (ROOT / "edition2").rglob("*"):
        twin = ROOT / "edition1" / file.relative_to(ROOT / "edition2")
        assert not (file.is_file() and twin.is_file() and twin.read_bytes() == file.read_bytes()), file
    for line in (ROOT / "edition2" / "removed.txt").read_text("utf-8").splitlines():
        assert (ROOT / "edition1" / line.split()[1].lstrip("/")).is_file()
    assert sum(file.stat().st_size for file in ROOT.rglob("*") if file.is_file()) < 2_000_000


def test_one_page_changes_in_its_markup_only(server: SampleServer, client: Client) -> None:
    texts, bodies = [], []
    for server.edition in (1, 2):
        bodies.append(client.get("/museum/armillary.html")[2])
        texts.append(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", bodies[-1].decode())))
    assert bodies[0] != bodies[1]
    assert texts[0] == texts[1]


def test_switching_the_edition_while_running(server: SampleServer, client: Client) -> None:
    """A changed page gets new validators, an unchanged one keeps them, one is gone and one is new."""
    before = {path: client.get(path)[1] for path in ("/weather.html", "/museum/gnomon.html")}
    assert client.get("/events/dragon-boat.html")[0] == 200
    assert client.get("/news/double-lotus.html")[0] == 404
    assert client.get("/today")[1]["Location"] == "/diary/may.html"
    server.edition = 2
    after = {path: client.get(path)[1] for path in before}
    assert after["/weather.html"]["ETag"] != before["/weather.html"]["ETag"]
    assert after["/weather.html"]["Last-Modified"] > before["/weather.html"]["Last-Modified"]
    for header in ("ETag", "Last-Modified"):
        assert after["/museum/gnomon.html"][header] == before["/museum/gnomon.html"][header]
    assert client.get("/events/dragon-boat.html")[0] == 410
    assert client.get("/news/double-lotus.html")[0] == 200
    assert client.get("/today")[1]["Location"] == "/diary/june.html"
    with pytest.raises(ValueError, match="editions 1 and 2"):
        server.edition = 3


def test_unchanged_pages_are_answered_with_304(server: SampleServer, client: Client) -> None:
    headers = client.get("/visit/")[1]
    for request in (
        {"If_None_Match": headers["ETag"]},
        {"If_None_Match": f'"other", W/{headers["ETag"]}'},
        {"If_Modified_Since": headers["Last-Modified"]},
    ):
        status, answer, body = client.get("/visit/", **request)
        assert (status, body, answer["ETag"]) == (304, b"", headers["ETag"])
    stale = {"If_None_Match": '"other"', "If_Modified_Since": headers["Last-Modified"]}
    assert client.get("/visit/", **stale)[0] == 200, "the tag outranks the date"
    assert client.get("/visit/", If_Modified_Since="Mon, 01 Jan 2024 00:00:00 GMT")[0] == 200
    assert client.get("/visit/", If_Modified_Since="yesterday")[0] == 200
    server.edition = 2
    assert client.get("/visit/", If_None_Match=headers["ETag"])[0] == 200


def test_head_sends_the_headers_of_get_and_no_body(client: Client) -> None:
    got, head = client.get("/gallery.html"), client.get("/gallery.html", "HEAD")
    assert head[2] == b""
    assert head[1]["Content-Length"] == str(len(got[2])) == got[1]["Content-Length"]
    assert client.get("/gallery.html", "POST")[0] == 501


def test_requests_are_recorded_in_order(server: SampleServer, client: Client) -> None:
    tag = client.get("/")[1]["ETag"]
    client.get("/", If_None_Match=tag)
    client.get("/nowhere", "HEAD")
    assert server.requests == [("GET", "/", 200), ("GET", "/", 304), ("HEAD", "/nowhere", 404)]


def test_the_private_folder_is_linked_forbidden_and_there(client: Client) -> None:
    """A crawler that ignores robots.txt would find it: that is what makes it a test."""
    assert b'href="/private/"' in client.get("/")[2]
    assert "Disallow: /private/" in client.get("/robots.txt")[2].decode()
    assert "calendar" not in client.get("/robots.txt")[2].decode()
    assert client.get("/private/")[0] == 200


def test_redirects_chain_and_loop(client: Client) -> None:
    assert [client.get(path)[1]["Location"] for path in ("/home", "/index.html")] == ["/index.html", "/"]
    assert client.get("/loop/east-gate")[1]["Location"] == "/loop/west-gate"
    assert client.get("/loop/west-gate")[1]["Location"] == "/loop/east-gate"
    assert (client.get("/museum")[0], client.get("/museum")[1]["Location"]) == (301, "/museum/")


def test_the_calendar_has_no_end(client: Client) -> None:
    page = client.get("/calendar/?year=2026&month=12")[2].decode()
    assert 'href="?year=2027&amp;month=1"' in page
    assert 'href="?year=2026&amp;month=11"' in page
    assert "<h1>May 2026</h1>" in client.get("/calendar/")[2].decode()
    assert client.get("/calendar/?year=9998&month=12")[0] == 200
    for broken in ("year=2026&month=13", "year=x", "year=0"):
        assert client.get(f"/calendar/?{broken}")[0] == 404


def test_session_links_differ_by_address_and_repeat_for_the_same(client: Client) -> None:
    """A page has the same bytes for the same address, and other session ids for another."""
    first = client.get("/guestbook/")
    assert first[2] == client.get("/guestbook/")[2]
    assert first[1]["ETag"] is None, "made on the spot"
    session = re.findall(rb"PHPSESSID=(\w+)", first[2])
    assert len(session[0]) == 26
    again = client.get(f"/guestbook/?PHPSESSID={session[0].decode()}")[2]
    assert session[0] not in again
    assert b"{{" not in again


def test_the_old_page_is_gbk_and_only_its_meta_says_so(client: Client) -> None:
    _, headers, body = client.get("/zh/1999/")
    assert headers["Content-Type"] == "text/html"
    assert "荷塘观象台" in body.decode("gbk")
    with pytest.raises(UnicodeDecodeError):
        body.decode("utf-8")
    assert "荷花开者十七朵" in client.get("/downloads/jiuriji.txt")[2].decode("gbk")
    assert client.get("/zh/")[1]["Content-Type"] == "text/html; charset=utf-8"


def test_an_address_in_chinese(client: Client) -> None:
    assert "<h1>荷花</h1>" in client.get("/zh/herbs/%E8%8D%B7%E8%8A%B1.html")[2].decode()


@pytest.mark.parametrize("edition", [1, 2])
def test_nothing_outside_the_site_is_served(server: SampleServer, client: Client, edition: int) -> None:
    server.edition = edition
    for path in ("/../site.json", "/%2e%2e/site.json", "/removed.txt", "/..%2fsite.json", "//etc/passwd"):
        assert client.get(path)[0] == 404


def test_documents_open_with_their_libraries(client: Client) -> None:
    def body(name: str) -> bytes:
        return client.get(f"/downloads/{name}")[2]

    pdf = pypdfium2.PdfDocument(body("nianbao-2025.pdf"))
    assert pdf.get_metadata_value("Title") == "荷塘观象台二〇二五年年报"
    assert "二〇二五年年报" in pdf[0].get_textpage().get_text_range()
    pdf.close()
    leaflet = pypdfium2.PdfDocument(body("leaflet.pdf"))
    assert leaflet.get_metadata_value("Title") == ""
    assert "Once round the pond" in leaflet[0].get_textpage().get_text_range()
    leaflet.close()
    guide = docx.Document(io.BytesIO(body("visitor-guide.docx")))
    assert guide.paragraphs[0].text == "Visitor guide: once round the pond"
    assert (
        pptx.Presentation(io.BytesIO(body("lecture-moon.pptx")))
        .slides[0]
        .shapes.title.text.startswith("The M")
    )
    book = openpyxl.load_workbook(io.BytesIO(body("star-catalogue.xlsx")))
    assert book.active["C2"].value == "织女一"
    assert "荷花" in extract(body("herb-labels.rtf")).text


def test_sounds_are_valid_and_one_has_gbk_in_latin_1_frames(client: Client) -> None:
    snow = MP3(io.BytesIO(client.get("/downloads/snow-on-the-pond.mp3")[2]))
    assert snow["TIT2"].text == ["雪落荷塘"]
    assert snow.info.length == pytest.approx(10, abs=0.1)
    assert (
        snow.tags is not None
        and snow.tags.getall("APIC")
        and "[00:02.50]雪落荷塘" in snow.tags.getall("USLT")[0].text
    )
    tape = MP3(io.BytesIO(client.get("/downloads/old-tape.mp3")[2]))
    assert str(tape["TIT2"]).encode("latin-1").decode("gbk") == "旧录音带"


def test_the_report_changes_with_the_edition(server: SampleServer, client: Client) -> None:
    texts = []
    for server.edition in (1, 2):
        pdf = pypdfium2.PdfDocument(client.get("/downloads/annual-report.pdf")[2])
        texts.append(pdf[0].get_textpage().get_text_range())
        pdf.close()
    assert "9,412" in texts[0]
    assert "9,421" in texts[1]


def test_documents_are_made_again_byte_for_byte(tmp_path: Path) -> None:
    """Pictures are left out, and what holds some: another Pillow may compress them differently."""
    script = Path(resources.__file__).parent.parent / "packaging" / "make_sample_site.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True, capture_output=True)
    alike = [file for ending in ("pdf", "rtf", "eml") for file in tmp_path.rglob(f"downloads/*.{ending}")]
    made = [*alike, *tmp_path.rglob("old-tape.mp3")]
    assert len(made) == 7
    for file in made:
        assert file.read_bytes() == (ROOT / file.relative_to(tmp_path)).read_bytes(), file.name


def test_stopping_does_not_wait_for_open_connections_and_can_start_again() -> None:
    server = SampleServer()
    server.start()
    server.start()  # nothing happens
    client = Client(server)
    client.get("/")
    url = server.url
    server.stop()
    server.stop()
    with pytest.raises(RuntimeError):
        _ = server.url
    server.start()
    assert server.url == url
    client.close()
    server.stop()
