"""Serial numbers: blocks that are dealt to archives which share their batches, ids of more than seven digits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.archive import batches, serials
from app.archive.archive import Archive
from app.errors import ArchiveError
from app.interchange.joining import join
from app.service.stage import _PAIR
from tests.archives import in_order
from tests.conftest import capture

TEXT = "".join(
    f"<p>Paragraph {n} of a page that is long enough to be stored as changes.</p>" for n in range(60)
)


class Register:
    """Deals the blocks of a batch one after the other."""

    def __init__(self, first: int = 0) -> None:
        self.following = first
        self.asked: list[str] = []

    def __call__(self, batch: str) -> int:
        self.asked.append(batch)
        self.following += 1
        return self.following - 1


def store(archive: Archive, *names: str, minutes: float = 0) -> list[str]:
    with archive.writer() as writer:
        return [
            writer.store(capture(f"http://a.example/{name[0]}", f"{TEXT}{name}", minutes=minutes)).id
            for name in names
        ]


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Archive]:
    def make(name: str, deal: serials.Deal | None) -> Archive:
        path = tmp_path / name
        archive = Archive.open(path) if path.exists() else Archive.create(path)
        archive.deal = deal
        return archive

    return make


def test_ids_of_archives_that_are_dealt_blocks_are_unique_and_go_on_in_their_block(
    made: Any, tmp_path: Path
) -> None:
    deal = Register()
    assert store(made("a", deal), "1", "2") == ["202611-0000001", "202611-0000002"]
    assert store(made("b", deal), "1", "3") == ["202611-1048576", "202611-1048577"]
    assert store(made("a", deal), "1x") == ["202611-0000003"], "another run asks for no other block"
    assert store(made("b", deal), "1", minutes=45_000) == ["202612-2097152"], "a block is one of one batch"
    assert deal.asked == ["202611", "202611", "202612"]
    assert json.loads((tmp_path / "b" / serials.NAME).read_text()) == {"202611": [1], "202612": [2]}
    for by in ("copy", "manifest"):
        report = join([tmp_path / "a", tmp_path / "b"], tmp_path / by, by)  # type: ignore[arg-type]
        assert (report.captures, report.renumbered) == (6, [])
    in_order(Archive.open(tmp_path / "copy"))


def test_a_block_is_used_up_before_the_next_one_is_asked_for(
    made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serials, "SIZE", 3)
    deal = Register(2)
    archive = made("a", deal)
    assert store(archive, "1", "2") == ["202611-0000006", "202611-0000007"]
    deal.following = 5
    assert store(archive, "3", "4", "5") == ["202611-0000008", "202611-0000015", "202611-0000016"]
    in_order(archive)


def test_a_block_behind_the_numbers_that_are_there_is_refused(made: Any) -> None:
    archive = made("a", Register(3))
    store(archive, "1")
    (archive.path / serials.NAME).unlink()
    archive.deal = Register(2)
    with pytest.raises(ArchiveError) as refused:
        store(archive, "2")
    assert refused.value.message.arguments["detail"].code == "serials-behind"
    assert not (archive.path / serials.NAME).exists()


def test_without_a_register_a_shard_goes_on_in_its_blocks_alone(made: Any, tmp_path: Path) -> None:
    store(made("a", Register(1)), "1")
    alone = made("a", None)
    assert store(alone, "2") == ["202611-1048577"]
    with pytest.raises(ArchiveError, match="ids are dealt by a cluster, and it has none left for 202612"):
        store(alone, "3", minutes=45_000)
    (tmp_path / "a" / serials.NAME).write_text("[")
    with pytest.raises(ArchiveError, match=r"serials\.json cannot be read"):
        alone.writer()
    (tmp_path / "a" / serials.NAME).unlink()
    assert store(alone, "3", minutes=45_000) == ["202612-0000001"]


def test_the_last_block_of_a_month_is_the_last(made: Any) -> None:
    archive = made("a", Register(serials.BLOCKS - 1))
    assert store(archive, "1") == ["202611-4293918720"]
    in_order(archive)
    with pytest.raises(ArchiveError, match="all ids of 202611 are used up"):
        store(made("b", Register(serials.BLOCKS)), "1")


def test_ids_grow_past_seven_digits_and_stay_in_order(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serials, "SIZE", 9_999_998)
    archive = made("a", Register(1))
    ids = store(archive, "1", "1b", "1c", "2", "1d")
    assert ids == [f"202611-{number}" for number in range(9_999_998, 10_000_003)]
    in_order(archive)
    with archive.reader() as reader:
        assert [one.id for one in reader.captures(batch="202611")] == ids
        assert reader.body(ids[2]).endswith(b"1c") and reader.body(ids[-1]).endswith(b"1d")
        assert reader.record(ids[2]).get("base") == ids[1], (
            "changes build on the record before the eighth digit"
        )
    assert sorted(ids) != ids and sorted(ids, key=lambda id: batches.parse_id(id) or ("", 0)) == ids
    assert _PAIR.fullmatch(f"{ids[1]}/{ids[2]}/a")
