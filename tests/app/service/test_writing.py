"""A service over an archive that somebody else writes at full speed: nothing torn, nothing missed."""

from __future__ import annotations

import threading
from pathlib import Path

from app.archive.archive import Archive
from app.tianwang.reader import RecordReader
from tests.app.service.conftest import response, serving

PAGES = 300
_TOGETHER = 5  # captures of one commit


def test_nothing_is_torn_and_nothing_missed(tmp_path: Path) -> None:
    """While a writer commits as fast as it can, each capture that was announced is found by id, with all of its bytes;
    every state of a batch is whole records and the beginning of the next one; at the end all is there."""
    archive = Archive.create(tmp_path / "one.archive")
    announced: list[tuple[str, str, bytes]] = []

    def write() -> None:
        with archive.writer() as writer:
            for begin in range(0, PAGES, _TOGETHER):
                some = []
                for number in range(begin, begin + _TOGETHER):
                    url, body = f"http://a.test/{number}", f"<title>{number}</title>".encode() * 50
                    some.append((writer.store(response(url, 1, body)).id, url, body))
                writer.commit()
                announced.extend(some)

    with serving(archive) as client:
        thread = threading.Thread(target=write)
        thread.start()
        before, looked = b"", 0
        while thread.is_alive() or looked < PAGES:
            known = list(announced)
            for id, url, body in known[looked::7]:
                assert client.get(f"/api/v1/one/captures/{id}/content").content == body
                assert client.get(f"/one/2020id_/{url}", follow_redirects=True).content == body
            if known:
                state = client.get("/api/v1/one/batches/202001/stream").content
                assert state.startswith(before)
                (tmp_path / "state.tw").write_bytes(state)
                with RecordReader(tmp_path / "state.tw") as reader:
                    found = {record.url for record in reader}
                assert found >= {url for _, url, _ in known}
                before = state
            looked = max(looked, len(known))
        thread.join()
        assert len(client.get("/one/cdx?url=a.test&matchType=host").text.splitlines()) == PAGES
        captures = client.get("/api/v1/one/batches/202001/captures?limit=1000").json()["captures"]
        assert [one["id"] for one in captures] == [id for id, _, _ in announced]
