"""A WARC file in memory, and what the reader makes of one."""

from __future__ import annotations

import io

from app.interchange.warc_reader import Damage, WarcReader, WarcRecord
from tests.webarchives import http, record

BLOCKS = [http("<title>one</title>"), http("two " * 5000), http(bytes(range(256)) * 300), http("")]
RECORDS = [record(block, url=f"http://a.test/{n}", id=str(n)) for n, block in enumerate(BLOCKS)]
OFFSETS = [sum(map(len, RECORDS[:n])) for n in range(len(RECORDS))]


def read(data: bytes) -> tuple[list[WarcRecord], list[Damage], WarcReader]:
    reader = WarcReader(io.BytesIO(data))
    found = list(reader)
    return (
        [each for each in found if isinstance(each, WarcRecord)],
        [each for each in found if isinstance(each, Damage)],
        reader,
    )


def blocks(data: bytes) -> list[bytes | None]:
    """The blocks of a file in which nothing is wrong."""
    records, damages, reader = read(data)
    assert (damages, reader.tail, [each.problem for each in records if each.problem]) == ([], None, [])
    return [each.block for each in records]
