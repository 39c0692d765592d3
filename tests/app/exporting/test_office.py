"""Office documents laid out: by LibreOffice where it is installed, and by scripts that behave badly."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

import resources
from app.exporting import office
from app.exporting.office import Cancelled, Converter, NotConverted
from extractors.door.registry import extract

DOWNLOADS = Path(resources.path("sample_site")) / "edition1" / "downloads"
needs_office = pytest.mark.skipif(not office.program(), reason="LibreOffice is not installed")
posix = pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left when a test run ends abruptly goes with its folder."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that is taken for LibreOffice; what it does is written into the file."""
    file = tmp_path / "soffice"
    monkeypatch.setattr(office, "program", lambda: str(file))
    return file


def does(file: Path, lines: str) -> None:
    file.write_text(f"#!{sys.executable}\nimport os, sys, time, pathlib\n{lines}\n")
    file.chmod(0o755)


@needs_office
@pytest.mark.parametrize(
    "name", ["night-opening.docx", "star-catalogue.xlsx", "lecture-moon.pptx", "herb-labels.rtf"]
)
def test_documents_become_pdf_with_their_words(name: str) -> None:
    converter = Converter()
    body = (DOWNLOADS / name).read_bytes()
    found = extract(converter.to_pdf(body, name.rpartition(".")[2]))
    words = [word for word in extract(body).text.split() if word.isalpha() and len(word) > 3][:5]
    there = [word for word in words if word in found.text]  # the name of a sheet is not printed
    assert found.format == "pdf" and len(there) >= 3


@needs_office
def test_nothing_is_fetched_for_a_picture_from_elsewhere(tmp_path: Path) -> None:
    """The document names a picture of a server of this machine, which is not asked."""
    asked: list[str] = []
    import http.server

    class Handler(http.server.BaseHTTPRequestHandler):
        def parse_request(self) -> bool:
            asked.append(str(self.raw_requestline))
            return super().parse_request()

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/spy.png"
        rtf = r'{\rtf1 before {\field{\*\fldinst INCLUDEPICTURE "ADDRESS" \\d}{\fldrslt x}} after}'
        Converter().to_pdf(rtf.replace("ADDRESS", address).encode(), "rtf")
        odt = BytesIO()
        with zipfile.ZipFile(odt, "w") as package:
            package.writestr("mimetype", "application/vnd.oasis.opendocument.text")
            package.writestr("content.xml", CONTENT.replace("ADDRESS", address))
            package.writestr("META-INF/manifest.xml", MANIFEST)
        Converter().to_pdf(odt.getvalue(), "odt")
        server.shutdown()
    assert asked == []


CONTENT = """<?xml version="1.0"?><office:document-content office:version="1.2"
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"><office:body><office:text><text:p>words
 <draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char"><draw:image xlink:href="ADDRESS"
 xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p></office:text></office:body>
</office:document-content>"""
MANIFEST = """<?xml version="1.0"?><manifest:manifest manifest:version="1.2"
 xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/"
 manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry
 manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>"""


@posix
def test_it_runs_in_a_profile_of_its_own_without_macros_and_proxy(stand_in: Path, tmp_path: Path) -> None:
    out = tmp_path / "told"
    does(
        stand_in,
        f"""
profile = next(a for a in sys.argv if a.startswith("-env:UserInstallation=file://")).partition("file://")[2]
settings = pathlib.Path(profile, "user", "registrymodifications.xcu").read_text()
source = pathlib.Path(sys.argv[-1])
pathlib.Path({str(out)!r}).write_text("\\n".join((os.environ["HOME"], os.environ["http_proxy"], str(source), settings)))
source.with_suffix(".pdf").write_bytes(b"%PDF-made of " + source.read_bytes())""",
    )
    assert Converter().to_pdf(b"words", "docx") == b"%PDF-made of words"
    home, proxy, source, settings = out.read_text().split("\n", 3)
    assert Path(home) != Path.home() and proxy == "http://127.0.0.1:9"
    assert not Path(source).exists() and Path(source).name == "document.docx"
    assert 'DisableMacrosExecution" oor:op="fuse"><value>true' in settings


@posix
def test_one_that_hangs_is_ended_with_all_it_started(stand_in: Path, tmp_path: Path) -> None:
    child = tmp_path / "child"
    does(
        stand_in,
        f"""
pid = os.fork()
if pid:
    pathlib.Path({str(child)!r}).write_text(str(pid))
time.sleep(1000)""",
    )
    with pytest.raises(NotConverted) as slow:
        Converter(seconds=3).to_pdf(b"words", "docx")
    assert slow.value.message.code == "office-slow"
    pid, end = int(child.read_text()), time.monotonic() + 20
    while not ended(pid) and time.monotonic() < end:
        os.sched_yield()  # a busy machine gives one that was killed its turn to end late
    assert ended(pid)


def ended(pid: int) -> bool:
    """Whether a process is gone, or waits for nothing but to be counted as gone."""
    try:
        return not Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return True


@posix
def test_nobody_waits_for_what_was_called_off(stand_in: Path, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    does(stand_in, f"pathlib.Path({str(begun)!r}).touch()\ntime.sleep(1000)")
    with pytest.raises(Cancelled):
        Converter().to_pdf(b"words", "docx", begun.exists)


@posix
@pytest.mark.parametrize("what", ["print('the filter failed'); sys.exit(1)", "pass"])
def test_without_a_pdf_it_is_said_what_the_program_said(stand_in: Path, what: str) -> None:
    does(stand_in, what)
    with pytest.raises(NotConverted) as failed:
        Converter().to_pdf(b"words", "docx")
    assert failed.value.message.code == "office-failed"
    assert "the filter failed" in str(failed.value) or what == "pass"


@posix
def test_after_one_that_was_ended_the_next_has_a_fresh_profile(stand_in: Path) -> None:
    converter = Converter(seconds=1)
    does(stand_in, "time.sleep(1000)")
    with pytest.raises(NotConverted):
        converter.to_pdf(b"words", "docx")
    converter.seconds = 30
    does(stand_in, "pathlib.Path(sys.argv[-1]).with_suffix('.pdf').write_bytes(b'%PDF')")
    assert converter.to_pdf(b"words", "docx") == b"%PDF"


def test_without_libreoffice_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office, "program", lambda: "")
    with pytest.raises(NotConverted) as missing:
        Converter().to_pdf(b"words", "docx")
    assert missing.value.message.code == "office-missing"
