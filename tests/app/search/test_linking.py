"""Links as versions say them: which of several to one address is told, and what a version that is gone tells."""

from __future__ import annotations

import re

from app.archive.archive import Archive
from app.archive.batches import parse_id
from app.search.index.store import key_of, short, version_key
from app.search.linking import Linking
from tests.app.search.conftest import page, store
from tests.conftest import capture

LOST = "http://gone.example/lost"


def test_of_links_to_one_address_the_first_that_says_the_words_is_told(archive: Archive) -> None:
    links = f"<a href='{LOST}'>Map</a> <a href='/other'>Lost treasure</a> <a href='{LOST}'>Lost  treasure</a>"
    store(archive, capture("http://a.example/", page("Home", "Welcome.", links)))
    key, owl = short(key_of(LOST)), re.compile("owl")
    with archive.reader() as reader:
        batch = parse_id(reader.versions("http://a.example/")[0].id)
        assert batch is not None
        linking, version = Linking(reader), version_key(*batch)
        assert linking.to(key, version, re.compile("treasure")) == (LOST, "Lost treasure")
        assert linking.to(key, version, owl) == linking.to(key, version, None) == (LOST, "Map")
        assert linking.to(key + 1, version, owl) is None
        assert linking.to(key, version + 1, owl) is None, "there is no such version"
