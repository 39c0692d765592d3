"""Archived pages at the second port: what they may do, what leads out of them, who may see them."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from app.archive.archive import Archive
from app.blocks.compare.changes import Comparison
from app.blocks.noise.judged import Stopped
from app.service import stage
from app.service.room import marking
from app.service.signing import LASTS, Signing
from tests.app.service.conftest import Serve
from tests.app.service.room.conftest import POND, SECRET

ROOT = "/read/pond/"


@pytest.fixture
def frame(room: httpx.Client) -> str:
    """The address of the frame in which the first version is shown."""
    found = re.search(
        r'<iframe class="shown" src="([^"]+)"', room.get(f"{ROOT}page?url={POND}&at=20200301").text
    )
    assert found
    return found[1]


def test_no_script_of_a_page_may_run(room: httpx.Client, frame: str) -> None:
    """One script may, by its digest; it stands behind the page and tells what is shown."""
    answer = room.get(frame)
    policy = answer.headers["content-security-policy"]
    assert "sandbox allow-scripts allow-forms;" in policy
    assert "allow-same-origin" not in policy
    assert re.search(r"script-src 'sha256-[A-Za-z0-9+/=]+';", policy)
    assert answer.text.endswith("</script>")
    assert 'data-url="http://pond.test/" data-moment="20200301093000"' in answer.text
    assert "set-cookie" not in answer.headers


def test_links_stay_in_the_archive_and_in_the_frame(room: httpx.Client, frame: str) -> None:
    text = room.get(frame).text
    assert re.search(r'href="/-/pond/20200301093000mp_/http://pond.test/news.html"\s*>', text)
    assert "_blank" not in text
    assert 'src="/-/pond/20200301093000mp_/http://pond.test/x.png"' in text


def test_what_is_not_there_is_said_as_a_page(room: httpx.Client, frame: str) -> None:
    base = frame.partition("/-/")[0]
    missing = room.get(f"{base}/-/pond/2020mp_/http://never.test/", headers={"Accept-Language": "zh"})
    assert missing.status_code == 404
    assert "never.test" in missing.text
    assert "存档库" in missing.text
    assert room.get(f"{base}/-/pond/2020mp_/{SECRET}").status_code == 451
    assert room.get(f"{base}/-/none/2020mp_/{POND}").status_code == 404
    assert room.get(f"{base}/-/pond/99999999999999mp_/{POND}").status_code == 404
    assert room.get(f"{base}/-/pond/0mk_/202003-0000001/202003-9999999/a").status_code == 404
    assert room.post(f"{base}/-/pond/2020mp_/{POND}").status_code == 405
    assert room.get(f"{base}{ROOT}").status_code == 404  # the room is not here
    assert room.get(f"{base}/pond/cdx?url={POND}").status_code == 404


def test_changed_blocks_are_marked_in_the_page(room: httpx.Client) -> None:
    """With an id that the list of changes leads to, in both versions."""
    page = room.get(f"{ROOT}compare?url={POND}").text
    old, new = (one.replace("&amp;", "&") for one in re.findall(r'<iframe src="([^"]+)"', page))
    assert re.search(r'<p data-tianwang="\w+" id="tianwang-\d+">Frogs', room.get(old).text)
    marked = re.search(r'<p data-tianwang="\w+" id="(tianwang-\d+)">Toads', room.get(new).text)
    assert marked
    assert f"#{marked[1]}" in page


def test_a_token_opens_the_frame_by_a_pass_of_its_own(serve: Serve, pond_archive: object) -> None:
    """Not without, not with that of a person, not with another."""
    client = serve(pond_archive, token="geheim")
    client.headers["Authorization"] = "Bearer geheim"
    text = client.get(f"{ROOT}page?url={POND}").text
    found = re.search(r'src="(http://[^/]+)/([0-9a-f]+-[0-9a-f]+)(/pond/[^"]+)"', text)
    assert found
    base, ticket, rest = found.groups()
    assert "geheim" not in text
    other = f"{ticket[:-1]}{'0' if ticket[-1] != '0' else '1'}"
    with httpx.Client(trust_env=False) as plain:
        assert plain.get(f"{base}/{ticket}{rest}").status_code == 200
        for wrong in ("-", other, "ff-ff"):
            assert plain.get(f"{base}/{wrong}{rest}").status_code == 401


def test_a_pass_ends_and_is_of_one_kind() -> None:
    signing = Signing("x")
    ticket = signing.issue("replay", now=1_000_000)
    assert signing.holds("replay", ticket, now=1_000_000)
    assert not signing.holds("person", ticket, now=1_000_000)
    assert not signing.holds("replay", ticket, now=1_000_000 + LASTS)
    assert not Signing("x").holds("replay", ticket, now=1_000_000)
    for wrong in ("", "-", "x-y", "\u00e9-\u00e9"):
        assert not signing.holds("replay", wrong)


def test_a_comparison_that_does_not_end_holds_up_no_page(
    serve: Serve, pond_archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where more are asked for than there are threads for pages; who asked is told after the time."""
    end = threading.Event()

    def endless(*_: object) -> Comparison:
        end.wait(60)
        raise Stopped

    monkeypatch.setattr(marking, "compared", endless)
    monkeypatch.setattr(stage, "SECONDS", 0.1)
    client = serve(pond_archive)
    base = re.search(r'src="(http[^"]+)/-/pond/', client.get(f"{ROOT}page?url={POND}").text)
    assert base is not None
    marked = f"{base[1]}/-/pond/0mk_/202003-0000001/202003-0000003/a"
    with ThreadPoolExecutor(6) as threads:
        asked = [threads.submit(client.get, marked) for _ in range(6)]
        assert client.get(f"{base[1]}/-/pond/2020mp_/{POND}").status_code == 200
        assert {one.result().status_code for one in asked} == {503}
        end.set()
