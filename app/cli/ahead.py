"""Documents that several processes read at once, in the order in which they were asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from app.cli.console import Stop
    from extractors import Document
    from extractors.described import Undecided

_AHEAD = 4  # documents for each process that may be read before it is their turn, and objects:
_OBJECTS = 32  # while the model of languages is read, which takes a second, the processes go on
_HELD = 64 << 20  # characters of objects whose turn has not come, beyond which no more are read

Reading = Callable[[], "Document | str | Undecided"]
Read = tuple[str, dict[str, Any], "Document | str"]
"""What a document is called, what else is said of it, and the document or the JSON object that is shown of it."""


class Item(NamedTuple):
    """A document to come: what it is called, what else is said of it, and how it is read."""

    name: str
    about: dict[str, Any]
    read: Reading


def in_order(items: Iterable[Item], pool: Executor, processes: int, stop: Stop, *, objects: bool) -> Iterator[Read]:
    """All of them, read by `pool`, until `stop`; `objects`: will they mostly be JSON objects? The language of those
    that leave it to a model is found out here, once they are taken."""
    from extractors.described import Undecided

    waiting: deque[tuple[Item, Future[Document | str | Undecided]]] = deque()
    ahead = processes * (_OBJECTS if objects else _AHEAD)

    def first() -> Read:
        item, future = waiting.popleft()
        found = future.result()
        return item.name, item.about, found.told() if isinstance(found, Undecided) else found

    def held() -> int:
        done = (future.result() for _, future in waiting if future.done())
        lines = (found.line if isinstance(found, Undecided) else found for found in done)
        return sum(len(line) for line in lines if isinstance(line, str))

    for item in items:
        if stop():
            break
        waiting.append((item, pool.submit(item.read)))
        while len(waiting) > ahead or held() > _HELD:
            yield first()
    while waiting and not stop():
        yield first()
    for _, future in waiting:
        future.cancel()
