"""Programs that nobody here wrote use the service, and the service's archive takes in what one of them serves.

    python tests/benchmarks/other_clients.py PYTHON

PYTHON is one that has pywb and memento_client (`pip install pywb==2.10.0 memento_client "setuptools<81"`). memento-client
finds the nearest, first, last and neighbouring mementos of a small archive; pywb lists and replays its captures as a remote
Memento archive and as a remote CDX index; captures that pywb serves from a WARC file are taken into an empty archive. Ends
with an AssertionError where one of them does not.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.interchange.exporting import export_archive
from app.remote.archives import Remote
from app.remote.asking import Client
from app.remote.looking import Looking
from app.remote.taking import take
from tests.app.service.conftest import HOME, filled, serving
from tests.benchmarks.bench_service import free_port, running

_MEMENTO = """
import datetime, json, requests, sys
from memento_client import MementoClient

class Nowhere(requests.adapters.BaseAdapter):  # it asks the address itself first
    def send(self, request, **_):
        answer = requests.Response()
        answer.status_code, answer.url, answer.request, answer.raw = 200, request.url, request, None
        return answer

    def close(self):
        pass

session = requests.Session()
session.mount(sys.argv[2], Nowhere())
client = MementoClient(timegate_uri=sys.argv[1], check_native_timegate=False, session=session)
found = client.get_memento_info(sys.argv[2], datetime.datetime(2020, 1, 3, 11))["mementos"]
print(json.dumps({name: one["datetime"].isoformat() for name, one in found.items()}))
"""
_CONFIG = """
collections:
  memento: memento+{root}
  cdx:
    index_group:
      ours:
        type: cdx
        api_url: "{root}cdx?url={{url}}&closest={{closest}}&sort=closest"
        replay_url: "{root}{{timestamp}}id_/{{url}}"
debug: false
"""


def said(url: str) -> bytes:
    with urlopen(url, timeout=60) as answer:
        return bytes(answer.read())


def main() -> None:
    python = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = filled(folder / "one.archive")
        theirs = folder / "collections" / "theirs"
        for each in ("indexes", "archive"):
            (theirs / each).mkdir(parents=True)
        with archive.reader() as reader:
            export_archive(reader, folder / "all.warc.gz", "warc", notes=False)
        (folder / "all.warc.gz").rename(theirs / "archive" / "all.warc.gz")
        (folder / "all.cdxj").rename(theirs / "indexes" / "index.cdxj")
        with serving(archive) as client:
            root = f"{str(client.base_url).rstrip('/')}/one/"
            found = subprocess.run(
                [str(python), "-W", "ignore", "-c", _MEMENTO, f"{root}timegate/", HOME],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            days = {key: int(date[8:10]) for key, date in json.loads(found).items()}
            assert days == {"first": 1, "prev": 2, "closest": 3, "next": 5, "last": 5}, days
            print(f"memento-client: {days}")
            (folder / "config.yaml").write_text(_CONFIG.format(root=root), "utf-8")
            port = free_port()
            command = [str(python.with_name("wayback")), "-p", str(port), "-b", "127.0.0.1"]
            with running(folder, command, folder, port, "pywb", "theirs") as server:
                base = f"http://127.0.0.1:{port}"
                for collection in ("memento", "cdx"):
                    lines = said(f"{base}/{collection}/cdx?url={HOME}&output=json").splitlines()
                    stamps = [json.loads(line)["timestamp"][6:8] for line in lines]
                    assert stamps[0] == "01" and stamps[-1] == "05", stamps
                    body = said(f"{base}/{collection}/20200103120000id_/{HOME}")
                    assert body == "<title>Two 二</title>".encode(), body
                    print(f"pywb reads ours by {collection}: {len(lines)} captures listed, one replayed")
                remote = Remote("pywb", server.root)
                other = Archive.create(folder / "other.archive")
                with Client(remote) as asking, other.writer() as writer:
                    captures = asking.captures(HOME)
                    report = take(writer, asking, captures)
                assert captures and len(report.stored) + report.known == len(captures), report
                looking = Looking(remote, captures[-1])
                looking.begin()
                parts = looking.reader()
                style = parts.nearest("http://example.com/s.css", looking.there.date)
                assert style is not None and parts.http(style).body == b"b{background:url(x.png)}"
                parts.close()
                looking.close()
                print(f"ours takes {len(report.stored)} captures of pywb, and shows one with its style")


if __name__ == "__main__":
    main()
