"""What the published audit of another archive's Memento (2020) found does not hold here.

Findings 549 (an answer of 200 with the moment that was asked for, whatever there is), 551 (lists of mementos that depend
on Accept-Datetime), 556 (what is written about it is not what is answered), and those beside them: 547 and 555 (links of
other resources, no first, prev, next and last) and 550 (Vary where nothing is negotiated).
"""

from __future__ import annotations

import re

import httpx
import pytest

from app.cli.serving import serve as command
from app.service import application, memento
from tests.app.service.conftest import HOME
from tests.app.service.test_memento import relations

NOTHING = "http://nothing.test/"
OLD = "Sat, 01 Jan 2000 00:00:00 GMT"
SHAPES = sorted(memento.MODIFIERS)


@pytest.mark.parametrize("modifier", SHAPES)
@pytest.mark.parametrize("digits", ["20200103115959", "20200103", "19990101000000", "2038"])
def test_no_shape_of_a_memento_takes_the_moment_that_was_asked_for(
    client: httpx.Client, modifier: str, digits: str
) -> None:
    """549: a moment without a capture leads to that of one, which tells its own, also where a date is sent along; without
    captures it is 404. 550: on the way there nothing varies by the date, and nothing says that it is a memento."""
    for asked in ({}, {"Accept-Datetime": OLD}):
        way = client.get(f"/one/{digits}{modifier}/{HOME}", headers=asked)
        assert way.status_code == 302
        assert "memento-datetime" not in way.headers
        assert "accept-datetime" not in way.headers.get("vary", "").lower()
        found = client.get(way.headers["location"], headers=asked)
        assert found.status_code == 200
        stamp = re.search(r"/(\d{14})" + modifier + "/", way.headers["location"])
        assert stamp is not None and stamp[1] != digits
        told = memento.accepted(found.headers["memento-datetime"])
        assert told.strftime("%Y%m%d%H%M%S") == stamp[1]
        missing = client.get(f"/one/{digits}{modifier}/{NOTHING}", headers=asked)
        assert missing.status_code == 404
        assert "memento-datetime" not in missing.headers


@pytest.mark.parametrize("place", ["page?url=", "versions?url="])
def test_the_reading_room_has_no_page_for_what_is_not_there(client: httpx.Client, place: str) -> None:
    """549: the page around a memento has the status of what it is about."""
    assert client.get(f"/read/one/{place}{NOTHING}").status_code == 404
    assert client.get(f"/read/one/{place}{HOME}").status_code == 200


@pytest.mark.parametrize("form", sorted(memento.TIMEMAPS))
def test_a_timemap_is_the_same_whatever_date_is_asked_for(client: httpx.Client, form: str) -> None:
    """551: also for a date that cannot be read; it does not vary by it and is no memento."""
    plain = client.get(f"/one/timemap/{form}/{HOME}")
    for date in (OLD, "Sun, 05 Jan 2020 12:00:00 GMT", "yesterday"):
        dated = client.get(f"/one/timemap/{form}/{HOME}", headers={"Accept-Datetime": date})
        assert (dated.status_code, dated.content) == (200, plain.content)
        assert "accept-datetime" not in dated.headers.get("vary", "").lower()
        assert "memento-datetime" not in dated.headers
        missing = client.get(f"/one/timemap/{form}/{NOTHING}", headers={"Accept-Datetime": date})
        assert missing.status_code == 404


@pytest.mark.parametrize("modifier", SHAPES)
def test_links_are_of_the_address_itself_with_its_neighbours(client: httpx.Client, modifier: str) -> None:
    """547 and 555: in every shape of a memento, and the same addresses as in the list of all."""
    links = relations(client.get(f"/one/20200103120000{modifier}/{HOME}").headers["link"])
    assert links["original"] == HOME
    listed = client.get(f"/one/timemap/link/{HOME}").text
    for relation in ("first memento", "prev memento", "memento", "next last memento"):
        assert f"<{links[relation]}>" in listed, links
    for relation, status in (("timegate", 302), ("timemap", 200)):
        assert client.get(links[relation]).status_code == status


def test_what_is_written_about_it_is_what_is_answered(client: httpx.Client) -> None:
    """556: each address of the collection's own description, of the command's help, and of the module's list."""
    about = client.get("/one/").json()
    for name, status in (("timegate", 302), ("timemap", 200), ("cdx", 200)):
        assert client.get(about[name].replace("{url}", HOME)).status_code == status, name
    help = command.__doc__ or ""
    written = re.findall(r"NAME/[\w/]*/ADDRESS|NAME/[\w/]*\?url=ADDRESS", help)
    assert len(written) == 6, written
    for one in written:
        place = "/" + one.replace("NAME", "one").replace("ADDRESS", HOME)
        answer = client.get(place.replace("20260401", "20200103"), follow_redirects=True)
        assert answer.status_code == 200, one
    for form in re.findall(r"timemap/\{([\w|]+)\}", application.__doc__ or "")[0].split("|"):
        assert form in memento.TIMEMAPS
    shapes = re.search(r"\{digits\}\{([\w|]+)\}", application.__doc__ or "")
    assert shapes is not None and set(shapes[1].split("|")) == memento.MODIFIERS
