"""Writers that are killed at random moments, and what is left afterwards. Run by test_kill.py as a process of its own:
only one without threads may fork.

Arguments: archive folder, number of lives, seed. Prints a line a life; ends with an AssertionError at the first loss.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.archive import batches
from app.archive.archive import Archive
from app.archive.documents.preparing import prepare
from app.archive.model import NewCapture, NewVisit

START = datetime(2026, 10, 31, 23, 50, tzinfo=UTC)
STEADY = "".join(random.Random(1).choices("abcdefghijklmnop ", k=2500))
"""What pages have in common, so that changed ones are stored as what has changed."""
LONGEST = 0.08  # seconds of processor time a writer lives
CHECK_ALL = 25  # lives between two looks at everything


def write_until_killed(path: Path, life: int, told: int) -> None:
    """New pages, changed ones, unchanged ones and confirmed ones, on both sides of the end of a month."""
    dice = random.Random(life)
    with Archive.open(path).writer() as writer:
        number = 0
        while True:
            lines = []
            for _ in range(dice.randint(1, 12)):
                number += 1
                when = START + timedelta(minutes=dice.randint(0, 20), seconds=life)
                url = (
                    f"http://a.example/{life}/{number}"
                    if dice.random() < 0.6
                    else f"http://a.example/{dice.randint(0, 9)}"
                )
                known = writer.reader.latest_version(url)
                if known and dice.random() < 0.3:
                    stored = writer.store(NewVisit(url, when, None, known.id, 304))
                else:
                    text = f"<title>{dice.randint(0, 2)}</title>" + "x" * dice.randint(0, 3000) + STEADY
                    data = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{text}".encode()
                    stored = writer.store(NewCapture(url, when, None, data))
                lines.append(f"{stored.id} {stored.kind} {stored.base} {stored.url}\n")
            writer.commit()
            os.write(told, "".join(lines).encode())


def live_and_die(path: Path, life: int, seconds: float) -> list[list[str]]:
    """What a writer reported as stored before it was killed."""
    told, telling = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(told)
            # the system ends it as `kill -9` does, in the midst of anything; by its own processor time, so that on a
            # busy machine it comes as far as on an idle one
            signal.setitimer(signal.ITIMER_PROF, max(seconds, 0.001))
            write_until_killed(path, life, telling)
        finally:
            os._exit(7)
    os.close(telling)
    said = b""
    while piece := os.read(told, 1 << 16):
        said += piece
    os.close(told)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGPROF
    return [line.split() for line in said.decode().split("\n")[:-1]]


def main() -> None:
    path, lives, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    batches.ROLL_OVER = 150_000
    dice = random.Random(seed)
    prepare(
        NewCapture("http://a.example/", START, None, b"HTTP/1.1 200 OK\r\n\r\n<p>")
    )  # loads what all lives need
    reported: dict[str, list[str]] = {}
    for life in range(lives):
        said = live_and_die(path, life, dice.uniform(0, LONGEST))
        assert not {line[0] for line in said} & reported.keys(), "an id was given twice"
        reported |= {line[0]: line for line in said}
        Archive.open(path).writer().close()
        with Archive.open(path).reader() as reader:
            for line in said if life % CHECK_ALL else reported.values():
                found = reader.capture(line[0])
                assert [found.id, found.kind, str(found.base), found.url] == line
            if life % CHECK_ALL == CHECK_ALL - 1:
                assert list(reader.verify()) == []
                places = Counter(
                    (c.file, c.offset)
                    for p in reader.all_pages()
                    for c in reader.versions(p.url, visits=True)
                )
                assert len(places) == reader.last_seq() and max(places.values()) == 1
        print(life, len(said), len(reported), flush=True)


if __name__ == "__main__":
    main()
